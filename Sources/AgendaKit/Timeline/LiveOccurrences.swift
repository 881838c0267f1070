internal import GRDB
internal import ICalendar

/// Events of a window of which no occurrences are stored: expanded once, when first asked for.
struct LiveOccurrences {
    private let window: NodeWindow
    private let wish: ExpansionWish
    private let expansion: SeriesExpansion
    private let database: Database
    /// All recurring series, for days that are not stored.
    private var recurring: [Found]?
    /// The series of which no instance is stored on any day.
    private var dense: [Found]?
    /// What could not be shown whole.
    private(set) var omitted: Set<OmittedInstances> = []

    /// An event and its days of the window.
    private typealias Found = (event: AgendaEvent, indices: Range<Int>)

    /// - Parameter focus: the day around which instances are given of a series that has too many.
    init(
        _ window: NodeWindow, around focus: CivilDate, zones: TimeZoneDatabase, _ database: Database
    ) {
        self.window = window
        self.database = database
        wish = ExpansionWish(window, around: focus)
        expansion = SeriesExpansion(database, zones: zones)
    }

    /// The events on some of the window's days.
    ///
    /// - Parameter isStored: whether the instances of the other series are stored for these days.
    mutating func events(
        on range: Range<Int>, isStored: Bool, _ query: inout OccurrenceQuery,
        _ assembler: inout OccurrenceAssembler
    ) throws -> [AgendaEvent] {
        let found: [Found]
        if isStored {
            found =
                try dense
                ?? (SeriesTable.hasDense(database) ? read(.dense, &query, &assembler) : [])
            dense = found
        } else {
            found = try recurring ?? read(.recurring, &query, &assembler)
            recurring = found
        }
        return found.lazy.filter { $0.indices.overlaps(range) }.map(\.event)
    }

    private mutating func read(
        _ choice: SeriesChoice, _ query: inout OccurrenceQuery,
        _ assembler: inout OccurrenceAssembler
    ) throws -> [Found] {
        let found = try expansion.fetch(choice, days: window.dates, wish: wish, &query)
        for cut in found.cuts {
            // Of the calendars and copies that are shown, and only those.
            guard let event = try assembler.event(cut.sample) else { continue }
            omitted.insert(
                OmittedInstances(
                    uid: event.uid, summary: event.summary, calendar: event.calendar,
                    complete: cut.complete))
        }
        var events: [Found] = []
        for occurrence in found.occurrences {
            let indices = window.indices(of: occurrence.span)
            guard !indices.isEmpty, let event = try assembler.event(occurrence) else { continue }
            events.append((event, indices))
        }
        return events
    }
}
