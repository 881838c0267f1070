internal import ICalendar

/// Decides what a message and an answer to it make of one's own copy of the event, and what is sent. Pure: it neither
/// reads nor stores.
struct InvitationDecider {
    let invitation: Invitation
    let me: CalendarAddresses
    /// Our copy as it is; without texts if there is none.
    let present: EventTexts
    let reception: Reception
    /// The reader's clock.
    let zone: TimeZoneRules
    let delivery: MessageDelivery
    /// Whether it came through the service that has our copy.
    var isOfService = false

    /// What is to be done.
    struct Decision {
        var outcome: ReceivedEvents.Outcome
        /// The new components; nil if they stay as they are.
        var texts: [[UInt8]]?
        /// Whether these have components of the message, in whose zones they are.
        var hasNews = false
        var messages: [SchedulingMessage] = []
        var replies: [TakenInvitation.Reply] = []
        var isSentByServer = false
    }

    var stamp: Instant { reception.stamp }
    var calendar: IncomingCalendar { invitation.calendar }
    var isStored: Bool { !present.texts.isEmpty }
    var series: IncomingCalendar.Series { calendar.series[0] }

    /// Our copy.
    ///
    /// - Throws: `invalid` if it cannot be read, or is several events.
    func stored() throws(AgendaError) -> SeriesEditor {
        try SeriesEditor(present.texts, present.scope, stamp: stamp)
    }

    /// The zones of our copy once it has what came.
    var scope: TimeZoneScope { reception.scope(among: present) }

    /// - Parameter answer: nil to take the message as it is.
    func decision(_ answer: InvitationAnswer?) throws(AgendaError) -> Decision {
        switch invitation.method {
        case .publish, .request, .add: return try taken(answer)
        case .cancel:
            try refuse(answer)
            let (outcome, texts) = try reception.result(series, present)
            if texts != nil { try requireOrganizer() }
            return Decision(outcome: outcome, texts: texts)
        case .reply:
            try refuse(answer)
            return try noted()
        case .counter: return try countered(answer)
        case .declineCounter:
            try refuse(answer)
            return Decision(outcome: isStored ? .unchanged : .unknown)
        case .refresh:
            try refuse(answer)
            return try refreshed()
        }
    }

    private func refuse(_ answer: InvitationAnswer?) throws(AgendaError) {
        guard answer == nil else { throw fault(.notAnswered(method: invitation.method.rawValue)) }
    }

    func fault(_ fault: InvitationFault) -> AgendaError {
        AgendaError(.invitation(fault), place: invitation.summary ?? invitation.uid)
    }

    /// Refuses a message of somebody who does not organize the stored event.
    private func requireOrganizer() throws(AgendaError) {
        let owner = EventOwner(of: try SeriesEditor.components(present.texts), me)
        if let fault = owner.fault(of: invitation.organizers) { throw self.fault(fault) }
    }

    /// An invitation, a newer version, or further dates; and the answer.
    private func taken(_ answer: InvitationAnswer?) throws(AgendaError) -> Decision {
        var (outcome, texts) =
            invitation.method == .add ? try added() : try reception.result(series, present)
        if texts != nil || answer != nil { try requireOrganizer() }
        if outcome == .unknown {
            return Decision(outcome: outcome, messages: try refreshRequest().map { [$0] } ?? [])
        }
        guard let answer else {
            return Decision(outcome: outcome, texts: texts, hasNews: texts != nil)
        }
        guard invitation.method != .publish else {
            throw fault(.notAnswered(method: invitation.method.rawValue))
        }
        // A refusal takes nothing over but itself.
        if answer.status == .declined, isStored {
            if outcome == .updated { outcome = .unchanged }
            texts = nil
        }
        let own = try SeriesEditor(
            texts ?? present.texts, texts == nil ? present.scope : scope, stamp: stamp)
        return try answered(answer, own, outcome, texts)
    }

    /// RFC 5546 3.2.4: each component is a further instance.
    private func added() throws(AgendaError) -> (ReceivedEvents.Outcome, [[UInt8]]?) {
        guard isStored else { return (.unknown, nil) }
        var own = try stored()
        guard var master = own.master else {
            throw AgendaError(.instancesOnly, place: invitation.uid)
        }
        for part in invitation.parts {
            guard let new = ComponentEdit(part.text), !new.event.isRecurring else {
                throw AgendaError(.addsDates, place: invitation.uid)
            }
            guard new.event.sequence >= master.event.sequence else { return (.older, nil) }
            let point = calendar.scope.point(of: new.event.start)
            let id = own.times.time(point, like: master.event.start)
            var event = master.event
            if !event.recurrenceDates.contains(where: { own.times.point(of: $0.start) == point }) {
                event.recurrenceDates.append(RecurrenceDate(start: id))
            }
            (event.sequence, event.stamp) = (new.event.sequence, new.event.stamp)
            master = master.rewritten(event)
            var instance = new.event
            instance.recurrenceID = id
            own.overrides = own.overrides.filter { !own.describes($0, point) }
            own.overrides.append(new.rewritten(instance))
        }
        own.master = master
        return (present.isEqual(to: own.texts) ? .unchanged : .updated, own.texts)
    }

    /// Asks the organizer for the whole event, of which only a part came; nil if nobody could be told who asks.
    private func refreshRequest() throws(AgendaError) -> SchedulingMessage? {
        guard let part = invitation.parts.first, let organizer = invitation.organizer,
            MailText.isAddress(organizer.mailAddress),
            let own = part.lines.properties("ATTENDEE").first(where: me.includes)
        else { return nil }
        var question = part.lines
        question.remove { $0.name == "RECURRENCE-ID" }
        return SchedulingMessage(
            method: .refresh,
            text: writer(calendar.scope).calendar(
                .refresh, [writer(calendar.scope).bare(question, by: own.asking)]),
            from: CalendarUser(own).mailAddress, to: [organizer.mailAddress],
            summary: invitation.summary)
    }

    func writer(_ scope: TimeZoneScope) -> MessageWriter {
        MessageWriter(
            uid: invitation.uid, scope: scope, definitions: calendar.definitions, stamp: stamp)
    }
}

extension Property {
    /// An attendee who asks, and answers nothing.
    var asking: Property {
        var property = sent
        property.setParameter("PARTSTAT", to: nil)
        property.setParameter("RSVP", to: nil)
        return property
    }
}
