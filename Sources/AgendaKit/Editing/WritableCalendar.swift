internal import ICalendar

/// A calendar whose events can be changed: read, then prepare, then commit, all of one value.
///
/// Between preparing and committing the change is noted in the journal, so that what was written is
/// never without its note (decision 0017).
protocol WritableCalendar: Sendable {
    /// The source whose events these are.
    var source: CalendarSource { get }

    /// An event's components as they are now. What was read once by this value stays the same.
    ///
    /// - Parameter href: the resource within the source, where it is known.
    nonisolated(nonsending) mutating func read(
        uid: String, href: String?
    ) async throws(AgendaError) -> EventTexts

    /// Makes an operation on what was read, in memory, and sets its texts to what is going to be stored.
    nonisolated(nonsending) mutating func prepare(
        _ operation: inout EventOperation
    ) async throws(AgendaError)

    /// Stores all that was prepared, or nothing.
    ///
    /// - Throws: `invalid` where another program has changed what was read.
    nonisolated(nonsending) func commit() async throws(AgendaError)
}

/// One event's components in one calendar.
struct EventTexts: Sendable {
    /// Empty where the event is not there.
    var texts: [[UInt8]]
    /// The resource within its source.
    var href: String
    /// What the names of zones mean there.
    var scope: TimeZoneScope

    /// The texts one after the other; nil where the event is not there.
    var joined: [UInt8]? { texts.isEmpty ? nil : texts.flatMap { $0 } }

    /// The components of a text, one by one; of a whole calendar all but its zones.
    static func divided(_ text: [UInt8]) -> [[UInt8]] {
        ComponentScanner.scan(text).components.filter { $0.kind != .timeZone }
            .map { Array(text[$0.range]) }
    }

    /// Whether these are the same components, in whatever order and line ends.
    func isEqual(to others: [[UInt8]]) -> Bool { Self.lines(texts) == Self.lines(others) }

    /// Whether a text has the same components.
    func isEqual(to text: [UInt8]?) -> Bool { isEqual(to: Self.divided(text ?? [])) }

    private static func lines(_ texts: [[UInt8]]) -> [[UInt8]] {
        texts.map { $0.filter { $0 != 0x0D } }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
