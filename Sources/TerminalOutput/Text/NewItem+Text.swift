package import AgendaActions
import AgendaKit
package import ICalendar

extension NewItem {
    /// `Fri 2026-11-20 12:30-13:30`, and the repetition if the event has one; `today 12:30-13:30` if no day was named.
    private func when(in zone: TimeZoneRules, withRule: Bool) -> String {
        var when = TimeText(zone: zone).when(span)
        let names = TimeWords.current
        let day = names.day(event.start.wallTime.date)
        if takesToday, when.hasPrefix(day) {
            when = names.today.lowercased() + when.dropFirst(day.count)
        }
        guard withRule, let rule = event.recurrenceRules.first else { return when }
        let words = RuleWords(language: .current, start: event.start, zone: zone)
        return "\(when), \(words.text(rule) ?? rule.icalendar)"
    }
    /// `Fri 2026-11-27 18:00`, or the day; nil without one.
    private func due(in zone: TimeZoneRules) -> String? {
        guard let due = event.todoTimes.due else { return nil }
        let wall = EventDraft(event: event).wall(due, in: zone)
        let words = TimeWords.current
        if takesToday { return words.today.lowercased() + " " + words.clock.text(wall) }
        return due.isDate ? words.day(wall.date) : TimeText(zone: zone).text(wall)
    }

    /// `Lunch, Fri 2026-11-20 12:30-13:30, every week`; `Pay rent, due Fri 2026-11-27`.
    ///
    /// - Parameter withRule: whether an event's repetition is named.
    package func sentence(in zone: TimeZoneRules, withRule: Bool = true) -> Message {
        let title = event.summary ?? ""
        if event.isJournal {
            return event.todo?.anchor == .undated
                ? "\(title)" : "\(title), \(when(in: zone, withRule: withRule))"
        }
        if event.todo == nil { return "\(title), \(when(in: zone, withRule: withRule))" }
        guard let due = due(in: zone) else { return "\(title)" }
        return "\(title), due \(due)"
    }

    /// All that a to-do's words were understood to say: `Pay rent, due Fri 2026-11-27, every month, !1 #home @ Bank`; of
    /// an event what ``sentence(in:withRule:)`` says.
    package func preview(in zone: TimeZoneRules, withRule: Bool = true) -> Message {
        if event.todo == nil || event.isJournal { return sentence(in: zone, withRule: withRule) }
        var marks: [String] = []
        if event.priority != 0 { marks.append("!\(event.priority)") }
        marks += event.categories.map { "#" + $0 }
        if let place = event.location { marks.append("@ " + place) }
        let rule = event.recurrenceRules.first.map {
            let words = RuleWords(language: .current, start: event.start, zone: zone)
            return words.text($0) ?? $0.icalendar
        }
        return [rule, marks.isEmpty ? nil : marks.joined(separator: " ")].compactMap { $0 }
            .reduce(sentence(in: zone)) { "\($0), \($1)" }
    }
}
