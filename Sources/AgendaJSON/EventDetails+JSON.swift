package import AgendaKit
package import ICalendar

/// `agenda show --json`: an event's object with all further details.
extension EventDetails: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        occurrence.writeMembers(to: &json)
        json.member("endTimeZone", event.endTimeZone)
        json.member("organizerName", event.organizer?.name)
        json.member("class", event.classification)
        json.member("priority", event.priority)
        json.member("geo", event.geo.map { "\($0.latitude),\($0.longitude)" })
        json.member("rules", event.recurrenceRules.map(\.icalendar))
        json.member("comments", EventRemarks.comments(in: rawText))
        json.member("links", EventLinks(of: occurrence, component: rawText).all)
        json.member("participants", participants)
        json.alarms(event.alarms, at: occurrence.span)
        json.object("source") { json in
            json.member("name", source.name)
            json.member("kind", source.kind.rawValue)
            json.member("path", source.location)
            json.member("href", href)
        }
        json.member("copies", copies)
        if !rules.isEmpty { json.member("appliedRules", rules) }
        if isHidden { json.member("hidden", true) }
        json.member("jcal", JCalValue(component: rawText))
    }
}

extension EventLinks.Link: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind.rawValue)
        json.member("address", address)
    }
}

extension Participant: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("address", address)
        json.member("name", name)
        json.member("role", role)
        json.member("status", status)
        json.member("rsvp", expectsReply)
        json.member("kind", kind)
    }
}

extension EventDetails.Copy: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("calendar", calendar)
        json.member("href", href)
        json.member("reason", reason)
    }
}

extension Event {
    /// The zone of the end, where it is another one than the start's.
    var endTimeZone: String? {
        guard case .time(let end) = end, end.tzid != start.tzid else { return nil }
        return end.tzid
    }
}

extension JSONWriter {
    /// The member `alarms`.
    ///
    /// - Parameter span: when their event is.
    mutating func alarms(_ alarms: [Alarm], at span: Span) {
        array("alarms") { json in
            for alarm in alarms {
                json.object { json in
                    json.member("action", alarm.action)
                    json.member("trigger", alarm.triggerText)
                    json.member("related", alarm.related)
                    json.member("repeat", alarm.repetitions)
                    json.member("at", alarm.instant(of: span, zone: json.zone))
                    json.member("description", alarm.details)
                }
            }
        }
    }
}

extension Alarm {
    /// `RELATED` (RFC 5545 3.2.14): from where the trigger counts; nil for an instant.
    fileprivate var related: String? {
        switch trigger {
        case .afterStart: "START"
        case .afterEnd: "END"
        case .at: nil
        }
    }
}
