/// Tells when files and folders change, without looking at them again and again.
///
/// Every way a program has of changing a file is seen: writing in place, renaming over it, deleting
/// and making it again, replacing a link or a folder on the way to it. A path may be missing at
/// first, or for a while. What is told is that something *may* have changed: whoever hears it looks,
/// as ``Importer/refresh(rebuild:)`` does.
public final class FileWatcher: Sendable {
    /// What happened since the last time.
    public struct Changes: Hashable, Sendable {
        /// The watched paths in which something may have changed.
        public var paths: Set<String> = []
        /// Paths that the kernel does not tell of, and why: they are looked at every two seconds.
        /// Each is told once.
        public var polled: [String: String] = [:]
    }

    private let channel: WatchChannel

    /// Watches paths from now on: what changes after this returns is told.
    public convenience init(_ paths: some Sequence<String>) {
        self.init(paths, timing: WatchTiming())
    }

    init(_ paths: some Sequence<String>, timing: WatchTiming) {
        channel = WatchChannel(Set(paths))
        WatchLoop.start(channel, timing: timing)
    }

    deinit { channel.cancel() }

    /// Watches these paths instead; those that were not watched before are told as changed.
    public func watch(_ paths: some Sequence<String>) { channel.want(Set(paths)) }

    /// The changes, for one reader. A slow reader gets what happened meanwhile at once. Ends when the
    /// reading task does; until then the watcher lives, whoever else lets go of it.
    public var changes: AsyncStream<Changes> {
        AsyncStream { [self] in
            for await _ in channel.signal {
                if let changes = channel.take() { return changes }
            }
            return nil
        }
    }
}

/// When changes are told. The kernel tells of each write; a program needs several to be done.
/// All in milliseconds.
struct WatchTiming {
    /// After a file was closed or renamed.
    var settled = 5
    /// After a write to a file that is still open.
    var open = 100
    /// At the latest, after the first change: a program that never stops writing is heard, too.
    var cap = 250
    /// Between two looks at a path that the kernel does not tell of.
    var poll = 2_000

    func delay(of effect: WatchPlan.Effect) -> Int { effect == .writing ? open : settled }
}
