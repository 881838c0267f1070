internal import ICalendar

// What one attendee is told of an event.
extension SeriesEditor {
    /// The components that concern an attendee: of a series without the instances to which they are not invited, or some
    /// instances alone. Nil if they are invited to nothing, or not by the service (RFC 6638 section 3.2.1); an event without an
    /// organizer invites nobody.
    func view(of isMeant: (CalendarUser) -> Bool) -> SeriesEditor? {
        guard isOrganized else { return nil }
        func names(_ part: ComponentEdit) -> Bool {
            part.lines.properties("ATTENDEE").contains { $0.isServed && isMeant(CalendarUser($0)) }
        }
        var (view, others) = (self, overrides.filter { !names($0) })
        if master.map(names) != true { view.master = nil }
        // Who is left out of all later instances, too, has a series that ends before them.
        for part in others where part.event.overridesFuture {
            if let end = instance(part) { view.master = view.ending(before: end) }
        }
        view.overrides = overrides.filter(names)
        guard view.master != nil else { return view.overrides.isEmpty ? nil : view }
        others.removeAll { $0.event.overridesFuture }
        return view.without(others.compactMap(instance).filter(view.hasInstance))
    }

    /// The series up to an instance, of the revision that it has; nil if nothing is before it.
    private func ending(before instance: OccurrencePoint) -> ComponentEdit? {
        guard let master, var event = try? removingFuture(from: instance)?.master?.event else {
            return nil
        }
        (event.sequence, event.stamp) = (master.event.sequence, master.event.stamp)
        event.lastModified = master.event.lastModified
        return master.rewritten(event)
    }

    /// Whether somebody invites to it.
    var isOrganized: Bool { components.contains { $0.lines.organizer != nil } }

    /// The instance that a component describes; nil for the whole.
    func instance(_ part: ComponentEdit) -> OccurrencePoint? {
        part.event.recurrenceID.map(point(named:))
    }

    /// The event without some instances, which the rule leaves out.
    func without(_ points: [OccurrencePoint]) -> SeriesEditor {
        var rest = self
        rest.overrides = overrides.filter { part in !points.contains { describes(part, $0) } }
        guard let master else { return rest }
        var event = master.event
        for point in points where !excepts(point) {
            event.exceptionDates.append(times.time(point, like: event.start))
        }
        if event != master.event { rest.master = master.rewritten(event) }
        return rest
    }

    /// The instances of their own that do not take place.
    var cancelledInstances: [OccurrencePoint] {
        overrides.filter { $0.event.isCancelled }.compactMap(instance)
    }

    /// Whether an instance takes place.
    func isAlive(_ point: OccurrencePoint) -> Bool {
        hasInstance(point) && (try? described(point))?.event.isCancelled != true
    }

    /// Whether nothing takes place of what a message cancels.
    func lacks(_ message: [UInt8]) -> Bool {
        EventTexts.divided(message).compactMap(ComponentEdit.init).allSatisfy { part in
            guard let point = instance(part) else { return isCancelled || master == nil }
            return isCancelled || !isAlive(point)
        }
    }

    /// The same with nothing that takes place.
    var cancelled: SeriesEditor {
        var result = self
        result.change { part in
            var event = part.event
            event.cancel()
            return event == part.event ? part : part.rewritten(event)
        }
        return result
    }

    /// Whether the event as a whole does not take place.
    var isCancelled: Bool {
        !components.isEmpty
            && (master.map { [$0] } ?? components).allSatisfy { $0.event.isCancelled }
    }

    /// Whether two states say the same to those who are invited: stamps, alarms and what programs note for themselves do not
    /// count, nor how they write what they say.
    func says(sameAs other: SeriesEditor) -> Bool { told == other.told }

    private var told: [[String]] {
        components.map { part in
            let event = part.event
            var own: Set<String> = ["DTSTAMP", "LAST-MODIFIED", "CREATED"]
            own.formUnion(["SEQUENCE", "EXDATE", "RECURRENCE-ID"])
            var lines = event.exceptionDates.map { time in
                "EXDATE " + times.scope.point(of: time, inSeriesFrom: event.start).icalendar
            }
            lines.append("SEQUENCE \(event.sequence)")
            if let id = event.recurrenceID {
                lines.append("INSTANCE \(point(named: id).icalendar) \(event.overridesFuture)")
            }
            // An event that repeats goes by the clock of its zone.
            if !event.isRecurring {
                own.formUnion(["DTSTART", "DTEND", "DUE", "DURATION"])
                let end = times.endPoint(event.end, of: event.start)
                lines.append("TIME \(times.point(of: event.start).icalendar) \(end.icalendar)")
                if let todo = event.todo { lines.append("FROM \(todo.anchor)") }
            }
            var document = part.lines.toldToOthers
            document.remove { own.contains($0.name) }
            lines += document.parts.map { part in
                part.property?.compared
                    ?? String(decoding: part.bytes.filter { $0 != 0x0D }, as: UTF8.self)
            }
            return lines.filter { !Property.implied.contains($0) }.sorted()
        }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
}

extension Property {
    /// What holds without being said (RFC 5545).
    fileprivate static let implied: Set<String> = [
        "PARTSTAT=NEEDS-ACTION", "ROLE=REQ-PARTICIPANT", "CUTYPE=INDIVIDUAL", "RSVP=FALSE",
        "CLASS:PUBLIC", "PRIORITY:0", "TRANSP:OPAQUE", "STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0",
    ]

    /// The line in a form to compare: programs write anew what they do not change, in an order, with quotes and in letters
    /// of their own.
    fileprivate var compared: String {
        var value = value
        if ["ATTENDEE", "ORGANIZER"].contains(name) { value = Participant.bareAddress(value) }
        if name == "RRULE" {
            value = value.uppercased().split(separator: ";").sorted().joined(separator: ";")
        }
        let written = parameterNames.map { $0 + "=" + parameterValues($0).joined(separator: ",") }
        let parameters = written.filter { !Self.implied.contains($0.uppercased()) }.sorted()
        return name + parameters.map { ";" + $0 }.joined() + ":" + value
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
