import AgendaKit
package import Glibc

/// Makes sure that a database has one daemon, and says which process that is. The kernel ends the lock with the process.
///
/// A lock of fcntl(2) instead of flock(2), because the kernel tells who has it.
package enum DaemonLock {
    /// Takes the lock for the rest of the process's life.
    ///
    /// - Throws: a failure that names the process that has it.
    package static func take(database: String) throws(CommandFailure) {
        let path = path(database)
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .failure("\(path): cannot be created: \(String(cString: strerror(errno)))")
        }
        var range = whole(F_WRLCK)
        guard fcntl(descriptor, F_SETLK, &range) != 0 else { return }
        let cause = errno
        close(descriptor)
        guard cause == EAGAIN || cause == EACCES else {
            throw .failure("\(path): cannot be locked: \(String(cString: strerror(cause)))")
        }
        guard let process = holder(database: database) else {
            throw .failure("\(database): a daemon runs already")
        }
        throw .failure("\(database): a daemon runs already: process \(Int(process))")
    }

    /// The process that has the lock; nil if there is none.
    package static func holder(database: String) -> pid_t? {
        let descriptor = open(path(database), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var range = whole(F_WRLCK)
        guard fcntl(descriptor, F_GETLK, &range) == 0, range.l_type != F_UNLCK else { return nil }
        return range.l_pid
    }

    private static func path(_ database: String) -> String {
        FileSystem.resolved(database) + "-daemon"
    }

    private static func whole(_ type: Int32) -> Glibc.flock {
        var range = Glibc.flock()
        (range.l_type, range.l_whence) = (Int16(type), Int16(SEEK_SET))
        return range
    }
}
