internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// The texts of components as rules have them for others.
///
/// A shared link has whole series, without the instances that rules hide (``SharedSeries``). A mirror has instances: one of which
/// rules make something else gets a component of its own.
///
/// A class: what was found once is known to all that read.
final class RuledTexts {
    let database: Database
    let rulings: StoredRulings
    /// Until when the instances of series are judged one by one; nil for not at all.
    let end: CivilDate?
    let scopes = StoredScopes(SystemZones.database)
    /// The components to which a rule may apply.
    private let ruled: Set<Int64>
    /// The calendars that are read.
    let calendars: Set<Int64>
    /// By series: its copies in other calendars, which were looked for.
    var others: [Int64: [OtherCopy]] = [:]
    /// The events of which a rule calls a copy private.
    private(set) var privateUIDs: Set<String> = []
    /// The components of series whose instances are judged one by one, with their series: those that describe several.
    private var judgedByInstance: [Int64: Int64] = [:]
    private var series: [Int64: RuledSeries?] = [:]
    /// For a shared link: the series of which rules judge instances, by the component that describes it.
    private var shared: [Int64: SharedSeries] = [:]

    init(_ database: Database, _ filter: EventFilter, until end: CivilDate?) throws {
        (self.database, self.end) = (database, end)
        rulings = StoredRulings(database, filter.rules)
        ruled = Set(try RulingTable.fetchAll(database).keys)
        calendars = Set(
            try SourceTable.fetchBrief(database)
                .filter { filter.includes(calendar: $0.name) }.map(\.id))
        for id in ruled {
            guard let row = try row(id), let component = try ComponentTable.fetch(id: id, database)
            else { continue }
            if end != nil, row.isRecurring, row.kind == .event,
                try rulings.readsInstance(componentID: id)
            {
                for part in try RuledSeries.parts(row.seriesID, database) {
                    judgedByInstance[part.id] = row.seriesID
                }
            }
            if end == nil, row.isRecurring, row.recurrenceID.isEmpty,
                case let rules = try rulings.instanceRules(componentID: id), !rules.isEmpty
            {
                var instance = try instance(of: component, row)
                instance.isUnknown = true
                shared[id] = try SharedSeries(
                    component, seriesID: row.seriesID, row.kind, like: instance, rules: rules,
                    rulings, scopes, database)
            }
            guard row.recurrenceID.isEmpty, try effects(of: component, row).isPrivate == true
            else { continue }
            privateUIDs.insert(row.uid)
        }
        try hideWhole()
    }

    /// Hides the series of which a rule hides instances wherever another calendar has all instances of the event: that one
    /// stands in.
    private func hideWhole() throws {
        for (id, own) in shared where !own.hidden.isEmpty && !own.isHidden {
            guard let row = try row(id) else { continue }
            let hasAll = try copies(of: row).contains { other, _ in
                guard other != id else { return false }
                if let known = shared[other] { return !known.isHidden && known.hidden.isEmpty }
                guard ruled.contains(other), let row = try self.row(other),
                    let component = try ComponentTable.fetch(id: other, database)
                else { return true }
                return try effects(of: component, row).isHidden != true
            }
            if hasAll { shared[id]?.hide() }
        }
    }

    /// What the store knows of a component.
    struct Row {
        var seriesID: Int64
        var uid: String
        var isRecurring: Bool
        var recurrenceID: String
        var kind: Event.Kind
        var timeZone: String?
    }

    func row(_ id: Int64) throws -> Row? {
        for kind in Event.Kind.allCases {
            var found: Row?
            try RowReader(
                """
                SELECT series.id, uid, is_recurring, recurrence_id, time_zone
                FROM \(EventTable.name(kind)) AS event JOIN series ON series.id = series_id
                WHERE event.id = ?
                """, database
            ).forEach(id) { row in
                found = Row(
                    seriesID: Int64(row.integer(0)), uid: row.text(1),
                    isRecurring: row.integer(2) != 0, recurrenceID: row.text(3), kind: kind,
                    timeZone: try row.optionalText(4))
            }
            if let found { return found }
        }
        return nil
    }

    private func effects(of component: ComponentRecord, _ row: Row) throws -> RuleEffects {
        if let series = shared[component.id] { return series.effects }
        var instance = try instance(of: component, row)
        let isOfSeveral = component.event?.overridesFuture == true
        if !row.isRecurring || !row.recurrenceID.isEmpty && !isOfSeveral {
            instance.span = try OccurrenceTable.onlySpan(
                seriesID: row.seriesID, eventID: component.id, database)
        }
        instance.isUnknown = instance.span == nil
        if end == nil { return try rulings.effects(componentID: component.id, instance) }
        let point = Array(row.recurrenceID.utf8).withUnsafeBytes { OccurrencePoint(icalendar: $0) }
        return try effects(componentID: component.id, instance, point, of: row)
    }

    /// What rules know of each instance that a component describes, but for when it is.
    func instance(of component: ComponentRecord, _ row: Row) throws -> StoredRulings.Instance {
        var instance = StoredRulings.Instance(timeZone: row.timeZone)
        let me = try rulings.me()
        instance.isDeclined =
            !me.isEmpty && component.participantCount > 0
            && ICalendarParser.isDeclined(
                in: component.text, by: me.map(Participant.bareAddress))
        return instance
    }

    /// The text of a component; nil if a rule hides it.
    func text(
        of component: ComponentRecord, _ resource: ResourceRecord, in source: CalendarSource
    ) throws -> ArraySlice<UInt8>? {
        if let end, let id = judgedByInstance[component.id] {
            let known = try series[id] ?? RuledSeries(id, resource, in: source, until: end, self)
            series[id] = .some(known)
            if let known { return known.mainID == component.id ? known.text[...] : nil }
        }
        guard ruled.contains(component.id), let row = try row(component.id) else {
            return component.text
        }
        let effects = try effects(of: component, row)
        // Its series would show the instance as the others are.
        if effects.isHidden == true, row.recurrenceID.isEmpty { return nil }
        guard let event = component.event, var lines = ComponentDocument(component.text) else {
            return effects.isHidden == true ? nil : component.text
        }
        shared[component.id]?.takeOut(of: &lines)
        return text(of: event, lines, as: effects, in: source)[...]
    }

    /// A component as rules have it. One that they hide is marked for ``CalendarMerge``, which makes an exception of it, or called
    /// off for a mirror, which counts it.
    func text(
        of event: Event, _ lines: ComponentDocument, as effects: RuleEffects,
        in source: CalendarSource
    ) -> [UInt8] {
        var lines = lines
        if effects.isHidden == true {
            if end == nil {
                lines.set("CLASS", value: CalendarMerge.hidden)
            } else {
                lines.set("STATUS", value: "CANCELLED")
            }
            return lines.bytes
        }
        var content = EventContent(uid: event.uid, calendar: source.name)
        content.summary = event.summary
        content.location = event.location
        content.categories = event.categories
        content.organizer = event.organizer?.address
        if let title = effects.title(of: content) { lines.set("SUMMARY", text: title) }
        if let color = effects.color { lines.set("COLOR", value: color) }
        if let category = effects.category, !event.categories.contains(category) {
            let line = LineWriter.folded(
                Array("CATEGORIES:\(CalendarWriter.escaped(category))".utf8))
            let own = lines.parts.filter { $0.name == "CATEGORIES" && !$0.isComponent }
            lines.replace("CATEGORIES", with: own + [.init(name: "CATEGORIES", bytes: line)])
        }
        if event.todo == nil, let isBusy = effects.isBusy {
            lines.set("TRANSP", value: isBusy ? "OPAQUE" : "TRANSPARENT")
        }
        if effects.isPrivate == true { lines.set("CLASS", value: "PRIVATE") }
        return lines.bytes
    }
}
