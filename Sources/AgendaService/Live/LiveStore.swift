internal import AgendaActions
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
        var name: String
        /// Whether all sources have been looked at since it was opened.
        let look = FirstLook()
    }

    /// The store's file.
    let path: String
    private let asking: Mutex<Person>
    let log = ChangeLog()
    let texts = StreamTexts()
    private let opened: Mutex<Opened>
    private let memory: SpareMemory
    /// Whose changes the log has.
    private let followed = Mutex<EventProvider?>(nil)

    /// - Parameters:
    ///   - store: the opened store, of which the path is the file.
    ///   - isOneOfMany: whether this process has those of other people open, too. They have little each, and connections that are
    ///     closed at once are opened anew for each request ("Operating a bank", Sizing).
    init(_ store: EventStore, path: String, for person: Person, isOneOfMany: Bool = false) {
        self.path = path
        memory = SpareMemory(patience: isOneOfMany ? 30 : 0.5)
        var person = person
        person.database = path
        asking = Mutex(person)
        opened = Mutex(Self.opened(store, person))
    }

    /// Whom the service serves, as their configuration is at the moment.
    var person: Person { asking.withLock { $0 } }
    var clock: any AgendaClock { person.clock }
    var zone: TimeZoneRules { person.zone }
    /// The user's own addresses.
    var me: Set<String> { Set(person.addresses) }

    /// Follows a configuration file until the task is cancelled. One that cannot be read changes nothing; nor does the
    /// time zone change, by which days are kept.
    func follow(configuration path: String) async {
        for await _ in FileWatcher([path]).changes { take(configuration: path) }
    }

    /// Takes what a configuration file says now.
    func take(configuration path: String) {
        guard let new = try? ConfigurationFile.read(path) else { return }
        asking.withLock { person in
            if person.addresses == person.configuration.me { person.addresses = new.me }
            person.configuration = new
        }
        try? present.store.setRules(of: person)
        // What depends on what they prefer is another document now.
        opened.withLock { $0.name = Self.newName() }
    }

    /// Takes what the configuration file says, if it is another one than the service knows: what asks for rules does not wait
    /// until it is told of that.
    func takeConfiguration() {
        let person = person
        guard let path = person.configurationFile else { return }
        let isKnown =
            InputFile.kind(of: path) == .file
            ? ConfigurationFile.stamp(of: path) == person.configuration.stamp
            : person.configuration.rules == []
        if !isKnown { take(configuration: path) }
    }

    private static func newName() -> String { String(SecretToken.random().prefix(8)) }

    private static func opened(_ store: EventStore, _ person: Person) -> Opened {
        // With 64 MB for each of its connections, 100,000 events left 300 MB in the process.
        try? store.limitPages(kibibytes: KeptStore.pages)
        let importer = store.importer(person)
        return Opened(
            store: store, importer: importer, editor: CalendarEditor(importer),
            name: newName())
    }

    var present: Opened { opened.withLock { $0 } }

    /// The opened file once all its sources have been looked at: what a store had when the service ended, or when somebody
    /// copied it, is not what is there now, and a device deletes what it is not told of.
    ///
    /// - Returns: nil if that takes longer than 10 seconds.
    func presentAsRead() async -> Opened? {
        for _ in 0..<200 {
            let opened = present
            if opened.look.isDone(of: opened.store, by: opened.importer) { return opened }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }

    /// Reads for one reader.
    func provider(_ zone: TimeZoneRules, _ filter: EventFilter) -> EventProvider {
        EventProvider(store: present.store, clock: clock, zone: zone, filter: filter)
    }

    /// Gives back what much at once has needed, when it is quiet. A store that is let go meanwhile is not held for that: it has
    /// descriptors.
    func releaseMemory() { memory.release { [weak self] in self.map { [$0.present.store] } ?? [] } }

    /// Looks at once at what the service itself has written: files and other programs are watched, which takes longer.
    func lookNow() async { await followed.withLock(\.self)?.checkForChanges() }

    /// Follows files, other programs and the clock until the task is cancelled.
    ///
    /// - Parameter tell: hears what a person should know.
    func follow(_ tell: @escaping @Sendable (LiveTimeline.Notice) async -> Void) async {
        while !Task.isCancelled {
            let now = present
            let person = person
            let provider = now.store.provider(person)
            followed.withLock { $0 = provider }
            let live = LiveTimeline(
                store: now.store, importer: now.importer, provider: provider)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [log, self] in
                    let updates = await provider.changes(after: log.timeline)
                    // What it throws, `follow` finds out, too.
                    do {
                        for try await update in updates {
                            await log.append(update)
                            releaseMemory()
                        }
                    } catch {}
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
            guard !Task.isCancelled else { break }
            if let again = try? await reopened() {
                opened.withLock { $0 = Self.opened(again, person) }
                texts.forget()
                await log.beginAgain()
            }
        }
        await log.close()
    }

    /// What has taken the file's place. One that is missing is made of what its backup has, but for a view of what is elsewhere: an
    /// empty one in its place would say that there is nothing.
    private func reopened() async throws -> EventStore {
        let isView = person.kept?.isView == true
        return try await StoreAccess.openServed(path: path, createsMissing: !isView, person)
    }
}
