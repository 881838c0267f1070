internal import CalendarMerge
package import ICalendar

// What a service writes into a user's calendars because somebody else has changed an event. Such an editor has no desk: a
// delivery never causes another one.
extension CalendarEditor {
    /// Brings an attendee's copy in line with the organizer's event.
    ///
    /// The copy is read before the organizer's event, and written only if it is still what was read: of two deliveries at the
    /// same time the one that has read the newer event is the last.
    ///
    /// - Parameters:
    ///   - errand: what is to be told.
    ///   - me: the attendee's addresses.
    ///   - organizer: whom the event names as its organizer.
    ///   - name: the calendar for an event that is new.
    ///   - zone: the clock of a room or resource, which answers by itself (``BookingRule``); nil for a person.
    ///   - state: reads the organizer's event.
    /// - Throws: the errors of reading and writing; `otherOrganizer` or `ownEvent` if the attendee has another event of the
    ///   same `UID`.
    package func deliver(
        _ errand: SchedulingErrand, to me: CalendarAddresses, from organizer: CalendarAddresses,
        into name: String?, answeringIn zone: TimeZoneRules? = nil,
        state: @Sendable () async throws(AgendaError) -> SchedulingState?
    ) async throws(AgendaError) -> SchedulingDelivery {
        for _ in 1..<StoreContext.maximalAttempts {
            do throws(AgendaError) {
                return try await delivered(errand, me, organizer, name, zone, state)
            } catch {
                guard error.reason == .eventChanged else { throw error }
            }
        }
        return try await delivered(errand, me, organizer, name, zone, state)
    }

    private func delivered(
        _ errand: SchedulingErrand, _ me: CalendarAddresses, _ organizer: CalendarAddresses,
        _ name: String?, _ zone: TimeZoneRules?,
        _ state: @Sendable () async throws(AgendaError) -> SchedulingState?
    ) async throws(AgendaError) -> SchedulingDelivery {
        let series = errand.name
        let holder = try store.writableSources(holding: series).first
        let source = if let holder { holder } else { try writable(name) }
        var calendar = calendar(source)
        let present = try await calendar.read(series, href: nil)
        let stored =
            present.texts.isEmpty
            ? nil : try SeriesEditor(present.texts, present.scope, stamp: clock.now)
        var change = EventChange(.backgroundSync, at: clock.now, calendar: source.name)
        change.summary = errand.sender
        var delivery = SchedulingDelivery(change: change, source: source)
        delivery.before = try store.member(present.href, of: source)?.digest
        let event = try await state()
        if let stored { try requireCopy(stored, errand, me, organizer) }
        var view: SeriesEditor?
        if let event {
            let series = try SeriesEditor(event.texts, event.scope, stamp: clock.now)
            view = series.view(of: me.includes)
        }
        guard let event, let view else {
            guard errand.kind == .request, let stored else { return delivery }
            delivery.message =
                errand.method == Invitation.Method.cancel.rawValue ? errand.message : nil
            guard !stored.isCancelled else { return delivery }
            let newest = stored.components.map(\.event.sequence).max() ?? 0
            let cancelled = try IncomingSeries(times: stored.times, stamp: clock.now).cancelled(
                [(nil, false, newest + 1)], in: stored)
            change.add(errand.uid, source, present, cancelled?.texts ?? present.texts)
            delivery.change = try await commit(change, to: [calendar])
            delivery.after = try store.member(present.href, of: source)?.digest
            return delivery
        }
        // Whoever has declined or done it, and deleted it, does not get it again.
        let isOver = view.isCancelled || view.components.allSatisfy { $0.isFinished(for: me) }
        guard stored != nil || errand.kind == .request && !isOver else {
            return delivery
        }
        let cancels = errand.kind == .request && errand.method == Invitation.Method.cancel.rawValue
        let isGone = cancels && view.lacks(errand.message)
        // Of who was uninvited and is invited anew no answer is known.
        var components = try AttendeeCopy(
            view: view.isCancelled ? view.cancelled : view, me: me, keepsAnswers: !cancels || isGone
        ).components(over: stored)
        let derived = try SeriesEditor(components, view.times.scope, stamp: clock.now)
        let isNews = stored.map { !Self.saysSame($0, derived) } ?? true
        if let zone, errand.kind == .request, series.kind == .event, !view.isCancelled {
            let rule = try await booking(besides: errand.uid, as: me, zone: zone)
            let answered =
                isNews || derived.isUnanswered(by: me) ? try rule.answered(derived) : derived
            components = answered.components
            delivery.answer = try ImplicitScheduling(
                uid: errand.uid, old: view, new: answered, me: me, standings: [:],
                stamp: clock.now, definitions: event.definitions
            ).reply()
        }
        // Also if the copy is so already: whoever brought it may have got no further.
        if errand.kind == .request, cancels ? isGone : !view.isCancelled {
            delivery.message = errand.message
        }
        if let stored, Self.isSame(stored.components, components, answers: true) { return delivery }
        let writer = MessageWriter(
            uid: errand.uid, scope: event.scope, definitions: event.definitions, stamp: clock.now)
        let reception = Reception(
            calendar: try IncomingCalendar(
                writer.calendar(.request, components.map(\.lines)), place: errand.uid,
                kinds: [series.kind], zones: zones),
            isLocal: source.isOnlyInStore, zones: zones, stamp: clock.now)
        guard let incoming = reception.calendar.series.first else { return delivery }
        change.operations = try reception.operations(
            components.map(\.text), of: incoming, in: source, among: present)
        delivery.change = try await commit(change, to: [calendar])
        delivery.after = try store.member(present.href, of: source)?.digest
        delivery.isAnswersAlone = !isNews
        return delivery
    }

    /// Refuses what would take the place of another event.
    private func requireCopy(
        _ stored: SeriesEditor, _ errand: SchedulingErrand, _ me: CalendarAddresses,
        _ organizer: CalendarAddresses
    ) throws(AgendaError) {
        func fault(_ fault: InvitationFault) -> AgendaError {
            AgendaError(.invitation(fault), place: errand.uid)
        }
        guard let known = stored.components.lazy.compactMap(\.lines.organizer).first else {
            throw fault(.ownEvent)
        }
        guard !me.includes(known) || organizer.includes(known) else { throw fault(.ownEvent) }
        guard organizer.includes(known) else { throw fault(.otherOrganizer(known.mailAddress)) }
    }

    /// Whether two copies are the same but for stamps and answers; an instance may have a component for its answers alone.
    private static func saysSame(_ one: SeriesEditor, _ other: SeriesEditor) -> Bool {
        var (whole, otherWhole) = (one, other)
        for part in one.overrides + other.overrides {
            guard let point = other.instance(part) else { continue }
            _ = try? whole.override(of: point)
            _ = try? otherWhole.override(of: point)
        }
        return isSame(whole.components, otherWhole.components, answers: false)
    }

    /// Whether two copies are the same but for their stamps.
    ///
    /// - Parameter answers: whether answers count.
    private static func isSame(
        _ one: [ComponentEdit], _ other: [ComponentEdit], answers: Bool
    ) -> Bool {
        func lines(_ parts: [ComponentEdit]) -> [[String]] {
            parts.map { part in
                var lines = part.lines
                lines.remove { ["DTSTAMP", "LAST-MODIFIED"].contains($0.name) }
                if !answers {
                    lines.remove { $0.name == "SEQUENCE" }
                    lines.change("ATTENDEE") { property in
                        for name in ["PARTSTAT", "RSVP", Property.answerStamp] {
                            property.setParameter(name, to: nil)
                        }
                    }
                }
                return lines.parts.map { part in
                    part.property?.line
                        ?? String(decoding: part.bytes.filter { $0 != 0x0D }, as: UTF8.self)
                }.sorted()
            }.sorted { $0.lexicographicallyPrecedes($1) }
        }
        return lines(one) == lines(other)
    }

    /// Notes in the event of whoever has caused an errand what became of it (`SCHEDULE-STATUS`, RFC 6638 section 3.2.9).
    ///
    /// - Returns: what was written; nil if the event does not name the recipient any more.
    package func noteStatus(
        _ status: String, of errand: SchedulingErrand
    ) async throws(AgendaError) -> SchedulingDelivery? {
        let name = errand.name
        guard let source = try store.writableSources(holding: name).first else { return nil }
        var calendar = calendar(source)
        let present = try await calendar.read(name, href: nil)
        guard !present.texts.isEmpty else { return nil }
        var series = try SeriesEditor(present.texts, present.scope, stamp: clock.now)
        series.change { part in
            part.editing(at: clock.now, noting: false) { lines in
                lines.change(errand.kind == .reply ? "ORGANIZER" : "ATTENDEE") { property in
                    guard CalendarUser(property).address == errand.address, property.isServed
                    else { return }
                    property.setParameter("SCHEDULE-STATUS", to: status, inPlace: true)
                }
            }
        }
        var change = EventChange(.backgroundSync, at: clock.now, calendar: source.name)
        change.summary = errand.address
        change.add(name.uid, source, present, series.texts)
        guard !change.operations.isEmpty else { return nil }
        var delivery = SchedulingDelivery(change: change, source: source)
        delivery.before = try store.member(present.href, of: source)?.digest
        delivery.change = try await commit(change, to: [calendar])
        delivery.after = try store.member(present.href, of: source)?.digest
        delivery.isAnswersAlone = true
        return delivery
    }

    /// Notes an attendee's answer in the organizer's event, as a REPLY by mail is noted.
    ///
    /// - Parameters:
    ///   - message: the REPLY.
    ///   - me: the organizer's addresses.
    ///   - zone: the organizer's clock.
    ///   - name: any writable calendar.
    /// - Throws: as ``take(_:answer:as:from:zone:into:followsEvents:delivery:commits:)`` does.
    package func noteAnswer(
        _ message: [UInt8], as me: CalendarAddresses, from sender: String, zone: TimeZoneRules,
        into name: String?
    ) async throws(AgendaError) -> SchedulingDelivery {
        let invitation = try Invitation(
            try IncomingCalendar(message, place: sender, kinds: [.event, .todo], zones: zones))
        let holder = try store.writableSources(holding: invitation.name).first
        func digest() throws(AgendaError) -> ContentDigest? {
            guard let holder else { return nil }
            let hrefs = try store.hrefs(of: invitation.name, in: holder)
            guard let href = hrefs.sorted().first else { return nil }
            return try store.member(href, of: holder)?.digest
        }
        let before = try digest()
        var taken: TakenInvitation?
        for attempt in 1...StoreContext.maximalAttempts where taken == nil {
            do throws(AgendaError) {
                taken = try await take(
                    invitation, as: me, from: MessageSender(isTrusted: true), zone: zone,
                    into: name, followsEvents: true, service: sender)
            } catch {
                guard error.reason == .eventChanged, attempt < StoreContext.maximalAttempts else {
                    throw error
                }
            }
        }
        guard let taken else { throw context.gaveUp }
        var delivery = SchedulingDelivery(
            change: taken.change, source: try store.source(named: taken.item.calendar))
        (delivery.isAnswersAlone, delivery.before, delivery.after) = (true, before, try digest())
        if taken.replies.contains(where: { [.noted, .unchanged].contains($0.outcome) }) {
            delivery.message = message
        }
        return delivery
    }
}
