import AgendaKit
import ICalendar

/// Events as JSON, version 1 of the command's contract.
struct EventJSON {
    /// The version stated in every document; it changes with each incompatible change.
    static let version = 1

    /// The display zone.
    var zone: TimeZoneRules

    /// Writes an event as one object.
    func write(_ event: AgendaEvent, to json: inout JSONWriter) {
        json.object { members(of: event, to: &$0) }
    }

    /// Writes an event's members, without braces.
    func members(of event: AgendaEvent, to json: inout JSONWriter) {
        json.key("id")
        json.value(event.id.description)
        json.key("uid")
        json.value(event.uid)
        json.key("recurrenceId")
        if let id = event.recurrenceID { write(id, to: &json) } else { json.value(nil) }
        json.key("start")
        write(event.span.start, to: &json)
        json.key("end")
        write(event.span.end, to: &json)
        json.key("allDay")
        json.value(event.isAllDay)
        json.key("floating")
        json.value(event.isFloating)
        json.key("timeZone")
        json.value(event.timeZone)
        textMembers(of: event, to: &json)
        json.key("status")
        json.value(event.status.rawValue)
        json.key("transparent")
        json.value(event.isTransparent)
        json.key("recurring")
        json.value(event.isRecurring)
        json.key("overridden")
        json.value(event.isOverridden)
        json.key("calendar")
        json.value(event.calendar)
        json.key("alsoIn")
        json.array { array in event.alsoIn.forEach { array.value($0) } }
        json.key("organizer")
        json.value(event.organizer)
        json.key("participantCount")
        json.value(event.participantCount)
        json.key("sequence")
        json.value(event.sequence)
    }

    /// The complete output of `agenda list`.
    func document(
        _ events: [AgendaEvent], dates: Range<CivilDate>, sources: [CalendarSource]
    ) -> OutputBuffer {
        var json = JSONWriter()
        json.object { json in
            head(&json, dates)
            json.key("sources")
            json.array { json in
                for source in sources {
                    json.newLine()
                    write(source, to: &json)
                }
            }
            json.key("events")
            json.array { write(events, to: &$0) }
        }
        json.output.append("\n")
        return json.output
    }

    /// The complete output of `agenda timeline`.
    func document(_ timeline: Timeline) -> OutputBuffer {
        var json = JSONWriter()
        json.object { json in
            head(&json)
            json.key("today")
            json.value(timeline.today)
            json.key("todayIndex")
            json.value(timeline.todayIndex ?? NodeWindow.todayIndex)
            json.key("nodes")
            json.array { json in
                for node in timeline.nodes {
                    json.newLine()
                    write(node, to: &json)
                }
            }
        }
        json.output.append("\n")
        return json.output
    }

    /// The events alone, one on each line.
    func lines(_ events: [AgendaEvent]) -> OutputBuffer {
        var json = JSONWriter()
        for event in events {
            write(event, to: &json)
            json.endLine()
        }
        return json.output
    }

    /// Changes, one on each line: `{"change":"added","nodes":[121],"event":{…}}`.
    func lines(_ changes: [TimelineUpdate.Change]) -> OutputBuffer {
        var json = JSONWriter()
        for change in changes {
            json.object { json in
                json.key("change")
                json.value(change.kind.rawValue)
                json.key("nodes")
                json.array { array in change.nodes.forEach { array.value($0) } }
                json.key("event")
                write(change.event, to: &json)
            }
            json.endLine()
        }
        return json.output
    }

    /// Writes a source as one object.
    ///
    /// - Parameter more: writes further members.
    func write(
        _ source: CalendarSource, to json: inout JSONWriter,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.object { json in
            json.key("name")
            json.value(source.name)
            json.key("kind")
            json.value(source.kind.rawValue)
            json.key("path")
            json.value(source.location)
            json.key("status")
            json.value(source.status.rawValue)
            json.key("events")
            json.value(source.eventCount)
            json.key("diagnostics")
            json.value(source.diagnosticCount)
            more(&json)
        }
    }

    /// Writes the members at the beginning of each document.
    func head(_ json: inout JSONWriter) {
        json.key("version")
        json.value(Self.version)
        json.key("timeZone")
        json.value(zone.name)
    }

    /// Writes the same members and the range of days.
    func head(_ json: inout JSONWriter, _ dates: Range<CivilDate>) {
        head(&json)
        json.key("from")
        json.value(dates.lowerBound)
        json.key("to")
        json.value(dates.upperBound - 1)
    }

    private func textMembers(of event: AgendaEvent, to json: inout JSONWriter) {
        json.key("summary")
        json.value(event.summary)
        json.key("location")
        json.value(event.location)
        json.key("description")
        json.value(event.details)
        json.key("url")
        json.value(event.url)
        json.key("categories")
        json.array { array in event.categories.forEach { array.value($0) } }
    }

    private func write(_ node: Node, to json: inout JSONWriter) {
        json.object { json in
            json.key("index")
            json.value(node.index)
            json.key("date")
            json.value(node.date)
            json.key("events")
            json.array { write(node.events, to: &$0) }
        }
    }

    /// Writes events as the elements of an array, one on each line.
    func write(_ events: [AgendaEvent], to json: inout JSONWriter) {
        for event in events {
            json.newLine()
            write(event, to: &json)
        }
    }

    /// Writes a point in time; a floating time gets the display zone's offset at that time.
    func write(_ point: OccurrencePoint, to json: inout JSONWriter) {
        switch point {
        case .date(let date): json.value(date)
        case .instant(let instant): json.value(instant, in: zone)
        case .floating(let time): json.value(zone.instant(of: time), in: zone)
        }
    }
}
