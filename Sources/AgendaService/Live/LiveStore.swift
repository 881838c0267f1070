internal import AgendaKit
internal import ICalendar
internal import Synchronization

/// The store as the service has it: open, kept up to date, and opened again where another file takes its place.
final class LiveStore: Sendable {
    /// What belongs to one opened file.
    struct Opened: Sendable {
        let store: EventStore
        let importer: Importer
        let editor: CalendarEditor
        /// Names the opened file in tags: another one has other content at the same revision.
        let name: String
    }

    /// The store's file.
    let path: String
    let clock: any AgendaClock
    let zone: TimeZoneRules
    /// The user's own addresses.
    let me: Set<String>
    let log = ChangeLog()
    let texts = StreamTexts()
    private let opened: Mutex<Opened>
    /// Whose changes the log has.
    private let followed = Mutex<EventProvider?>(nil)

    /// - Parameter store: the opened store, of which the path is the file.
    init(
        _ store: EventStore, path: String, clock: any AgendaClock, zone: TimeZoneRules,
        me: Set<String>
    ) {
        (self.path, self.clock, self.zone) = (path, clock, zone)
        self.me = me
        opened = Mutex(Self.opened(store, clock))
    }

    private static func opened(_ store: EventStore, _ clock: any AgendaClock) -> Opened {
        let importer = Importer(store: store, clock: clock)
        return Opened(
            store: store, importer: importer, editor: CalendarEditor(importer),
            name: String(SecretToken.random().prefix(8)))
    }

    var present: Opened { opened.withLock { $0 } }

    /// Reads for one reader.
    func provider(_ zone: TimeZoneRules, _ filter: EventFilter) -> EventProvider {
        EventProvider(store: present.store, clock: clock, zone: zone, filter: filter)
    }

    /// Looks at once at what the service itself has written: files and other programs are watched, which takes longer.
    func lookNow() async { await followed.withLock(\.self)?.checkForChanges() }

    /// Follows files, other programs and the clock until the task is cancelled.
    ///
    /// - Parameter tell: hears what a person should know.
    func follow(_ tell: @escaping @Sendable (LiveTimeline.Notice) async -> Void) async {
        while !Task.isCancelled {
            let now = present
            let provider = EventProvider(store: now.store, clock: clock, zone: zone)
            followed.withLock { $0 = provider }
            let live = LiveTimeline(
                store: now.store, importer: now.importer, provider: provider)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [log] in
                    let updates = await provider.changes(after: log.timeline)
                    // What it throws, `follow` finds out, too.
                    do { for try await update in updates { await log.append(update) } } catch {}
                }
                group.addTask { _ = await live.follow(tell) }
                group.addTask { [log] in
                    while !Task.isCancelled {
                        // Each reader's patience has begun at another time.
                        try? await Task.sleep(for: .seconds(ChangeLog.patience / 6))
                        await log.tick()
                    }
                }
                await group.next()
                group.cancelAll()
            }
            guard !Task.isCancelled else { break }
            // A file may be there again in a moment.
            try? await Task.sleep(for: .seconds(1))
            if let again = try? EventStore.open(path: path, createsMissing: true) {
                opened.withLock { $0 = Self.opened(again, clock) }
                texts.forget()
                await log.beginAgain()
            }
        }
        await log.close()
    }
}
