import AgendaJSON
import AgendaKit
import ICalendar

/// Changes for people, one on each line: `changed  Sat 2026-11-21  09:30-11:30  Ski course`.
struct TextChanges {
    let list: TextList
    /// The timeline to whose nodes the changes refer.
    let timeline: Timeline

    /// A line for each change. Skips events that left the timeline at midnight.
    func text(_ changes: [TimelineUpdate.Change]) -> OutputBuffer {
        var output = OutputBuffer()
        for change in changes where !change.nodes.isEmpty { output.append(line(change) + "\n") }
        return output
    }

    /// The first change, and the number of others; nil if there is none.
    func newest(_ changes: [TimelineUpdate.Change]) -> String? {
        let shown = changes.filter { !$0.nodes.isEmpty }
        guard let first = shown.first else { return nil }
        if shown.count == 1 { return line(first) }
        return line(first) + "  " + list.style.text("(and \(shown.count - 1) more)")
    }

    private func line(_ change: TimelineUpdate.Change) -> String {
        // The day precedes the line, whose width is therefore unlimited here; the screen cuts drawn
        // lines.
        var list = list
        list.style.width = nil
        let node = timeline.nodes[change.nodes.lowerBound]
        let part = DayPart(of: change.event.span, on: node.date, zone: timeline.zone)
        let kind = list.style.text(change.kind.word)
        // 9 columns: the longest word, `changed`, and two spaces.
        return kind + DisplayWidth.padding(kind, to: 9)
            + "\(list.style.words.day(node.date))  \(list.line(change.event, part: part))"
    }
}

extension TimelineUpdate.Kind {
    fileprivate var word: Message {
        switch self {
        case .added: "added"
        case .changed: "changed"
        case .removed: "removed"
        }
    }
}
