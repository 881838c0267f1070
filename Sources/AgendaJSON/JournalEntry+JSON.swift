package import AgendaKit
internal import ICalendar

/// A journal entry, version 1 of the command's contract.
extension JournalEntry: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        let event = occurrence
        json.member("id", event.id.description)
        json.member("uid", event.uid)
        json.member("recurrenceId", event.recurrenceID)
        json.member("summary", event.summary)
        json.member("start", start)
        json.member("allDay", isAllDay)
        json.member("timeZone", event.timeZone)
        json.member("status", status?.rawValue.lowercased())
        json.member("descriptions", descriptions)
        json.member("url", event.url)
        json.member("categories", event.categories)
        json.member("recurring", event.isRecurring)
        json.member("calendar", event.calendar)
        json.member("alsoIn", event.alsoIn)
        json.member("sequence", event.sequence)
    }
}
