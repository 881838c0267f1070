internal import ICalendar

/// One event's components in one calendar, as they are at the moment.
struct EventTexts {
    /// None when it is not there.
    var texts: [[UInt8]]
    /// The file within its source.
    var href: String
    /// What the names of zones mean there.
    var scope: TimeZoneScope

    /// The components of a text, one by one; of a whole calendar all but its zones.
    static func divided(_ text: [UInt8]) -> [[UInt8]] {
        text.withUnsafeBytes { bytes in
            ComponentScanner.scan(bytes).components.filter { $0.kind != .timeZone }
                .map { Array(bytes[$0.range]) }
        }
    }

    /// Whether it is this text, in whatever order and line ends.
    func isEqual(to text: [UInt8]?) -> Bool {
        Self.lines(texts) == Self.lines(Self.divided(text ?? []))
    }

    private static func lines(_ texts: [[UInt8]]) -> [[UInt8]] {
        texts.map { $0.filter { $0 != 0x0D } }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

/// Works out a change from what its calendars have at the moment. Called again when that is another
/// one meanwhile.
///
/// The parameter reads an event of a calendar: its `UID`, and its file if that is known.
typealias ChangePlan = (EventReader) throws(AgendaError) -> EventChange

/// Reads an event of a calendar.
typealias EventReader = (
    _ uid: String, _ href: String?, _ source: CalendarSource
) throws(AgendaError) -> EventTexts
