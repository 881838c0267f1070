internal import AgendaKit
package import ICalendar

/// Whom an event is to have as a guest. What is nil stays as it is for those who are invited already, and is as usual for
/// others.
package struct Guest: Hashable, Sendable {
    /// With or without `mailto:`.
    package var address: String
    package var name: String?
    /// `ROLE`: `REQ-PARTICIPANT`, `OPT-PARTICIPANT` and the others of RFC 5545 3.2.16.
    package var role: String?
    /// `CUTYPE`: `INDIVIDUAL`, `ROOM` and the others of RFC 5545 3.2.3.
    package var kind: String?
    package var expectsReply: Bool?

    package init(
        address: String, name: String? = nil, role: String? = nil, kind: String? = nil,
        expectsReply: Bool? = nil
    ) {
        (self.address, self.name, self.role) = (address, name, role)
        (self.kind, self.expectsReply) = (kind, expectsReply)
    }

    /// The participant that the guest becomes; one who is there already keeps the answer.
    func participant(_ present: [Participant]) -> Participant {
        let new = ItemEdits.participant(address)
        let bare = Participant.bareAddress(new.address)
        var participant = present.first { Participant.bareAddress($0.address) == bare } ?? new
        if let name { participant.name = name.isEmpty ? nil : name }
        if let role { participant.role = role.uppercased() }
        if let kind { participant.kind = kind.uppercased() }
        if let expectsReply { participant.expectsReply = expectsReply }
        return participant
    }
}

extension Alarm {
    /// The alarm of the event that goes off at the same time and in the same way, with its other properties; else this one,
    /// with the event's title as its text.
    func keeping(_ event: Event) -> Alarm {
        let same = event.alarms.first { $0.trigger == trigger && $0.action == action }
        var alarm = same ?? self
        if let details { alarm.details = details }
        // A display alarm shows a text (RFC 5545 3.6.6).
        alarm.details = alarm.details ?? event.summary
        return alarm
    }
}

extension RecurrenceRule {
    /// The rule with a day as its end written as its start requires: programs, and people, name the last day.
    func ending(asStart start: CalendarTime, zone: (String) -> TimeZoneRules?) -> RecurrenceRule {
        guard case .date(let day) = until, !start.isDate else { return self }
        var rule = self
        rule.until = Until(day, start: start, zone: start.tzid.flatMap(zone) ?? .utc)
        return rule
    }
}
