internal import CalendarMerge
internal import Glibc

/// A lock between processes, and between the tasks of a process (flock(2)). It ends when it is released, or
/// when its process ends in any way.
struct FileLock: Sendable {
    /// The system call that locks an open file: 0, or `errno`. Tests have their own.
    typealias Call = @Sendable (_ descriptor: Int32, _ operation: Int32) -> Int32

    /// Negative where nothing can be written.
    private let descriptor: Int32
    private let path: String
    private let call: Call

    /// - Parameter path: a file for the lock alone, created if it is missing. If it cannot be because nothing can be written
    ///   in its folder, there is nothing to guard.
    /// - Throws: `storeUnwritable` if it cannot be opened for any other reason.
    private init(_ path: String, _ call: @escaping Call) throws(AgendaError) {
        (self.path, self.call) = (path, call)
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor < 0 else { return }
        let failure = errno
        guard [EACCES, EPERM, EROFS, ENOENT, ENOTDIR].contains(failure),
            !FileSystem.isWritableFolder(of: path)
        else { throw Self.failure(path, failure) }
    }

    /// Releases the lock; call this once.
    func release() { if descriptor >= 0 { close(descriptor) } }

    /// Waits until no one else has the lock.
    ///
    /// - Throws: `storeUnwritable` if the system gives none.
    static func wait(
        path: String, _ call: @escaping Call = system
    ) throws(AgendaError) -> FileLock {
        let lock = try FileLock(path, call)
        while try !lock.isTaken(LOCK_EX) {}
        return lock
    }

    /// Tries every few milliseconds to get the lock, on this thread; nil if it is not free within `seconds`.
    ///
    /// - Throws: `storeUnwritable` if the system gives none.
    static func wait(
        path: String, atMost seconds: Double, _ call: @escaping Call = system
    ) throws(AgendaError) -> FileLock? {
        let lock = try FileLock(path, call)
        let end = ContinuousClock.now + .seconds(seconds)
        while try !lock.isTaken(LOCK_EX | LOCK_NB) {
            guard ContinuousClock.now < end else {
                lock.release()
                return nil
            }
            usleep(5_000)
        }
        return lock
    }

    /// Tries every few milliseconds to get the lock; nil if it is not free within `seconds`.
    ///
    /// - Throws: `storeUnwritable` if the system gives none.
    static func wait(
        path: String, seconds: Double, _ call: @escaping Call = system
    ) async throws(AgendaError) -> FileLock? {
        let lock = try FileLock(path, call)
        let end = ContinuousClock.now + .seconds(seconds)
        while try !lock.isTaken(LOCK_EX | LOCK_NB) {
            guard ContinuousClock.now < end else {
                lock.release()
                return nil
            }
            await OwnThread.sleep(milliseconds: 5)
        }
        return lock
    }

    /// Asks for the lock once: false if somebody else has it.
    private func isTaken(_ operation: Int32) throws(AgendaError) -> Bool {
        guard descriptor >= 0 else { return true }
        switch call(descriptor, operation) {
        case 0: return true
        case EWOULDBLOCK, EINTR: return false
        case let failure:
            release()
            throw Self.failure(path, failure)
        }
    }

    private static func failure(_ path: String, _ number: Int32) -> AgendaError {
        AgendaError(.cannotLock(cause: String(cString: strerror(number))), place: path)
    }

    /// flock(2).
    static let system: Call = { flock($0, $1) == 0 ? 0 : errno }
}
