import AgendaActions
import AgendaJSON
import AgendaKit
import CalendarMerge
import ICalendar
import Synchronization
import TerminalOutput

/// Does what keys of `agenda ui` ask for, beside the screen's own thread, and tells the screen when it is done.
final class ScreenWorker: Sendable {
    /// The calendars at the moment, and which of their events are shown.
    private struct Open {
        var person: Person
        var filter: EventFilter
        /// A connection of its own, so that a person does not wait for an import; in memory there is only one.
        var store: EventStore
        /// The connection that follows changes.
        var followed: EventStore

        var provider: EventProvider { store.provider(person, filter) }
    }

    /// Who looks; asked anew for each change, so that it is made at its own time and zone.
    let person: @Sendable () throws(CommandFailure) -> Person
    let style: TextStyle
    let inbox: ScreenInbox
    private let open = Mutex<Open?>(nil)
    private let kept = KeptStore()
    /// Stores in memory that were read from: to close one costs wake-ups (``KeptStore``).
    private let earlier = Mutex<[EventStore]>([])
    /// The change that was asked for last: one is made after the other.
    private let lastChange = Mutex<Task<Void, Never>?>(nil)
    private let search = NewestOnly<String>()
    private let memory = SpareMemory()
    private let days = NewestOnly<(wish: DayHeads.Wish, read: Range<CivilDate>)>()

    init(
        _ person: @escaping @Sendable () throws(CommandFailure) -> Person, style: TextStyle,
        inbox: ScreenInbox
    ) {
        (self.person, self.style, self.inbox) = (person, style, inbox)
    }

    /// Reads from these calendars from now on.
    ///
    /// - Parameter isStored: whether they are the stored ones, not files alone.
    func use(_ reading: OpenCalendars, _ filter: EventFilter, isStored: Bool) throws {
        var store: EventStore?
        if isStored {
            let path = try person().databasePath()
            // Until something is added, there may be no file.
            if StoreAccess.exists(path) {
                store = try EventStore.open(path: path, createsMissing: false, readers: 1)
            }
        }
        try store?.limitPages(kibibytes: KeptStore.pages)
        try reading.store.limitPages(kibibytes: KeptStore.pages)
        let new = Open(
            person: reading.person, filter: filter, store: store ?? reading.store,
            followed: reading.store)
        open.withLock { $0 = new }
        if reading.store.path == nil { earlier.withLock { $0.append(reading.store) } }
    }

    /// Gives back what reading days, an import or a search has needed.
    func releaseMemory() {
        memory.release { [self] in open.withLock { $0.map { [$0.store, $0.followed] } ?? [] } }
    }

    /// Shows days and times in another zone from now on.
    func travel(to zone: TimeZoneRules) { open.withLock { $0?.person.zone = zone } }

    /// Reads some days of a wish; of several that wait only the newest.
    func read(_ dates: Range<CivilDate>, of wish: DayHeads.Wish) {
        days.ask((wish, dates)) { [self] wish, dates in
            await attempt { worker in
                guard let open = worker.open.withLock({ $0 }) else { return }
                var part = wish
                part.dates = dates
                worker.inbox.post(.known(try await open.provider.heads(part), wish: wish))
                worker.releaseMemory()
            }
        }
    }

    /// Begins what a key asks for; requests that concern the terminal itself are not for it.
    func begin(_ request: ScreenModel.Request) {
        switch request {
        case .details(let event): Task { await attempt { try await $0.details(of: event) } }
        case .search(let text):
            search.ask(text) { [self] text in
                inbox.post(.found((try? await found(text)) ?? [], text: text))
            }
        case .add(let new): change { try await $0.add(new) }
        case .setStatus(let status, let event):
            change { try await $0.setStatus(status, of: event) }
        case .delete(let event, let scope): change { try await $0.delete(event, scope) }
        case .move(let event, let span, let scope):
            change { try await $0.move(event, to: span, scope) }
        case .undo:
            change {
                try await $0.revert { (editor) throws(AgendaError) in try await editor.takeBack() }
            }
        case .redo:
            change {
                try await $0.revert { (editor) throws(AgendaError) in try await editor.makeAgain() }
            }
        case .edit, .redraw, .suspend, .quit: break
        }
    }

    /// Waits until all changes that keys have asked for are made.
    func finish() async { await lastChange.withLock { $0 }?.value }

    /// Makes a change after those that were asked for before it.
    private func change(_ work: @escaping @Sendable (ScreenWorker) async throws -> Void) {
        lastChange.withLock { last in
            let earlier = last
            last = Task {
                await earlier?.value
                await StoreAccess.$kept.withValue(kept) { await attempt(work) }
            }
        }
    }

    /// Does some work; the screen shows why it failed.
    private func attempt(_ work: @Sendable (ScreenWorker) async throws -> Void) async {
        do {
            try await work(self)
        } catch let error as AgendaError {
            inbox.post(.done(error.sentence))
        } catch let error as CommandFailure {
            inbox.post(.done(error.message?.text ?? ""))
        } catch {
            inbox.post(.done("\(error)"))
        }
    }

    private func details(of event: AgendaEvent) async throws {
        guard let open = open.withLock({ $0 }) else { return }
        var plain = style
        (plain.isColored, plain.width) = (false, nil)
        let details = DetailsText(style: plain, zone: open.person.zone)
        let text: OutputBuffer
        if event.id.kind == .todo {
            let all = try await open.provider.todos()
            let named = try await open.provider.todos(named: event.id.description)
            guard let item = named.first else { return }
            let list = TodoList(style: plain, person: open.person)
            text = details.text(item, among: all, list: list)
        } else if event.id.isJournal {
            let named = try await open.provider.journals(named: event.id.description)
            guard let entry = named.first else { return }
            text = details.text(journal: entry)
        } else {
            text = details.text(
                try open.store.details(of: event.id.description, open.person, open.filter))
        }
        let lines = text.bytes.split(separator: UInt8(ascii: "\n"))
        inbox.post(.details(event, lines.map { String(decoding: $0, as: UTF8.self) }))
    }

    // MARK: Search

    /// As many as a person looks through.
    private static let mostFound = 100

    private func found(_ text: String) async throws -> [AgendaEvent] {
        guard let open = open.withLock({ $0 }), let query = SearchQuery(text) else { return [] }
        defer { releaseMemory() }
        var search = open.store.search(open.person, open.filter)
        search.savesMemory = true
        let events = try search.events(query, limit: Self.mostFound).events
        // To-dos and journal entries as on their days; what is overdue is found once.
        let window = NodeWindow(timelineAround: open.person.today, zone: open.person.zone)
        let days = TimelineOutline(revision: 0, window: window, today: open.person.today)
        let items = days.emptyTimeline
            .adding(try await open.provider.items(matching: query)).occurrences
        var seen: Set<OccurrenceID> = []
        return events + items.reversed().filter { seen.insert($0.id).inserted }.reversed()
    }
}

/// Does one piece of work at a time, and of those that are asked for meanwhile only the newest.
private final class NewestOnly<Wish: Sendable>: Sendable {
    private let state = Mutex<(wish: Wish?, isWorking: Bool)>((nil, false))

    func ask(_ wish: Wish, _ work: @escaping @Sendable (Wish) async -> Void) {
        let isWorking = state.withLock { state in
            defer { state.isWorking = true }
            state.wish = wish
            return state.isWorking
        }
        if isWorking { return }
        Task { while let wish = next() { await work(wish) } }
    }

    private func next() -> Wish? {
        state.withLock { state in
            defer { state.wish = nil }
            state.isWorking = state.wish != nil
            return state.wish
        }
    }
}
