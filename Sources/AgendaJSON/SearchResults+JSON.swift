internal import AgendaKit
package import ICalendar

extension [AgendaEvent] {
    /// The complete output of `agenda search --json`, whose results these are.
    package func document(ofSearch query: String, zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.member("query", query)
            json.lines("events", self)
        }
    }
}
