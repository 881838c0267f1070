/// Watches sources of all kinds: paths by a ``FileWatcher``, others by their own signals.
final class SourceWatcher {
    private let files: FileWatcher
    /// The tasks that listen to signals, by what they report.
    private var listeners: [String: Task<Void, Never>] = [:]

    init(_ watches: [SourceWatch]) {
        files = FileWatcher(Self.paths(watches))
        listen(to: watches)
    }

    deinit { for task in listeners.values { task.cancel() } }

    /// Watches these instead, and reports those that were not watched before as changed.
    func watch(_ watches: [SourceWatch]) {
        files.watch(Self.paths(watches))
        listen(to: watches)
    }

    /// As ``FileWatcher/changes``; `paths` has the names of the sources.
    var changes: AsyncStream<FileWatcher.Changes> { files.changes }

    private static func paths(_ watches: [SourceWatch]) -> [String] {
        watches.filter { $0.signals == nil }.map(\.name)
    }

    private func listen(to watches: [SourceWatch]) {
        let names = Set(watches.map(\.name))
        for (name, task) in listeners where !names.contains(name) {
            task.cancel()
            listeners[name] = nil
        }
        for watch in watches where listeners[watch.name] == nil {
            guard let signals = watch.signals else { continue }
            let (name, files) = (watch.name, files)
            listeners[name] = Task {
                let stream = await signals()
                // What changed before this listened.
                files.report(name)
                for await _ in stream { files.report(name) }
            }
        }
    }
}
