package import AgendaKit
package import ICalendar

/// An event as a change would leave it: what `agenda show --json` says of one that is stored, as far as nothing but its text
/// says it.
package struct DraftedEvent: JSONObject {
    /// Its first instance.
    package let first: AgendaEvent
    private let event: Event
    private let participants: [Participant]

    /// - Parameters:
    ///   - event: what it says.
    ///   - span: when its first instance is.
    ///   - calendar: the calendar that it is in.
    package init(
        _ event: Event, _ participants: [Participant], at span: Span, _ id: OccurrenceID,
        in calendar: String
    ) {
        (self.event, self.participants) = (event, participants)
        var first = AgendaEvent(id: id, uid: event.uid, span: span, calendar: calendar)
        (first.content.summary, first.content.location) = (event.summary, event.location)
        (first.content.details, first.content.url) = (event.details, event.url)
        (first.content.categories, first.content.status) = (event.categories, event.status)
        first.content.timeZone = event.start.tzid
        first.content.isTransparent = event.isTransparent
        first.content.organizer = event.organizer?.address
        first.content.participantCount = participants.count
        self.first = first
    }

    package func writeMembers(to json: inout JSONWriter) {
        first.writeMembers(to: &json)
        json.member("endTimeZone", event.endTimeZone)
        json.member("class", event.classification)
        json.member("rules", event.recurrenceRules.map(\.icalendar))
        json.member("participants", participants)
        json.alarms(event.alarms, at: first.span)
    }
}
