internal import CalendarMerge
internal import Glibc
internal import Synchronization

/// A lock between processes, and between the tasks of a process (flock(2)). It ends when it is released, at the latest
/// with its last reference, or when its process ends in any way.
package final class FileLock: Sendable {
    /// The system call that locks an open file: 0, or `errno`. Tests have their own.
    package typealias Call = @Sendable (_ descriptor: Int32, _ operation: Int32) -> Int32

    /// flock(2).
    package static let system: Call = { flock($0, $1) == 0 ? 0 : errno }

    /// Negative once it is released, and where nothing can be written.
    private let descriptor: Atomic<Int32>
    private let call: Call

    private init(_ opened: Int32) {
        descriptor = Atomic(opened)
        call = Self.system
    }

    private init(_ path: String, _ isOptional: Bool, _ call: @escaping Call) throws(SystemFailure) {
        let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        let failure = errno
        descriptor = Atomic(opened)
        self.call = call
        guard opened < 0 else { return }
        let isRefused = [EACCES, EPERM, EROFS, ENOENT, ENOTDIR].contains(failure)
        guard isOptional, isRefused, !Self.isFolderWritable(of: path) else {
            throw SystemFailure(failure)
        }
    }

    deinit { release() }

    /// Releases the lock, also in a child that was forked meanwhile, and has the open file until it starts its program.
    package func release() {
        let opened = descriptor.exchange(-1, ordering: .relaxed)
        guard opened >= 0 else { return }
        _ = call(opened, LOCK_UN)
        close(opened)
    }

    /// Waits until no one else has the lock.
    ///
    /// - Parameters:
    ///   - path: a file for the lock alone, created if it is missing, and never removed: who removes a locked file lets a
    ///     second process lock the next one.
    ///   - isOptional: whether to go on without a lock where nothing can be written in the folder: there is nothing to
    ///     guard.
    /// - Throws: what the system says where it gives none.
    package static func wait(
        path: String, isOptional: Bool = false, _ call: @escaping Call = system
    ) throws(SystemFailure) -> FileLock {
        let lock = try FileLock(path, isOptional, call)
        while try !lock.take(LOCK_EX) {}
        return lock
    }

    /// Tries every few milliseconds to get the lock, on this thread; nil if it is not free within `seconds`.
    package static func wait(
        path: String, atMost seconds: Double, isOptional: Bool = false,
        _ call: @escaping Call = system
    ) throws(SystemFailure) -> FileLock? {
        try FileLock(path, isOptional, call).taken(atMost: seconds)
    }

    /// The lock of a folder itself, by the same tries; nil also where folders cannot be locked.
    static func wait(folder: OpenFolder, atMost seconds: Double) -> FileLock? {
        let opened = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return opened < 0 ? nil : try? FileLock(opened).taken(atMost: seconds)
    }

    private func taken(atMost seconds: Double) throws(SystemFailure) -> FileLock? {
        let end = ContinuousClock.now + .seconds(seconds)
        while try !take(LOCK_EX | LOCK_NB) {
            guard ContinuousClock.now < end else { return nil }
            usleep(5_000)
        }
        return self
    }

    /// Tries every few milliseconds to get the lock; nil if it is not free within `seconds`.
    package static func wait(
        path: String, seconds: Double, isOptional: Bool = false, _ call: @escaping Call = system
    ) async throws(SystemFailure) -> FileLock? {
        let lock = try FileLock(path, isOptional, call)
        let end = ContinuousClock.now + .seconds(seconds)
        while try !lock.take(LOCK_EX | LOCK_NB) {
            guard ContinuousClock.now < end else { return nil }
            await OwnThread.sleep(milliseconds: 5)
        }
        return lock
    }

    /// Asks for the lock once: false if somebody else has it.
    private func take(_ operation: Int32) throws(SystemFailure) -> Bool {
        let opened = descriptor.load(ordering: .relaxed)
        guard opened >= 0 else { return true }
        switch call(opened, operation) {
        case 0: return true
        case EWOULDBLOCK, EINTR: return false
        case let failure: throw SystemFailure(failure)
        }
    }

    private static func isFolderWritable(of path: String) -> Bool {
        let slash = path.lastIndex(of: "/")
        return access(slash.map { String(path[...$0]) } ?? ".", W_OK) == 0
    }
}
