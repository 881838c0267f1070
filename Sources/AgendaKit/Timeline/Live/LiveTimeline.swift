internal import CalendarMerge

/// Keeps a timeline up to date: watches the sources and the store, imports what is new, follows the clock, and tells
/// the readers of ``EventProvider/changes(after:)``.
///
/// ```swift
/// func follow(path: String, zone: TimeZoneRules) async throws -> LiveTimeline.End {
///     let clock = SystemClock()
///     let store = try EventStore.open(path: path, createsMissing: true)
///     let importer = Importer(store: store, clock: clock)
///     let provider = EventProvider(store: store, clock: clock, zone: zone)
///     let live = LiveTimeline(store: store, importer: importer, provider: provider)
///     async let end = live.follow { notice in print(notice) }
///     for try await update in await provider.changes() {
///         print(update.timeline.nodes[NodeWindow.todayIndex].events.count, "events today")
///     }
///     return await end
/// }
/// ```
public struct LiveTimeline: Sendable {
    /// What a person should know. Each notice is given once, until there is another one.
    public enum Notice: Hashable, Sendable {
        /// The kernel does not report changes of this path, for this reason; the path is checked every two seconds.
        case polled(path: String, reason: String)
        /// The import failed and will be tried again; until then the timeline shows what is stored.
        case failed(AgendaError)
    }

    /// Why following ended.
    public enum End: Sendable {
        /// The task was cancelled.
        case cancelled
        /// Another file is where the store was, or none: open it again.
        case storeReplaced
        /// The store is damaged: repair it, and open it again.
        case storeDamaged(AgendaError)
    }

    private let store: EventStore
    private let importer: Importer
    private let provider: EventProvider
    private let storePath: String?
    private let awaited: Set<String>

    /// How long to wait before a failed import is tried again, in seconds.
    private static let retry = 2

    /// - Parameters:
    ///   - store: what `importer` writes and `provider` reads.
    ///   - importer: refreshes the sources when they change.
    ///   - provider: learns of each change.
    ///   - storePath: where the store's file will be, for a store in memory that stands in for it.
    ///   - awaited: files and folders to import as sources once they are there.
    public init(
        store: EventStore, importer: Importer, provider: EventProvider, storePath: String? = nil,
        awaited: some Sequence<String> = []
    ) {
        self.store = store
        self.importer = importer
        self.provider = provider
        self.storePath = storePath ?? store.path
        self.awaited = Set(awaited)
    }

    /// Follows all changes until the task is cancelled or the store's file is replaced.
    public func follow(_ notify: @Sendable (Notice) async -> Void) async -> End {
        let clock = Task { await provider.followClock() }
        let laterLooks = LaterLooks(provider)
        defer {
            clock.cancel()
            laterLooks.end()
        }
        // Commits of other processes change the write-ahead log.
        let storeFiles = Set(storePath.map { [$0, $0 + "-wal"] } ?? [])
        var awaited = awaited
        var told: AgendaError?
        let watcher = SourceWatcher(watches(storeFiles.union(awaited)))
        // What changed before the watcher began.
        var changed: FileWatcher.Changes? = nil
        var changes = watcher.changes.makeAsyncIterator()
        while true {
            // Also of what happened before the watcher began: nobody tells of that.
            guard isStoreInPlace else { return .storeReplaced }
            let failure = await importChanges(in: changed, &awaited)
            // Another process that imports is no notice: what it imports is shown.
            if let failure, failure != told, failure.code != .storeBusy {
                await notify(.failed(failure))
            }
            told = failure
            if let failure, failure.code == .storeDamaged { return .storeDamaged(failure) }
            if failure?.code == .storeReplaced { return .storeReplaced }
            await provider.checkForChanges()
            watcher.watch(watches(storeFiles.union(awaited)))
            if failure != nil {
                await OwnThread.sleep(milliseconds: Self.retry * 1_000)
                if Task.isCancelled { return .cancelled }
                changed = nil
                continue
            }
            if changed == nil { await importer.readAhead() }
            guard let next = await changes.next() else { return .cancelled }
            for (path, reason) in next.polled {
                await notify(.polled(path: path, reason: reason))
            }
            if !storeFiles.isDisjoint(with: next.paths) { laterLooks.begin() }
            changed = next
        }
    }

    /// A store in memory stands in for a file until the file exists.
    private var isStoreInPlace: Bool {
        guard store.path == nil, let storePath else { return store.isInPlace }
        return !EventStore.exists(at: storePath)
    }

    /// These files, and the sources of the store unless it cannot be read at the moment.
    private func watches(_ files: Set<String>) -> [SourceWatch] {
        let sources = (try? store.sources(counting: false)) ?? []
        return files.map { .path($0) } + sources.compactMap(watch)
    }

    /// How a source is watched; nil if it cannot be.
    private func watch(_ source: CalendarSource) -> SourceWatch? {
        (try? importer.readers.reader(for: source, key: store.digestKey))?.watch
    }

    /// Imports what is new where something may have changed, or everywhere.
    private func importChanges(
        in changes: FileWatcher.Changes?, _ awaited: inout Set<String>
    ) async -> AgendaError? {
        do throws(AgendaError) {
            for path in awaited where changes?.paths.contains(path) != false {
                let kind: CalendarSource.Kind = FileSystem.isFolder(path) ? .folder : .file
                do throws(AgendaError) {
                    _ = try await importer.addSource(
                        CalendarSource(name: "", kind: kind, location: path), acceptsManyFiles: true
                    )
                    awaited.remove(path)
                } catch {
                    let isNotYet = [.notFound, .unreadable, .notACalendar].contains(error.code)
                    guard isNotYet else { throw error }
                }
            }
            if changes?.paths.isEmpty != true {
                var whole: Set<Int64> = []
                var named: [Importer.Named] = []
                for source in try importer.store.sources(counting: false) {
                    if let changes {
                        guard let name = watch(source)?.name, changes.paths.contains(name) else {
                            continue
                        }
                        if let files = changes.files[name] {
                            named.append((source, files))
                            continue
                        }
                    } else if source.isOnlyInStore {
                        continue
                    }
                    whole.insert(source.id)
                }
                try await importer.refresh(named)
                if !whole.isEmpty { _ = try await importer.refresh(only: whole) }
            }
            return nil
        } catch {
            return error
        }
    }
}
