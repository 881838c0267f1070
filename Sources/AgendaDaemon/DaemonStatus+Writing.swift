import AgendaActions
import AgendaJSON
import FoundationEssentials
import Glibc
import TerminalOutput

extension DaemonStatus {
    /// Tells it: readers see all of it, or the state before.
    func write(database: String) {
        // A status that cannot be written must not end what it tells of.
        guard let data = try? JSONEncoder().encode(self) else { return }
        let (path, beside) = (Self.path(database), Self.path(database) + ".new")
        unlink(beside)
        let descriptor = open(
            beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard OutputBuffer.write(Array(data), to: descriptor) == nil else { return }
        rename(beside, path)
    }

    /// Removes it.
    static func remove(database: String) { unlink(path(database)) }
}
