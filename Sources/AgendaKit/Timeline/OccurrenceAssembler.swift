internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// Turns stored occurrences into what readers see: filters calendars, chooses one copy of each event, and fills its
/// empty properties from the copies that lost.
struct OccurrenceAssembler {
    private let database: Database
    private let filter: EventFilter
    private let kind: Event.Kind
    /// The sources that pass the filter, in their order.
    private let sources: [CalendarSource]
    private let sourceByID: [Int64: CalendarSource]
    /// The calendars that make the reader busy; nil if all do.
    private let busy: Set<String>?
    /// Whether all calendars pass the filter, so that the noted roles of copies hold.
    private let knowsRoles: Bool
    private var copies: [String: CopyGroups] = [:]
    /// Read when the first event is met of which several copies may be shown.
    private var sameUIDs: SameUIDs?
    private var sameEvents: [String: SameEvents?] = [:]
    private let scopes: StoredScopes
    /// The copies of a UID from which rules take some away at an instance, by the UID and those that are left.
    private var leftCopies: [LeftCopies: CopyGroups] = [:]
    private var storedCopies: [String: [EventCopy]] = [:]
    let rulings: StoredRulings
    private var attendance: [Int64: Bool] = [:]
    private var ownAnswers: [Int64: String] = [:]
    private var messages: SchedulingMessages

    /// - Parameter occurrences: where the occurrences come from. If the filter passes all calendars, it leaves out the copies
    ///   that are never shown.
    init(_ occurrences: inout Occurrences, filter: EventFilter) throws {
        (database, scopes) = (occurrences.database, occurrences.scopes)
        (self.filter, kind) = (filter, occurrences.kind)
        rulings = StoredRulings(database, filter.rules)
        messages = SchedulingMessages(database, occurrences.scopes)
        let all = try SourceTable.fetchBrief(database)
        sources = all.filter { filter.includes(calendar: $0.name) }
        knowsRoles = sources.count == all.count
        occurrences.skipsHidden = knowsRoles
        sourceByID = Dictionary(sources.map { ($0.id, $0) }) { first, _ in first }
        busy =
            sources.allSatisfy(\.makesBusy)
            ? nil : Set(sources.filter(\.makesBusy).map(\.name))
    }

    /// The events to show, in the order of `occurrences`.
    mutating func events(_ occurrences: [StoredOccurrence]) throws -> [AgendaEvent] {
        var events: [AgendaEvent] = []
        events.reserveCapacity(occurrences.count)
        for occurrence in occurrences {
            if let event = try event(occurrence) { events.append(event) }
        }
        return events
    }

    /// The event to show; nil if the filter excludes it or another copy is shown.
    mutating func event(_ occurrence: StoredOccurrence) throws -> AgendaEvent? {
        let described = occurrence.described
        let role = knowsRoles || described.series.role == .only ? described.series.role : .open
        guard role != .hidden, let content = try content(described) else { return nil }
        var event = AgendaEvent(
            id: OccurrenceID(key: described.series.key, recurrenceID: occurrence.recurrenceID),
            span: occurrence.span, shared: content)
        event.isRecurring = occurrence.recurrenceID != nil
        if let title = event.occasionTitle { event.content.summary = title.description }
        if let answer = try answer(to: occurrence) { event.content.isDeclined = answer }
        if try messages.cancel(occurrence) { event.content.status = .cancelled }
        // Judged before the choice between copies, by what this one says.
        let effects =
            described.isRuled
            ? try rulings.effects(
                componentID: described.event.id,
                .init(
                    span: occurrence.span, timeZone: event.content.timeZone,
                    isDeclined: try isDeclinedForRules(occurrence)))
            : nil
        if effects?.isHidden == true, !filter.keepsHidden { return nil }
        if role == .open {
            guard
                let group = try copies(of: occurrence).group(of: described.series.id),
                group.decision.shows(
                    seriesID: described.series.id, recurrenceID: occurrence.recurrenceID)
            else { return nil }
            let uid = described.series.uid
            if try origin(ofPart: uid) != nil { return nil }
            var same = try same(uid: uid, at: occurrence.recurrenceID)
            guard try same.map({ try isFirst(of: $0, occurrence) }) ?? true else { return nil }
            // Where a rule hides the first of them, this one stands for itself.
            if same?.uids.first != uid { same = nil }
            event.id.start = group.start
            event.content.alsoIn =
                same?.otherCalendars(than: event.calendar)
                ?? group.decision.otherCalendars(than: event.calendar)
            event.content.isOfOthers = isOfOthers([event.calendar] + event.alsoIn)
            let fillers =
                group.decision.fillers(
                    for: described.series.id, recurrenceID: occurrence.recurrenceID)
                + (same?.fillers(for: occurrence.recurrenceID) ?? [])
            try fill(&event, from: fillers)
        }
        effects?.apply(to: &event.content)
        guard filter.includes(event) else { return nil }
        if let attendee = filter.attendee, try !isAttended(described, by: attendee) {
            return nil
        }
        if !filter.answers.isEmpty, try !filter.answers.contains(ownAnswer(to: occurrence)) {
            return nil
        }
        return event
    }

    /// What all occurrences of an event show; nil if the filter excludes its calendar.
    private mutating func content(_ described: StoredEvent) throws -> SharedContent? {
        let content = described.content
        if described.isAssembled { return content }
        guard let source = sourceByID[described.series.sourceID] else { return nil }
        // In place: a copy retains some 20 strings.
        content.content.calendar = source.name
        if content.content.color == nil { content.content.color = source.color }
        content.content.isDeclined = try isDeclined(
            described.event, of: content.content.participantCount, uid: described.series.uid)
        if knowsRoles {
            content.content.alsoIn = described.series.others.compactMap { sourceByID[$0]?.name }
        }
        content.content.isOfOthers = isOfOthers([source.name] + content.content.alsoIn)
        if source.kind == .contacts,
            let component = try ComponentTable.fetch(id: described.event.id, database)
        {
            content.content.occasion = Occasion(component: component.text)
        }
        described.isAssembled = true
        return content
    }

    /// Whether no calendar that has the event makes the reader busy.
    private func isOfOthers(_ calendars: @autoclosure () -> [String]) -> Bool {
        busy?.isDisjoint(with: calendars()) ?? false
    }

    /// Whether an occurrence comes from the calendar of this name.
    func isFrom(_ occurrence: StoredOccurrence, calendar: String) -> Bool {
        sourceByID[occurrence.series.sourceID]?.name == calendar
    }

    /// The copies of a UID and which of them are shown; chooses once per UID.
    mutating func copies(uid: String) throws -> CopyGroups {
        if let known = copies[uid] { return known }
        let groups = CopyGroups(try storedCopies(uid: uid))
        copies[uid] = groups
        return groups
    }

    /// The events that this one is one with in an instance; nil if it stands for itself.
    mutating func same(uid: String, at recurrenceID: OccurrencePoint?) throws -> SameEvents? {
        guard kind == .event else { return nil }
        guard let uids = try loadedUIDs().uids(of: uid) else { return nil }
        if sameEvents[uid] == nil {
            for uid in uids { sameEvents[uid] = .some(nil) }
            for events in try SameEvents.fetch(uids, among: sources, scopes, database) {
                for uid in events.uids { sameEvents[uid] = .some(events) }
            }
        }
        guard let found = sameEvents[uid] ?? nil, !found.isApart(recurrenceID) else { return nil }
        return found
    }

    private mutating func loadedUIDs() throws -> SameUIDs {
        if let sameUIDs { return sameUIDs }
        let all = try SameUIDs(database)
        sameUIDs = all
        return all
    }

    /// The event of which a mirror's block is a part, if a calendar that passes the filter has it.
    mutating func origin(ofPart uid: String) throws -> String? {
        guard kind == .event, let origin = try loadedUIDs().origin(ofPart: uid) else { return nil }
        return try storedCopies(uid: origin).isEmpty ? nil : origin
    }

    /// As ``copies(uid:)``, without those that a rule hides at an occurrence: another copy stands in.
    mutating func copies(of occurrence: StoredOccurrence) throws -> CopyGroups {
        let uid = occurrence.series.uid
        let hidden = try hiddenCopies(of: occurrence)
        guard !hidden.isEmpty else { return try copies(uid: uid) }
        let left = LeftCopies(uid: uid, hidden: Set(hidden.map(\.seriesID)))
        if let known = leftCopies[left] { return known }
        let groups = CopyGroups(
            try storedCopies(uid: uid).filter { !left.hidden.contains($0.seriesID) })
        leftCopies[left] = groups
        return groups
    }

    /// The other copies of an occurrence that a rule hides.
    mutating func hiddenCopies(of occurrence: StoredOccurrence) throws -> [EventCopy] {
        guard !filter.keepsHidden, try rulings.exist() else { return [] }
        return try storedCopies(uid: occurrence.series.uid).filter {
            try $0.seriesID != occurrence.series.id && isHidden($0, at: occurrence)
        }
    }

    /// Whether a rule hides what a copy has of the instance that an occurrence of another copy is.
    private mutating func isHidden(
        _ copy: EventCopy, at occurrence: StoredOccurrence
    ) throws -> Bool {
        guard let component = copy.component(for: occurrence.recurrenceID) else { return false }
        let id = component.eventID
        guard let record = try EventTable.fetch(id: id, kind, database), record.isRuled else {
            return false
        }
        var instance = StoredRulings.Instance(
            span: occurrence.span, timeZone: record.content.timeZone)
        if try rulings.readsInstance(componentID: id) {
            instance.span = try span(of: component, in: copy, at: occurrence)
        }
        if try rulings.readsAnswers(componentID: id) {
            instance.isDeclined = try isDeclined(
                record.version, of: record.content.participantCount, uid: occurrence.series.uid,
                by: rulings.me())
        }
        return try rulings.effects(componentID: id, instance).isHidden == true
    }

    /// When a copy has the instance that an occurrence of another copy is.
    private func span(
        of component: EventCopy.Component, in copy: EventCopy, at occurrence: StoredOccurrence
    ) throws -> Span {
        if component.recurrenceID != nil || !copy.isRecurring {
            return try OccurrenceTable.onlySpan(
                seriesID: copy.seriesID, eventID: component.eventID, database) ?? occurrence.span
        }
        // What the rule gives begins when its name says.
        return occurrence.recurrenceID.flatMap { occurrence.span.moved(to: $0) } ?? occurrence.span
    }

    private mutating func storedCopies(uid: String) throws -> [EventCopy] {
        if let known = storedCopies[uid] { return known }
        let copies = try StoredCopies.fetch(uid: uid, kind, among: sources, database)
        storedCopies[uid] = copies
        return copies
    }

    /// Whether an event stands for those that are the same, but for those that a rule hides.
    private mutating func isFirst(
        of same: SameEvents, _ occurrence: StoredOccurrence
    ) throws -> Bool {
        let uid = occurrence.series.uid
        guard !filter.keepsHidden, try rulings.exist() else {
            return same.shows(uid: uid, occurrence.recurrenceID)
        }
        for member in same.members {
            if member.uid == uid { return true }
            for copy in member.choice.ranking where try !isHidden(copy, at: occurrence) {
                return false
            }
        }
        return true
    }

    private mutating func fill(_ event: inout AgendaEvent, from fillers: [Int64]) throws {
        for id in fillers {
            guard let filler = try EventTable.fetch(id: id, kind, database) else { continue }
            // With the participants come their answers.
            if event.participantCount == 0,
                try isDeclined(
                    filler.version, of: filler.content.participantCount, uid: event.uid)
            {
                event.content.isDeclined = true
            }
            event.content.fill(from: filler.content)
        }
    }

    /// Whether the reader has declined; reads the participants' lines only if the reader's addresses are known.
    private mutating func isDeclined(
        _ event: ComponentVersion, of participantCount: Int, uid: String, by me: Set<String>? = nil
    ) throws -> Bool {
        let me = me ?? filter.me
        guard !me.isEmpty, participantCount > 0,
            let component = try ComponentTable.fetch(id: event.id, database)
        else { return false }
        let answers = InvitationReply.statuses(
            try messages.replies(uid: uid), for: event.recurrenceID, of: event.revision)
        if !answers.isEmpty {
            return component.participants.with(statuses: answers).contains {
                $0.status == "DECLINED" && EventFilter.isOne(of: me, $0.address)
            }
        }
        return ICalendarParser.isDeclined(
            in: component.text, by: me.map(Participant.bareAddress))
    }

    /// Whether those have declined an occurrence of whom a rule asks.
    mutating func isDeclinedForRules(_ occurrence: StoredOccurrence) throws -> Bool {
        guard try rulings.readsAnswers(componentID: occurrence.event.id) else { return false }
        let me = try rulings.me()
        return try answer(to: occurrence, by: me)
            ?? isDeclined(
                occurrence.event, of: occurrence.described.content.content.participantCount,
                uid: occurrence.series.uid, by: me)
    }

    /// Whether the reader has declined this instance; nil without an answer to this instance alone.
    private mutating func answer(
        to occurrence: StoredOccurrence, by me: Set<String>? = nil
    ) throws -> Bool? {
        let me = me ?? filter.me
        guard !me.isEmpty, let instance = occurrence.recurrenceID,
            occurrence.event.recurrenceID == nil,
            occurrence.described.content.content.participantCount > 0
        else { return nil }
        let statuses = InvitationReply.statuses(
            try messages.replies(uid: occurrence.series.uid), for: instance,
            of: occurrence.event.revision)
        return me.lazy.compactMap { statuses[Participant.bareAddress($0)] }.first.map {
            $0 == "DECLINED"
        }
    }

    /// The participants' statuses that answers to an occurrence's event have changed, by address.
    mutating func statuses(of occurrence: StoredOccurrence) throws -> [String: String] {
        let answers = try messages.replies(uid: occurrence.series.uid)
        let (own, revision) = (occurrence.event.recurrenceID, occurrence.event.revision)
        let whole = InvitationReply.statuses(answers, for: own, of: revision)
        guard let instance = occurrence.recurrenceID, own == nil else { return whole }
        return whole.merging(InvitationReply.statuses(answers, for: instance, of: revision)) { $1 }
    }

    /// The reader's `PARTSTAT`; empty if the reader is not among the participants.
    private mutating func ownAnswer(to occurrence: StoredOccurrence) throws -> String {
        let described = occurrence.described
        guard described.content.content.participantCount > 0 else { return "" }
        let (me, changed) = (filter.me.map(Participant.bareAddress), try statuses(of: occurrence))
        if let status = me.lazy.compactMap({ changed[$0] }).first { return status }
        if let known = ownAnswers[described.event.id] { return known }
        let text = try ComponentTable.fetch(id: described.event.id, database)?.text
        let own = me.lazy.compactMap { address in
            ICalendarParser.participants(in: text ?? [], mentioning: [address])
                .first { $0.bareAddress == address }
        }.first
        let status = own?.status ?? ""
        ownAnswers[described.event.id] = status
        return status
    }

    /// Whether the organizer or a participant matches.
    private mutating func isAttended(_ event: StoredEvent, by attendee: String) throws -> Bool {
        if let known = attendance[event.event.id] { return known }
        let wanted = attendee.lowercased()
        let content = event.content.content
        var isAttended = content.organizer?.lowercased().contains(wanted) ?? false
        if !isAttended && content.participantCount > 0,
            let component = try ComponentTable.fetch(id: event.event.id, database)
        {
            isAttended = component.participants.contains {
                $0.address.lowercased().contains(wanted)
                    || $0.name?.lowercased().contains(wanted) ?? false
            }
        }
        attendance[event.event.id] = isAttended
        return isAttended
    }
}

/// The copies of a UID but for some.
private struct LeftCopies: Hashable {
    let uid: String
    let hidden: Set<Int64>
}

extension Span {
    /// The span with another start of the same kind; nil for another kind.
    fileprivate func moved(to start: OccurrencePoint) -> Span? {
        switch (self, start) {
        case (.instants(let range), .instant(let begin)):
            .instants(begin..<(begin + (range.upperBound - range.lowerBound)))
        case (.floating(let range), .floating(let begin)):
            .floating(
                begin..<(begin
                    + (range.upperBound.secondsSinceEpoch - range.lowerBound.secondsSinceEpoch)))
        case (.dates(let range), .date(let begin)): .dates(begin..<(begin + range.count))
        default: nil
        }
    }
}

extension EventContent {
    /// Fills empty properties from another copy; never a time.
    fileprivate mutating func fill(from copy: EventContent) {
        summary = summary ?? copy.summary
        location = location ?? copy.location
        details = details ?? copy.details
        url = url ?? copy.url
        if categories.isEmpty { categories = copy.categories }
        organizer = organizer ?? copy.organizer
        if participantCount == 0 { participantCount = copy.participantCount }
    }
}
