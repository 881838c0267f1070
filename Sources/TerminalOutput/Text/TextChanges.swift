import AgendaActions
package import AgendaJSON
package import AgendaKit

/// Changes for people, one on each line: `changed  Sat 2026-11-21  09:30-11:30  Ski course`.
package struct TextChanges {
    package let list: TextList
    /// The timeline to whose nodes the changes refer.
    package let timeline: Timeline

    package init(list: TextList, timeline: Timeline) {
        (self.list, self.timeline) = (list, timeline)
    }

    /// A line for each change. Skips what left the timeline at midnight.
    package func text(
        _ changes: [TimelineUpdate.Change], _ items: [TimelineUpdate.ItemChange] = []
    ) -> OutputBuffer {
        OutputBuffer(lines(changes, items).map { $0 + "\n" }.joined())
    }

    /// The first change, and the number of others; nil if there is none.
    package func newest(
        _ changes: [TimelineUpdate.Change], _ items: [TimelineUpdate.ItemChange] = []
    ) -> String? {
        let shown = lines(changes, items)
        guard let first = shown.first else { return nil }
        if shown.count == 1 { return first }
        return first + "  " + list.style.text("(and \(shown.count - 1) more)")
    }

    private func lines(
        _ changes: [TimelineUpdate.Change], _ items: [TimelineUpdate.ItemChange]
    ) -> [String] {
        changes.filter { !$0.nodes.isEmpty }
            .map { line($0.kind, $0.event, at: $0.nodes.lowerBound) }
            + items.compactMap { change in
                // What is overdue is told as it stands under today.
                let entry = timeline.entries(of: change.item).last
                return entry.flatMap { entry in
                    change.nodes.last.map { line(change.kind, entry, at: $0) }
                }
            }
    }

    private func line(
        _ change: TimelineUpdate.Kind, _ event: AgendaEvent, at index: Int
    ) -> String {
        // The day precedes the line, whose width is therefore unlimited here; the screen cuts drawn
        // lines.
        var list = list
        list.style.width = nil
        let node = timeline.nodes[index]
        let part = DayPart(of: event.span, on: node.date, zone: timeline.zone)
        let kind = list.style.text(change.word)
        // 9 columns: the longest word, `changed`, and two spaces.
        return kind + DisplayWidth.padding(kind, to: 9)
            + "\(list.style.words.day(node.date))  \(list.line(event, part: part))"
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
