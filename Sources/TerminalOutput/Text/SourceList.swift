package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import AgendaSync
package import ICalendar

/// The sources, for people and as JSON.
package enum SourceList {
    /// A line for each source, in their owner's order: name, group, kind if it is contacts, events and their days, status, last change, path.
    package static func text(
        _ sources: [CalendarSource], _ contents: [Int64: SourceContents], _ feeds: [Int64: Feed],
        zone: TimeZoneRules, style: TextStyle
    ) -> OutputBuffer {
        let sources = sources.inOrder
        let names = sources.map { style.safe($0.name) }
        let width = names.map { DisplayWidth.cells(of: $0) }.max() ?? 0
        var output = OutputBuffer()
        for (source, name) in zip(sources, names) {
            let held = contents[source.id]
            var parts = [style.text(.events(source.eventCount))]
            if source.kind == .contacts { parts.insert(style.text("contacts"), at: 0) }
            if let group = source.group { parts.insert(style.text("in \(group)"), at: 0) }
            if let days = days(held, style.words) { parts.append(style.text(days)) }
            if let count = held?.todoCount, count > 0 {
                parts.append(
                    style.text(.todos(count)))
            }
            switch source.status {
            case .ok: break
            case .partial: parts.append(style.text("partial"))
            case .failed: parts.append(style.text("failed"))
            }
            if source.diagnosticCount > 0 {
                parts.append(style.text(.problems(source.diagnosticCount)))
            }
            if source.isWritable { parts.append(style.text("writable")) }
            if !source.makesBusy { parts.append(style.text("leaves you free")) }
            if let text = source.reminderText {
                parts.append(style.text("reminds \(text) before"))
            }
            if let change = held?.lastChange {
                parts.append(
                    style.text("changed \(style.words.date(zone.wallTime(at: change).date))"))
            }
            if let feed = feeds[source.id] {
                parts += feed.standing(zone).map { style.text($0) }
                parts.append(style.safe(feed.address))
            } else {
                parts.append(source.location.map(style.safe) ?? style.text("local"))
            }
            output.append(style.calendar(name, source.color, of: source.name))
            output.append(DisplayWidth.padding(name, to: width) + "  ")
            output.append(parts.joined(separator: ", ") + "\n")
        }
        return output
    }

    /// The range of days that contains its events; nil if it has none.
    private static func days(_ contents: SourceContents?, _ words: TimeWords) -> Message? {
        guard let first = contents?.firstDay else { return nil }
        guard let last = contents?.lastDay else { return "from \(words.date(first)) on" }
        return first == last
            ? "\(words.date(first))" : "\(words.date(first)) to \(words.date(last))"
    }
}

extension Feed {
    /// When it was fetched, when it is due, and what is wrong.
    package func standing(_ zone: TimeZoneRules) -> [Message] {
        func when(_ instant: Instant) -> String {
            TimeWords.current.text(zone.wallTime(at: instant))
        }
        var parts: [Message] = ["fetched \(when(confirmed))", "due \(when(due))"]
        if let fault { parts.append("since \(when(faultStart ?? asked)): \(fault.description)") }
        return parts
    }
}
