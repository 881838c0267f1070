internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// Reads the journal entries of a store from their texts, within one read transaction: no table has anything of them, so
/// that a change of one is a change of its text.
struct StoredJournals {
    /// The entry of a UID in one file.
    private struct Copy {
        var uid: String
        var resourceID: Int64
        /// The source's place among the shown ones.
        var source: Int
        var parts: [(journal: Journal, id: Int64)] = []

        var revision: ComponentRevision? {
            let masters = parts.filter { $0.journal.event.recurrenceID == nil }
            return (masters.isEmpty ? parts : masters)
                .map { ComponentRevision($0.journal.event) }.max()
        }
    }

    private let database: Database
    private let filter: EventFilter
    private let scopes: StoredScopes
    private let sources: [CalendarSource]

    init(_ database: Database, filter: EventFilter, zones: TimeZoneDatabase) throws {
        (self.database, self.filter, scopes) = (database, filter, StoredScopes(zones))
        sources = try SourceTable.fetchBrief(database).filter {
            filter.includes(calendar: $0.name)
        }
    }

    /// Whether the store has any journal entry.
    static func exist(_ database: Database) throws -> Bool {
        try Int.fetchOne(
            database,
            sql:
                "SELECT 1 FROM component INDEXED BY component_journal WHERE \(Schema.isJournal) LIMIT 1"
        ) != nil
    }

    /// The entries to show, each in the copy that is shown; of a series those instances that `choose` returns.
    ///
    /// - Parameter days: leaves out most entries that are on other days; nil to read all.
    func entries(
        near days: Range<CivilDate>?, _ choose: (TodoSeries) -> [TodoSeries.Instance]
    ) throws -> [AgendaEvent] {
        var entries: [AgendaEvent] = []
        let byUID = Dictionary(grouping: try fetch(near: days), by: \.uid)
        var rules = try filter.keepsHidden ? nil : JournalRules(database, filter.rules)
        for all in byUID.values {
            let copies = try all.filter { try !isHidden($0, by: &rules) }
            guard let shown = copies.max(by: isBehind) else { continue }
            let others = Set(copies.map(\.source)).subtracting([shown.source]).sorted()
            let scope = try scopes.scope(resourceID: shown.resourceID, database)
            let series = TodoSeries(shown.parts.map(\.journal.event), scope)
            for found in choose(series) {
                var entry = Self.entry(found, series, shown, scope)
                entry.content.calendar = sources[shown.source].name
                entry.content.color = entry.color ?? sources[shown.source].color
                entry.content.alsoIn = others.map { sources[$0].name }
                let part = shown.parts[found.component]
                if let effects = try rules?.effects(
                    of: part.journal, componentID: part.id, as: entry)
                {
                    if effects.isHidden == true { continue }
                    effects.apply(to: &entry.content)
                    // An entry takes no time.
                    entry.content.isBusyByRule = nil
                }
                if filter.includes(entry) { entries.append(entry) }
            }
        }
        return entries
    }

    /// Whether a rule hides a copy, whenever it is.
    private func isHidden(_ copy: Copy, by rules: inout JournalRules?) throws -> Bool {
        guard
            let part = copy.parts.first(where: { $0.journal.event.recurrenceID == nil })
                ?? copy.parts.first, rules != nil
        else { return false }
        let scope = try scopes.scope(resourceID: copy.resourceID, database)
        let series = TodoSeries(copy.parts.map(\.journal.event), scope)
        guard let any = series.items(now: Instant(secondsSinceEpoch: 0)).first else { return false }
        var entry = Self.entry(any, series, copy, scope)
        entry.content.calendar = sources[copy.source].name
        return try rules?.effects(
            of: part.journal, componentID: part.id, as: entry, isWhole: true
        ).isHidden == true
    }

    /// The number of the component that describes an entry that is shown; nil if it is gone.
    func componentID(of entry: AgendaEvent) throws -> Int64? {
        let copies = try fetch(near: nil).filter {
            $0.uid == entry.uid && sources[$0.source].name == entry.calendar
        }
        guard let shown = copies.max(by: isBehind) else { return nil }
        let scope = try scopes.scope(resourceID: shown.resourceID, database)
        return TodoSeries(shown.parts.map(\.journal.event), scope)
            .component(describing: entry.recurrenceID).map { shown.parts[$0].id }
    }

    /// The order of copies: the newest is shown, of equal ones one in a writable calendar, then the first.
    private func isBehind(_ one: Copy, _ other: Copy) -> Bool {
        if let left = one.revision, let right = other.revision, left != right {
            return left < right
        }
        let (left, right) = (sources[one.source].isWritable, sources[other.source].isWritable)
        if left != right { return right }
        return (other.source, other.resourceID) < (one.source, one.resourceID)
    }

    private static func entry(
        _ found: TodoSeries.Instance, _ series: TodoSeries, _ copy: Copy, _ scope: TimeZoneScope
    ) -> AgendaEvent {
        let journal = copy.parts[found.component].journal
        let id = OccurrenceID(journal: copy.uid, recurrenceID: found.recurrenceID)
        var entry = AgendaEvent(found, of: journal.event, copy.uid, in: series, id: id, scope)
        entry.content.status = journal.status == .cancelled ? .cancelled : .confirmed
        entry.content.isTransparent = true
        entry.content.part = .journal(
            JournalPart(
                start: found.span?.start, status: journal.status,
                descriptions: journal.descriptions))
        return entry
    }

    private func fetch(near days: Range<CivilDate>?) throws -> [Copy] {
        // CROSS makes SQLite start at the entries.
        let reader = try RowReader(
            """
            SELECT component.id, component.resource_id, resource.source_id, component.text,
                component.digest
            FROM component INDEXED BY component_journal
            CROSS JOIN resource ON resource.id = component.resource_id
            WHERE \(Schema.isJournal) ORDER BY component.resource_id, component.id
            """, readsTexts: true, database)
        let places = Dictionary(
            sources.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        struct Name: Hashable {
            var uid: String
            var resourceID: Int64
        }
        let uids = try days.map { try Self.uids(near: $0, reader) }
        func journal(_ text: UnsafeRawBufferPointer) -> Journal? {
            if let uids, let glance = JournalGlance(text), !uids.contains(glance.uid) { return nil }
            return Journal(text)
        }
        var copies: [Name: Copy] = [:]
        try reader.forEach { row in
            guard let source = places[Int64(row.integer(2))],
                let journal = try row.componentText(3, digest: 4).withUnsafeBytes(journal)
            else { return }
            let name = Name(uid: journal.event.uid, resourceID: Int64(row.integer(1)))
            copies[
                name,
                default: Copy(uid: name.uid, resourceID: name.resourceID, source: source)
            ].parts.append((journal, Int64(row.integer(0))))
        }
        return Array(copies.values)
    }

    /// The entries of which a copy or an instance may lie on these days. All copies of such an entry are read: the newest
    /// may lie on another day.
    private static func uids(
        near days: Range<CivilDate>, _ reader: RowReader
    ) throws -> Set<String> {
        var uids: Set<String> = []
        try reader.forEach { row in
            try row.componentText(3, digest: 4).withUnsafeBytes { text in
                if let glance = JournalGlance(text) {
                    if glance.mayLie(on: days) { uids.insert(glance.uid) }
                } else if let journal = Journal(text) {
                    uids.insert(journal.event.uid)
                }
            }
        }
        return uids
    }
}
