internal import CalendarMerge
internal import Glibc

/// A lock between processes, and between the tasks of a process (flock(2)). It ends when it is released, or
/// when its process ends in any way.
struct FileLock: Sendable {
    private let descriptor: Int32

    private init(path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }

    /// Releases the lock; call this once.
    func release() { if descriptor >= 0 { close(descriptor) } }

    /// Waits until no one else has the lock.
    ///
    /// - Parameter path: a file for the lock alone, created if it is missing. If it cannot be created, nothing
    ///   can be written there either, so there is nothing to guard.
    static func wait(path: String) -> FileLock {
        let lock = FileLock(path: path)
        while lock.descriptor >= 0, flock(lock.descriptor, LOCK_EX) != 0, errno == EINTR {}
        return lock
    }

    /// Tries every few milliseconds to get the lock, on this thread; nil if it is not free within `seconds`.
    static func wait(path: String, atMost seconds: Double) -> FileLock? {
        let lock = FileLock(path: path)
        let end = ContinuousClock.now + .seconds(seconds)
        while lock.descriptor >= 0, flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < end, errno == EWOULDBLOCK || errno == EINTR else {
                lock.release()
                return nil
            }
            usleep(5_000)
        }
        return lock
    }

    /// Tries every few milliseconds to get the lock; nil if it is not free within `seconds`.
    static func wait(path: String, seconds: Double) async -> FileLock? {
        let lock = FileLock(path: path)
        let end = ContinuousClock.now + .seconds(seconds)
        while lock.descriptor >= 0, flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < end, errno == EWOULDBLOCK || errno == EINTR else {
                lock.release()
                return nil
            }
            await OwnThread.sleep(milliseconds: 5)
        }
        return lock
    }
}
