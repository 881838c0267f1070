internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

/// The HTML of to-dos and journal entries, as `item.js` makes it: `closed` is what is done or cancelled, and has an `em`;
/// `late` is what stands on today and was due before. An entry about a day has no text in its `time`.
extension PageHTML {
    /// An item that a search found.
    func row(_ item: AgendaEvent) -> String {
        row(item, item.days(today: today, in: zone).first?.iso ?? "")
    }

    /// An item on one of its days.
    ///
    /// - Parameter label: its time.
    func row(_ item: AgendaEvent, _ label: String) -> String {
        var classes = ["event", item.todo != nil ? "todo" : "journal"]
        classes.append("c-\(places[item.calendar] ?? -1)")
        classes += item.alsoIn.map { "also-\(places[$0] ?? -1)" }
        var (box, note): (String, String?) = ("✎", nil)
        var time = (label: label, point: item.journal?.start)
        if let todo = item.todo {
            box = Self.box(todo.status)
            time = (todo.lateSince == nil ? label : words.say("late"), todo.due)
            if todo.isClosed { classes.append("closed") }
            if todo.isClosed { note = words.say(Self.key(todo.status)) }
            if todo.lateSince != nil { classes.append("late") }
        } else if item.journal?.isAllDay ?? false, label == words.say("allDay") {
            time.label = ""
        }
        if item.isRecurring { classes.append("recurring") }
        let names = ([item.calendar] + item.alsoIn).joined(separator: ", ")
        let parts = [
            "<time datetime=\"\(time.point?.text(in: zone) ?? "")\">\(time.label)</time>",
            title(item), note.map { "<em>\($0)</em>" },
            "<span class=\"in\">\(Self.escaped(names))</span>",
        ]
        return
            "<li class=\"\(classes.joined(separator: " "))\"><span class=\"box\" aria-hidden=\"true\">\(box)</span>"
            + "<a href=\"/events/\(item.id.description.percentEncoded)\">"
            + parts.compactMap(\.self).joined(separator: " ") + "</a></li>"
    }

    /// The journal entry's own page, for who has no scripts.
    func details(journal entry: AgendaEvent) -> String {
        let start = entry.journal?.start.map { "<p>\($0.text(in: zone))</p>" } ?? ""
        let texts = (entry.journal?.descriptions ?? []).map {
            "<p class=\"notes\" dir=\"auto\">\(Self.escaped($0))</p>"
        }
        return
            "<article class=\"details plain\" id=\"event\"><h2 dir=\"auto\">\(title(entry))</h2>"
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
