package import AgendaKit
package import ICalendar

extension [AgendaEvent] {
    /// The complete output of `agenda search --json`, whose results these are.
    ///
    /// - Parameters:
    ///   - query: what was searched for.
    ///   - items: what else matches.
    ///   - zone: the reader's zone.
    package func document(
        ofSearch query: String, items: [AgendaEvent] = [], zone: TimeZoneRules
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.member("query", query)
            json.lines("events", self)
            json.items(items)
        }
    }
}
