internal import Glibc

/// A lock between processes, and between tasks of one (flock(2)): free again when it is released
/// or its process ends, however that ends.
struct FileLock: Sendable {
    private let descriptor: Int32

    private init(path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }

    /// To be called once.
    func release() { if descriptor >= 0 { close(descriptor) } }

    /// Waits until nobody else has the lock.
    ///
    /// - Parameter path: a file that exists for the lock alone; made when it is missing. Where it
    ///   cannot be made, nothing can be written either, and there is nothing to guard.
    static func wait(path: String) -> FileLock {
        let lock = FileLock(path: path)
        while lock.descriptor >= 0, flock(lock.descriptor, LOCK_EX) != 0, errno == EINTR {}
        return lock
    }

    /// The same, asking every few milliseconds; nil when the lock is not free within `seconds`.
    static func wait(path: String, seconds: Double) async -> FileLock? {
        let lock = FileLock(path: path)
        let end = ContinuousClock.now + .seconds(seconds)
        while lock.descriptor >= 0, flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < end, errno == EWOULDBLOCK || errno == EINTR else {
                lock.release()
                return nil
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return lock
    }
}
