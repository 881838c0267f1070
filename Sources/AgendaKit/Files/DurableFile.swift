internal import Glibc

/// Files that are whole at any moment, and on the disk once written.
enum DurableFile {
    /// Writes beside, then renames over (rename(2) is atomic), each step made durable. The owner alone can read
    /// the file.
    ///
    /// - Throws: `storeUnwritable`; what was there stays.
    static func write(_ bytes: [UInt8], to path: String) throws(AgendaError) {
        let new = path + ".new"
        // What a killed process has left; a link goes, not what it leads to.
        unlink(new)
        let descriptor = PrivateFile.create(new)
        guard descriptor >= 0 else { throw failure(new) }
        defer { close(descriptor) }
        guard isWritten(bytes, to: descriptor), fsync(descriptor) == 0, rename(new, path) == 0
        else {
            let failure = failure(path)
            unlink(new)
            throw failure
        }
        syncFolder(of: path)
    }

    /// Whether all of it could be written; else `errno` says why.
    static func isWritten(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && errno != EINTR { return false }
            written += max(0, count)
        }
        return true
    }

    /// Makes a change of names durable.
    static func syncFolder(of path: String) {
        let folder = FileSystem.folder(of: path)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func failure(_ path: String) -> AgendaError {
        AgendaError(.cannotWrite(cause: String(cString: strerror(errno))), place: path)
    }
}
