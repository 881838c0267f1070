import AgendaKit
import ICalendar

/// `agenda show --json`: an event's object with all further details.
struct DetailsJSON {
    /// The display zone.
    var zone: TimeZoneRules

    /// The object on one line.
    func text(_ details: EventDetails) -> OutputBuffer {
        let writer = EventJSON(zone: zone)
        var json = JSONWriter()
        json.object { json in
            writer.members(of: details.occurrence, to: &json)
            let event = details.event
            json.key("organizerName")
            json.value(event.organizer?.name)
            json.key("class")
            json.value(event.classification)
            json.key("priority")
            json.value(event.priority)
            json.key("geo")
            if let geo = event.geo {
                json.value("\(geo.latitude),\(geo.longitude)")
            } else {
                json.value(nil)
            }
            json.key("rules")
            json.array { array in event.recurrenceRules.forEach { array.value($0.icalendar) } }
            json.key("comments")
            json.array { array in
                EventRemarks.comments(in: details.rawText).forEach { array.value($0) }
            }
            json.key("links")
            json.array { json in
                for link in EventLinks(of: details.occurrence, component: details.rawText).all {
                    json.object { json in
                        json.key("kind")
                        json.value(link.kind.rawValue)
                        json.key("address")
                        json.value(link.address)
                    }
                }
            }
            json.key("participants")
            json.array { json in
                for participant in details.participants { write(participant, to: &json) }
            }
            json.key("alarms")
            json.array { json in
                for alarm in details.event.alarms {
                    write(alarm, of: details.occurrence.span, to: &json)
                }
            }
            json.key("source")
            json.object { json in
                json.key("name")
                json.value(details.source.name)
                json.key("kind")
                json.value(details.source.kind.rawValue)
                json.key("path")
                json.value(details.source.location)
                json.key("href")
                json.value(details.href)
            }
            json.key("copies")
            json.array { json in
                for copy in details.copies { write(copy, to: &json) }
            }
        }
        json.output.append("\n")
        return json.output
    }

    private func write(_ participant: Participant, to json: inout JSONWriter) {
        json.object { json in
            json.key("address")
            json.value(participant.address)
            json.key("name")
            json.value(participant.name)
            json.key("role")
            json.value(participant.role)
            json.key("status")
            json.value(participant.status)
            json.key("rsvp")
            json.value(participant.expectsReply)
            json.key("kind")
            json.value(participant.kind)
        }
    }

    private func write(_ alarm: Alarm, of span: Span, to json: inout JSONWriter) {
        json.object { json in
            json.key("action")
            json.value(alarm.action)
            json.key("trigger")
            json.value(alarm.triggerText)
            json.key("at")
            json.value(alarm.instant(of: span, zone: zone), in: zone)
            json.key("description")
            json.value(alarm.details)
        }
    }

    private func write(_ copy: EventDetails.Copy, to json: inout JSONWriter) {
        json.object { json in
            json.key("calendar")
            json.value(copy.calendar)
            json.key("href")
            json.value(copy.href)
            json.key("reason")
            json.value(copy.reason)
        }
    }
}

extension Alarm {
    /// `TRIGGER` as iCalendar writes it: a duration or an instant.
    var triggerText: String {
        switch trigger {
        case .afterStart(let duration), .afterEnd(let duration): duration.icalendar
        case .at(let instant): CalendarTime.utc(instant).icalendar
        }
    }

    /// The instant at which the alarm of an occurrence goes off; days count on the display zone's
    /// wall clock.
    func instant(of span: Span, zone: TimeZoneRules) -> Instant {
        switch trigger {
        case .at(let instant): instant
        case .afterStart(let duration): zone.instant(duration, after: zone.instant(of: span.start))
        case .afterEnd(let duration): zone.instant(duration, after: zone.instant(of: span.end))
        }
    }
}
