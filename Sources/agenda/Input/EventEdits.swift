import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar

/// The requested changes to an event, as typed in options or a form. Nil leaves a value unchanged; an
/// empty text or list removes it.
struct EventEdits: Equatable {
    var summary, location, description, url: String?
    var start, end, duration: String?
    /// Whether they are made to a copy, and the event stays where it is.
    var isCopy = false
    /// Whether the event becomes one of whole days.
    var allDay = false
    /// The event's new zone.
    var timeZone: String?
    var every, until: String?
    var count: Int?
    var categories, attendees, alarms: [String]?
    var status: String?
    var busy: Bool?

    var isEmpty: Bool { self == EventEdits() }

    /// Makes the changes.
    ///
    /// - Parameter shown: the zone of the typed times; nil for the event's own.
    /// - Returns: which of its new times clocks skip.
    @discardableResult
    func apply(
        to draft: inout EventDraft, settings: Settings, shown: TimeZoneRules?
    ) throws(CommandFailure) -> [Message] {
        if let summary { draft.event.summary = summary.isEmpty ? nil : summary }
        if let location { draft.event.location = location.isEmpty ? nil : location }
        if let description { draft.event.details = description.isEmpty ? nil : description }
        if let url { draft.event.url = url.isEmpty ? nil : url }
        if let categories { draft.event.categories = categories.filter { !$0.isEmpty } }
        if let alarms {
            draft.event.alarms = try alarms.filter { !$0.isEmpty }.map {
                (text) throws(CommandFailure) in
                // An unchanged alarm keeps its other properties.
                if let same = draft.event.alarms.first(where: { $0.words == text }) { return same }
                return try Self.alarm(text, details: draft.event.summary)
            }
        }
        if let attendees {
            draft.participants = attendees.filter { !$0.isEmpty }.map { address in
                let new = Self.participant(address)
                // Participants who remain keep their answers.
                return draft.participants.first {
                    $0.address.lowercased() == new.address.lowercased()
                } ?? new
            }
        }
        if let status { draft.event.status = try Self.status(status) }
        if let busy { draft.event.isTransparent = !busy }
        var gaps: [Message] = []
        if start != nil || end != nil || duration != nil || allDay || timeZone != nil {
            gaps = try EventMove(edits: self, settings: settings, shown: shown).apply(to: &draft)
        }
        try changeRule(&draft, settings)
        return gaps
    }

    private func changeRule(
        _ draft: inout EventDraft, _ settings: Settings
    ) throws(CommandFailure) {
        let present = draft.event.recurrenceRules.first?.icalendar
        let repetition = try Repetition(every: every, until: until, count: count, present: present)
        guard let repetition else { return }
        let zone = draft.event.start.tzid.flatMap { draft.zone($0) } ?? settings.zone
        if Self.isNone(repetition.every) {
            draft.event.recurrenceRules = []
            draft.event.recurrenceDates = []
            draft.event.exceptionDates = []
            return
        }
        if every != nil { draft.move(toFirstDayOf: try repetition.words(.current).rule) }
        draft.event.recurrenceRules = [
            try repetition.rule(start: draft.event.start, today: settings.today, zone: zone)
        ]
    }

    /// Whether a text removes a value.
    static func isNone(_ text: String) -> Bool {
        ["", "none", "never"].contains(text.lowercased())
    }

    /// The text, or an empty one for `none`: of an option, where no place and no category is called so.
    static func orNothing(_ text: String) -> String { text.lowercased() == "none" ? "" : text }

    /// A calendar address is a URI (RFC 5545 3.3.3).
    static func participant(_ address: String) -> Participant {
        Participant(address: address.contains(":") ? address : "mailto:" + address)
    }

    static func alarm(_ text: String, details: String?) throws(CommandFailure) -> Alarm {
        guard let before = CalendarDuration(words: text, vocabulary: .current),
            before.isReasonable
        else {
            throw .usage("--alarm: expected a duration such as 15m, 1h or 1d, got '\(text)'")
        }
        let trigger = CalendarDuration(days: -before.days, seconds: -before.seconds)
        return Alarm(action: "DISPLAY", trigger: .afterStart(trigger), details: details)
    }

    /// The value of `--for`.
    static func length(
        _ text: String, vocabulary: Vocabulary = .current
    ) throws(CommandFailure) -> CalendarDuration {
        guard let length = CalendarDuration(words: text, vocabulary: vocabulary),
            length.isReasonable
        else {
            throw .usage("--for: expected a duration such as 45m, 1h30m, 2d or 1w, got '\(text)'")
        }
        return length
    }

    static func status(_ text: String) throws(CommandFailure) -> EventStatus {
        guard let status = EventStatus(rawValue: text.lowercased()) else {
            throw .usage("--status must be confirmed, tentative or cancelled, not '\(text)'")
        }
        return status
    }
}

extension EventOptions {
    /// The changes that the options request.
    var edits: EventEdits {
        var edits = EventEdits()
        (edits.summary, edits.location, edits.description, edits.url) =
            (
                summary, location.map(EventEdits.orNothing),
                description.map(EventEdits.orNothing), url.map(EventEdits.orNothing)
            )
        (edits.start, edits.end, edits.duration) = (start, end, duration)
        (edits.allDay, edits.timeZone) = (allDay, eventTimeZone)
        (edits.every, edits.until, edits.count) =
            (repetition.every, repetition.until, repetition.count)
        edits.categories = category.isEmpty ? nil : category.map(EventEdits.orNothing)
        edits.attendees = attendee.isEmpty ? nil : attendee.map(EventEdits.orNothing)
        edits.alarms = alarm.isEmpty ? nil : alarm.map(EventEdits.orNothing)
        (edits.status, edits.busy) = (status, busy)
        return edits
    }
}

extension Alarm {
    /// `10m` for an alarm 10 minutes before the start; any other trigger in iCalendar's form.
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
