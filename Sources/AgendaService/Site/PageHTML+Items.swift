internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

/// The HTML of to-dos and journal entries, as `item.js` makes it: `closed` is what is done or cancelled, and has an `em`;
/// `late` is what stands on today and was due before. An entry about a day has no text in its `time`.
extension PageHTML {
    /// An item that a search found.
    func row(_ item: DayItem) -> String {
        row(item, item.occurrence, item.days(today: today, in: zone).first?.iso ?? "")
    }

    /// An item on one of its days.
    ///
    /// - Parameters:
    ///   - event: how it stands among events.
    ///   - label: its time.
    func row(_ item: DayItem, _ event: AgendaEvent, _ label: String) -> String {
        switch item {
        case .todo(let todo): row(todo, event, label)
        case .journal(let entry): row(entry, event, label)
        }
    }

    private func row(_ todo: TodoItem, _ event: AgendaEvent, _ label: String) -> String {
        let due = todo.dueDate(in: zone)
        let isLate = event.span == .dates(today..<today + 1) && due.map { $0 < today } ?? false
        var classes = ["event", "todo", "c-\(places[event.calendar] ?? -1)"]
        classes += event.alsoIn.map { "also-\(places[$0] ?? -1)" }
        if todo.isClosed { classes.append("closed") }
        if isLate { classes.append("late") }
        if event.isRecurring { classes.append("recurring") }
        var parts = [
            "<time datetime=\"\(todo.due?.text(in: zone) ?? "")\">\(isLate ? words.say("late") : label)</time>",
            title(event),
        ]
        if todo.isClosed { parts.append("<em>\(words.say(Self.key(todo.status)))</em>") }
        let names = ([event.calendar] + event.alsoIn).joined(separator: ", ")
        parts.append("<span class=\"in\">\(Self.escaped(names))</span>")
        return
            "<li class=\"\(classes.joined(separator: " "))\"><span class=\"box\" aria-hidden=\"true\">\(Self.box(todo.status))</span>"
            + "<a href=\"/events/\(PercentEncoding.encoded(event.id.description))\">"
            + parts.joined(separator: " ") + "</a></li>"
    }

    private func row(_ entry: JournalEntry, _ event: AgendaEvent, _ label: String) -> String {
        var classes = ["event", "journal", "c-\(places[event.calendar] ?? -1)"]
        classes += event.alsoIn.map { "also-\(places[$0] ?? -1)" }
        if event.isRecurring { classes.append("recurring") }
        let time = entry.isAllDay && label == words.say("allDay") ? "" : label
        let names = ([event.calendar] + event.alsoIn).joined(separator: ", ")
        return
            "<li class=\"\(classes.joined(separator: " "))\"><span class=\"box\" aria-hidden=\"true\">✎</span>"
            + "<a href=\"/events/\(PercentEncoding.encoded(event.id.description))\">"
            + "<time datetime=\"\(entry.start?.text(in: zone) ?? "")\">\(time)</time> \(title(event)) "
            + "<span class=\"in\">\(Self.escaped(names))</span></a></li>"
    }

    /// The journal entry's own page, for who has no scripts.
    func details(_ entry: JournalEntry) -> String {
        let start = entry.start.map { "<p>\($0.text(in: zone))</p>" } ?? ""
        let texts = entry.descriptions.map {
            "<p class=\"notes\" dir=\"auto\">\(Self.escaped($0))</p>"
        }
        return
            "<article class=\"details plain\" id=\"event\"><h2 dir=\"auto\">\(title(entry.occurrence))</h2>"
            + start + texts.joined() + "</article>"
    }

    /// The to-do's own page, for who has no scripts.
    func details(_ item: TodoItem) -> String {
        let event = item.occurrence
        let facts = [
            item.due.map { words.say("dueOn", $0.text(in: zone)) },
            words.say(Self.key(item.status)), event.location,
        ]
        return "<article class=\"details plain\" id=\"event\"><h2 dir=\"auto\">\(title(event))</h2>"
            + facts.compactMap(\.self).map { "<p dir=\"auto\">\(Self.escaped($0))</p>" }.joined()
            + (event.details.map { "<p class=\"notes\" dir=\"auto\">\(Self.escaped($0))</p>" } ?? "")
            + "</article>"
    }

    private static func key(_ status: Todo.Status) -> String {
        status == .cancelled ? "cancelled" : "is." + status.rawValue.lowercased()
    }

    private static func box(_ status: Todo.Status) -> String {
        switch status {
        case .needsAction, .inProcess: "☐"
        case .completed: "☑"
        case .cancelled: "☒"
        }
    }
}
