internal import AgendaActions
internal import AgendaKit
internal import ICalendar

/// A guest as an event's document has them; the answer is theirs to give, and is ignored.
struct GuestValue: Decodable, Sendable {
    var address: String
    var name, role, kind: String?
    var rsvp: Bool?

    /// - Parameter present: the guests that the event has. One of another program, whose address is none, can stay.
    /// - Throws: ``Problem`` where the address is none that a calendar can write to.
    func guest(among present: [Participant]) throws(Problem) -> Guest {
        let bare = Participant.bareAddress(address)
        let isThere = present.contains { Participant.bareAddress($0.address) == bare }
        let isURI = address.contains(":") && !address.lowercased().hasPrefix("mailto:")
        guard isThere || MailText.isAddress(bare) || isURI, !address.contains(where: \.isNewline)
        else {
            throw .unfitContent(
                "participants: '\(address)' is no address",
                remedy: "give one such as kim@example.org")
        }
        for (name, value) in [("role", role), ("kind", kind)] {
            guard let value, !value.allSatisfy({ $0.isASCII && $0.isLetter || $0 == "-" }) else {
                continue
            }
            throw .unfitContent(
                "participants: '\(value)' is no \(name)", remedy: "give one such as OPT-PARTICIPANT"
            )
        }
        return Guest(
            address: isURI ? address : bare, name: name, role: role, kind: kind, expectsReply: rsvp)
    }
}

/// An alarm as an event's document has it: a length before or after the start or the end, or an instant.
struct AlarmValue: Decodable, Sendable {
    var trigger: String
    var action, related, description: String?

    /// - Throws: ``Problem`` where it goes off at no time, or in no way that a calendar knows.
    func alarm() throws(Problem) -> Alarm {
        let action = (action ?? "DISPLAY").uppercased()
        // Any that RFC 5545 3.8.6.1 has words for: what another program wrote can stay.
        guard action.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }) else {
            throw .unfitContent(
                "alarms: '\(action)' is no action", remedy: "give DISPLAY, AUDIO or EMAIL")
        }
        let when: Alarm.Trigger
        if let length = CalendarDuration(icalendar: trigger) {
            when = related?.uppercased() == "END" ? .afterEnd(length) : .afterStart(length)
        } else if case .utc(let instant) = CalendarTime(icalendar: trigger) {
            when = .at(instant)
        } else {
            throw .unfitContent(
                "alarms: '\(trigger)' is no length", remedy: "give one such as -PT15M")
        }
        return Alarm(action: action, trigger: when, details: description)
    }
}

extension ItemValues {
    /// Takes what only events have.
    func setValues(
        ofEvent edits: inout ItemEdits, zone: TimeZoneRules, keeping present: [Participant]
    ) throws(Problem) {
        edits.times = try times(zone: zone)
        edits.guests = try participants?.map { (value) throws(Problem) in
            try value.guest(among: present)
        }
        edits.alarmValues = try alarms?.map { (value) throws(Problem) in try value.alarm() }
        guard let repetition else { return }
        guard rules == nil else {
            throw .unfitContent(
                "repeat: there are rules beside it", remedy: "give one of the two")
        }
        edits.every = repetition
    }

    /// Takes what a to-do does not have here.
    func setClass(of edits: inout ItemEdits) throws(Problem) {
        let classes = ["PUBLIC", "PRIVATE", "CONFIDENTIAL"]
        if let classification, !classification.isEmpty,
            !classes.contains(classification.uppercased())
        {
            throw .badContent(
                "class: expected public, private or confidential, got '\(classification)'",
                remedy: "give one of them")
        }
        // An event without it is public (RFC 5545 3.8.1.3).
        edits.classification = classification.map {
            $0.uppercased() == "PUBLIC" ? "" : $0.uppercased()
        }
    }

    /// The zone of a member; nil where there is none.
    private static func zone(
        _ name: String?, _ member: String
    ) throws(Problem) -> TimeZoneRules? {
        guard let name else { return nil }
        guard let rules = SystemZones.database.rules(named: name) else {
            throw .badContent(
                "\(member): there is no time zone '\(name)'",
                remedy: "give a name such as Europe/Berlin")
        }
        return rules
    }

    /// The times. One without an offset is of the zone that stands beside it, else the reader's.
    private func times(zone reader: TimeZoneRules) throws(Problem) -> TimesChange? {
        let named = try Self.zone(timeZone, "timeZone")
        var change = TimesChange(clock: named ?? reader)
        (change.zone, change.isAllDay) = (named, allDay)
        change.start = try start.map { (text) throws(Problem) in
            try TimesChange.Point(text, "start")
        }
        let end = try end.map { (text) throws(Problem) in try TimesChange.Point(text, "end") }
        let endZone = try Self.zone(endTimeZone, "endTimeZone")
        guard endZone == nil || end != nil else {
            throw .unfitContent("endTimeZone: there is no end beside it", remedy: "give both")
        }
        guard change.start != nil || end != nil || allDay != nil || named != nil else {
            return nil
        }
        // A day is the one after the last, as in the JSON.
        if case .day(let day) = end {
            change.endsBefore = day
        } else {
            change.end = end.map { .at($0, zone: endZone) }
        }
        return change
    }
}
