// The C library's functions stand in this file alone, as in AllCores.
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization

/// Threads of our own for what blocks: nobody may wait on Swift's pool, and libdispatch's threads on Linux wake the process
/// once a second as long as it lives, although nothing happens.
package enum OwnThread {
    /// Runs `body` on a new thread.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let work = Unmanaged.passRetained(Work(body)).toOpaque()
        // The system's limit of threads: one of them will end.
        while pthread_create(&thread, nil, { OwnThread.run($0) }, work) != 0 { usleep(10_000) }
        #if canImport(Glibc)
            pthread_detach(thread)
        #else
            if let thread { pthread_detach(thread) }
        #endif
    }

    /// Returns what `body` does on a new thread.
    package static func value<Value: Sendable>(
        of body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            start { continuation.resume(returning: body()) }
        }
    }

    /// Waits. Unlike `Task.sleep`, it starts no thread of libdispatch's, and being cancelled does not end it.
    package static func sleep(milliseconds: Int) async {
        await value { _ = usleep(UInt32(milliseconds) * 1_000) }
    }

    private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        work.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body() }
        return nil
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// Runs an actor's jobs one after the other on a thread, which may block. The thread ends when there are none.
package final class ThreadExecutor: SerialExecutor {
    private let waiting = Mutex<(jobs: [UnownedJob], isRunning: Bool)>(([], false))

    /// An executor without a thread yet.
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isRunning = waiting.withLock { waiting in
            defer { waiting.isRunning = true }
            waiting.jobs.append(job)
            return waiting.isRunning
        }
        if !isRunning { OwnThread.start { [self] in work() } }
    }

    private func work() {
        while true {
            let jobs = waiting.withLock { waiting in
                defer { waiting.jobs = [] }
                if waiting.jobs.isEmpty { waiting.isRunning = false }
                return waiting.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
