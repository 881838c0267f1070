package import AgendaKit
import ICalendar

/// Describes a change to people.
package enum ChangeText {
    /// The difference line by line: `-start: …`, `+start: …`. A heading with the day precedes the
    /// lines of a single instance, or of a new series.
    ///
    /// A new component is compared with its origin: an override with its series, the later part of
    /// a split series with the whole.
    package static func difference(_ change: EventChange) -> [String] {
        if let source = change.source { return difference(source) }
        if let pair = change.pair { return ["= \(pair.pair.first)", "= \(pair.pair.second)"] }
        if change.isSynced {
            // Each event by itself: none comes from another one.
            return change.operations.flatMap { operation in
                var part = change
                (part.operations, part.isSynced) = ([operation], false)
                return ["[\(operation.calendar)] \(title(of: operation))"] + difference(part)
            }
        }
        if let moved = moved(change) {
            return pairs(parts(moved.before), parts(moved.after)).flatMap { pair in
                EventForm.difference(pair.before, pair.after)
            }
        }
        let calendars = change.operations.map(\.calendar)
        if Set(calendars).count > 1 {
            // Each copy separately.
            return calendars.indices.filter { calendars[..<$0].last != calendars[$0] }.flatMap {
                start in
                var part = change
                part.operations = change.operations[start...].prefix {
                    $0.calendar == calendars[start]
                }.map { $0 }
                return ["[\(calendars[start])]"] + difference(part)
            }
        }
        // Existing components come first, although the new ones were created first.
        let operations =
            change.operations.filter { $0.before != nil }
            + change.operations.filter { $0.before == nil }
        let series = series(of: operations)
        return operations.flatMap { operation -> [String] in
            pairs(parts(operation.before ?? []), parts(operation.after ?? [])).flatMap { pair in
                var (before, heading) = (pair.before, [String]())
                if let id = (pair.after ?? pair.before)?.event.recurrenceID {
                    heading = ["@ \(id.wallTime.date.iso)"]
                    if before == nil { before = series?.instance(at: id) }
                } else if operation.before == nil, let series {
                    (before, heading) = (series, [Message("@ from then on").text])
                }
                let lines = EventForm.difference(before, pair.after)
                return (lines.isEmpty ? [] : heading + lines) + Self.takenOut(pair)
            }
        }
    }

    /// The difference between a source's settings, line by line: `-name: …`, `+name: …`.
    package static func difference(_ operation: SourceOperation) -> [String] {
        // Almost all calendars make their owner busy.
        let isBusy = [operation.before, operation.after].allSatisfy { $0?.makesBusy ?? true }
        func fields(_ source: CalendarSource?) -> [FieldDifference.Field] {
            guard let source else { return [] }
            return [
                ("name", source.name), ("path", source.location ?? ""),
                ("color", source.color ?? ""),
                ("writable", source.isWritable ? "yes" : "no"),
                ("busy", isBusy ? "" : source.makesBusy ? "yes" : "no"),
                ("remind", source.reminderText ?? ""),
                ("order", source.order.map { "\($0)" } ?? ""), ("group", source.group ?? ""),
            ]
        }
        return FieldDifference.lines(fields(operation.before), fields(operation.after))
    }

    /// The series that a change concerns, as it was. If a file gives several events its `UID`, the changed one stands first
    /// after the change.
    private static func series(of operations: [EventOperation]) -> EventDraft? {
        let old = operations.lazy.compactMap(\.before).map(parts).first { !$0.isEmpty } ?? []
        let new = operations.first?.after.map(parts) ?? []
        let series = old.filter { $0.event.recurrenceID == nil }
        let start = new.first { $0.event.recurrenceID == nil }?.event.start
        return series.first { $0.event.start == start } ?? series.first
    }

    /// The `SUMMARY` of an event, else its `UID`.
    package static func title(of operation: EventOperation) -> String {
        parts(operation.after ?? operation.before ?? []).first?.event.summary ?? operation.uid
    }

    /// An event's text before and after a move or its undo: the one calendar gains what the other
    /// loses.
    private static func moved(_ change: EventChange) -> (before: [UInt8], after: [UInt8])? {
        guard change.operations.count == 2, let added = change.operations.first,
            let removed = change.operations.last, added.uid == removed.uid,
            added.calendar != removed.calendar, added.before == nil, removed.after == nil,
            let before = removed.before, let after = added.after
        else { return nil }
        return (before, after)
    }

    /// Whether a change affects when an event takes place, or whether it makes its time busy.
    package static func concernsTime(_ change: EventChange) -> Bool {
        let keys: [EventForm.Key] = [.start, .end, .zone, .every, .busy, .status]
        return difference(change).contains { line in
            keys.contains { line.dropFirst().hasPrefix($0.rawValue + ":") }
        }
    }

    /// The instances removed from a series.
    private static func takenOut(
        _ pair: (before: EventDraft?, after: EventDraft?)
    ) -> [String] {
        guard let before = pair.before, let after = pair.after else { return [] }
        let known = Set(before.event.exceptionDates)
        let isMoved = before.event.start != after.event.start
        return after.event.exceptionDates.filter { !known.contains($0) && !isMoved }.flatMap { id in
            ["@ \(id.wallTime.date.iso)"] + EventForm.difference(before.instance(at: id), nil)
        }
    }

    /// Pairs masters with masters and overrides of the same instance with each other; pairs the
    /// rest in order, as after a move of the series. A file may give several events one `UID`: what stays as it is
    /// has no pair, and of several the one that starts at the same time comes first.
    private static func pairs(
        _ before: [EventDraft], _ after: [EventDraft]
    ) -> [(before: EventDraft?, after: EventDraft?)] {
        var rest = before
        let changed = after.filter { part in
            let place = rest.firstIndex {
                $0.event == part.event && $0.participants == part.participants
            }
            return place.map { _ = rest.remove(at: $0) } == nil
        }
        var pairs: [(before: EventDraft?, after: EventDraft?)] = changed.map { part in
            let places = rest.indices.filter {
                rest[$0].event.recurrenceID == part.event.recurrenceID
            }
            let place = places.first { rest[$0].event.start == part.event.start } ?? places.first
            return (place.map { rest.remove(at: $0) }, part)
        }
        for index in pairs.indices where pairs[index].before == nil && !rest.isEmpty {
            pairs[index].before = rest.removeFirst()
        }
        return rest.map { ($0, nil) } + pairs
    }

    static func parts(_ text: [UInt8]) -> [EventDraft] {
        ComponentScanner.scan(text).components.compactMap { component in
            let part = text[component.range]
            return ICalendarParser.event(in: part).value.map { event in
                EventDraft(event: event, participants: ICalendarParser.participants(in: part))
            }
        }
    }
}

extension EventDraft {
    /// The values that the series has at one of its instances.
    fileprivate func instance(at id: CalendarTime) -> EventDraft {
        var instance = self
        let distance = id.wallTime.secondsSinceEpoch - event.start.wallTime.secondsSinceEpoch
        instance.event.start = id
        if case .time(let end) = event.end {
            instance.event.end = .time(end.with(wallTime: end.wallTime + distance))
        }
        instance.event.recurrenceRules = []
        return instance
    }
}

/// The difference between two lists of values, line by line: `-start: …`, `+start: …`.
package enum FieldDifference {
    package typealias Field = (name: String, value: String)

    /// - Parameters:
    ///   - old: the fields before; empty if there was nothing.
    ///   - new: the same fields after; empty if there is nothing any more.
    package static func lines(_ old: [Field], _ new: [Field]) -> [String] {
        let names = (old.isEmpty ? new : old).map(\.name)
        return names.enumerated().flatMap { index, name -> [String] in
            let before = old.isEmpty ? "" : old[index].value
            let after = new.isEmpty ? "" : new[index].value
            if before == after { return [] }
            return [("-", before), ("+", after)].filter { !$0.1.isEmpty }
                .map { "\($0.0)\(name): \($0.1)" }
        }
    }
}
