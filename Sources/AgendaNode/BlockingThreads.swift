internal import CalendarMerge
internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// Runs tasks on threads that may block: what waits for a database must not hold the few threads of Swift's pool.
///
/// There are as many threads as there is work at once, up to 512; one that has nothing to do waits for more. What a job of
/// these threads asks for first is done by its own thread afterwards, unless that ``blocks()`` or another one is free: waking
/// somebody for each step of a task took a third of a node's time.
package final class BlockingThreads: TaskExecutor {
    /// Of this process.
    package static let shared = BlockingThreads()

    private struct State {
        var jobs: [UnownedJob] = []
        var head = 0
        /// Each user's request takes one, and one more while it waits for the database.
        var crew = ThreadCrew(most: 512)
    }

    /// One of the threads.
    private final class Worker {
        /// Whether it does next what its job has asked for.
        var hasNext = false

        private static let key = {
            var key = pthread_key_t()
            pthread_key_create(&key, nil)
            return key
        }()

        /// That of this thread.
        static var present: Worker? {
            pthread_getspecific(key).map {
                Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue()
            }
        }

        /// Makes it this thread's, for as long as it is.
        func begin() { pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque()) }
    }

    /// One that sleeps while somebody else has it: `Mutex` turns round and round first, which took a twelfth of a busy node's time.
    private let lock = NSLock()
    /// Read and changed with the lock alone.
    private nonisolated(unsafe) var state = State()
    private let more = DispatchSemaphore(value: 0)

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let worker = Worker.present
        let need = lock.withLock { () -> ThreadCrew.Need in
            if state.head > 1_024, state.head > state.jobs.count / 2 {
                state.jobs.removeFirst(state.head)
                state.head = 0
            }
            state.jobs.append(job)
            guard let worker, !worker.hasNext else { return state.crew.need() }
            worker.hasNext = true
            return .nothing
        }
        meet(need)
    }

    private func meet(_ need: ThreadCrew.Need) {
        switch need {
        case .wakes: more.signal()
        case .thread: OwnThread.start { [self] in work() }
        case .nothing: break
        }
    }

    private func work() {
        let worker = Worker()
        worker.begin()
        while true {
            worker.hasNext = false
            let job = lock.withLock { () -> UnownedJob? in
                guard state.head < state.jobs.count else {
                    (state.jobs, state.head) = ([], 0)
                    state.crew.rest()
                    return nil
                }
                defer { state.head += 1 }
                return state.jobs[state.head]
            }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else {
                more.wait()
            }
        }
    }

    /// Says that this thread is going to wait: somebody else does what it would have done next.
    package func blocks() {
        guard let worker = Worker.present, worker.hasNext else { return }
        worker.hasNext = false
        meet(lock.withLock { state.crew.need() })
    }

    /// Waits on this thread, which is none of Swift's pool, for what a task does.
    package func wait<Value: Sendable, Fault: Error>(
        for body: @escaping @Sendable () async throws(Fault) -> Value
    ) throws(Fault) -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, Fault>?>(nil)
        Task.detached(executorPreference: self) {
            let found: Result<Value, Fault>
            do throws(Fault) { found = .success(try await body()) } catch {
                found = .failure(error)
            }
            result.withLock { $0 = found }
            done.signal()
        }
        blocks()
        done.wait()
        // The task has noted it before it signalled.
        guard let found = result.withLock(\.self) else {
            fatalError("a task ended without a result")
        }
        return try found.get()
    }
}
