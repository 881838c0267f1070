internal import GRDB
internal import ICalendar

/// Writes the results of a refresh, resource by resource.
struct ResourceWriter {
    private let database: Database
    var report = ImportReport()
    /// The series of which a copy has changed, by ``SeriesName/key``.
    private var changedKeys: Set<UInt64> = []
    /// Who changed them.
    private var origins = CommitOrigins()
    /// Who makes the change that is written.
    private var origin: ChangeOrigin?
    private let isExpecting: Bool
    /// Those of resources of which nothing was stored.
    private var addedKeys: Set<UInt64> = []
    /// What is stored now of the files of which a part was kept, by the resource's number.
    private(set) var stored: [Int64: StoredComponents] = [:]
    /// The sources of which a resource is gone, and those of which others than the owner took one.
    private var sourcesWithGone: Set<Int64> = []
    private var sourcesWithLost: Set<Int64> = []
    /// The sources that have a new resource.
    private var sourcesWithNew: Set<Int64> = []
    /// The sources of which a name may be gone under which an event was served (``MemberTable/forgetEarlier(sourceID:_:)``).
    private var sourcesWithLostNames: Set<Int64> = []
    /// How many events more each source has.
    private var counts: [Int64: Int] = [:]
    /// With which new events each source begins and ends, of those that do not repeat.
    private var outermost: [Int64: SourceSpanTable.Outermost] = [:]
    /// The sources whose events are to be counted anew.
    private var uncounted: Set<Int64> = []
    private var components: ComponentTable.Insert
    private var events: EventTable.Insert
    private var todos: EventTable.Insert
    private var seriesRows: SeriesTable.Insert
    private var alarms: AlarmTable.Insert
    private var judge: RuleJudge
    /// The names of the sources, by their numbers; empty where no rule asks.
    private let names: [Int64: String]
    /// Occurrences that are not written yet.
    private var occurrences: [OccurrenceRecord] = []

    /// How many occurrences to write together. In the order of their table's key a row costs a third of what
    /// it costs in the order of the series, because each series has a row on every page.
    private static let batch = 200_000

    /// - Parameter origin: who makes the changes that are not applied with another one.
    init(_ database: Database, by origin: ChangeOrigin? = nil) throws {
        (self.database, self.origin) = (database, origin)
        isExpecting = try !ExpectedTable.isEmpty(database)
        components = try ComponentTable.Insert(database)
        events = try EventTable.Insert(.event, database)
        todos = try EventTable.Insert(.todo, database)
        seriesRows = try SeriesTable.Insert(database)
        alarms = try AlarmTable.Insert(database)
        judge = RuleJudge(try RulingTable.fetchRules(database))
        names =
            judge.isEmpty
            ? [:]
            : Dictionary(try SourceTable.fetchBrief(database).map { ($0.id, $0.name) }) { $1 }
    }

    /// Writes what is still to be written.
    mutating func finish() throws {
        // What is shown of the events that are said to be the same changes with them.
        changedKeys = try SameUIDs(database).closure(of: changedKeys)
        var roles = try CopyRoles(database)
        try roles.note(changed: changedKeys, added: addedKeys)
        // Those that are still to be written go to their place at once.
        for index in occurrences.indices {
            occurrences[index].isHidden = roles.newlyHidden.contains(occurrences[index].seriesID)
        }
        try writeOccurrences()
        for id in sourcesWithLostNames { try MemberTable.forgetEarlier(sourceID: id, database) }
        for id in sourcesWithGone { try MemberTable.prune(sourceID: id, database) }
        for id in sourcesWithNew { try MemberTable.forgetEmptied(sourceID: id, database) }
        for id in sourcesWithLost { try MemberTable.noteEmptied(sourceID: id, database) }
        for (id, more) in counts where more != 0 && !uncounted.contains(id) {
            try SourceTable.count(more, sourceID: id, database)
        }
        for (id, outermost) in outermost where !uncounted.contains(id) {
            try SourceSpanTable.note(outermost, sourceID: id, database)
        }
        for id in uncounted {
            try SourceTable.countAgain(id, database)
            try SourceSpanTable.renew(id, database)
        }
    }

    private static func isEvent(_ key: UInt64) -> Bool {
        OccurrenceID.keys(of: .event).contains(key)
    }

    private mutating func writeOccurrences() throws {
        try OccurrenceTable.insert(occurrences, database)
        occurrences.removeAll(keepingCapacity: true)
    }

    /// What the commit changes.
    var committed: CommittedChange { .init(change: .events(changedKeys), origins: origins) }

    private mutating func noteChanged(_ keys: some Collection<UInt64>) {
        changedKeys.formUnion(keys)
        origins.note(keys, by: origin)
    }

    /// Writes one change and returns whether readers can see it.
    ///
    /// - Parameter usual: whose it is if no edit was about to make it.
    mutating func apply(_ change: RefreshResult.Change, by usual: ChangeOrigin?) throws -> Bool {
        origin = usual
        if isExpecting {
            let record = change.record
            let text = ExpectedText(
                sourceID: record.sourceID, href: record.href,
                digest: change.isVanishing ? nil : record.digest)
            origin = try ExpectedTable.take(text, database) ?? usual
        }
        switch change {
        case .prepared(let resource):
            report.resourcesRead += 1
            report.componentsParsed += resource.parsedCount
            try write(resource)
            return true
        case .rebuilt(let old, let resource):
            try noteLostNames(of: old)
            noteChanged(try SeriesTable.fetchKeys(resourceID: old.id, database))
            let created = try MemberTable.fetchCreation(id: old.id, database)
            try ResourceTable.delete(id: old.id, database)
            uncounted.insert(old.sourceID)
            let isSeen = try apply(.prepared(resource), by: origin)
            try MemberTable.setCreation(
                created, of: old.href, sourceID: old.sourceID, database)
            return isSeen
        case .touched(let record):
            report.resourcesRead += 1
            try ResourceTable.setVersion(record.version, id: record.id, database)
            return try DiagnosticTable.deleteStale(resourceID: record.id, database)
        case .broken(let record, let diagnostics):
            report.resourcesRead += 1
            try ResourceTable.setVersion(record.version, id: record.id, database)
            _ = try DiagnosticTable.deleteStale(resourceID: record.id, database)
            for diagnostic in diagnostics {
                try insert(diagnostic, .stale, record)
            }
            return true
        case .vanished(let record):
            try noteLostNames(of: record)
            report.resourcesRemoved += 1
            let keys = try SeriesTable.fetchKeys(resourceID: record.id, database)
            counts[record.sourceID, default: 0] -= keys.count(where: Self.isEvent)
            noteChanged(keys)
            noteChanged(try ReplyTable.fetchKeys(resourceID: record.id, database))
            try MemberTable.bury(id: record.id, database)
            sourcesWithGone.insert(record.sourceID)
            if origin?.kind.isOwn != true { sourcesWithLost.insert(record.sourceID) }
            try ResourceTable.delete(id: record.id, database)
            return true
        }
    }

    /// Notes that the names of a resource's events are gone with it, if they have names of their own.
    private mutating func noteLostNames(of record: ResourceRecord) throws {
        guard !sourcesWithLostNames.contains(record.sourceID) else { return }
        if try SeriesTable.count(resourceID: record.id, upTo: 2, database) > 1 {
            sourcesWithLostNames.insert(record.sourceID)
        }
    }

    private mutating func write(_ resource: PreparedResource) throws {
        var record = resource.record
        let isNew = record.id == 0
        record.id = try ResourceTable.save(record, database)
        if isNew { sourcesWithNew.insert(record.sourceID) }
        // Nobody asks what is stored of a new resource.
        var present = resource.stored.isEmpty ? nil : resource.stored
        if !isNew { try DiagnosticTable.deleteRead(resourceID: record.id, database) }
        for diagnostic in resource.diagnostics { try insert(diagnostic, .read, record) }
        let keys = resource.changedKeys
        noteChanged(keys)
        var added = resource.series.count
        if resource.stored.isEmpty {
            addedKeys.formUnion(keys)
        } else {
            var replaced: Set<UInt64> = []
            for key in keys {
                try DiagnosticTable.deleteExpand(key: key, resourceID: record.id, database)
                let gone = try SeriesTable.delete(key: key, resourceID: record.id, database)
                if gone > 0 { replaced.insert(key) }
                if Self.isEvent(key) { counts[record.sourceID, default: 0] -= gone }
            }
            if !replaced.isSubset(of: resource.series.lazy.map(\.name.key)) {
                sourcesWithLostNames.insert(record.sourceID)
            }
            added = resource.series.count { !replaced.contains($0.name.key) }
        }
        for component in resource.removed {
            if let key = try ReplyTable.fetchKey(componentID: component.id, database) {
                noteChanged([key])
            }
            try ComponentTable.delete(id: component.id, database)
            present?.remove(component.digest)
        }
        report.componentsRemoved += resource.removed.count
        if !isNew { try moveDiagnostics(resource) }
        try writeNew(resource, record, &present)
        if let present { stored[record.id] = present }
        guard !isNew, added > 0 else { return }
        // What was served under the resource's name, each of its events is now under its own.
        let count = try SeriesTable.count(resourceID: record.id, upTo: added + 2, database)
        if count > 1, count - added <= 1 { sourcesWithLostNames.insert(record.sourceID) }
    }

    /// Writes a part of a large file, of which nothing is stored.
    mutating func append(_ part: PreparedResource, to record: ResourceRecord) throws {
        let keys = part.changedKeys
        noteChanged(keys)
        addedKeys.formUnion(keys)
        report.componentsParsed += part.parsedCount
        var present: StoredComponents?
        try writeNew(part, record, &present)
    }

    /// Notes that all parts of a file are written.
    func complete(_ record: ResourceRecord, _ diagnostics: [Diagnostic]) throws {
        _ = try ResourceTable.save(record, database)
        try DiagnosticTable.deleteRead(resourceID: record.id, database)
        for diagnostic in diagnostics { try insert(diagnostic, .read, record) }
    }

    private mutating func writeNew(
        _ resource: PreparedResource, _ record: ResourceRecord, _ present: inout StoredComponents?
    ) throws {
        for (component, diagnostics) in resource.others {
            let id = try insert(component, diagnostics, record)
            present?.insert(
                StoredComponents.Component(id: id, digest: component.digest, uidKey: nil))
        }
        for (component, uid, diagnostics) in resource.messages {
            let id = try insert(component, diagnostics, record)
            try ReplyTable.insert(uid: uid, componentID: id, database)
            present?.insert(
                StoredComponents.Component(id: id, digest: component.digest, uidKey: nil))
            noteChanged([OccurrenceID.key(uid: uid)])
        }
        // In place: a series is not copied.
        try resource.series.withUnsafeBufferPointer { all in
            for place in all.indices { try write(all[place], record, &present) }
        }
    }

    /// Moves the diagnostics of components that are on another line now.
    private func moveDiagnostics(_ resource: PreparedResource) throws {
        let lines = try DiagnosticTable.fetchLines(resourceID: resource.record.id, database)
        guard !lines.isEmpty else { return }
        for kept in resource.kept {
            guard let old = lines[kept.id], kept.line != old else { continue }
            try DiagnosticTable.move(componentID: kept.id, from: old, to: kept.line, database)
        }
    }

    private mutating func write(
        _ series: PreparedResource.Series, _ resource: ResourceRecord,
        _ present: inout StoredComponents?
    ) throws {
        let (key, kind) = (series.name.key, series.name.kind)
        let seriesID = try seriesRows.run(
            uid: series.name.uid, key: key, start: series.start, isSeveral: series.isSeveral,
            storage: SeriesStorage(series.expansion), reach: series.reach, resourceID: resource.id)
        if kind == .event { counts[resource.sourceID, default: 0] += 1 }
        var eventIDs: [Int64] = []
        for component in series.components {
            let id: Int64
            if let stored = component.storedID {
                id = stored
                // The diagnostics below refer to this line.
                try ComponentTable.setLine(component.record.line, id: id, database)
            } else {
                id = try insert(component.record, component.diagnostics, resource)
                try alarms.run(component.alarms, componentID: id)
                present?.insert(
                    StoredComponents.Component(
                        id: id, digest: component.record.digest, uidKey: key))
            }
            var row = component.row
            (row.version.id, row.seriesID) = (id, seriesID)
            if !judge.isEmpty {
                row.isRuled = try note(
                    component, row.content, place: eventIDs.count, of: series, id: id, resource)
            }
            if kind == .event { try events.run(row) } else { try todos.run(row) }
            eventIDs.append(id)
        }
        let rows = OccurrenceRecord.records(
            series.expansion.storedOccurrences, seriesID: seriesID, kind, eventIDs: eventIDs)
        if kind == .event, !series.expansion.isRecurring {
            for row in rows {
                outermost[resource.sourceID, default: .init()].add(row.columns, seriesID: seriesID)
            }
        }
        occurrences += rows
        if occurrences.count >= Self.batch { try writeOccurrences() }
        for diagnostic in series.expansion.diagnostics {
            var diagnostic = diagnostic
            diagnostic.line = series.components.first?.record.line ?? 0
            diagnostic.uid = series.name.uid
            try insert(diagnostic, .expand, resource, componentID: eventIDs.first)
        }
    }

    /// Notes which conditions of rules a component meets; returns whether there are any.
    ///
    /// - Parameter place: its place in its series.
    private mutating func note(
        _ component: PreparedResource.Component, _ content: EventContent, place: Int,
        of series: PreparedResource.Series, id: Int64, _ resource: ResourceRecord
    ) throws -> Bool {
        let name = names[resource.sourceID] ?? ""
        let met = try judge.names(
            of: RuleSubject(
                content: content, isRecurring: series.expansion.isRecurring,
                calendar: { name }, event: { component.record.event },
                participants: { component.record.participants },
                span: {
                    let own = series.expansion.occurrences.filter { $0.component == place }
                    return own.count == 1 ? own[0].span : nil
                }))
        if !met.isEmpty {
            try RulingTable.insert(met, componentID: id, database)
        } else if component.storedID != nil {
            try RulingTable.delete(componentID: id, database)
        }
        return !met.isEmpty
    }

    /// Stores a new component and returns its number.
    private mutating func insert(
        _ component: ComponentRecord, _ diagnostics: [Diagnostic], _ resource: ResourceRecord
    ) throws -> Int64 {
        let id = try components.run(component, resourceID: resource.id)
        report.componentsAdded += 1
        for diagnostic in diagnostics {
            try insert(diagnostic, .parse, resource, componentID: id)
        }
        return id
    }

    private func insert(
        _ diagnostic: Diagnostic, _ origin: DiagnosticRecord.Origin, _ resource: ResourceRecord,
        componentID: Int64? = nil
    ) throws {
        try DiagnosticTable.insert(
            DiagnosticRecord(
                sourceID: resource.sourceID, resourceID: resource.id, componentID: componentID,
                origin: origin, diagnostic: diagnostic), database)
    }
}
