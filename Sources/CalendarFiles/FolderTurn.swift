internal import Glibc

/// The turn of one of our processes to swap files of a folder: until it ends, none of the others does (flock(2) of the
/// folder).
///
/// Two that swap the same file at once find each other's text swapped out, and each puts back what it found. If one of them
/// undoes its change in between, because another file of it was refused, the other one would bring it back.
final class FolderTurn: Sendable {
    /// How long to wait: a turn takes milliseconds. Then, as where folders cannot be locked, it goes without.
    private static let patience: Duration = .seconds(5)
    private let descriptor: Int32

    init(_ folder: OpenFolder) {
        descriptor = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let end = ContinuousClock.now + Self.patience
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0,
            errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end
        {
            usleep(1_000)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
