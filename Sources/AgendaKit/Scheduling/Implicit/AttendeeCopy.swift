internal import ICalendar

/// What an attendee's copy of an event becomes by what the organizer's says now. Pure.
///
/// The copy is derived from the whole of the organizer's event, never from a step to it: to derive it again changes nothing,
/// and the last one is right whatever was lost before. What is the attendee's own stays: alarms, whether it makes busy,
/// categories, colour, what their programs note, and their answer until the event is at another time.
struct AttendeeCopy {
    /// What the organizer's event says to the attendee (``SeriesEditor/view(of:)``).
    let view: SeriesEditor
    let me: CalendarAddresses
    /// Whether the attendee's own answers count: one who is invited anew has not answered.
    var keepsAnswers = true

    /// - Parameter stored: the copy as it is; nil if there is none.
    func components(over stored: SeriesEditor?) throws(AgendaError) -> [ComponentEdit] {
        guard let stored else { return view.components.map(\.bare) }
        var new = view
        var dropped: [OccurrencePoint] = []
        new.master = view.master.map { part in
            guard let own = stored.master else { return part.bare }
            return part.bare.copied(over: own, me, keepsAnswer: keepsAnswers)
        }
        new.overrides = view.overrides.map { part in
            let point = part.event.recurrenceID.map(view.point(named:))
            let own = point.flatMap { point in
                stored.overrides.first { stored.describes($0, point) }
            }
            // Whoever took an instance away has declined it.
            if own == nil, let point, part.status(of: me) == "DECLINED",
                stored.master == nil || stored.excepts(point)
            {
                dropped.append(point)
            }
            guard let base = own ?? stored.master else { return part.bare }
            return part.bare.copied(over: base, me, keepsAnswer: keepsAnswers && own != nil)
        }
        for point in dropped {
            new.overrides = new.overrides.filter { !view.describes($0, point) }
            guard let master = new.master else { continue }
            var event = master.event
            event.exceptionDates.append(new.times.time(point, like: event.start))
            new.master = master.rewritten(event)
        }
        for own in stored.overrides {
            guard let point = own.event.recurrenceID.map(stored.point(named:)),
                !view.overrides.contains(where: { view.describes($0, point) })
            else { continue }
            guard view.master != nil else {
                var event = own.event
                event.cancel()
                new.overrides.append(own.rewritten(event))
                continue
            }
            // An instance of which only the attendee's copy says something.
            guard view.hasInstance(point), let master = stored.master,
                own.isPersonal(beside: master, me)
            else { continue }
            let place = try new.override(of: point)
            new.overrides[place] = new.overrides[place].copied(
                over: own, me, keepsAnswer: keepsAnswers)
        }
        return new.components
    }
}

extension SeriesEditor {
    /// Whether the rule leaves out an instance.
    func excepts(_ point: OccurrencePoint) -> Bool {
        guard let event = master?.event else { return false }
        return event.exceptionDates.contains {
            times.scope.point(of: $0, inSeriesFrom: event.start) == point
        }
    }
}

extension ComponentEdit {
    /// As an attendee gets it.
    fileprivate var bare: ComponentEdit {
        let lines = lines.toldToOthers
        return lines == self.lines ? self : ComponentEdit(lines.bytes) ?? self
    }

    /// With what is the attendee's own in a copy.
    fileprivate func copied(
        over stored: ComponentEdit, _ me: CalendarAddresses, keepsAnswer: Bool = true
    ) -> ComponentEdit {
        var lines = lines
        lines.replace(
            "VALARM", isComponent: true,
            with: stored.lines.parts.filter { $0.isComponent && $0.name == "VALARM" })
        for name in ["CATEGORIES", "COLOR", "TRANSP"] where !stored.lines.lacks(name) {
            lines.replace(
                name, with: stored.lines.parts.filter { $0.name == name && !$0.isComponent })
        }
        let known = Set(lines.parts.map(\.name))
        for part in stored.lines.parts
        where !part.isComponent && part.name.hasPrefix("X-") && !known.contains(part.name) {
            lines.append(part)
        }
        let answer = stored.status(of: me)
        let isCalledAgain = stored.event.isCancelled && !event.isCancelled
        if keepsAnswer, !isCalledAgain, let answer, answer != Self.unanswered,
            event.sequence <= stored.event.sequence
        {
            lines.change("ATTENDEE") { property in
                guard me.includes(property) else { return }
                property.setParameter("PARTSTAT", to: answer, inPlace: true)
                property.setParameter("RSVP", to: nil)
            }
            if event.todo?.isClosed == false { lines.takeProgress(of: stored.lines) }
        }
        // What became of the attendee's own answer.
        if let status = stored.lines.properties("ORGANIZER").first?.parameter("SCHEDULE-STATUS") {
            lines.change("ORGANIZER") { $0.setParameter("SCHEDULE-STATUS", to: status) }
        }
        return lines == self.lines ? self : ComponentEdit(lines.bytes) ?? self
    }

    /// Whether an instance differs from its series in what is the attendee's own.
    fileprivate func isPersonal(beside master: ComponentEdit, _ me: CalendarAddresses) -> Bool {
        func alarms(_ part: ComponentEdit) -> [[UInt8]] {
            part.lines.parts.filter { $0.isComponent && $0.name == "VALARM" }.map(\.bytes)
        }
        return alarms(self) != alarms(master) || status(of: me) != master.status(of: me)
    }
}
