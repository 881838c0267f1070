internal import ICalendar

// What one attendee is told of an event.
extension SeriesEditor {
    /// The components that concern an attendee: of a series without the instances to which they are not invited, or some
    /// instances alone. Nil if they are invited to nothing.
    func view(of isMeant: (CalendarUser) -> Bool) -> SeriesEditor? {
        func names(_ part: ComponentEdit) -> Bool { part.lines.attendees.contains(where: isMeant) }
        var view = self
        view.overrides = overrides.filter(names)
        guard let master, names(master) else {
            view.master = nil
            return view.overrides.isEmpty ? nil : view
        }
        var event = master.event
        for part in overrides where !names(part) {
            guard let id = part.event.recurrenceID else { continue }
            let time = times.time(point(named: id), like: event.start)
            if !event.exceptionDates.contains(time) { event.exceptionDates.append(time) }
        }
        if event != master.event { view.master = master.rewritten(event) }
        return view
    }

    /// Whether the event as a whole does not take place.
    var isCancelled: Bool {
        !components.isEmpty
            && (master.map { [$0] } ?? components).allSatisfy { $0.event.status == .cancelled }
    }

    /// Whether two states say the same to those who are invited: stamps, alarms and what programs note for themselves do not
    /// count.
    func says(sameAs other: SeriesEditor) -> Bool {
        components.map(\.told).sorted() == other.components.map(\.told).sorted()
    }
}

extension ComponentEdit {
    /// What the component says to others, in a form to compare.
    fileprivate var told: String {
        var document = lines.toldToOthers
        let own: Set<String> = ["DTSTAMP", "LAST-MODIFIED", "CREATED"]
        document.remove { own.contains($0.name) }
        let texts = document.parts.map { part in
            part.property?.line
                ?? String(decoding: part.bytes.filter { $0 != 0x0D }, as: UTF8.self)
        }
        return texts.sorted().joined(separator: "\n")
    }
}

extension ComponentDocument {
    /// Without alarms, and without what only servers and the sender's own program need.
    var toldToOthers: ComponentDocument {
        var result = self
        result.remove { part in
            part.isComponent && part.name == "VALARM" || part.name.hasPrefix("X-MOZ-")
        }
        for name in ["ORGANIZER", "ATTENDEE"] { result.change(name) { $0 = $0.sent } }
        return result
    }
}
