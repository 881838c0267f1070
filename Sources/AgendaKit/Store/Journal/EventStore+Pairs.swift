internal import GRDB
internal import ICalendar

extension EventStore {
    /// What was said of events of different UIDs: whether they are the same.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func pairs() throws(AgendaError) -> [EventPair: Bool] {
        try read { try PairTable.fetchAll($0) }
    }

    /// The UIDs of each event that was said to have several, as `CalendarMerge.Options.same` takes them.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func sameUIDs() throws(AgendaError) -> [Set<String>] {
        try read { try SameUIDs($0).events }
    }

    /// The UIDs of the events that an id or its beginning names (``OccurrenceAbbreviation``), whether or not these are shown.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    package func eventUIDs(named text: String) throws(AgendaError) -> Set<String> {
        guard let name = OccurrenceAbbreviation(text) else { return [] }
        return try read { Set(try SeriesTable.fetch(keys: name.keys, $0).map(\.uid)) }
    }

    /// Whether an event has a `UID`.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    package func hasEvent(uid: String) throws(AgendaError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM series WHERE uid_key = ? AND uid = ?)",
                arguments: [Int64(OccurrenceID.key(uid: uid)), uid]) == true
        }
    }

    /// The title of an event's first component; nil if it has none.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    package func title(ofEvent uid: String) throws(AgendaError) -> String? {
        try read { database in
            try String.fetchOne(
                database,
                sql: """
                    SELECT summary FROM series JOIN event ON series_id = series.id
                    WHERE uid_key = ? AND uid = ? AND summary IS NOT NULL
                    ORDER BY recurrence_id IS NOT NULL, event.id LIMIT 1
                    """, arguments: [Int64(OccurrenceID.key(uid: uid)), uid])
        }
    }

    /// Whether two events are one as soon as it is noted: they take place at the same times, and none of them has dates that
    /// only an expansion compares.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    package func canBeOne(_ pair: EventPair) throws(AgendaError) -> Bool {
        try read { database in
            try SameEvents.fetch(
                [pair.first, pair.second], among: SourceTable.fetchBrief(database),
                StoredScopes(SystemZones.database), database
            ).count == 1
        }
    }

    /// Notes that two events are the same, or are not, and puts it into the history.
    ///
    /// - Parameters:
    ///   - title: what the events are called in the history.
    ///   - edits: whose change it is.
    /// - Throws: `invalid` if something else is noted than `operation` expects.
    func apply(
        _ operation: PairOperation, of title: String?, as kind: EventChange.Kind,
        at instant: Instant, reverts: Int64? = nil, by edits: ChangeOrigin.Kind
    ) throws(AgendaError) -> EventChange {
        try write { database in
            let pair = operation.pair
            guard try PairTable.fetchAll(database)[pair] == operation.before else {
                throw AgendaError(
                    .changedSince(properties: [], by: nil), place: title ?? pair.first)
            }
            var change = EventChange(kind, at: instant, calendar: "")
            (change.summary, change.reverts, change.pair) = (title, reverts, operation)
            change.id = try OperationTable.insert(change, sources: [], database)
            let own = Set([pair.first, pair.second].map { OccurrenceID.key(uid: $0) })
            let before = try SameUIDs(database).closure(of: own)
            try PairTable.set(pair, isSame: operation.after, database)
            let touched = try before.union(SameUIDs(database).closure(of: own))
            var roles = try CopyRoles(database)
            try roles.note(changed: touched, added: [])
            try IdentityTable.raiseRevision(database)
            let origin = ChangeOrigin(edits, number: change.id)
            var origins = CommitOrigins()
            origins.note(touched, by: origin)
            return (change, .init(change: .events(touched), origins: origins))
        }
    }

    /// Puts what was said into a new store.
    func restore(_ pairs: [EventPair: Bool]) throws(AgendaError) {
        guard !pairs.isEmpty else { return }
        try write { database in
            for (pair, isSame) in pairs { try PairTable.set(pair, isSame: isSame, database) }
            return ((), .init(change: .events([]), origins: CommitOrigins()))
        }
    }

    /// Says which events are blocks of a mirror, and of which events: in lists they stand behind these. The same costs one look.
    ///
    /// - Parameters:
    ///   - origins: what the blocks stand for, by their UIDs.
    ///   - mirror: what stands for it.
    /// - Throws: the errors of reading and writing (``AgendaError``).
    func setBlocks(
        _ origins: [String: MirroredTable.Origin], of mirror: String
    ) throws(AgendaError) {
        guard try read({ try MirroredTable.fetch(mirror, $0) }) != origins else { return }
        try write { database in
            let old = try MirroredTable.fetch(mirror, database)
            let changed = Set(old.keys).union(origins.keys).filter { old[$0] != origins[$0] }
            let uids = changed.union(changed.compactMap { old[$0]?.uid })
            let keys = Set(uids.map { OccurrenceID.key(uid: $0) })
            var touched = try SameUIDs(database).closure(of: keys)
            for block in changed {
                try MirroredTable.delete(block, database)
                guard let origin = origins[block] else { continue }
                try MirroredTable.insert(block, of: origin, by: mirror, database)
            }
            touched = try SameUIDs(database).closure(of: touched)
            var roles = try CopyRoles(database)
            try roles.note(changed: touched, added: [])
            return ((), .init(change: .events(touched), origins: CommitOrigins()))
        }
    }

    /// The blocks of all mirrors with their events, by mirror.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    func blocks() throws(AgendaError) -> [String: [String: MirroredTable.Origin]] {
        try read { database in
            try MirroredTable.fetchMirrors(database).reduce(into: [:]) {
                $0[$1] = try MirroredTable.fetch($1, database)
            }
        }
    }
}
