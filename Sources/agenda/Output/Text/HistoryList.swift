import AgendaKit
import ICalendar

/// The changes made to events, for people and as JSON.
enum HistoryList {
    /// From this width on the title stands after the time, otherwise below it.
    private static let widthForOneLine = 60

    /// A line for each change: its number, time, kind, the event's title, its calendar; two lines
    /// on a narrow terminal.
    ///
    /// - Parameter isPatch: whether the differences follow each change.
    static func text(
        _ changes: ArraySlice<EventChange>, style: TextStyle, zone: TimeZoneRules,
        isPatch: Bool = false
    ) -> OutputBuffer {
        let width = changes.map { "\($0.id)".utf8.count }.max() ?? 0
        let times = changes.map { change in
            let wall = zone.wallTime(at: change.instant)
            return style.words.date(wall.date) + " " + style.words.clock.text(wall)
        }
        let timeWidth = times.map { DisplayWidth.cells(of: $0) }.max() ?? 0
        // Two spaces, `2026-11-20 12:00`, two more, and the longest verb with a space.
        let indent = width + 2 + timeWidth + 2 + 8
        let isNarrow = style.width.map { $0 < widthForOneLine } ?? false
        var output = OutputBuffer()
        for (change, time) in zip(changes, times) {
            let number = "\(change.id)"
            output.append(String(repeating: " ", count: width - number.utf8.count) + number + "  ")
            output.append(time + DisplayWidth.padding(time, to: timeWidth))
            let verb = style.text(verb(of: change))
            output.append("  " + verb)
            output.append(
                isNarrow
                    ? "\n" + String(repeating: " ", count: width + 2)
                    : DisplayWidth.padding(verb, to: 8))
            let room = style.width.map {
                max($0, LineFit.narrowest) - (isNarrow ? width + 2 : indent)
            }
            output.append(title(change, room: room, style: style) + "\n")
            if isPatch { ChangeText.append(differenceOf: change, to: &output) }
        }
        return output
    }

    /// `Review (3)  undone  [local]`.
    private static func title(_ change: EventChange, room: Int?, style: TextStyle) -> String {
        var line = LineFit(
            title: style.safe(title(of: change).text(in: style.language)), mark: "", location: "",
            calendars: style.safe(calendars(change)))
        if let reverts = change.reverts { line.mark += " (\(reverts))" }
        if change.isUndone { line.mark += "  " + style.text("undone") }
        if let room { line.cut(to: room, style: style) }
        let text = line.title + line.mark
        let shown = change.isUndone ? style.dimmed(text) : text
        if change.source != nil || line.calendars.isEmpty { return shown }
        return shown + "  " + style.dimmed("[" + line.calendars + "]")
    }

    /// `home`; for a move `home -> local`, for a change in several calendars `home, local`.
    private static func calendars(_ change: EventChange) -> String {
        var names = [change.calendar]
        for operation in change.operations where !names.contains(operation.calendar) {
            names.append(operation.calendar)
        }
        return names.joined(separator: change.kind == .move ? " -> " : ", ")
    }

    /// `added`, `edited`, …; for a source `changed` and `removed`.
    static func verb(of change: EventChange) -> Message {
        switch change.kind {
        case .edit where change.source != nil: "changed"
        case .delete where change.source != nil: "removed"
        default: verb(change.kind)
        }
    }

    /// The event's title, or `calendar lunch`.
    static func title(of change: EventChange) -> Message {
        if change.source != nil { return "calendar \(change.summary ?? "")" }
        return change.summary.map { "\($0)" } ?? "(no title)"
    }

    /// `added`, `edited`, …
    static func verb(_ kind: EventChange.Kind) -> Message {
        switch kind {
        case .add: "added"
        case .edit: "edited"
        case .delete: "deleted"
        case .move: "moved"
        case .undo: "undid"
        case .redo: "redid"
        }
    }

    /// `{"version": 1, "timeZone": …, "changes": […]}`.
    static func json(_ changes: ArraySlice<EventChange>, zone: TimeZoneRules) -> OutputBuffer {
        var json = JSONWriter()
        json.object { json in
            EventJSON(zone: zone).head(&json)
            json.key("changes")
            json.array { json in
                for change in changes {
                    json.newLine()
                    write(change, zone: zone, to: &json)
                }
            }
        }
        json.output.append("\n")
        return json.output
    }

    private static func write(
        _ change: EventChange, zone: TimeZoneRules, to json: inout JSONWriter
    ) {
        json.object { json in
            json.key("number")
            json.value(Int(change.id))
            json.key("kind")
            json.value(change.kind.rawValue)
            json.key("at")
            json.value(change.instant, in: zone)
            json.key("summary")
            json.value(change.summary)
            json.key("calendar")
            json.value(change.calendar)
            json.key("undone")
            json.value(change.isUndone)
            json.key("reverts")
            if let reverts = change.reverts { json.value(Int(reverts)) } else { json.value(nil) }
            json.key("source")
            write(change.source, to: &json)
            json.key("operations")
            json.array { json in
                for operation in change.operations { write(operation, to: &json) }
            }
        }
    }

    /// `{"before": {…}, "after": {…}}`; null where there is no source.
    private static func write(_ operation: SourceOperation?, to json: inout JSONWriter) {
        guard let operation else { return json.value(nil) }
        json.object { json in
            json.key("before")
            write(operation.before, to: &json)
            json.key("after")
            write(operation.after, to: &json)
        }
    }

    private static func write(_ source: CalendarSource?, to json: inout JSONWriter) {
        guard let source else { return json.value(nil) }
        json.object { json in
            json.key("name")
            json.value(source.name)
            json.key("kind")
            json.value(source.kind.rawValue)
            json.key("path")
            json.value(source.location)
            json.key("color")
            json.value(source.color)
            json.key("writable")
            json.value(source.isWritable)
        }
    }

    private static func write(_ operation: EventOperation, to json: inout JSONWriter) {
        json.object { json in
            json.key("id")
            json.value(operation.identifier)
            json.key("uid")
            json.value(operation.uid)
            json.key("calendar")
            json.value(operation.calendar)
            json.key("href")
            json.value(operation.href)
            json.key("before")
            json.value(operation.before.map { String(decoding: $0, as: UTF8.self) })
            json.key("after")
            json.value(operation.after.map { String(decoding: $0, as: UTF8.self) })
            json.key("dependsOn")
            json.array { json in operation.dependencies.forEach { json.value($0) } }
        }
    }
}
