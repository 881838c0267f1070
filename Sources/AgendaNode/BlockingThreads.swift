internal import CalendarMerge
internal import Dispatch
internal import Synchronization

/// Runs tasks on threads that may block: what waits for a database must not hold the few threads of Swift's pool.
///
/// There are as many threads as there is work at once, up to ``most``; one that has nothing to do waits for more.
package final class BlockingThreads: TaskExecutor {
    /// Of this process.
    package static let shared = BlockingThreads()

    /// Each user's request takes one, and one more while it waits for the database.
    private static let most = 512

    private struct State {
        var jobs: [UnownedJob] = []
        var head = 0
        var (threads, idle) = (0, 0)
    }

    private let state = Mutex(State())
    private let more = DispatchSemaphore(value: 0)

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isNew = state.withLock { state in
            state.jobs.append(job)
            guard state.idle == 0, state.threads < Self.most else { return false }
            state.threads += 1
            return true
        }
        if isNew { OwnThread.start { [self] in work() } } else { more.signal() }
    }

    private func work() {
        while true {
            let job = state.withLock { state -> UnownedJob? in
                guard state.head < state.jobs.count else {
                    (state.jobs, state.head) = ([], 0)
                    state.idle += 1
                    return nil
                }
                defer { state.head += 1 }
                return state.jobs[state.head]
            }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else {
                more.wait()
                state.withLock { $0.idle -= 1 }
            }
        }
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
        done.wait()
        // The task has noted it before it signalled.
        guard let found = result.withLock(\.self) else {
            fatalError("a task ended without a result")
        }
        return try found.get()
    }
}
