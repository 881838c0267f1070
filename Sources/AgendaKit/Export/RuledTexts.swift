internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// The texts of components as rules have them for a shared link. A link has whole series: of one that repeats, a rule that
/// looks at single instances hides all or nothing changes, whichever shows less.
struct RuledTexts {
    private let database: Database
    private let rulings: StoredRulings
    /// The components to which a rule may apply.
    private let ruled: Set<Int64>
    /// The events of which a rule calls a copy private.
    private(set) var privateUIDs: Set<String> = []

    init(_ database: Database, _ filter: EventFilter) throws {
        self.database = database
        rulings = StoredRulings(database, filter.rules)
        ruled = Set(try RulingTable.fetchAll(database).keys)
        for id in ruled {
            guard let row = try row(id), let component = try ComponentTable.fetch(id: id, database),
                row.recurrenceID.isEmpty,
                try effects(of: component, row).isPrivate == true
            else { continue }
            privateUIDs.insert(row.uid)
        }
    }

    /// What the store knows of a component.
    private struct Row {
        var seriesID: Int64
        var uid: String
        var isRecurring: Bool
        var recurrenceID: String
        var kind: Event.Kind
        var timeZone: String?
    }

    private func row(_ id: Int64) throws -> Row? {
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
        var instance = StoredRulings.Instance(timeZone: row.timeZone)
        if !row.isRecurring || !row.recurrenceID.isEmpty {
            instance.span = try OccurrenceTable.onlySpan(
                seriesID: row.seriesID, eventID: component.id, database)
        }
        instance.isUnknown = instance.span == nil
        let me = try rulings.me()
        instance.isDeclined =
            !me.isEmpty && component.participantCount > 0
            && ICalendarParser.isDeclined(
                in: component.text, by: me.map(Participant.bareAddress))
        return try rulings.effects(componentID: component.id, instance)
    }

    /// The text of a component; nil if a rule hides it.
    func text(
        of component: ComponentRecord, _ resource: ResourceRecord, in source: CalendarSource
    ) throws -> ArraySlice<UInt8>? {
        guard ruled.contains(component.id), let row = try row(component.id),
            var lines = ComponentDocument(component.text)
        else { return component.text }
        let effects = try effects(of: component, row)
        if effects.isHidden == true {
            // Its series would show the instance as the others are: an exception takes it out (`CalendarMerge`).
            guard !row.recurrenceID.isEmpty else { return nil }
            lines.set("CLASS", value: CalendarMerge.hidden)
            return lines.bytes[...]
        }
        guard let event = component.event else { return component.text }
        var content = EventContent(uid: row.uid, calendar: source.name)
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
        if row.kind == .event, let isBusy = effects.isBusy {
            lines.set("TRANSP", value: isBusy ? "OPAQUE" : "TRANSPARENT")
        }
        if effects.isPrivate == true { lines.set("CLASS", value: "PRIVATE") }
        return lines.bytes[...]
    }
}
