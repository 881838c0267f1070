import AgendaJSON
package import AgendaKit
package import ICalendar

/// An event as lines that a person edits: `key: value`, and the description at the end.
package struct EventForm: Sendable {
    enum Key: String, CaseIterable {
        case summary, start, end, zone, location, every, alarm, attendee, category, url, status
        case busy, description
        // Of a to-do.
        case due, priority, percent, completed, parent
    }

    /// The values in the order of the lines, also those that are only compared.
    private(set) var values: [(key: Key, text: String)]
    /// What is no line of the form: when a to-do was done follows its status, and its alarms are no words before a start.
    private var hidden: Set<Key> { isTodo ? [.completed, .alarm] : [] }
    private let isTodo: Bool
    private let isJournal: Bool

    /// - Parameter parent: what stands for a to-do's parent in place of its `UID`.
    package init(_ draft: EventDraft, parent: String? = nil) {
        let event = draft.event
        (isTodo, isJournal) = (event.todo != nil, event.isJournal)
        values =
            event.todo.map { Self.values($0, of: draft, parent: parent) } ?? [
                (.summary, event.summary ?? ""),
                (.start, Self.text(event.start)),
                (.end, Self.end(of: draft)),
                (.zone, event.start.tzid ?? (event.start.isUTC ? "UTC" : "")),
                (.location, event.location ?? ""),
                (.every, event.recurrenceRules.map(\.icalendar).joined(separator: " + ")),
                (.alarm, event.alarms.map(\.words).joined(separator: ", ")),
                (.attendee, draft.participants.map(\.shownAddress).joined(separator: ", ")),
                (.category, event.categories.joined(separator: ", ")),
                (.url, event.url ?? ""),
                (.status, event.status.rawValue),
                (.busy, event.isTransparent ? "no" : "yes"),
                (.description, event.details ?? ""),
            ]
        for index in values.indices where values[index].key != .description {
            values[index].text = SafeText.line(values[index].text, isUTF8: true)
        }
    }

    /// The whole form, below the notes.
    package func text(notes: [String]) -> String {
        var lines = notes.map { "# " + $0 }
        for (key, text) in values where !hidden.contains(key) {
            guard key == .description else {
                lines.append(text.isEmpty ? "\(key.rawValue):" : "\(key.rawValue): \(text)")
                continue
            }
            lines.append("description:")
            lines += text.isEmpty ? [] : SafeText.lines(text, isUTF8: true)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The changes made to the form, with a to-do's parent as typed; throws a usage failure that names the line.
    package func edits(in text: String) throws(CommandFailure) -> ItemEdits {
        var edits = ItemEdits()
        for (key, new) in try changes(in: text) {
            switch key {
            case .summary: edits.summary = new
            case .location: edits.location = new
            case .url: edits.url = new
            case .description: edits.description = new
            case .start:
                edits.start = isTodo ? new : try Self.required(new, "start: say when it starts")
            case .end: edits.end = try Self.required(new, "end: say when it ends")
            case .due: edits.due = new
            case .zone: edits.timeZone = try Self.required(new, "zone: name a time zone")
            case .every: edits.every = new
            case .alarm: edits.alarms = Self.list(new)
            case .attendee: edits.attendees = Self.list(new)
            case .category: edits.categories = Self.list(new)
            case .status:
                let usual = isJournal ? "" : isTodo ? "needs-action" : "confirmed"
                edits.status = new.isEmpty ? usual : new
            case .busy:
                guard let busy = ["yes": true, "no": false, "": true][new.lowercased()] else {
                    throw .usage("busy must be yes or no, not '\(new)'")
                }
                edits.busy = busy
            case .priority: edits.priority = new
            case .percent:
                guard let percent = new.isEmpty ? 0 : Int(new) else {
                    throw .usage("--percent must be from 0 to 100, not \(new)")
                }
                edits.percent = percent
            case .parent: edits.parent = new
            case .completed: break
            }
        }
        return edits
    }

    /// The lines whose values were changed, in the order of the form, with the new values.
    private func changes(in text: String) throws(CommandFailure) -> [(key: Key, text: String)] {
        var found: [Key: String] = [:]
        var description: [Substring]?
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            if description != nil {
                description?.append(line)
                continue
            }
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
            let name = line.prefix { $0 != ":" }
            let trimmed = name.lowercased().filter { !$0.isWhitespace }
            guard name.count < line.count, let key = Key(rawValue: trimmed),
                !hidden.contains(key),
                values.contains(where: { $0.key == key })
            else {
                throw .usage(
                    "line \(index + 1): '\(line)' is not a line of the form: write key: value")
            }
            guard found[key] == nil else {
                throw .usage("line \(index + 1): \(key.rawValue) appears twice: leave one out")
            }
            let value = Self.trimmed(line.dropFirst(name.count + 1))
            found[key] = value
            if key == .description { description = value.isEmpty ? [] : [value[...]] }
        }
        if let description {
            found[.description] = Self.trimmed(description.joined(separator: "\n")[...])
        }
        // A removed line removes its value.
        return values.compactMap { key, old in
            let new = found[key] ?? ""
            return hidden.contains(key) || new == Self.trimmed(old[...]) ? nil : (key, new)
        }
    }

    /// The differences between two events, line by line: `-start: …`, `+start: …`.
    static func difference(_ old: EventDraft?, _ new: EventDraft?) -> [String] {
        func fields(_ draft: EventDraft?) -> [FieldDifference.Field] {
            draft.map { EventForm($0).values.map { ($0.key.rawValue, $0.text) } } ?? []
        }
        return FieldDifference.lines(fields(old), fields(new))
    }

    private static func required(
        _ text: String, _ message: Message
    ) throws(CommandFailure) -> String {
        if text.isEmpty { throw .usage(message) }
        return text
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { trimmed($0) }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// `2026-11-27 12:30`, or the day.
    static func text(_ time: CalendarTime) -> String {
        time.isDate ? time.wallTime.date.iso : time.wallTime.minuteText
    }

    /// For whole days the last day, as people say it; otherwise the time on the start's clock.
    private static func end(of draft: EventDraft) -> String {
        let start = draft.event.start
        let end = draft.wallEnd(in: start.isUTC ? .utc : start.tzid.flatMap { draft.zone($0) })
        return start.isDate ? max(end.date - 1, start.wallTime.date).iso : end.minuteText
    }
}

extension Participant {
    /// The address without the usual `mailto:`.
    package var shownAddress: String {
        address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
    }
}
