internal import AgendaActions
internal import AgendaKit
internal import AgendaJSON
internal import ICalendar

/// The HTML of days and events, which `day.js` makes the same: the page goes on with what the first response holds.
/// White space between elements is one space where shown, none elsewhere.
///
/// A day that has events; `today` and aria-current only on today, `weekend` on Saturday and Sunday,
/// `data-month` only on the first day of a month:
///
///     <section class="day today weekend n3" id="d2026-11-21" data-month="November 2026" aria-current="date"
///     ><h2 tabindex="-1"><time datetime="2026-11-21"><span>Saturday</span> <b>21 November</b></time></h2><ol>EVENTS</ol></section>
///
/// `n3` is the number of its events, at most 40; with scripts the property --n says the same.
///
/// An empty day: the same with class "day empty" and without `ol`; in the first response the day that the page is
/// about (today, or `from`) has the class `here` as its last one, by which it is in view without scripts too.
///
/// An event; N is the calendar's place in /v1/calendars, `also-N` one class for each of `alsoIn`; then the classes
/// that apply, in this order: `all-day` (also a whole day of a longer event), the status unless it is confirmed
/// (`tentative`, `cancelled`), `declined` (participation is so), `recurring`, `transparent`. With scripts, the events
/// of today are `over` or `running`, too.
/// `em` stands there only for tentative, cancelled and declined, `where` only if there is a location,
/// `in` has the names joined by ", ":
///
///     <li class="event c-2 also-0 recurring"><a href="/events/ID"><time datetime="START">09:30–11:30</time>
///     <span class="what" dir="auto">TITLE</span> <em>cancelled</em> <span class="where" dir="auto">PLACE</span>
///     <span class="in">Home, family</span></a></li>
///
/// ID is percent-encoded; START is the member `start` as it stands; the times are those of `timeLabel` in dates.js.
/// For to-dos and journal entries see `PageHTML+Items`.
struct PageHTML: Sendable {
    let words: PageWords
    let zone: TimeZoneRules
    let today: CivilDate
    /// How times of day are shown.
    let clock: ClockFormat
    /// Places of the calendars, by which they are coloured.
    let places: [String: Int]

    /// So many events `style.css` knows the height of; a day has it before it is laid out.
    private static let mostRows = 40

    func day(_ node: Node, isHere: Bool) -> String {
        let date = node.date
        var classes = ["day"]
        if date == today { classes.append("today") }
        if [.saturday, .sunday].contains(date.weekday) { classes.append("weekend") }
        classes.append(node.events.isEmpty ? "empty" : "n\(min(node.events.count, Self.mostRows))")
        if isHere { classes.append("here") }
        let month = date.yearMonthDay.day == 1 ? " data-month=\"\(words.monthAndYear(date))\"" : ""
        let current = date == today ? " aria-current=\"date\"" : ""
        let list =
            node.events.isEmpty
            ? "" : "<ol>\(node.events.map { event($0, on: date) }.joined())</ol>"
        return
            "<section class=\"\(classes.joined(separator: " "))\" id=\"d\(date.iso)\"\(month)\(current)>"
            + "<h2 tabindex=\"-1\"><time datetime=\"\(date.iso)\"><span>\(words.weekday(date))</span> "
            + "<b>\(words.day(date))</b></time></h2>\(list)</section>"
    }

    /// - Parameter date: Which of its days; nil for a row that names its first day instead of times.
    func event(_ event: AgendaEvent, on date: CivilDate?) -> String {
        let label = date.map { times(event, on: $0) } ?? first(event).iso
        if event.content.part != nil { return row(event, label) }
        var classes = ["event", "c-\(places[event.calendar] ?? -1)"]
        classes += event.alsoIn.map { "also-\(places[$0] ?? -1)" }
        if label == words.say("allDay") { classes.append("all-day") }
        if event.status != .confirmed { classes.append(event.status.rawValue) }
        if event.isDeclined { classes.append("declined") }
        if event.isRecurring { classes.append("recurring") }
        if event.isTransparent { classes.append("transparent") }
        var parts = [
            "<time datetime=\"\(event.span.start.text(in: zone))\">\(label)</time>",
            title(event),
        ]
        if event.isDeclined, event.status != .cancelled {
            parts.append("<em>\(words.say("declined"))</em>")
        } else if event.status != .confirmed {
            parts.append("<em>\(words.say(event.status.rawValue))</em>")
        }
        if let place = event.location, !place.isEmpty {
            parts.append("<span class=\"where\" dir=\"auto\">\(Self.escaped(place))</span>")
        }
        parts.append(
            "<span class=\"in\">\(Self.escaped(([event.calendar] + event.alsoIn).joined(separator: ", ")))</span>"
        )
        return
            "<li class=\"\(classes.joined(separator: " "))\"><a href=\"/events/\(event.id.description.percentEncoded)\">"
            + parts.joined(separator: " ") + "</a></li>"
    }

    func title(_ event: AgendaEvent) -> String {
        let title = event.summary.flatMap { $0.isEmpty ? nil : $0 } ?? words.say("untitled")
        return "<span class=\"what\" dir=\"auto\">\(Self.escaped(title))</span>"
    }

    /// The calendars in their owner's order, those of a group together where its first one stands, as `calendar.js` makes them.
    func calendars(_ sources: [CalendarSource]) -> String {
        var groups: Set<String> = []
        let ordered = sources.inOrder
        return ordered.map { source in
            guard let group = source.group else { return calendar(source) }
            guard groups.insert(group).inserted else { return "" }
            let (name, inside) = (Self.escaped(group), ordered.filter { $0.group == group })
            return
                "<li class=\"group\" data-group=\"\(name)\"><div><label><input type=\"checkbox\" checked> "
                + "<span>\(name)</span></label></div><ul>\(inside.map(calendar).joined())</ul></li>"
        }.joined()
    }

    private func calendar(_ source: CalendarSource) -> String {
        let name = Self.escaped(source.name)
        return
            "<li class=\"c-\(places[source.name] ?? -1)\" data-name=\"\(name)\" data-writable=\"\(source.isWritable)\"><label>"
            + "<input type=\"checkbox\" value=\"\(name)\" checked> <span>\(name)</span></label></li>"
    }

    /// The event's own page, for who has no scripts.
    func details(_ details: EventDetails) -> String {
        let event = details.occurrence
        let when = "\(event.span.start.text(in: zone)) – \(event.span.end.text(in: zone))"
        func paragraph(_ text: String?, _ type: String) -> String {
            text.map { "<p\(type) dir=\"auto\">\(Self.escaped($0))</p>" } ?? ""
        }
        return
            "<article class=\"details plain\" id=\"event\"><h2 dir=\"auto\">\(Self.escaped(event.summary ?? words.say("untitled")))</h2>"
            + "<p>\(when)</p>" + paragraph(event.location, "")
            + paragraph(event.details, " class=\"notes\"") + "</article>"
    }

    private func first(_ event: AgendaEvent) -> CivilDate {
        if case .date(let date) = event.span.start { return date }
        return zone.wallTime(at: zone.instant(of: event.span.start)).date
    }

    /// The same as `timeLabel` in `dates.js`.
    private func times(_ event: AgendaEvent, on date: CivilDate) -> String {
        guard !event.isAllDay else { return words.say("allDay") }
        let start = zone.wallTime(at: zone.instant(of: event.span.start))
        let end = zone.wallTime(at: zone.instant(of: event.span.end))
        let (before, after) = (start.date < date, end > CivilDateTime(date + 1))
        let until = OutputBuffer.text {
            if end.date > date {
                clock.write(end: CivilDateTime(date + 1), to: &$0)
            } else {
                clock.write(end, to: &$0)
            }
        }
        if before, after { return words.say("allDay") }
        if before { return words.say("until", until) }
        if after { return words.say("from", clock.text(start)) }
        return start == end ? clock.text(start) : "\(clock.text(start))–\(until)"
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // HTML has no controls but these.
            case "\n", "\t": result.unicodeScalars.append(character)
            case _ where character.properties.generalCategory == .control: result += "\u{FFFD}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
