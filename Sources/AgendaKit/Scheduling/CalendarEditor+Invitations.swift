public import ICalendar

extension CalendarEditor {
    /// Takes a message about an event into one's own calendar, with an answer to it, as one change.
    ///
    /// Our copy follows RFC 5546: `SEQUENCE` and `DTSTAMP` stay the organizer's, `PARTSTAT` is the answer.
    ///
    /// - Parameters:
    ///   - invitation: the message.
    ///   - answer: what the reader says; nil to take the message as it is. An organizer accepts or declines what an
    ///     attendee proposes.
    ///   - me: the reader's addresses.
    ///   - sender: who sent it. Unless trusted, one whom the message does not name changes and answers nothing.
    ///   - zone: the reader's clock.
    ///   - name: a writable source for an event that is new; nil for the local calendar.
    ///   - followsEvents: whether to change an event in the only other writable calendar that has it.
    ///   - delivery: who sends what there is to say, for a calendar.
    ///   - commits: false to learn what would change.
    /// - Throws: `invalid` for a message that cannot be taken or answered; `notFound`; else the store's errors.
    public func take(
        _ invitation: Invitation, answer: InvitationAnswer? = nil, as me: CalendarAddresses,
        from sender: MessageSender = MessageSender(), zone: TimeZoneRules, into name: String? = nil,
        followsEvents: Bool = false,
        delivery: @Sendable (CalendarSource) -> MessageDelivery = { _ in .message },
        commits: Bool = true
    ) async throws(AgendaError) -> TakenInvitation {
        try await take(
            invitation, answer: answer, as: me, from: sender, zone: zone, into: name,
            followsEvents: followsEvents, delivery: delivery, commits: commits, service: nil)
    }

    /// - Parameter service: whom the message comes from through the service that has the reader's calendars; nil for a mail.
    func take(
        _ invitation: Invitation, answer: InvitationAnswer? = nil, as me: CalendarAddresses,
        from sender: MessageSender, zone: TimeZoneRules, into name: String?, followsEvents: Bool,
        delivery: @Sendable (CalendarSource) -> MessageDelivery = { _ in .message },
        commits: Bool = true, service: String?
    ) async throws(AgendaError) -> TakenInvitation {
        let source = try await place(of: invitation, name, followsEvents: followsEvents)
        var calendar = calendar(source)
        let present = try await calendar.read(invitation.name, href: nil)
        let reception = Reception(
            calendar: invitation.calendar, isLocal: source.isOnlyInStore, zones: zones,
            stamp: clock.now, keeping: { $1.keeping(ownOf: $0, me) })
        let desk = InvitationDecider(
            invitation: invitation, me: me, present: present, reception: reception, zone: zone,
            delivery: delivery(source), isOfService: service != nil)
        let decision = try desk.decision(answer)
        let stored = (try? SeriesEditor.components(present.texts)) ?? []
        let unnamed = invitation.stranger(sender, stored)
        let isChange = decision.texts.map { !present.isEqual(to: $0) } ?? false
        if let unnamed, !sender.isTrusted, isChange || !decision.messages.isEmpty {
            throw desk.fault(.unnamedSender(unnamed, isNew: !desk.isStored))
        }
        if isChange {
            try await requireNoOther(
                invitation, besides: source, me, hasOwn: desk.isStored || sender.isTrusted)
        }
        var item = reception.item(desk.series, in: source)
        reception.show(present, in: &item, desk.series)
        item.outcome = decision.outcome
        if item.summary == nil { item.summary = invitation.summary }
        var change = EventChange(desk.isStored ? .edit : .add, at: clock.now, calendar: source.name)
        change.summary = item.summary
        if let service { (change.kind, change.summary) = (.backgroundSync, service) }
        if isChange, let texts = decision.texts {
            let news = decision.hasNews
            try check(texts, news ? desk.scope : present.scope, uid: invitation.uid)
            if news {
                change.operations = try reception.operations(
                    texts, of: desk.series, in: source, among: present)
            } else {
                change.add(invitation.uid, source, present, texts)
            }
        }
        change = try await commit(change, to: [calendar], commits: commits)
        return TakenInvitation(
            item: item, isStored: desk.isStored, change: change, messages: decision.messages,
            isSentByServer: decision.isSentByServer, replies: decision.replies,
            ownStatus: stored.lazy.compactMap { $0.status(of: me) }.first, unnamedSender: unnamed)
    }

    /// Refuses a message about an event that another calendar of the reader's has, if it may not change that: of two
    /// copies the newer is shown.
    ///
    /// - Parameter hasOwn: whether copies that are only read do not matter.
    private func requireNoOther(
        _ invitation: Invitation, besides source: CalendarSource, _ me: CalendarAddresses,
        hasOwn: Bool
    ) async throws(AgendaError) {
        guard [.publish, .request, .add, .cancel].contains(invitation.method) else { return }
        let stored = try await components(of: invitation.name, besides: source)
        if let fault = EventOwner(of: stored, me).fault(of: invitation.organizers) {
            throw AgendaError(.invitation(fault), place: invitation.uid)
        }
        guard stored.isEmpty, !hasOwn, let series = invitation.calendar.series.first else { return }
        try await requireShown(series, of: invitation.calendar, as: me)
    }

    /// The calendar that has the event, or gets it.
    private func place(
        of invitation: Invitation, _ name: String?, followsEvents: Bool
    ) async throws(AgendaError) -> CalendarSource {
        let target = try writable(name)
        guard followsEvents else { return target }
        let others = try await holders(of: invitation.calendar, besides: target)[invitation.name]
        guard let others, let first = others.first else { return target }
        guard others.count == 1 else {
            throw AgendaError(.severalCalendars(others.map(\.name)), place: invitation.uid)
        }
        return first
    }

    /// Writes the invitation to an event of one's own, or its cancellation if its status says so. An event without
    /// organizer gets the reader as one.
    ///
    /// - Parameters:
    ///   - occurrence: as found by ``EventStore/details(of:clock:zone:filter:zones:)``.
    ///   - scope: `this` for one instance, `all` for the whole event.
    ///   - me: the reader's addresses.
    ///   - delivery: who sends it.
    ///   - commits: false to learn what would change.
    /// - Throws: `invalid` if the reader does not organize the event, or nobody is invited; else as
    ///   ``edit(_:commits:)-(EventDraft,_)`` does.
    public func invite(
        to occurrence: AgendaEvent, scope: RecurrenceScope, as me: CalendarAddresses,
        delivery: @Sendable (CalendarSource) -> MessageDelivery = { _ in .message },
        commits: Bool = true
    ) async throws(AgendaError) -> TakenInvitation {
        func fault(_ fault: InvitationFault) -> AgendaError {
            AgendaError(.invitation(fault), place: occurrence.summary ?? occurrence.uid)
        }
        guard let address = me.all.first else { throw fault(.nobody) }
        let event = try await open(occurrence, in: try writable(occurrence.calendar))
        let delivery = delivery(event.source)
        var series = event.series
        guard series.components.contains(where: { !$0.lines.attendees.isEmpty }) else {
            throw fault(.noAttendees)
        }
        let organizers = series.components.compactMap(\.lines.organizer)
        guard organizers.allSatisfy(me.includes) else { throw fault(.notOrganizer) }
        func organized(_ part: ComponentEdit) -> ComponentEdit {
            part.lines.organizer != nil
                ? part
                : part.editing(at: clock.now) { $0.set("ORGANIZER", value: "mailto:\(address)") }
        }
        series.change(organized)
        series.raise(above: try store.sequence(ofDeleted: occurrence.uid), at: clock.now)
        switch delivery {
        case .message: break
        case .insteadOfServer:
            series.change { $0.writtenHere(to: "ATTENDEE", at: clock.now) }
        case .server: series.change { $0.invitedByServer(me, at: clock.now) }
        }
        var change = EventChange(.edit, at: clock.now, calendar: event.source.name)
        change.summary = occurrence.summary
        try note(series, of: event, in: &change)
        var sent = series
        if scope == .this, let instance = event.instance {
            let place = try sent.override(of: instance)
            (sent.master, sent.overrides) = (nil, [sent.overrides[place]])
        }
        let writer = MessageWriter(
            uid: occurrence.uid, scope: event.present.scope, definitions: [:], stamp: clock.now)
        let messages = delivery == .server ? [] : try writer.requests(of: sent, as: me)
        change = try await commit(change, to: [event.calendar], commits: commits)
        let item = ReceivedEvents.Item(
            uid: occurrence.uid, summary: occurrence.summary, span: occurrence.span,
            isRecurring: occurrence.isRecurring, calendar: event.source.name, outcome: .unchanged)
        return TakenInvitation(
            item: item, isStored: true, change: change, messages: messages,
            isSentByServer: delivery == .server)
    }
}
