internal import ICalendar

/// A calendar whose events and to-dos can be changed: read, then prepare, then commit, all of one value.
///
/// Between preparing and committing the change is noted in the journal, so that what was written is
/// never without its note (decision 0017).
protocol WritableCalendar: Sendable {
    /// The source whose events and to-dos these are.
    var source: CalendarSource { get }

    /// Reads the components of one event or to-do as they are now. Reading again through the same value
    /// returns the same.
    ///
    /// - Parameter href: the resource within the source; nil if unknown.
    nonisolated(nonsending) mutating func read(
        _ name: SeriesName, href: String?
    ) async throws(AgendaError) -> EventTexts

    /// Applies an operation in memory to what was read, and sets the operation's texts to what will be stored.
    nonisolated(nonsending) mutating func prepare(
        _ operation: inout EventOperation
    ) async throws(AgendaError)

    /// Stores everything that was prepared, or nothing.
    ///
    /// - Throws: `invalid` if another program has changed what was read.
    nonisolated(nonsending) func commit() async throws(AgendaError)
}

/// The components of one event or to-do in one calendar.
struct EventTexts: Sendable {
    /// Empty if the calendar does not have it.
    var texts: [[UInt8]]
    /// The resource within its source.
    var href: String
    /// Resolves the zones that the texts name.
    var scope: TimeZoneScope
    /// The content of the file that holds them; nil without file.
    var file: [UInt8]?

    /// The texts one after the other; nil if the calendar does not have it.
    var joined: [UInt8]? { texts.isEmpty ? nil : texts.flatMap { $0 } }

    /// Divides a text into its components, without time zones.
    static func divided(_ text: [UInt8]) -> [[UInt8]] {
        ComponentScanner.scan(text).components.filter { $0.kind != .timeZone }
            .map { Array(text[$0.range]) }
    }

    /// The events and to-dos of a text.
    static func names(in text: [UInt8]) -> Set<SeriesName> {
        Set(
            ComponentScanner.scan(text).components.compactMap { component in
                guard let kind = component.seriesKind,
                    let uid = ICalendarParser.uid(in: text[component.range])
                else { return nil }
                return SeriesName(kind: kind, uid: uid)
            })
    }

    /// Whether these are the same components, whatever their order and line ends.
    func isEqual(to others: [[UInt8]]) -> Bool { Self.lines(texts) == Self.lines(others) }

    /// Whether a text has the same components.
    func isEqual(to text: [UInt8]?) -> Bool { isEqual(to: Self.divided(text ?? [])) }

    private static func lines(_ texts: [[UInt8]]) -> [[UInt8]] {
        texts.map { $0.filter { $0 != 0x0D } }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

extension Event.Kind {
    /// The kind of a text's first event or to-do; `event` if it has none.
    init(of text: [UInt8]) {
        let components = ComponentScanner.scan(text).components
        self = components.lazy.compactMap { Event.Kind($0.kind) }.first ?? .event
    }
}

extension EventOperation {
    /// The event or to-do that it concerns: a note in the journal has the `UID` alone, its texts say which.
    var name: SeriesName { SeriesName(kind: Event.Kind(of: after ?? before ?? []), uid: uid) }
}
