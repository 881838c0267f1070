import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// What a person is shown: one reminder, or several that were missed.
struct ReminderNotice: Sendable {
    /// The event's title, or how many reminders there are.
    let title: String
    /// When it is, where, and the address to join, a line each; or a line a reminder.
    let body: String
    /// What it tells of.
    let reminders: [Reminder]
    /// Whether it is late for them.
    let areMissed: Bool
    /// Where the meeting is joined; nil for several reminders, and where nothing says it.
    let link: String?
    /// The variables in which a command of the user's finds the parts.
    let variables: [String: String]
    /// The same in one line.
    let line: String

    /// How many reminders a notice lists; the others it counts.
    static let longest = 20
    /// The characters of a text that are shown.
    private static let width = 500

    /// A notice of one reminder.
    ///
    /// - Parameters:
    ///   - today: the day that need not be told.
    ///   - link: where the event's meeting is joined.
    init(_ reminder: Reminder, today: CivilDate, zone: TimeZoneRules, link: String?) {
        let event = reminder.alarm.event
        let (title, when) = (Self.title(event), Self.when(reminder.alarm, today: today, zone: zone))
        let (place, link) = (Self.plain(event.location ?? ""), Self.plain(link ?? ""))
        (reminders, areMissed) = ([reminder], false)
        self.link = link.isEmpty ? nil : link
        self.title = title
        body = [when, place == link ? "" : place, link].filter { !$0.isEmpty }
            .joined(separator: "\n")
        line =
            Message("reminder: \(Self.joined(when, title))").text
            + (place.isEmpty ? "" : " @ \(place)")
        variables = [
            "AGENDA_TITLE": title, "AGENDA_TIME": when, "AGENDA_PLACE": place, "AGENDA_LINK": link,
            "AGENDA_ID": event.id.description, "AGENDA_ALARM": reminder.alarm.id,
            "AGENDA_CALENDAR": Self.plain(event.calendar), "AGENDA_COUNT": "1",
        ]
    }

    /// One notice of several reminders.
    ///
    /// - Parameter areMissed: whether it is late for them.
    init(_ reminders: [Reminder], areMissed: Bool, today: CivilDate, zone: TimeZoneRules) {
        (self.reminders, self.areMissed, link) = (reminders, areMissed, nil)
        let count = reminders.count
        let heading: Message =
            areMissed ? "\(count) reminders were missed" : "\(count) reminders"
        let title = heading.text
        let listed = reminders.prefix(Self.longest).map { reminder in
            let alarm = reminder.alarm
            return Self.joined(
                Self.when(alarm, today: today, zone: zone), Self.title(alarm.event))
        }
        let rest = count - listed.count
        let more = rest > 0 ? [Message("and \(rest) more").text] : []
        self.title = title
        body = (listed + more).joined(separator: "\n")
        line = Message("reminder: \(title)").text + ": " + (listed + more).joined(separator: "; ")
        variables = [
            "AGENDA_TITLE": title, "AGENDA_TIME": "", "AGENDA_PLACE": "", "AGENDA_LINK": "",
            "AGENDA_ID": "", "AGENDA_ALARM": "", "AGENDA_CALENDAR": "", "AGENDA_COUNT": "\(count)",
        ]
    }

    /// The alarms' ids.
    var ids: Set<String> { Set(reminders.map(\.alarm.id)) }

    /// What can be chosen about it.
    var actions: [NoticeAction] { (link == nil ? [] : [.join]) + NoticeAction.usual }

    /// The body as markup (Desktop Notifications Specification 1.2).
    var markup: String {
        body.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }

    /// All of it, as a command of the user's finds it on standard input.
    var text: String { title + "\n" + (body.isEmpty ? "" : body + "\n") }

    private static func title(_ event: AgendaEvent) -> String {
        let title = plain(event.summary ?? "")
        return title.isEmpty ? Message("(no title)").text : title
    }

    private static func joined(_ when: String, _ title: String) -> String {
        when.isEmpty ? title : when + " " + title
    }

    /// When an event takes place, or a to-do is due; empty for one on no day.
    private static func when(_ alarm: EventAlarm, today: CivilDate, zone: TimeZoneRules) -> String {
        let (times, event) = (TimeText(zone: zone), alarm.event)
        guard let todo = alarm.todo else {
            guard !event.isAllDay else { return times.when(event.span) }
            let start = zone.instant(of: event.span.start)
            return Self.clocks(start..<max(start, zone.instant(of: event.span.end)), times, today)
        }
        guard let point = todo.due ?? todo.start else { return "" }
        let instant = zone.instant(of: point)
        let when =
            todo.isAllDay
            ? times.style.words.day(times.date(instant..<instant))
            : Self.clocks(instant..<instant, times, today)
        return todo.due == nil ? when : Message("due \(when)").text
    }

    /// Times without their day if it is today.
    private static func clocks(
        _ range: Range<Instant>, _ times: TimeText, _ today: CivilDate
    ) -> String {
        times.date(range) == today ? times.clocks(range) : times.dayAndClocks(range)
    }

    /// One line without control characters, and not too long: calendars come from strangers.
    private static func plain(_ text: String) -> String {
        SafeText.line(String(text.prefix(width)), isUTF8: true)
    }
}
