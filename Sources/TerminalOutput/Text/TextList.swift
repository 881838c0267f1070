import AgendaActions
package import AgendaJSON
package import AgendaKit

/// The list for people: a header for each day with events, and a line for each event.
package struct TextList {
    package var style: TextStyle
    /// Whether lines name their calendar; needless if there is only one.
    package var namesCalendars = true
    /// The short ids in front of the times, if requested.
    package var ids: ListedIDs?
    /// Whether today has a header even without events, so that nobody has to infer it.
    package var showsEmptyToday = false

    package init(
        style: TextStyle, namesCalendars: Bool = true, ids: ListedIDs? = nil,
        showsEmptyToday: Bool = false
    ) {
        (self.style, self.namesCalendars, self.ids, self.showsEmptyToday) = (
            style, namesCalendars, ids, showsEmptyToday
        )
    }

    /// The days of a timeline that have events.
    package func text(_ timeline: Timeline) -> OutputBuffer {
        OutputBuffer.joining(Self.halves(timeline.nodes)) { text(of: $0, timeline) }
    }

    /// Splits the days into two halves with about as many events; returns one part if a second core
    /// would not save time.
    private static func halves(_ nodes: [Node]) -> [ArraySlice<Node>] {
        let count = nodes.reduce(0) { $0 + $1.events.count }
        guard count > 2_000 else { return [nodes[...]] }
        var (middle, before) = (0, 0)
        while before < count / 2 {
            before += nodes[middle].events.count
            middle += 1
        }
        return [nodes[..<middle], nodes[middle...]]
    }

    private func text(of nodes: ArraySlice<Node>, _ timeline: Timeline) -> OutputBuffer {
        var output = OutputBuffer()
        let (zone, window) = (timeline.zone, timeline.window)
        var titles = SharedTitles()
        output.bytes.reserveCapacity(64 * timeline.nodes.reduce(0) { $0 + $1.events.count })
        for node in nodes {
            let isEmpty = node.events.isEmpty
            if isEmpty, !showsEmptyToday || node.date != timeline.today { continue }
            output.append(style.header(style.words.header(node.date, today: timeline.today)))
            output.append("\n")
            if isEmpty { output.append("  " + style.dimmed(style.text("no events")) + "\n") }
            let day = window.bounds[node.index]..<window.bounds[node.index + 1]
            for event in node.events {
                let part = DayPart(of: event.span, on: node.date, day: day, zone: zone)
                output.append("  ")
                write(idOf: event, to: &output)
                write(part, of: event, to: &output)
                if event.isRecurring {
                    titles.append(event, to: &output) { write(titleOf: event, to: &$0) }
                } else {
                    write(titleOf: event, to: &output)
                }
                output.append(UInt8(ascii: "\n"))
            }
        }
        return output
    }

    /// `09:30-09:45  Stand-up ⟳ @ Room 4  [team +home]`.
    package func line(_ event: AgendaEvent, part: DayPart) -> String {
        OutputBuffer.text {
            write(idOf: event, to: &$0)
            write(part, of: event, to: &$0)
            write(titleOf: event, to: &$0)
        }
    }

    /// Appends the beginning of a line, straight to the bytes: a long list has 50,000 lines.
    private func write(_ part: DayPart, of event: AgendaEvent, to output: inout OutputBuffer) {
        if style.dims(event) { output.append(style.dimming.begin) }
        if part == .allDay {
            let text = style.text("all day")
            output.append(text)
            output.append(DisplayWidth.padding(text, to: timeWidth))
            return
        }
        let start = output.bytes.count
        part.write(style.symbols, clock: style.words.clock, to: &output)
        // Each character of a mark takes one cell; UTF-8 continuation bytes take none.
        let width = output.bytes[start...].count { $0 & 0xC0 != 0x80 }
        for _ in 0..<max(timeWidth - width, 2) { output.append(UInt8(ascii: " ")) }
    }

    private func write(idOf event: AgendaEvent, to output: inout OutputBuffer) {
        guard let ids else { return }
        output.append(style.dimmed(ids.column(event)))
    }

    /// The cells of the first column: `09:30-09:45` and two spaces.
    private var timeWidth: Int { style.words.clock.rangeWidth + 2 }

    /// The cells after the indentation and the first column; nil for no limit.
    private var room: Int? {
        style.width.map { max($0 - (ids?.cells ?? 0), LineFit.narrowest) - 2 - timeWidth }
    }

    /// Appends the text after the time: the same for all instances of an event.
    private func write(titleOf event: AgendaEvent, to output: inout OutputBuffer) {
        var calendars = self.calendars(of: event)
        let start = output.bytes.count
        style.write(markedTitleOf: event, to: &output)
        let titleEnd = output.bytes.count
        if event.isRecurring {
            output.append(" ")
            output.append(style.symbols.recurs)
        }
        let markEnd = output.bytes.count
        write(locationOf: event, to: &output)
        // No character takes more cells than bytes: most lines fit without being measured.
        if let room, output.bytes.count - start + calendars.utf8.count + 4 > room {
            func text(_ range: Range<Int>) -> String {
                String(decoding: output.bytes[range], as: UTF8.self)
            }
            var line = LineFit(
                title: text(start..<titleEnd), mark: text(titleEnd..<markEnd),
                location: text(markEnd..<output.bytes.count), calendars: calendars)
            line.cut(to: room, style: style)
            output.bytes.removeSubrange(start...)
            output.append(line.title + line.mark + line.location)
            calendars = line.calendars
        }
        if style.dims(event) { output.append(style.dimming.end) }
        if !calendars.isEmpty {
            output.append("  ")
            output.append(style.calendar("[\(calendars)]", event.color, of: event.calendar))
        }
    }

    private func write(locationOf event: AgendaEvent, to output: inout OutputBuffer) {
        guard let location = event.location else { return }
        let start = output.bytes.count
        output.append(" @ ")
        let text = output.bytes.count
        output.append(safe: location, isUTF8: style.isUTF8, lineBreak: TextStyle.lineBreak)
        if output.bytes.count == text { output.bytes.removeSubrange(start...) }
    }

    private func calendars(of event: AgendaEvent) -> String {
        if !namesCalendars && event.alsoIn.isEmpty { return "" }
        let names = (namesCalendars ? [event.calendar] : []) + event.alsoIn.map { "+" + $0 }
        return names.map(style.safe).joined(separator: " ")
    }
}

/// The text that the lines of an event's instances share, produced once: nearly all of 40,000 lines
/// of recurring events are copies.
private struct SharedTitles {
    private var bytes: [UInt8] = []
    private var places: [ObjectIdentifier: Range<Int>] = [:]

    /// Appends the text for the event's content; calls `write` only the first time.
    mutating func append(
        _ event: AgendaEvent, to output: inout OutputBuffer, write: (inout OutputBuffer) -> Void
    ) {
        if let place = places[event.contentID] {
            output.bytes.append(contentsOf: bytes[place])
            return
        }
        let start = output.bytes.count
        write(&output)
        places[event.contentID] = bytes.count..<bytes.count + output.bytes.count - start
        bytes.append(contentsOf: output.bytes[start...])
    }
}
