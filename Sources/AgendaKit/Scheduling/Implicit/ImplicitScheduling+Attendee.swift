internal import ICalendar

// The attendee's side (RFC 6638 section 3.2.2).
extension ImplicitScheduling {
    func attended(_ organizer: CalendarUser) throws(AgendaError) -> Decision? {
        let isServed = isScheduled(organizer, in: new ?? old)
        guard [old, new].contains(where: { $0.map(isInvited) ?? false }) else { return nil }
        // A copy that the service has answered for until now is the organizer's still in the change that ends this.
        if let old, let new, isServed || isScheduled(organizer, in: old) {
            try requireOwn(new, over: old)
        }
        guard isServed else { return nil }
        var answers: [(part: ComponentEdit, status: String)] = []
        var decision = Decision()
        var isForced = isBack
        if let new {
            isForced =
                isForced
                || new.components.contains { part in
                    part.lines.properties("ORGANIZER").contains {
                        $0.parameter("SCHEDULE-FORCE-SEND")?.uppercased() == "REPLY"
                    }
                }
            answers = self.answers(in: new, isForced: isForced)
            if let old { answers += declined(in: new, over: old) + takenBack(in: new, over: old) }
        } else if let old {
            answers = old.components.filter { part in
                !part.event.isCancelled && !part.isFinished(for: me)
            }.map { ($0, "DECLINED") }
        }
        let standing = standing(of: organizer)
        let isTold = !answers.isEmpty && (replies || isForced)
        if isTold, standing.isReached {
            decision.errands = [try reply(answers, to: organizer, standing)]
        }
        decision.components = new?.components.map { part in
            settled(part, status: isTold ? standing.status : nil)
        }
        return decision
    }

    private func isInvited(_ series: SeriesEditor) -> Bool {
        series.components.contains { $0.status(of: me) != nil }
    }

    /// The components that answer otherwise than before.
    private func answers(
        in new: SeriesEditor, isForced: Bool
    ) -> [(part: ComponentEdit, status: String)] {
        new.components.compactMap { part in
            guard let status = part.status(of: me), !part.event.isCancelled else {
                return nil
            }
            let before =
                old.flatMap { old in
                    let isAway = old.instance(part).map(old.excepts) ?? false
                    return isAway ? "DECLINED" : base(of: part, in: old)?.part.status(of: me)
                } ?? ComponentEdit.unanswered
            return isForced || status != before ? (part, status) : nil
        }
    }

    /// The instances that the attendee has taken away.
    private func declined(
        in new: SeriesEditor, over old: SeriesEditor
    ) -> [(part: ComponentEdit, status: String)] {
        var found: [(part: ComponentEdit, status: String)] = []
        func note(_ part: ComponentEdit) {
            guard !part.isFinished(for: me), !part.event.isCancelled else { return }
            found.append((part, "DECLINED"))
        }
        guard let event = new.master?.event else {
            // Of instances alone the components themselves are taken away.
            for part in old.overrides where !isKept(part, of: old, in: new) { note(part) }
            return found
        }
        for time in event.exceptionDates {
            let point = new.times.scope.point(of: time, inSeriesFrom: event.start)
            guard !old.excepts(point), old.hasInstance(point) else { continue }
            var before = old
            guard let place = try? before.override(of: point) else { continue }
            note(before.overrides[place])
        }
        return found
    }

    /// The instances of which the series says again what the attendee had said otherwise, or taken away.
    private func takenBack(
        in new: SeriesEditor, over old: SeriesEditor
    ) -> [(part: ComponentEdit, status: String)] {
        var found: [(part: ComponentEdit, status: String)] = []
        for (point, before) in answered(in: old)
        where !new.excepts(point) && new.isAlive(point)
            && !new.overrides.contains(where: { new.describes($0, point) })
        {
            var after = new
            guard let place = try? after.override(of: point),
                let status = after.overrides[place].status(of: me), status != before
            else { continue }
            found.append((after.overrides[place], status))
        }
        return found
    }

    /// The instances that the attendee has answered by themselves, or taken away.
    private func answered(in series: SeriesEditor) -> [(point: OccurrencePoint, status: String)] {
        guard let event = series.master?.event else { return [] }
        let away = event.exceptionDates.map { time in
            (
                point: series.times.scope.point(of: time, inSeriesFrom: event.start),
                status: "DECLINED"
            )
        }
        let own = series.overrides.compactMap { part -> (point: OccurrencePoint, status: String)? in
            guard !part.event.overridesFuture, !part.event.isCancelled,
                let point = series.instance(part), let status = part.status(of: me)
            else { return nil }
            return (point, status)
        }
        return away + own
    }

    /// Keeps what is known of instances where a program writes the series without it, which has not seen it: days that are left
    /// out, answers, and what does not take place. Whoever takes an answer back means it.
    mutating func keepAnswers() {
        guard !isRestored, let old, var kept = new, let master = kept.master, old.master != nil
        else { return }
        var event = master.event
        for (point, status) in answered(in: old)
        where !kept.excepts(point) && kept.isAlive(point) {
            guard !kept.overrides.contains(where: { kept.describes($0, point) }) else { continue }
            if old.excepts(point) {
                event.exceptionDates.append(kept.times.time(point, like: event.start))
            } else if let place = try? kept.override(of: point) {
                let part = kept.overrides[place]
                if part.status(of: me) == status || status == ComponentEdit.unanswered {
                    kept.overrides.remove(at: place)
                } else {
                    kept.overrides[place] = part.editing(at: stamp, noting: false) { lines in
                        lines.change("ATTENDEE") { property in
                            guard me.includes(property) else { return }
                            property.setParameter("PARTSTAT", to: status, inPlace: true)
                        }
                    }
                }
            }
        }
        for part in old.overrides where part.event.isCancelled && !part.event.overridesFuture {
            guard let point = old.instance(part), !kept.excepts(point), kept.isAlive(point),
                !kept.overrides.contains(where: { kept.describes($0, point) })
            else { continue }
            kept.overrides.append(part)
        }
        if event != master.event { kept.master = master.rewritten(event) }
        new = kept
    }

    private func isKept(
        _ part: ComponentEdit, of old: SeriesEditor, in new: SeriesEditor
    ) -> Bool {
        guard let id = part.event.recurrenceID else { return true }
        return new.overrides.contains { new.describes($0, old.point(named: id)) }
    }

    private func reply(
        _ answers: [(part: ComponentEdit, status: String)], to organizer: CalendarUser,
        _ standing: SchedulingStanding
    ) throws(AgendaError) -> SchedulingErrand {
        let series = new ?? old
        let writer = MessageWriter(
            uid: uid, scope: series?.times.scope ?? TimeZoneScope(database: SystemZones.database),
            definitions: definitions, stamp: stamp)
        var components: [ComponentDocument] = []
        for (part, status) in answers {
            guard var line = part.lines.properties("ATTENDEE").first(where: me.includes)?.sent
            else {
                continue
            }
            line.setParameter("PARTSTAT", to: status, inPlace: true)
            line.setParameter("RSVP", to: nil)
            let comment = part.lines.value(of: "COMMENT")
            var asked = part.lines
            // An answer is to what was asked, whatever the program has made of it (RFC 5546 2.1.4).
            if let base = old.flatMap({ base(of: part, in: $0) }) {
                asked.set("SEQUENCE", value: "\(base.part.event.sequence)")
            }
            components.append(writer.reply(to: asked, by: line, comment: comment))
        }
        var errand = SchedulingErrand(.reply, uid: uid, to: organizer.address, standing)
        errand.message = writer.calendar(.reply, components)
        errand.method = Invitation.Method.reply.rawValue
        errand.summary = (series?.master ?? series?.overrides.first)?.event.summary
        errand.sender = components.first?.attendees.first?.mailAddress ?? me.all.first ?? ""
        return errand
    }

    /// A component as it is written: what is the organizer's stays as it was.
    private func settled(_ part: ComponentEdit, status: String?) -> ComponentEdit {
        let base = old.flatMap { self.base(of: part, in: $0) }
        return part.editing(at: stamp, noting: false) { lines in
            lines.change("ORGANIZER") { property in
                property.setParameter("SCHEDULE-FORCE-SEND", to: nil)
                let known = base?.part.lines.properties("ORGANIZER").first?
                    .parameter("SCHEDULE-STATUS")
                property.setParameter("SCHEDULE-STATUS", to: status ?? known, inPlace: true)
            }
            guard let base else { return }
            if part.event.sequence != base.part.event.sequence {
                lines.set("SEQUENCE", value: "\(base.part.event.sequence)")
            }
            // A program may have read the others' answers some time ago.
            let known = base.part.lines.properties("ATTENDEE")
            lines.change("ATTENDEE") { property in
                let user = CalendarUser(property)
                guard !me.includes(user),
                    let line = known.first(where: { CalendarUser($0).address == user.address }),
                    CalendarUser(line).status != user.status
                else { return }
                property.setParameter("PARTSTAT", to: line.parameter("PARTSTAT"), inPlace: true)
            }
        }
    }

    // MARK: What an attendee may change

    /// Refuses what is the organizer's: when and where it takes place, what it is, and who is invited.
    private func requireOwn(_ new: SeriesEditor, over old: SeriesEditor) throws(AgendaError) {
        for part in new.components {
            // What was taken away stands there again as it was.
            if isRestored, let point = old.instance(part), old.excepts(point) { continue }
            guard let base = base(of: part, in: old) else { throw fault(.organizersAlone) }
            guard isOwn(part, new, over: base, old) else { throw fault(.organizersAlone) }
        }
        guard old.master == nil || new.master != nil else { throw fault(.organizersAlone) }
        guard old.master != nil else { return }
        for part in old.overrides where !part.event.isCancelled {
            guard let id = part.event.recurrenceID else { continue }
            if isKept(part, of: old, in: new) || new.excepts(old.point(named: id)) { continue }
            // Without its own component it is what the series says.
            guard let rest = base(of: part, in: new), isOwn(part, old, over: rest, new) else {
                throw fault(.organizersAlone)
            }
        }
    }

    private func isOwn(
        _ part: ComponentEdit, _ series: SeriesEditor,
        over base: (part: ComponentEdit, event: Event), _ old: SeriesEditor
    ) -> Bool {
        func words(_ text: String?) -> [Substring] {
            (text ?? "").split(whereSeparator: \.isWhitespace)
        }
        let (event, other) = (part.event, base.event)
        func people(_ part: ComponentEdit) -> Set<String> {
            Set(part.lines.attendees.map(\.address))
        }
        return !isMoved(event, from: other, series, old)
            && event.recurrenceRules == other.recurrenceRules
            && Set(event.recurrenceDates.map { series.times.point(of: $0.start) })
                == Set(other.recurrenceDates.map { old.times.point(of: $0.start) })
            && event.status == other.status && event.isCancelled == other.isCancelled
            && words(event.summary) == words(other.summary)
            && words(event.location) == words(other.location)
            && words(event.details) == words(other.details)
            && people(part) == people(base.part)
    }
}

extension ImplicitScheduling {
    /// The answers that the new state has beside the old one, as an errand to the organizer; nil for none.
    func reply() throws(AgendaError) -> SchedulingErrand? {
        guard let new, let organizer = new.components.lazy.compactMap(\.lines.organizer).first
        else {
            return nil
        }
        let answers = answers(in: new, isForced: false)
        guard !answers.isEmpty else { return nil }
        return try reply(answers, to: organizer, standing(of: organizer))
    }
}
