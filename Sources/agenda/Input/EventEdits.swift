import AgendaKit
import ICalendar

/// What is to be different about an event, as a person writes it: from options, or from a form.
/// Nil leaves a part as it is; an empty text or list takes it away.
struct EventEdits: Equatable {
    var summary, location, description, url: String?
    var start, end, duration: String?
    /// Whether it takes whole days from now on.
    var allDay = false
    /// The zone in which it is written from now on.
    var timeZone: String?
    var every, until: String?
    var count: Int?
    var categories, attendees, alarms: [String]?
    var status: String?
    var busy: Bool?

    /// Whether anything is to be different.
    var isEmpty: Bool { self == EventEdits() }

    /// Makes the changes.
    ///
    /// - Parameter shown: the zone in which times are meant; nil for the event's own.
    func apply(
        to draft: inout EventDraft, settings: Settings, shown: TimeZoneRules?
    ) throws(CommandFailure) {
        if let summary { draft.event.summary = summary.isEmpty ? nil : summary }
        if let location { draft.event.location = location.isEmpty ? nil : location }
        if let description { draft.event.details = description.isEmpty ? nil : description }
        if let url { draft.event.url = url.isEmpty ? nil : url }
        if let categories { draft.event.categories = categories.filter { !$0.isEmpty } }
        if let alarms {
            draft.event.alarms = try alarms.filter { !$0.isEmpty }.map {
                (text) throws(CommandFailure) in
                // One that says the same stays as it is, whatever its file says of it.
                if let same = draft.event.alarms.first(where: { $0.words == text }) { return same }
                return try Self.alarm(text, details: draft.event.summary)
            }
        }
        if let attendees {
            draft.participants = attendees.filter { !$0.isEmpty }.map { address in
                let new = Self.participant(address)
                // Who takes part already keeps the answer that was given.
                return draft.participants.first {
                    $0.address.lowercased() == new.address.lowercased()
                } ?? new
            }
        }
        if let status { draft.event.status = try Self.status(status) }
        if let busy { draft.event.isTransparent = !busy }
        if start != nil || end != nil || duration != nil || allDay || timeZone != nil {
            try EventMove(edits: self, settings: settings, shown: shown).apply(to: &draft)
        }
        try changeRule(&draft, settings)
    }

    private func changeRule(
        _ draft: inout EventDraft, _ settings: Settings
    ) throws(CommandFailure) {
        guard every != nil || until != nil || count != nil else { return }
        let start = draft.event.start
        let zone = start.tzid.flatMap { draft.zone($0) } ?? settings.zone
        let present = draft.event.recurrenceRules.first?.icalendar
        guard let rule = every ?? present else {
            throw .usage("--until and --count need a repetition: add one, such as --every week")
        }
        if rule.isEmpty || rule.lowercased() == "never" {
            draft.event.recurrenceRules = []
            draft.event.recurrenceDates = []
            draft.event.exceptionDates = []
            return
        }
        let repetition = Repetition(every: rule, until: until, count: count)
        if every != nil { draft.event.move(toFirstDayOf: try repetition.words(.current).rule) }
        draft.event.recurrenceRules = [
            try repetition.rule(start: draft.event.start, today: settings.today, zone: zone)
        ]
    }

    /// A calendar address is a URI (RFC 5545 3.3.3).
    static func participant(_ address: String) -> Participant {
        Participant(address: address.contains(":") ? address : "mailto:" + address)
    }

    /// An alarm so long before the start.
    static func alarm(_ text: String, details: String?) throws(CommandFailure) -> Alarm {
        guard let before = CalendarDuration(words: text), before.isReasonable else {
            throw .usage("--alarm: expected a duration such as 15m, 1h or 1d, got '\(text)'")
        }
        let trigger = CalendarDuration(days: -before.days, seconds: -before.seconds)
        return Alarm(action: "DISPLAY", trigger: .afterStart(trigger), details: details)
    }

    static func status(_ text: String) throws(CommandFailure) -> EventStatus {
        guard let status = EventStatus(rawValue: text.lowercased()) else {
            throw .usage("--status must be confirmed, tentative or cancelled, not '\(text)'")
        }
        return status
    }
}

extension EventOptions {
    /// What the given options say.
    var edits: EventEdits {
        var edits = EventEdits()
        (edits.summary, edits.location, edits.description, edits.url) =
            (summary, location, description, url)
        (edits.start, edits.end, edits.duration) = (start, end, duration)
        (edits.allDay, edits.timeZone) = (allDay, eventTimeZone)
        (edits.every, edits.until, edits.count) = (every, until, count)
        edits.categories = category.isEmpty ? nil : category
        edits.attendees = attendee.isEmpty ? nil : attendee
        edits.alarms = alarm.isEmpty ? nil : alarm
        (edits.status, edits.busy) = (status, busy)
        return edits
    }
}

extension Alarm {
    /// `10m` for an alarm so long before the start, else the trigger as iCalendar writes it.
    var words: String {
        guard case .afterStart(let trigger) = trigger, trigger.days <= 0, trigger.seconds <= 0
        else {
            return triggerText
        }
        let parts = [
            (-trigger.days / 7, "w"), (-trigger.days % 7, "d"), (-trigger.seconds / 3_600, "h"),
            (-trigger.seconds / 60 % 60, "m"), (-trigger.seconds % 60, "s"),
        ]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return text.isEmpty ? "0m" : text
    }
}

extension Event {
    /// Moves the event to the first day of a rule from its start on: an instance that the rule does
    /// not yield is shown by few programs.
    fileprivate mutating func move(toFirstDayOf rule: RecurrenceRule) {
        var pattern = rule
        (pattern.interval, pattern.count, pattern.until) = (1, nil, nil)
        let wall = start.wallTime
        guard let first = pattern.firstInstance(onOrAfter: wall), first != wall else { return }
        let distance = first.secondsSinceEpoch - wall.secondsSinceEpoch
        start = start.with(wallTime: first)
        if case .time(let time) = end { end = .time(time.with(wallTime: time.wallTime + distance)) }
    }
}
