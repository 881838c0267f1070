internal import CalendarMerge
internal import ICalendar

/// Prepares one file. A component that stays costs one look-up.
struct ResourcePreparer {
    /// A parsed component; a class, so that reading it does not copy a whole event.
    private final class ParsedEvent: Sendable {
        let event: Event?
        let diagnostics: [Diagnostic]

        /// - Parameter isTold: false for a to-do: nobody hears of its faults as long as no command shows it.
        init(_ parsed: ICalendarParser.Parsed<Event>, isTold: Bool) {
            (event, diagnostics) = (parsed.value, isTold ? parsed.diagnostics : [])
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
    private var parsed: [Int: ParsedEvent] = [:]
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
                result.kept.append(PreparedResource.Kept(id: known.id, line: component.line))
                if component.seriesKind != nil, rereads || isZoneChange && known.uidKey != nil {
                    again.append(index)
                }
            }
        }
        let scope = TimeZoneScope(
            database: preparation.zones, definitions: zoneDefinitions.definitions)
        parse(new.filter { components[$0].seriesKind != nil } + again)
        for index in new where parsed[index]?.event == nil {
            if let method = components[index].method, !components[index].describesItself {
                addMessage(components[index], method, scope)
            } else {
                addOther(components[index], parsed[index]?.diagnostics ?? [], scope)
            }
        }
        parse(siblings())
        addSeries(OccurrenceExpander(scope: scope))
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
        for index in parsed.keys { if let name = name(index) { changed.insert(name.key) } }
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
                    participantCount: component.participantCount, method: component.method),
                isTold: component.kind == .event)
        }
        parsed.reserveCapacity(parsed.count + indices.count)
        for (index, event) in zip(indices, found) { parsed[index] = event }
        result.parsedCount += indices.count
    }

    private func record(_ component: ScannedComponent) -> ComponentRecord {
        ComponentRecord(
            kind: component.kind, digest: component.digest, line: component.line,
            participantCount: component.participantCount, method: component.method,
            text: bytes[component.range])
    }

    /// The series of a component that was read.
    private func name(_ index: Int) -> SeriesName? {
        guard let uid = parsed[index]?.event?.uid, let kind = components[index].seriesKind else {
            return nil
        }
        return SeriesName(kind: kind, uid: uid)
    }

    private mutating func addSeries(_ expander: OccurrenceExpander) {
        var members: [SeriesName: [Int]] = [:]
        var order: [SeriesName] = []
        members.reserveCapacity(parsed.count)
        for index in parsed.keys.sorted() {
            guard let name = name(index) else { continue }
            if members[name] == nil { order.append(name) }
            members[name, default: []].append(index)
        }
        let series = AllCores.map(order) { name in
            let all = (members[name] ?? []).compactMap { index -> PreparedResource.Component? in
                guard let parsed = parsed[index], let event = parsed.event else { return nil }
                let component = components[index]
                return PreparedResource.Component(
                    storedID: stored.place(of: component.digest).map { stored.components[$0].id },
                    record: record(component), event: event,
                    recurrenceID: event.recurrenceID.map { expander.scope.point(of: $0) },
                    timeZone: expander.zoneName(of: event), diagnostics: parsed.diagnostics)
            }
            let events = all.map(\.event)
            let groups = EventsOfUID(events, in: expander.scope) {
                all[$0].record.method != nil
            }.groups
            return groups.enumerated().map { number, group in
                // Most UIDs are one event: its components are not copied.
                let isWhole = groups.count == 1
                let parts = isWhole ? all : group.indices.map { all[$0] }
                var expansion = expander.expand(
                    isWhole ? events : group.indices.map { events[$0] }, days: preparation.horizon)
                if group.isSeveral, number == 0 {
                    expansion.diagnostics.append(
                        EventsOfUID.diagnostic(uid: name.uid, count: groups.count))
                }
                if name.kind == .todo { expansion.diagnostics = [] }
                return PreparedResource.Series(
                    name: name, start: group.start, isSeveral: group.isSeveral, components: parts,
                    expansion: expansion)
            }
        }
        result.series = series.flatMap { $0 }
    }
}
