package import AgendaKit
package import ICalendar

/// A to-do, version 1 of the command's contract.
extension TodoItem: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        let event = occurrence
        json.member("id", event.id.description)
        json.member("uid", event.uid)
        json.member("recurrenceId", event.recurrenceID)
        json.member("summary", event.summary)
        json.member("due", due)
        json.member("start", start)
        json.member("allDay", isAllDay)
        json.member("timeZone", event.timeZone)
        json.member("priority", priority)
        json.member("percent", percent)
        json.member("status", status.rawValue.lowercased())
        json.member("completed", completed)
        json.member("location", event.location)
        json.member("description", event.details)
        json.member("url", event.url)
        json.member("categories", event.categories)
        json.member("recurring", event.isRecurring)
        json.member("parent", parent)
        json.member("calendar", event.calendar)
        json.member("alsoIn", event.alsoIn)
        json.member("sequence", event.sequence)
    }
}

extension [TodoItem] {
    /// The complete output of `agenda todo list --json`: `{"version": 1, "timeZone": …, "todos": […]}`.
    package func document(zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in json.lines("todos", self) }
    }
}
