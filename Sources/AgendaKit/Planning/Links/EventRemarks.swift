internal import ICalendar

/// Remarks on an event besides its description.
public enum EventRemarks {
    /// The values of `COMMENT` (RFC 5545 3.8.1.4), in the order of the text.
    ///
    /// - Parameter component: the event's own text.
    public static func comments(in component: [UInt8]) -> [String] {
        ICalendarParser.properties(named: ["COMMENT"], in: component).map {
            $0.fields.joined(separator: ";")
        }.filter { !$0.isEmpty }
    }
}
