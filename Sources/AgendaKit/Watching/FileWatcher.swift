/// Reports when files and folders change, without polling them.
///
/// It sees every way of changing a file: writing in place, renaming over it, deleting and creating it again,
/// replacing a link or a folder in its path. A path may be missing at first, or for a while. A report says
/// that something *may* have changed: the receiver must look, as ``Importer/refresh(rebuild:)`` does.
///
/// ```swift
/// func printChanges(of path: String) async {
///     let watcher = FileWatcher([path])
///     for await changes in watcher.changes { print(changes.paths) }
/// }
/// ```
public final class FileWatcher: Sendable {
    /// What happened since the last report.
    public struct Changes: Hashable, Sendable {
        /// The watched paths in which something may have changed.
        public var paths: Set<String> = []
        /// Paths whose changes the kernel does not report, and why: the watcher polls them every two seconds.
        /// Each is reported once.
        public var polled: [String: String] = [:]
        /// Of some of the paths, all folders, the only files that may have changed.
        var files: [String: NamedFiles] = [:]
    }

    private let channel: WatchChannel

    /// Watches paths: every change after this returns is reported.
    public convenience init(_ paths: some Sequence<String>) {
        self.init(paths, WatchLoop.shared)
    }

    /// - Parameter timing: of a thread of its own.
    convenience init(_ paths: some Sequence<String>, timing: WatchTiming) {
        self.init(paths, WatchLoop.start(timing, endsWithLast: true))
    }

    private init(_ paths: some Sequence<String>, _ board: WatchBoard) {
        channel = WatchChannel(Set(paths), board)
    }

    deinit { channel.cancel() }

    /// Watches these paths instead; reports those that were not watched before as changed.
    public func watch(_ paths: some Sequence<String>) { channel.want(Set(paths)) }

    /// What is known of each path once every event that the kernel noted before this call has been read. As long as a
    /// path's mark is the same and whole, nothing in it has changed.
    func marks() async -> [String: WatchMark] { await channel.marks() }

    /// Adds to the changes what something else than the kernel reports.
    func report(_ name: String) { channel.tell(Changes(paths: [name])) }

    /// The changes, for one reader. A slow reader gets everything since its last read at once. The sequence
    /// ends with the reading task; until then it keeps the watcher alive.
    public var changes: AsyncStream<Changes> {
        AsyncStream { [self] in
            for await _ in channel.signal {
                if let changes = channel.take() { return changes }
            }
            return nil
        }
    }
}

/// What a watcher knows of a path at one moment.
struct WatchMark: Hashable, Sendable {
    /// The number of the last event that may have changed something in it; a later event has a larger one.
    var event: Int
    /// Whether the kernel reports every change: all of the path is there, watched, and on a local file system.
    var isWhole: Bool
}

/// When to report changes, in milliseconds. The kernel reports each write, but a program needs several to
/// finish.
struct WatchTiming {
    /// Delay after a file was closed or renamed.
    var settled = 5
    /// Delay after a write to a file that is still open.
    var open = 100
    /// The longest delay after the first change: a program that never stops writing is reported, too.
    var cap = 250
    /// The interval between polls of a path whose changes the kernel does not report.
    var poll = 2_000

    func delay(of effect: WatchPlan.Effect) -> Int { effect == .writing ? open : settled }
}
