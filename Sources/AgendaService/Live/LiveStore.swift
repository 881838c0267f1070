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

    private let path: String
    let clock: any AgendaClock
    let zone: TimeZoneRules
    let log = ChangeLog()
    private let opened: Mutex<Opened>

    /// Opens the store, and makes it where there is none.
    init(path: String, clock: any AgendaClock, zone: TimeZoneRules) throws(AgendaError) {
        (self.path, self.clock, self.zone) = (path, clock, zone)
        opened = Mutex(try Self.open(path, clock))
    }

    private static func open(_ path: String, _ clock: any AgendaClock) throws(AgendaError) -> Opened
    {
        let store = try EventStore.open(path: path, createsMissing: true)
        let importer = Importer(store: store, clock: clock)
        return Opened(
            store: store, importer: importer, editor: CalendarEditor(importer),
            name: String(Secret.random().prefix(8)))
    }

    var present: Opened { opened.withLock { $0 } }

    /// Reads for one reader.
    func provider(_ zone: TimeZoneRules, _ filter: EventFilter) -> EventProvider {
        EventProvider(store: present.store, clock: clock, zone: zone, filter: filter)
    }

    /// Follows files, other programs and the clock until the task is cancelled.
    ///
    /// - Parameter tell: hears what a person should know.
    func follow(_ tell: @escaping @Sendable (LiveTimeline.Notice) async -> Void) async {
        while !Task.isCancelled {
            let now = present
            let provider = EventProvider(store: now.store, clock: clock, zone: zone)
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
                        try? await Task.sleep(for: .seconds(ChangeLog.patience))
                        await log.tick()
                    }
                }
                await group.next()
                group.cancelAll()
            }
            guard !Task.isCancelled else { break }
            // A file may be there again in a moment.
            try? await Task.sleep(for: .seconds(1))
            if let again = try? Self.open(path, clock) { opened.withLock { $0 = again } }
        }
        await log.close()
    }
}
