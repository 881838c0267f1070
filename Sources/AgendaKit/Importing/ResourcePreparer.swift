internal import CalendarMerge
internal import ICalendar

/// Prepares one file. A component that stays costs one look-up.
struct ResourcePreparer {
    /// A parsed component; a class, so that reading it does not copy a whole event.
    private final class ParsedEvent: Sendable {
        /// One, or none if it cannot be read: an array, because most series are expanded from it as it is.
        let events: [Event]
        let diagnostics: [Diagnostic]

        init(_ parsed: ICalendarParser.Parsed<Event>) {
            events = parsed.value.map { [$0] } ?? []
            diagnostics = parsed.diagnostics
        }
    }

    private let bytes: [UInt8]
    private let components: [ScannedComponent]
    /// The file's zones; nil if they are among the components.
    private let zones: ZoneDefinitions?
    private let stored: StoredComponents
    private let match: ComponentMatch
    private let preparation: ImportContext
    private let rereads: Bool
    /// What was read, by the component's index.
    private var parsed: [ParsedEvent?]
    var result: PreparedResource

    init(
        bytes: [UInt8], components: [ScannedComponent], zones: ZoneDefinitions? = nil,
        stored: StoredComponents = StoredComponents(), rereads: Bool = false,
        preparation: ImportContext, record: ResourceRecord
    ) {
        self.bytes = bytes
        self.components = components
        self.zones = zones
        self.stored = stored
        self.rereads = rereads
        self.preparation = preparation
        parsed = Array(repeating: nil, count: components.count)
        match = ComponentMatch(components, stored)
        result = PreparedResource(record: record)
        result.stored = stored
        result.removed = match.removed
    }

    mutating func run() -> PreparedResource {
        let zoneDefinitions =
            zones ?? ZoneDefinitions(components, in: bytes, preparation.knownZones)
        result.diagnostics += zoneDefinitions.diagnostics
        // A change of zones moves events whose own text is the same.
        let zonesDigest = zoneDefinitions.digest(key: preparation.key)
        let isZoneChange = zonesDigest != result.record.zonesDigest
        result.record.zonesDigest = zonesDigest
        var new: [Int] = []
        var again: [Int] = []
        for (index, component) in components.enumerated() {
            switch match[index] {
            case .repeated: continue
            case .new: new.append(index)
            case .stored(let place):
                let known = stored.components[place]
                result.kept.append((known.id, component.line))
                if component.seriesKind != nil, rereads || isZoneChange && known.uidKey != nil {
                    again.append(index)
                }
            }
        }
        let scope = TimeZoneScope(
            database: preparation.zones, definitions: zoneDefinitions.definitions)
        parse(new.filter { components[$0].seriesKind != nil } + again)
        for index in new where parsed[index]?.events.isEmpty != false {
            if let method = components[index].method, !components[index].describesItself {
                addMessage(components[index], method, scope)
            } else {
                addOther(components[index], parsed[index]?.diagnostics ?? [], scope)
            }
        }
        parse(siblings())
        result.series = series(OccurrenceExpander(scope: scope))
        return result
    }

    /// A component that is a message about an event.
    private mutating func addMessage(
        _ component: ScannedComponent, _ method: SchedulingMethod, _ scope: TimeZoneScope
    ) {
        let record = record(component)
        let reply = InvitationReply(record.text, in: scope)
        guard let diagnostic = method.diagnostic(line: component.line, uid: reply?.uid) else {
            return
        }
        if method == .reply, component.kind == .event, let reply {
            result.messages.append((record, reply.uid, [diagnostic]))
        } else {
            result.others.append((record, [diagnostic]))
        }
    }

    /// A component that is in no series: a cancellation without a start, or what is not to be shown.
    private mutating func addOther(
        _ component: ScannedComponent, _ diagnostics: [Diagnostic], _ scope: TimeZoneScope
    ) {
        let record = record(component)
        if component.kind == .event, component.method == .cancel, diagnostics.isEmpty,
            let cancellation = EventCancellation(record.text, in: scope)
        {
            result.messages.append((record, cancellation.uid, []))
        } else {
            result.others.append((record, diagnostics))
        }
    }

    /// A series is expanded whole: the components of a changed one are read again.
    private func siblings() -> [Int] {
        guard !stored.isEmpty else { return [] }
        var changed = Set(match.removed.compactMap(\.uidKey))
        for index in parsed.indices { if let name = name(index) { changed.insert(name.key) } }
        guard !changed.isEmpty else { return [] }
        let wanted = KeyFilter(changed)
        return components.indices.filter { index in
            guard case .stored(let place) = match[index],
                let key = stored.components[place].uidKey, wanted.contains(key)
            else { return false }
            return parsed[index] == nil
        }
    }

    private mutating func parse(_ indices: [Int]) {
        let found = AllCores.map(indices) { index in
            let component = components[index]
            return ParsedEvent(
                ICalendarParser.event(
                    in: bytes[component.range], line: component.line,
                    participantCount: component.participantCount, method: component.method))
        }
        for (index, event) in zip(indices, found) { parsed[index] = event }
        result.parsedCount += indices.count
    }

    private func record(_ component: ScannedComponent) -> ComponentRecord {
        ComponentRecord(
            kind: component.kind, digest: component.digest, line: component.line,
            participantCount: component.participantCount, method: component.method,
            text: bytes[component.range])
    }

    private func component(
        _ index: Int, _ event: Event, _ expander: OccurrenceExpander
    ) -> PreparedResource.Component {
        let component = components[index]
        let storedID = stored.place(of: component.digest).map { stored.components[$0].id }
        var record = record(component)
        // Here, because other cores do it, too.
        if storedID == nil {
            record.stored =
                preparation.packsTexts ? PackedText.stored(record.text) : record.text
        }
        return PreparedResource.Component(
            storedID: storedID, record: record,
            row: EventRecord(
                event, id: 0, seriesID: 0,
                recurrenceID: event.recurrenceID.map { expander.scope.point(of: $0) },
                timeZone: expander.zoneName(of: event)),
            alarms: AlarmRecord.all(of: event, text: record.text),
            diagnostics: parsed[index]?.diagnostics ?? [])
    }

    /// The series of a component that was read.
    private func name(_ index: Int) -> SeriesName? {
        guard let uid = parsed[index]?.events.first?.uid, let kind = components[index].seriesKind
        else {
            return nil
        }
        return SeriesName(kind: kind, uid: uid)
    }

    /// The series of what was read, in the order of the file.
    private func series(_ expander: OccurrenceExpander) -> [PreparedResource.Series] {
        var places: [SeriesName: Int] = [:]
        var series: [(name: SeriesName, members: [Int])] = []
        places.reserveCapacity(result.parsedCount)
        series.reserveCapacity(result.parsedCount)
        for index in parsed.indices {
            guard let name = name(index) else { continue }
            let place = places[name, default: series.count]
            if place < series.count {
                series[place].members.append(index)
            } else {
                places[name] = place
                series.append((name, [index]))
            }
        }
        return AllCores.map(series) { prepared($0.name, $0.members, expander) }.flatMap { $0 }
    }

    /// The events of a UID, expanded.
    private func prepared(
        _ name: SeriesName, _ members: [Int], _ expander: OccurrenceExpander
    ) -> [PreparedResource.Series] {
        let lists = members.map { parsed[$0]?.events ?? [] }
        let events = lists.count == 1 ? lists[0] : lists.flatMap { $0 }
        let all = zip(members, events).map { component($0, $1, expander) }
        let groups = EventsOfUID(events, in: expander.scope) { all[$0].record.method != nil }.groups
        return groups.enumerated().map { number, group in
            // Most UIDs are one event: its components are not copied.
            let isWhole = groups.count == 1
            let parts = isWhole ? all : group.indices.map { all[$0] }
            let members = isWhole ? events : group.indices.map { events[$0] }
            var expansion = expander.expand(members, days: preparation.horizon)
            if group.isSeveral, number == 0 {
                expansion.diagnostics.append(
                    EventsOfUID.diagnostic(uid: name.uid, count: groups.count))
            }
            return PreparedResource.Series(
                name: name, start: group.start, isSeveral: group.isSeveral, components: parts,
                expansion: expansion,
                reach: expansion.isRecurring ? SeriesReach(members, in: expander.scope) : nil)
        }
    }
}
