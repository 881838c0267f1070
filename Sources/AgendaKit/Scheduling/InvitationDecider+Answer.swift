internal import ICalendar

// The attendee's side.
extension InvitationDecider {
    /// The answer in our copy, and the message about it.
    ///
    /// - Parameters:
    ///   - own: our copy with what came.
    ///   - texts: its components; nil if nothing came that is newer.
    func answered(
        _ answer: InvitationAnswer, _ own: SeriesEditor, _ outcome: ReceivedEvents.Outcome,
        _ texts: [[UInt8]]?
    ) throws(AgendaError) -> Decision {
        guard !me.isEmpty else { throw fault(.nobody) }
        guard let organizer = invitation.organizer else { throw fault(.noOrganizer) }
        guard !me.includes(organizer) else { throw fault(.ownEvent) }
        guard MailText.isAddress(organizer.mailAddress) else { throw fault(.noOrganizer) }
        let isInvited = invitation.parts.contains {
            $0.lines.attendees.contains(where: me.includes)
        }
        guard isInvited || answer.isUninvited else { throw fault(.notInvited) }
        if outcome == .older { try requireSameTimes() }

        var (own, asked) = (own, own)
        if invitation.method == .request {
            asked = try SeriesEditor(series.texts, calendar.scope, stamp: stamp)
        }
        let instances = try instances(answer, asked, isInvited: isInvited)
        var components: [ComponentEdit] = []
        for instance in instances {
            if let instance {
                // Of what is refused, our copy may not have this instance.
                if own.hasInstance(instance) {
                    let place = try own.override(of: instance)
                    own.overrides[place] = own.overrides[place].answered(
                        answer.status, by: me, at: stamp)
                }
                components.append(asked.overrides[try asked.override(of: instance)])
            } else {
                answerAll(answer.status, in: &own)
                if let master = asked.master { components.append(master) }
            }
        }
        if delivery == .insteadOfServer {
            own.change { $0.writtenHere(to: "ORGANIZER", at: stamp) }
        }
        var decision = Decision(outcome: outcome, texts: own.texts, hasNews: texts != nil)
        let isCounter = answer.proposal != nil
        decision.isSentByServer = delivery == .server
        guard isCounter || delivery != .server else { return decision }
        decision.messages = [try message(answer, components, asked.times, to: organizer)]
        return decision
    }

    /// An answer to an older message counts if the stored version is at the same times: `SEQUENCE` is equal. Servers give
    /// a copy a `DTSTAMP` of their own.
    private func requireSameTimes() throws(AgendaError) {
        let known = try stored().components.map(\.event.sequence).max() ?? 0
        let asked = invitation.parts.map(\.sequence).max() ?? 0
        guard asked >= known else { throw fault(.older(sequence: known)) }
    }

    /// What is answered: nil for the event as a whole, else original starts.
    private func instances(
        _ answer: InvitationAnswer, _ asked: SeriesEditor, isInvited: Bool
    ) throws(AgendaError) -> [OccurrencePoint?] {
        if let instance = answer.instance {
            guard asked.hasInstance(instance) else {
                throw fault(.notOnDay(zone.date(of: instance)))
            }
            return [instance]
        }
        if let day = answer.day {
            let found = asked.recurrenceSet.instances(
                overlapping: (day - 1)..<(day + 2), in: asked.times.scope
            ).instances.first { $0.span.instants(in: zone).contains(day, in: zone) }
            guard let found else { throw fault(.notOnDay(day)) }
            // An event that does not recur has no instances to name.
            return [found.recurrenceID]
        }
        if invitation.method == .add {
            return invitation.parts.compactMap(\.event).map { calendar.scope.point(of: $0.start) }
        }
        let mine = asked.components.filter { !isInvited || $0.status(of: me) != nil }
        return mine.map { $0.event.recurrenceID.map { asked.times.point(of: $0) } }
    }

    /// Answers the series, and those of its overrides that were not answered by themselves.
    private func answerAll(_ status: InvitationAnswer.Status, in own: inout SeriesEditor) {
        own.master = own.master?.answered(status, by: me, at: stamp)
        own.overrides = own.overrides.map { part in
            part.status(of: me) == ComponentEdit.unanswered
                ? part.answered(status, by: me, at: stamp) : part
        }
    }

    /// A REPLY, or with another time a COUNTER.
    private func message(
        _ answer: InvitationAnswer, _ asked: [ComponentEdit], _ times: SeriesTimes,
        to organizer: CalendarUser
    ) throws(AgendaError) -> SchedulingMessage {
        let listed = asked.lazy.flatMap { $0.lines.properties("ATTENDEE") }
            .first(where: me.includes)
        guard var attendee = (listed ?? me.all.first.flatMap(Property.attendee))?.asking else {
            throw fault(.nobody)
        }
        attendee.setParameter("PARTSTAT", to: answer.status.rawValue)
        let writer = writer(times.scope)
        var components: [ComponentDocument] = []
        for part in asked {
            guard let proposal = answer.proposal else {
                components.append(
                    writer.reply(to: part.lines, by: attendee, comment: answer.comment))
                continue
            }
            guard !part.event.isRecurring else { throw fault(.seriesProposal) }
            var event = part.event
            event.start =
                event.start.isDate
                ? .date(zone.wallTime(at: proposal).date)
                : times.exactTime(.instant(proposal), like: event.start)
            event.end = times.end(part.event.end, of: part.event.start, at: event.start)
            var lines = writer.whole(part.rewritten(event).lines)
            lines.remove { $0.property.map(me.includes) ?? false && $0.name == "ATTENDEE" }
            lines.append(attendee)
            if let comment = answer.comment { lines.set("COMMENT", text: comment) }
            components.append(lines)
        }
        let method: Invitation.Method = answer.proposal == nil ? .reply : .counter
        return SchedulingMessage(
            method: method, text: writer.calendar(method, components),
            from: CalendarUser(attendee).mailAddress, to: [organizer.mailAddress],
            summary: invitation.summary, status: answer.status)
    }
}

extension Range<Instant> {
    /// Whether it lies, at least in part, on a day; something without length lies where it starts.
    fileprivate func contains(_ day: CivilDate, in zone: TimeZoneRules) -> Bool {
        let start = zone.wallTime(at: lowerBound).date
        let last = isEmpty ? start : zone.wallTime(at: upperBound - 1).date
        return start <= day && day <= last
    }
}
