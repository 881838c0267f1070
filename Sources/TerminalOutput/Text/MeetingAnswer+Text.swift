package import AgendaActions
package import AgendaJSON
import AgendaKit
import ICalendar

/// Times for a meeting in all output forms.
extension MeetingAnswer {
    /// The people and, below them, the numbered times.
    package func text(style: TextStyle) -> OutputBuffer {
        var output = people(style: style)
        output.append("\n")
        let rows = slots.enumerated().map { index, slot in
            let times = TimeText(zone: zone, style: style).dayAndClocks(slot.times)
            return ["\(index + 1)", times, suits(slot, style)] + others(slot, style)
        }
        output.append(Self.table(rows, style))
        return output
    }

    /// A line for each person: name, zone, how old the calendar is, and how much of it is known.
    package func people(style: TextStyle) -> OutputBuffer {
        let rows = document.people.map { person in
            let isMe = person.name == PersonArgument.me
            return [
                isMe ? style.text(Message.me) : style.safe(person.name),
                person.zone.map { style.safe($0.name) } ?? "",
                isMe || person.fetched == nil ? "" : style.text(Self.age(person.age)),
                style.text(known(person, style)),
            ]
        }
        return OutputBuffer(Self.table(rows, style))
    }

    /// Text to paste into a message.
    package func proposal(style: TextStyle) -> OutputBuffer {
        let length = TimeText.length(minutes: length / 60)
        var output = OutputBuffer()
        output.append(style.text("Possible times for \(length) (\(style.safe(zone.name))):") + "\n")
        for (index, slot) in slots.enumerated() {
            let times = TimeText(zone: zone, style: style).dayAndClocks(slot.times)
            let others = others(slot, style)
            let beside = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
            output.append("\(index + 1). \(times)\(beside)\n")
        }
        return output
    }

    /// A table: `start`, `end`, and how it suits each person.
    package func table() -> OutputBuffer {
        let rows = slots.map { slot in
            [slot.times.lowerBound.text(in: zone), slot.times.upperBound.text(in: zone)]
                + slot.statuses.map(\.name)
        }
        return TSVTable.text(["start", "end"] + document.people.map(\.name), rows)
    }

    /// Who is not known to be free at one of the times.
    package var unknownNames: [String] {
        document.people.enumerated().filter { index, _ in
            slots.contains { $0.statuses[index] == .unknown }
        }.map { $1.name == PersonArgument.me ? Message.me.text : $1.name }
    }

    /// `everybody is free`, `anna tentative, bo not known`.
    private func suits(_ slot: MeetingTimes.Slot, _ style: TextStyle) -> String {
        func names(_ status: Availability.Status) -> String {
            zip(document.people, slot.statuses).filter { $1 == status }.map { person, _ in
                person.name == PersonArgument.me
                    ? style.text(Message.me) : style.safe(person.name)
            }.joined(separator: ", ")
        }
        let (tentative, unknown) = (names(.tentative), names(.unknown))
        if tentative.isEmpty, unknown.isEmpty { return style.text("everybody is free") }
        return [
            tentative.isEmpty ? nil : style.text("tentative: \(tentative)"),
            unknown.isEmpty ? nil : style.text("not known: \(unknown)"),
        ].compactMap { $0 }.joined(separator: "; ")
    }

    /// The time in each of the people's other zones: `Asia/Tokyo 20:30-21:15`.
    private func others(_ slot: MeetingTimes.Slot, _ style: TextStyle) -> [String] {
        var (seen, texts): (Set<String>, [String]) = ([zone.name], [])
        let date = TimeText(zone: zone).date(slot.times)
        for zone in document.people.compactMap(\.zone) where seen.insert(zone.name).inserted {
            let text = TimeText(zone: zone, style: style)
            let isSame = text.date(slot.times) == date
            let times = isSame ? text.clocks(slot.times) : text.dayAndClocks(slot.times)
            texts.append("\(style.safe(zone.name)) \(times)")
        }
        return texts
    }

    private func known(_ person: MeetingDocument.Person, _ style: TextStyle) -> Message {
        // Days that are over are of no use to anybody.
        if asked.isEmpty { return "" }
        guard let first = person.known.first, let last = person.known.last else {
            return "not known"
        }
        if InstantRanges(person.known).gaps(in: asked).isEmpty { return "" }
        let text = TimeText(zone: zone, style: style)
        let start = text.text(zone.wallTime(at: first.lowerBound))
        let end = text.text(zone.wallTime(at: last.upperBound))
        return person.known.count == 1
            ? "known from \(start) to \(end)" : "known in parts from \(start) to \(end)"
    }

    /// How old a calendar is.
    private static func age(_ seconds: Int?) -> Message {
        guard let seconds else { return "age not known" }
        return switch seconds {
        case ..<3_600: "\(seconds / 60) min old"
        case ..<172_800: "\(seconds / 3_600) h old"
        default: "\(seconds / 86_400) days old"
        }
    }

    /// Rows in columns of one width; without the columns where no row has anything. On a narrow terminal, what is
    /// beyond the second column goes below it.
    private static func table(_ rows: [[String]], _ style: TextStyle) -> String {
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { DisplayWidth.cells(of: $0[column]) }.max() ?? 0
        }
        let columns = widths.indices.filter { widths[$0] > 0 }
        let total = columns.map { widths[$0] + 2 }.reduce(-2, +)
        let isNarrow = style.width.map { total > $0 } ?? false
        return rows.map { row in
            var line = ""
            for column in columns {
                if isNarrow, column > 1 {
                    if !row[column].isEmpty { line += "\n    " + row[column] }
                    continue
                }
                if column != columns.first { line += "  " }
                line += row[column] + DisplayWidth.padding(row[column], to: widths[column])
            }
            return line.split(separator: "\n").map { String($0.trimmingEnd) + "\n" }.joined()
        }.joined()
    }
}

extension Substring {
    fileprivate var trimmingEnd: Substring {
        var rest = self
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}

extension Message {
    /// The reader, among the people of a meeting.
    package static let me: Message = "me"
}
