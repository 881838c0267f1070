import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// The event that a command changes.
struct EventTarget {
    let settings: Settings
    let store: EventStore
    let editor: CalendarEditor
    /// The occurrence as shown.
    let occurrence: AgendaEvent
    /// All sources that have the event.
    let copies: [CalendarSource]
    /// The event as typed.
    private let id: String
    let isWritable: Bool
    /// Whether ``id`` names one instance.
    private let namesInstance: Bool
    private let isQuiet: Bool

    /// Refreshes the sources and finds the event.
    ///
    /// - Parameters:
    ///   - words: an id, or words and a day.
    ///   - changes: whether its calendar must be writable.
    init(_ words: [String], _ common: CommonOptions, changes: Bool = true) async throws {
        id = words.joined(separator: " ")
        isQuiet = common.quiet
        let path = try common.databasePath()
        guard StoreAccess.exists(path) else {
            throw CommandFailure.failure("\(id): no such event: \(path) does not exist")
        }
        let reading = try await OpenCalendars.open(
            database: path, settings: try common.settings(), isQuiet: true, counting: false)
        settings = reading.settings
        store = reading.store
        editor = store.editor(settings)
        let details: EventDetails
        (details, namesInstance) = try await Self.chosen(words, reading, changes: changes)
        occurrence = details.occurrence
        copies = try reading.store.sources(holding: details.occurrence.uid)
        isWritable = details.source.isWritable
        guard isWritable || !changes else {
            if details.source.kind == .contacts {
                throw AgendaError(.contactsOnlyRead, place: details.source.name)
            }
            throw CommandFailure.failure(
                "\(id): the event belongs to \(details.source.name), which is read-only: change "
                    + "it at its source, or allow it with 'agenda source set \(details.source.name) --writable'"
            )
        }
    }

    /// The event that is meant. An id of a to-do is refused with the command for it.
    private static func chosen(
        _ words: [String], _ reading: OpenCalendars, changes: Bool
    ) async throws -> (details: EventDetails, namesInstance: Bool) {
        do {
            let writable = try reading.store.sources(counting: false).filter(\.isWritable)
            let choice = try await EventChoice(
                words, in: reading, preferring: changes ? Set(writable.map(\.name)) : nil
            ).find()
            return (
                try reading.store.details(of: choice.id, reading.settings), choice.namesInstance
            )
        } catch {
            let provider = reading.store.provider(reading.settings)
            guard words.count == 1, words[0].count >= OccurrenceName.fewestDigits else {
                throw error
            }
            if let found = try? await provider.todos(named: words[0]), !found.isEmpty {
                throw CommandFailure.failure(
                    "\(words[0]): is a to-do: use 'agenda todo edit', 'delete' or 'done'")
            }
            if let entry = try? await provider.journals(named: words[0]).first {
                throw CommandFailure.failure(
                    "\(words[0]): is a journal entry, which is only shown: change it with the program "
                        + "that wrote it to \(entry.calendar)"
                )
            }
            throw error
        }
    }

    /// Whether one instance of a repeating event was named, not the event as a whole.
    var isOneInstance: Bool { namesInstance && occurrence.isRecurring }

    /// The scope of the change, and the instance from which it counts.
    ///
    /// - Parameters:
    ///   - scope: `--scope`.
    ///   - question: asked on a terminal if it is not given.
    func chosen(
        _ scope: RecurrenceScope?, question: (_ title: String) -> Message
    ) throws(CommandFailure) -> (event: AgendaEvent, scope: RecurrenceScope) {
        guard occurrence.isRecurring else { return (occurrence, .all) }
        let choice = if let scope { scope } else { try asked(question) }
        var event = occurrence
        // The question shows which day is meant.
        if !namesInstance, scope != nil || choice == .all {
            // Without an instance it would be the next one: a guess.
            guard choice == .all else {
                throw .usage(
                    "\(id): means the whole series: add a day, or give one day's id, such as "
                        + "\(occurrence.id)")
            }
            event.recurrenceID = nil
        }
        return (event, choice)
    }

    /// Makes a change of edited drafts, and says which new times clocks skip.
    ///
    /// - Parameters:
    ///   - shown: the zone of the typed times; nil for the event's own.
    ///   - make: makes the change.
    func change<Change>(
        _ drafts: [EventDraft], by edits: EventEdits, shown: TimeZoneRules?,
        make: ([EventDraft]) async throws -> Change
    ) async throws -> Change {
        var drafts = drafts
        let gaps = try drafts.indices.map {
            try drafts[$0].change { (draft) throws(CommandFailure) in
                try edits.apply(to: &draft, settings: settings, shown: shown)
            }
        }
        let change = try await make(drafts)
        // What was typed is the same for all copies.
        if !isQuiet { gaps.first?.forEach(Terminal.complain) }
        return change
    }

    private func asked(
        _ question: (_ title: String) -> Message
    ) throws(CommandFailure) -> RecurrenceScope {
        guard Terminal.canAsk else {
            throw .usage("\(id): the event repeats: give --scope this, future or all")
        }
        let title = sentence(.this).text
        guard let choice = Terminal.choose(question(title), among: RecurrenceScope.allCases) else {
            throw .failure("nothing chosen")
        }
        return choice
    }

    /// `Lunch, Fri 2026-11-27 12:30-13:30 and all after it`.
    func sentence(_ scope: RecurrenceScope) -> Message {
        let title = TextStyle.plain.title(occurrence)
        let when = TimeText(zone: settings.zone).when(occurrence.span)
        switch scope {
        case .future: return "\(title), \(when) and all after it"
        case .all where occurrence.isRecurring:
            return "\(title), \(when) and all its repetitions"
        case .this, .all: return "\(title), \(when)"
        }
    }
}
