internal import ICalendar

/// Writes the messages that answer invitations, and those that invite (RFC 5546 3.2).
struct MessageWriter {
    let uid: String
    /// Resolves the zones that the components name.
    let scope: TimeZoneScope
    /// VTIMEZONEs in standard form, by `TZID`, that go along as they came.
    let definitions: [String: [UInt8]]
    /// The time of the message.
    let stamp: Instant

    /// What an answer repeats of the event: programs such as Outlook show nothing else of it. Alarms, descriptions
    /// and what the sender's own program has noted stay home.
    private static let details = [
        "SUMMARY", "LOCATION", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE",
        "PRIORITY", "TRANSP",
    ]

    /// What an answer to a to-do says besides (RFC 5546 3.4.3).
    private static let progress = ["DUE", "STATUS", "COMPLETED", "PERCENT-COMPLETE"]

    /// A whole VCALENDAR of components, with the zones that they use.
    func calendar(_ method: Invitation.Method, _ components: [ComponentDocument]) -> [UInt8] {
        let zones = Set(components.flatMap { StandardForm.zones(in: $0.bytes) }).sorted()
        let first = components.compactMap { $0.time("DTSTART")?.wallTime }.min()
        // Two days earlier is before it on any clock.
        let start = (first.map { Instant(utc: $0) } ?? stamp) - 2 * 86_400
        let texts = (zones.compactMap { zone($0, from: start) } + components.map(\.bytes)).map {
            String(decoding: StandardForm.text(of: $0).bytes, as: UTF8.self)
        }
        return Array(
            CalendarWriter.calendar(texts, properties: [("METHOD", [method.rawValue])]).utf8)
    }

    private func zone(_ tzid: String, from start: Instant) -> [UInt8]? {
        if let definition = definitions[tzid] { return definition }
        guard let rules = scope.rules(for: tzid) else { return nil }
        let definition = TimeZoneDefinition(tzid: tzid, describing: rules, from: start)
        return Array(CalendarWriter.component(definition).utf8)
    }

    /// One component of a REPLY (RFC 5546 3.2.3): exactly one attendee, and the `SEQUENCE` of what was asked.
    ///
    /// - Parameters:
    ///   - asked: the component that is answered.
    ///   - attendee: the property of who answers.
    func reply(
        to asked: ComponentDocument, by attendee: Property, comment: String?
    ) -> ComponentDocument {
        var result = head(asked)
        result.append(attendee)
        if let comment { result.set("COMMENT", text: comment) }
        for name in Self.details + (asked.name == "VTODO" ? Self.progress : []) {
            for part in asked.parts where part.name == name && !part.isComponent {
                result.append(part)
            }
        }
        return result
    }

    /// One component of a message that says no more than which event or instance it is about, and to whom.
    func bare(_ asked: ComponentDocument, by attendee: Property) -> ComponentDocument {
        var result = head(asked)
        result.append(attendee)
        return result
    }

    private func head(_ asked: ComponentDocument) -> ComponentDocument {
        var result = ComponentDocument.empty(asked.name)
        result.set("UID", text: uid)
        result.set("SEQUENCE", value: "\(asked.sequence)")
        result.set("DTSTAMP", value: CalendarTime.utc(stamp).icalendar)
        for name in ["RECURRENCE-ID", "ORGANIZER"] {
            for property in asked.properties(name).prefix(1) { result.append(property.sent) }
        }
        return result
    }

    /// A component that goes out whole, in a REQUEST, CANCEL or COUNTER: without alarms, and without what only
    /// servers and our own copy need.
    func whole(_ component: ComponentDocument) -> ComponentDocument {
        var result = component
        result.remove { $0.isComponent && $0.name == "VALARM" }
        result.set("DTSTAMP", value: CalendarTime.utc(stamp).icalendar)
        for name in ["ORGANIZER", "ATTENDEE"] { result.change(name) { $0 = $0.sent } }
        return result
    }
}

extension Property {
    /// Without the parameters that are between a calendar and its server (RFC 6638 7).
    var sent: Property {
        var property = self
        for name in [
            "SCHEDULE-AGENT", "SCHEDULE-STATUS", "SCHEDULE-FORCE-SEND", Self.answerStamp,
        ] {
            property.setParameter(name, to: nil)
        }
        return property
    }

    /// A parameter that CalendarServer, too, gives an attendee: `DTSTAMP` of the last answer.
    static let answerStamp = "X-CALENDARSERVER-DTSTAMP"

    /// An attendee who is not in the list.
    static func attendee(_ address: String) -> Property? {
        Property(Array("ATTENDEE:mailto:\(address)".utf8))
    }
}

extension ComponentDocument {
    /// A component without properties.
    static func empty(_ name: String) -> ComponentDocument {
        guard let empty = ComponentDocument("BEGIN:\(name)\r\nEND:\(name)\r\n") else {
            preconditionFailure("a component of two lines cannot be read")
        }
        return empty
    }

    /// Adds a property after those that it has.
    mutating func append(_ property: Property) {
        append(Part(name: property.name, bytes: LineWriter.folded(Array(property.line.utf8))))
    }

    mutating func append(_ part: Part) {
        replace(part.name, with: parts.filter { $0.name == part.name } + [part])
    }
}
