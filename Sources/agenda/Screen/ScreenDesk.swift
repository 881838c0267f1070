import AgendaJSON
import AgendaKit
import ICalendar
import Synchronization

/// Does what keys of `agenda ui` ask for, beside the screen's own thread, and tells the screen when it is done.
final class ScreenDesk: Sendable {
    /// The calendars at the moment, and which of their events are shown.
    private struct Open {
        var reading: OpenCalendars
        var filter: EventFilter
    }

    private let common: CommonOptions
    private let style: TextStyle
    private let inbox: ScreenInbox
    private let open = Mutex<Open?>(nil)
    /// The change that was asked for last: one is made after the other.
    private let lastChange = Mutex<Task<Void, Never>?>(nil)
    /// The newest text to search for, and whether a search is running: only the newest matters.
    private let search = Mutex<(wanted: String?, isRunning: Bool)>((nil, false))

    init(_ common: CommonOptions, style: TextStyle, inbox: ScreenInbox) {
        var common = common
        common.quiet = true
        (self.common, self.style, self.inbox) = (common, style, inbox)
    }

    /// Reads from these calendars from now on.
    func use(_ reading: OpenCalendars, _ filter: EventFilter) {
        open.withLock { $0 = Open(reading: reading, filter: filter) }
    }

    /// Begins what a key asks for; requests that concern the terminal itself are not for the desk.
    func begin(_ request: ScreenModel.Request) {
        switch request {
        case .details(let event): Task { await attempt { try $0.details(of: event) } }
        case .search(let text): find(text)
        case .add(let event): change { try await $0.add(event) }
        case .delete(let event, let scope): change { try await $0.delete(event, scope) }
        case .undo:
            change {
                try await $0.revert({ "Undone: \($0) \($1)" }) { try await $0.undo(nil) }
            }
        case .redo:
            change {
                try await $0.revert({ "Redone: \($0) \($1)" }) { try await $0.redo() }
            }
        case .edit, .redraw, .suspend, .quit: break
        }
    }

    /// Waits until all changes that keys have asked for are made.
    func finish() async { await lastChange.withLock { $0 }?.value }

    /// Makes a change after those that were asked for before it.
    private func change(_ work: @escaping @Sendable (ScreenDesk) async throws -> Void) {
        lastChange.withLock { last in
            let earlier = last
            last = Task {
                await earlier?.value
                await attempt(work)
            }
        }
    }

    /// Does some work; the screen shows why it failed.
    private func attempt(_ work: @Sendable (ScreenDesk) async throws -> Void) async {
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

    private func details(of event: AgendaEvent) throws {
        guard let open = open.withLock({ $0 }) else { return }
        let details = try open.reading.store.details(
            of: event.id.description, open.reading.settings, open.filter)
        var plain = style
        (plain.isColored, plain.width) = (false, nil)
        let text = DetailsText(style: plain, zone: open.reading.settings.zone).text(details)
        let lines = text.bytes.split(separator: UInt8(ascii: "\n"))
        inbox.post(.details(event, lines.map { String(decoding: $0, as: UTF8.self) }))
    }

    // MARK: Search

    /// As many as a person looks through.
    private static let mostFound = 100

    private func find(_ text: String) {
        let isRunning = search.withLock { search in
            defer { search.isRunning = true }
            search.wanted = text
            return search.isRunning
        }
        if isRunning { return }
        Task {
            while let text = nextSearch() {
                let events = (try? found(text)) ?? []
                inbox.post(.found(events, text: text))
            }
        }
    }

    private func nextSearch() -> String? {
        search.withLock { search in
            defer { search.wanted = nil }
            search.isRunning = search.wanted != nil
            return search.wanted
        }
    }

    private func found(_ text: String) throws -> [AgendaEvent] {
        guard let open = open.withLock({ $0 }), let query = SearchQuery(text) else { return [] }
        return try open.reading.store.search(open.reading.settings, open.filter)
            .events(query, limit: Self.mostFound).events
    }

    // MARK: Changes

    private func add(_ new: NewEvent) async throws {
        let settings = try common.settings()
        let store = try await StoreAccess.open(
            path: try common.databasePath(), createsMissing: true, settings: settings)
        let editor = store.editor(settings)
        let id = try await editor.add(
            new.event, participants: new.participants, to: try CalendarChoice.target(nil, in: store)
        )
        var lines: [Message] = ["Added \(new.event.summary ?? ""), \(new.when(in: settings.zone))"]
        let zones = SystemZones.database
        lines += GapNote.lines(new.event.start, new.event.end, zones.rules)
        lines += try await OverlapNote(store: store, settings: settings).lines(of: [new.event.uid])
        lines += await backupFailure(of: editor)
        let day = DayPart.first(of: new.span, zone: settings.zone).date
        inbox.post(.added(sentence(lines), id, on: day))
    }

    private func delete(_ event: AgendaEvent, _ scope: RecurrenceScope) async throws {
        let target = try await EventTarget([event.id.description], common)
        let (occurrence, scope) = try target.chosen(scope, question: { "\($0)" })
        let change = try await target.editor.delete(occurrence, scope: scope)
        var lines: [Message] = ["Deleted \(target.sentence(scope))"]
        lines += target.copies(left: change, everywhere: false)
        lines += await backupFailure(of: target.editor)
        inbox.post(.done(sentence(lines)))
    }

    private func revert(
        _ sentence: (_ verb: Message, _ title: Message) -> Message,
        step: (CalendarEditor) async throws -> EventChange
    ) async throws {
        let store = try await StoreAccess.openExisting(common)
        let editor = store.editor(try common.settings())
        let changes = Dictionary(uniqueKeysWithValues: try store.history().map { ($0.id, $0) })
        let change = try await step(editor)
        let (verb, title) = HistoryList.reverted(by: change, among: changes)
        let failure = await backupFailure(of: editor)
        inbox.post(.done(self.sentence([sentence(verb, title)] + failure)))
    }

    private func sentence(_ lines: [Message]) -> String {
        lines.map(\.text).joined(separator: "; ")
    }

    private func backupFailure(of editor: CalendarEditor) async -> [Message] {
        guard let failure = await editor.importer.backupFailure else { return [] }
        return ["\(failure.sentence): the change is stored, but not its backup"]
    }
}
