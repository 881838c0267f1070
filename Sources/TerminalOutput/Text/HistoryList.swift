package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// The changes made to events, for people and as JSON.
package enum HistoryList {
    /// From this width on the title stands after the time, otherwise below it.
    private static let widthForOneLine = 60

    /// A line for each change: its number, time, kind, the event's title, its calendar; two lines
    /// on a narrow terminal.
    ///
    /// - Parameter isPatch: whether the differences follow each change.
    package static func text(
        _ changes: [EventChange], style: TextStyle, zone: TimeZoneRules,
        isPatch: Bool = false
    ) -> OutputBuffer {
        let width = changes.map { "\($0.id)".utf8.count }.max() ?? 0
        let times = changes.map { style.words.text(zone.wallTime(at: $0.instant)) }
        let timeWidth = times.map { DisplayWidth.cells(of: $0) }.max() ?? 0
        let verbs = changes.map { style.safe(style.text(verb(of: $0))) }
        // The longest verb of what is done here, with a space; devices have names.
        let verbWidth = max(8, (verbs.map { DisplayWidth.cells(of: $0) }.max() ?? 0) + 1)
        // Two spaces, `2026-11-20 12:00`, two more, and the verb.
        let indent = width + 2 + timeWidth + 2 + verbWidth
        let isNarrow = style.width.map { $0 < widthForOneLine } ?? false
        var output = OutputBuffer()
        for ((change, time), verb) in zip(zip(changes, times), verbs) {
            let number = "\(change.id)"
            output.append(String(repeating: " ", count: width - number.utf8.count) + number + "  ")
            output.append(time + DisplayWidth.padding(time, to: timeWidth))
            output.append("  " + verb)
            output.append(
                isNarrow
                    ? "\n" + String(repeating: " ", count: width + 2)
                    : DisplayWidth.padding(verb, to: verbWidth))
            let room = style.width.map {
                max($0, LineFit.narrowest) - (isNarrow ? width + 2 : indent)
            }
            output.append(title(change, room: room, style: style) + "\n")
            if isPatch { output.append(differenceOf: change) }
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
        // A calendar that is gone has no name.
        for name in change.operations.map(\.calendar) where !name.isEmpty && !names.contains(name) {
            names.append(name)
        }
        return names.joined(separator: change.kind == .move ? " -> " : ", ")
    }

    /// `added`, `edited`, …; for a source `changed` and `removed`; `deleted on phone` for what a device did.
    package static func verb(of change: EventChange) -> Message {
        guard let device = change.device else { return verbHere(of: change) }
        return switch change.kind {
        case .add: "added on \(device)"
        case .edit: "changed on \(device)"
        case .delete: "deleted on \(device)"
        case .move: "moved on \(device)"
        case .undo, .redo, .sync, .backgroundSync, .mirror: verbHere(of: change)
        }
    }

    private static func verbHere(of change: EventChange) -> Message {
        switch change.kind {
        case .add: "added"
        case .edit where change.pair != nil: "noted"
        case .edit: change.source == nil ? "edited" : "changed"
        case .delete: change.source == nil ? "deleted" : "removed"
        case .move: "moved"
        case .undo: "undid"
        case .redo: "redid"
        case .sync, .backgroundSync: "synced"
        case .mirror: "mirrored"
        }
    }

    /// What an undo or redo took back or made again: `edited`, `Review`.
    ///
    /// - Parameter origin: the change that it is about.
    static func reverted(
        by change: EventChange, of origin: EventChange?
    ) -> (verb: Message, title: Message) {
        let synced = origin.flatMap { $0.isSynced && $0.source == nil ? $0 : nil }
        let brought = synced.map { origin -> Message in
            "\(origin.summary ?? ""): \(titles(of: origin))"
        }
        return (origin.map(verb) ?? "edited", brought ?? title(of: change))
    }

    /// How many events of a synchronisation are named: enough to know whose they are.
    private static let namedTitles = 5

    /// The events that a change is about: `Tea, Talk, …`.
    package static func titles(of change: EventChange) -> String {
        var titles: [String] = []
        for operation in change.operations {
            let title = ChangeText.title(of: operation)
            if !titles.contains(title) { titles.append(title) }
            if titles.count > namedTitles { break }
        }
        let rest = titles.count > namedTitles ? ", …" : ""
        return titles.prefix(namedTitles).joined(separator: ", ") + rest
    }

    package static func title(of change: EventChange) -> Message {
        if change.source != nil { return "calendar \(change.summary ?? "")" }
        if let pair = change.pair {
            let title = change.summary ?? pair.pair.first
            return switch change.kind == .undo ? pair.before : pair.after {
            case true?: "the same: \(title)"
            case false?: "not the same: \(title)"
            case nil: "nothing of: \(title)"
            }
        }
        if change.isSynced { return counts(change) }
        return change.summary.map { "\($0)" } ?? "(no title)"
    }

    /// `work: 3 added, 2 changed, 1 removed`.
    private static func counts(_ change: EventChange) -> Message {
        let added = change.operations.count { $0.before == nil }
        let removed = change.operations.count { $0.after == nil }
        let changed = change.operations.count - added - removed
        var parts: [Message] = []
        if added > 0 { parts.append("\(added) added") }
        if changed > 0 { parts.append("\(changed) changed") }
        if removed > 0 { parts.append("\(removed) removed") }
        return "\(change.summary ?? ""): \(parts.map(\.text).joined(separator: ", "))"
    }
}
