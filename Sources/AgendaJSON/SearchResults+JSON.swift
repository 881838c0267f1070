package import AgendaKit
package import ICalendar

extension [AgendaEvent] {
    /// The complete output of `agenda search --json`, whose results these are.
    ///
    /// - Parameters:
    ///   - query: what was searched for.
    ///   - todos: the to-dos that match; the member is left out if none does.
    ///   - zone: the reader's zone.
    package func document(
        ofSearch query: String, todos: [TodoItem] = [], zone: TimeZoneRules
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.member("query", query)
            json.lines("events", self)
            if !todos.isEmpty { json.lines("todos", todos) }
        }
    }
}
