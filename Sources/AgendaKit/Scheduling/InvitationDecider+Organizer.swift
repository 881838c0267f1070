internal import ICalendar

// The organizer's side.
extension InvitationDecider {
    /// Notes the attendees' answers in our copy.
    func noted() throws(AgendaError) -> Decision {
        var answers: [(part: Invitation.Part, answer: AttendeeAnswer)] = []
        for part in invitation.parts {
            let count = AttendeeAnswer.answering(in: part.lines).count
            guard count < 2 else { throw fault(.severalAnswer(count)) }
            if var answer = AttendeeAnswer(part) {
                answer.isOfService = isOfService
                answers.append((part, answer))
            }
        }
        guard !answers.isEmpty else {
            throw AgendaError(.unreadableReceived, place: invitation.uid)
        }
        func reply(
            _ place: Int, _ outcome: TakenInvitation.Reply.Outcome
        ) -> TakenInvitation.Reply {
            let (part, answer) = answers[place]
            return TakenInvitation.Reply(
                attendee: answer.attendee,
                instance: part.instance.map { calendar.scope.point(of: $0) },
                comment: part.lines.value(of: "COMMENT"), outcome: outcome)
        }
        var own = isStored ? try stored() : nil
        let organizer = own?.components.lazy.compactMap(\.lines.organizer).first
        if organizer.map({ !me.includes($0) }) ?? true,
            answers.allSatisfy({ me.includes($0.answer.attendee) })
        {
            return Decision(
                outcome: isStored ? .unchanged : .unknown,
                replies: answers.indices.map { reply($0, .own) })
        }
        guard own != nil else {
            return Decision(
                outcome: .unknown, replies: answers.indices.map { reply($0, .older) })
        }
        guard organizer.map(me.includes) ?? true else { throw fault(.notOrganizer) }
        var decision = Decision(outcome: .unchanged)
        for place in answers.indices {
            let outcome = try note(answers[place].answer, answers[place].part, in: &own)
            decision.replies.append(reply(place, outcome))
        }
        if let own, !present.isEqual(to: own.texts) {
            (decision.outcome, decision.texts) = (.updated, own.texts)
        } else if decision.replies.allSatisfy({ $0.outcome == .older }) {
            decision.outcome = .older
        }
        return decision
    }

    private func note(
        _ answer: AttendeeAnswer, _ part: Invitation.Part, in stored: inout SeriesEditor?
    ) throws(AgendaError) -> TakenInvitation.Reply.Outcome {
        guard var own = stored else { return .older }
        if let instance = part.instance.map({ calendar.scope.point(of: $0) }) {
            // An override would be a meeting that nobody has called.
            guard own.hasInstance(instance) else { return .noInstance }
            var copy = own
            let place = try copy.override(of: instance)
            let (outcome, component) = answer.noted(in: copy.overrides[place], at: stamp)
            guard outcome == .noted else { return outcome }
            copy.overrides[place] = component
            stored = copy
            return outcome
        }
        var outcomes: [TakenInvitation.Reply.Outcome] = []
        let series = own.master
        func noted(_ component: ComponentEdit) -> ComponentEdit {
            if let series, component.event.recurrenceID != nil,
                answer.isOwn(of: component, beside: series)
            {
                return answer.received(with: component, at: stamp)
            }
            let (outcome, new) = answer.noted(in: component, at: stamp)
            outcomes.append(outcome)
            return new
        }
        own.change(noted)
        stored = own
        // What became of the whole event, unless only an instance names the attendee.
        return outcomes.contains(.noted) ? .noted : outcomes.first ?? .older
    }

    /// The stored event, which the reader must organize.
    private func organized() throws(AgendaError) -> SeriesEditor {
        let own = try stored()
        let organizer = own.components.lazy.compactMap(\.lines.organizer).first
        guard organizer.map(me.includes) ?? false else { throw fault(.notOrganizer) }
        return own
    }

    /// Another time that an attendee proposes: taken over with a new invitation to all, or refused (RFC 5546 3.2.7,
    /// 3.2.8).
    func countered(_ answer: InvitationAnswer?) throws(AgendaError) -> Decision {
        guard isStored else { return Decision(outcome: .unknown) }
        guard let part = invitation.parts.first, let event = part.event else {
            throw AgendaError(.unreadableReceived, place: invitation.uid)
        }
        var own = try organized()
        guard let answer else { throw fault(.undecided) }
        guard answer.status != .tentative, answer.proposal == nil else {
            throw fault(.notAnswered(method: invitation.method.rawValue))
        }
        let invited = own.components.flatMap(\.lines.attendees)
        guard
            part.lines.attendees.contains(where: { user in invited.contains { user.isSame(as: $0) }
            })
        else { throw fault(.attendeeNotInvited) }
        if part.sequence < own.components.map(\.event.sequence).max() ?? 0 {
            return Decision(outcome: .older)
        }
        if answer.status == .declined {
            return Decision(
                outcome: .unchanged, messages: try refusal(of: part, answer.comment, own))
        }
        let instance = part.instance.map { calendar.scope.point(of: $0) }
        if let instance, !own.hasInstance(instance) {
            throw AgendaError(.noSuchInstance, place: invitation.uid)
        }
        var draft =
            if let instance { try own.draft(of: instance) } else { try own.draft(seenAt: nil) }
        guard instance != nil || !draft.event.isRecurring else { throw fault(.seriesProposal) }
        let before = draft.event
        let asked = SeriesTimes(scope: calendar.scope)
        draft.event.start = own.times.exactTime(asked.point(of: event.start), like: before.start)
        draft.event.end = proposedEnd(of: event, asked, own.times, like: draft.event)
        guard draft.event != before else { return Decision(outcome: .unchanged) }
        if let instance {
            try own.change(instance, to: draft)
            let place = try own.override(of: instance)
            own.overrides[place] = askedAnew(own.overrides[place])
        } else {
            try own.changeAll(seenAt: nil, to: draft)
            own.master = own.master.map(askedAnew)
        }
        if delivery == .insteadOfServer { own.change { $0.writtenHere(to: "ATTENDEE", at: stamp) } }
        let writer = writer(own.times.scope)
        return Decision(
            outcome: .updated, texts: own.texts,
            messages: delivery == .server ? [] : try writer.requests(of: own, as: me),
            isSentByServer: delivery == .server)
    }

    /// The end that was proposed, on the clock of our own event.
    private func proposedEnd(
        of event: Event, _ asked: SeriesTimes, _ own: SeriesTimes, like stored: Event
    ) -> EventEnd {
        switch event.end {
        case .time(let end): .time(own.exactTime(asked.point(of: end), like: stored.start))
        case .duration, .none: event.end
        }
    }

    /// Nobody but the organizer has answered the new time.
    private func askedAnew(_ part: ComponentEdit) -> ComponentEdit {
        part.editing(at: stamp) { lines in
            lines.change("ATTENDEE") { property in
                guard !me.includes(property) else { return }
                property.setParameter("PARTSTAT", to: ComponentEdit.unanswered, inPlace: true)
                property.setParameter(Property.answerStamp, to: nil)
            }
        }
    }

    private func refusal(
        of part: Invitation.Part, _ comment: String?, _ own: SeriesEditor
    ) throws(AgendaError) -> [SchedulingMessage] {
        // Who proposes is the one whose answer is none: of several the first that is not the organizer.
        guard
            let attendee = part.lines.properties("ATTENDEE").first(where: { !me.includes($0) }),
            MailText.isAddress(CalendarUser(attendee).mailAddress)
        else { throw fault(.noAttendees) }
        let writer = writer(calendar.scope)
        var component = writer.bare(part.lines, by: attendee.asking)
        if let summary = invitation.summary { component.set("SUMMARY", text: summary) }
        if let comment { component.set("COMMENT", text: comment) }
        return [
            SchedulingMessage(
                method: .declineCounter, text: writer.calendar(.declineCounter, [component]),
                from: writer.sender(of: own, me), to: [CalendarUser(attendee).mailAddress],
                summary: invitation.summary)
        ]
    }

    /// Sends the event to an attendee who asks for it (RFC 5546 3.2.6).
    func refreshed() throws(AgendaError) -> Decision {
        guard isStored else { return Decision(outcome: .unknown) }
        let own = try organized()
        let asking = invitation.attendees
        guard
            let known = own.components.flatMap(\.lines.attendees).first(where: { user in
                asking.contains { $0.isSame(as: user) }
            })
        else { throw fault(.attendeeNotInvited) }
        return Decision(
            outcome: .unchanged,
            messages: try writer(own.times.scope).requests(of: own, as: me, only: known.address))
    }
}

extension MessageWriter {
    /// Invites the attendees to an event, or cancels it if it no longer takes place (RFC 5546 3.2.2, 3.2.5).
    ///
    /// - Parameters:
    ///   - series: the event; of an instance alone, its override.
    ///   - address: the only attendee to write to; nil for all but the organizer.
    /// - Throws: `invalid` if there is nobody to write to.
    func requests(
        of series: SeriesEditor, as me: CalendarAddresses, only address: String? = nil
    ) throws(AgendaError) -> [SchedulingMessage] {
        let users = series.components.flatMap(\.lines.attendees).filter {
            !me.includes($0) && MailText.isAddress($0.mailAddress)
        }
        var to: [String] = []
        for user in users where address == nil || user.address == address {
            if !to.contains(user.mailAddress) { to.append(user.mailAddress) }
        }
        guard !to.isEmpty else { throw AgendaError(.invitation(.noAttendees), place: uid) }
        let main = series.master ?? series.overrides.first
        let method: Invitation.Method = main?.event.status == .cancelled ? .cancel : .request
        let components = series.components.map { part in
            var lines = whole(part.lines)
            lines.change("ATTENDEE") { property in
                let isOpen = CalendarUser(property).status == ComponentEdit.unanswered
                if method == .request, isOpen, !me.includes(property) {
                    property.setParameter("RSVP", to: "TRUE", inPlace: true)
                }
            }
            return lines
        }
        return [
            SchedulingMessage(
                method: method, text: calendar(method, components), from: sender(of: series, me),
                to: to, summary: main?.event.summary)
        ]
    }

    /// The address by which the event names its organizer.
    func sender(of series: SeriesEditor, _ me: CalendarAddresses) -> String {
        series.components.lazy.compactMap(\.lines.organizer).first(where: me.includes)?.mailAddress
            ?? me.all.first ?? ""
    }
}
