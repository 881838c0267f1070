package import AgendaKit
internal import ICalendar

/// An event, version 1 of the command's contract; `show` adds what EventDetails+JSON writes.
extension AgendaEvent: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id.description)
        json.member("uid", uid)
        json.member("recurrenceId", recurrenceID)
        json.member("start", span.start)
        json.member("end", span.end)
        json.member("allDay", isAllDay)
        json.member("floating", isFloating)
        json.member("timeZone", timeZone)
        json.member("summary", summary)
        json.member("location", location)
        json.member("description", details)
        json.member("url", url)
        json.member("categories", categories)
        json.member("status", status.rawValue)
        json.member("transparent", isTransparent)
        json.member("recurring", isRecurring)
        json.member("overridden", isOverridden)
        json.member("calendar", calendar)
        json.member("alsoIn", alsoIn)
        json.member("organizer", organizer)
        json.member("participantCount", participantCount)
        json.member("sequence", sequence)
    }
}
