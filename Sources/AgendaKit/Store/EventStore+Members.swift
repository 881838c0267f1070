internal import GRDB
package import ICalendar

/// What a source held at some time, for whoever asks later what has changed since.
///
/// A store that is put back to an earlier state has its revisions a second time, with other changes: the random number tells.
package struct MemberToken: Hashable, Sendable {
    /// The newest revision of the store in which the source's resources had changed.
    package var revision: Int64
    /// The random number of that revision.
    package var nonce: UInt64
    /// For whoever takes a long answer in parts: the name up to which what changed in the revision is known; nil for all of it.
    package var after: String?
    /// Whether of what ``after`` names only the beginning is known, up to this name within it; nil for the whole.
    package var within: String?

    /// A token that somebody was given.
    package init(revision: Int64, nonce: UInt64, after: String? = nil) {
        (self.revision, self.nonce, self.after) = (revision, nonce, after)
    }
}

/// A resource of a source.
package struct ServedMember: Hashable, Sendable {
    /// Its name within the source.
    package var href: String
    /// The revision of the store in which it got its content.
    package var revision: Int64
    /// Of its bytes, by the store's key.
    package var digest: ContentDigest
    /// The number of its row, for ``EventStore/kinds(of:)``.
    package var id: Int64
}

/// What has changed of a source.
package struct ServedMembers: Hashable, Sendable {
    /// What to ask with next.
    package var token: MemberToken
    /// What was added or has another content, in the order of the revisions, and of the names within one.
    package var changed: [ServedMember]
    /// What is gone, in the same order, without what was made after the token.
    package var gone: [GoneMember]
}

/// A resource that a source does not have any more.
package struct GoneMember: Hashable, Sendable {
    /// What its name was.
    package var href: String
    /// The revision of the store in which it went.
    package var revision: Int64
}

extension EventStore {
    /// What a source holds now: the same as long as nothing of it changes, whatever changes elsewhere.
    ///
    /// - Throws: `notFound` if there is no such source; the errors of reading (``AgendaError``).
    package func memberToken(of source: CalendarSource) throws(AgendaError) -> MemberToken {
        try read { try Self.memberToken(of: source, $0) }
    }

    /// The token of an earlier revision, for whoever takes a long answer in parts: all that ``ServedMember/revision`` says up
    /// to it is known then.
    package func memberToken(at revision: Int64) throws(AgendaError) -> MemberToken {
        try read { try Self.memberToken(at: revision, $0) }
    }

    /// What has changed of a source, in steps of the size of the change.
    ///
    /// - Parameter token: of an earlier answer; nil for all that there is.
    /// - Returns: nil if the token is not known: it is of another state of the store, too old (180 days), or from before the
    ///   source was added. Ask without one then.
    /// - Throws: `notFound` if there is no such source; the errors of reading (``AgendaError``).
    package func members(
        of source: CalendarSource, since token: MemberToken?
    ) throws(AgendaError) -> ServedMembers? {
        let found: ServedMembers? = try read { database in
            let present = try Self.memberToken(of: source, database)
            if let token, try NonceTable.fetch(from: token.revision, database) != token.nonce {
                return nil
            }
            let found = try MemberTable.fetch(
                sourceID: source.id, since: token?.revision, through: present.revision,
                isPart: token?.after != nil, database)
            return found.map { ServedMembers(token: present, changed: $0.changed, gone: $0.gone) }
        }
        guard var found else { return nil }
        if let token, let after = token.after {
            let isKnown = { (revision: Int64, href: String) in
                token.within == nil
                    ? (revision, href) <= (token.revision, after)
                    : (revision, href) < (token.revision, after)
            }
            found.changed.removeAll { isKnown($0.revision, $0.href) }
            found.gone.removeAll { isKnown($0.revision, $0.href) }
        }
        found.changed = try known(found.changed, of: source).sorted {
            ($0.revision, $0.href) < ($1.revision, $1.href)
        }
        found.gone.sort { ($0.revision, $0.href) < ($1.revision, $1.href) }
        return found
    }

    /// A resource of a source by its name; nil if there is none.
    package func member(
        _ href: String, of source: CalendarSource
    ) throws(AgendaError) -> ServedMember? {
        try members([href], of: source).first
    }

    /// Those resources of a source that have these names, in the order of the names given.
    ///
    /// - Parameter ids: the numbers of rows of it, which are looked for as well.
    package func members(
        _ hrefs: [String] = [], ids: [Int64] = [], of source: CalendarSource
    ) throws(AgendaError) -> [ServedMember] {
        try known(
            try read { database in
                try hrefs.compactMap {
                    try MemberTable.fetch($0, sourceID: source.id, database)
                } + ids.compactMap { try MemberTable.fetch(id: $0, database) }
            }, of: source)
    }

    /// What kinds of components resources have (events, to-dos, journal entries), by the numbers of their rows.
    package func kinds(
        of ids: [Int64]
    ) throws(AgendaError) -> [Int64: Set<ScannedComponent.Kind>] {
        try read { database in
            // Literals let SQLite use the partial indexes.
            let reader = try RowReader(
                """
                SELECT EXISTS (SELECT 1 FROM series WHERE resource_id = ?1
                        AND uid_key <= \(OccurrenceID.keys(of: .event).upperBound)),
                    EXISTS (SELECT 1 FROM component WHERE resource_id = ?1 AND kind = 'VTODO'),
                    EXISTS (SELECT 1 FROM component WHERE resource_id = ?1 AND kind = 'VJOURNAL')
                """, database)
            var kinds: [Int64: Set<ScannedComponent.Kind>] = [:]
            for id in ids {
                try reader.forEach(id) { row in
                    let all: [ScannedComponent.Kind] = [.event, .todo, .journal]
                    kinds[id] = Set(all.indices.filter { row.integer($0) != 0 }.map { all[$0] })
                }
            }
            return kinds
        }
    }

    /// The names of the resources of a source that hold an event, a to-do or a journal entry with this `UID`.
    package func hrefs(
        holding uid: String, in source: CalendarSource
    ) throws(AgendaError) -> [String] {
        try read { database in
            var found: Set<String> = []
            for kind in [Event.Kind.event, .todo] {
                for record in try Self.resources(holding: uid, kind, database)
                where record.sourceID == source.id {
                    found.insert(record.href)
                }
            }
            found.formUnion(try Self.hrefs(ofJournal: uid, in: source, database))
            return found.sorted()
        }
    }

    /// The names of the resources of a source that hold a journal entry: these have no rows of their own, and their texts say
    /// which they are (decision 0025).
    static func hrefs(
        ofJournal uid: String, in source: CalendarSource, _ database: Database
    ) throws -> [String] {
        let journals = try RowReader(
            """
            SELECT href, text FROM component INDEXED BY component_journal
            CROSS JOIN resource ON resource.id = component.resource_id
            WHERE \(Schema.isJournal) AND source_id = ?
            """, database)
        var found: Set<String> = []
        try journals.forEach(source.id) { row in
            let text = try row.uncheckedText(1)
            let own = text.withUnsafeBytes { JournalGlance($0)?.uid }
            if own ?? ICalendarParser.uid(in: text) == uid { found.insert(row.text(0)) }
        }
        return found.sorted()
    }

    private static func memberToken(
        of source: CalendarSource, _ database: Database
    ) throws -> MemberToken {
        guard try SourceTable.exists(id: source.id, database) else {
            throw AgendaError(.noSuchSource, place: source.name)
        }
        let newest = try MemberTable.fetchNewest(sourceID: source.id, database)
        return try memberToken(at: newest, database)
    }

    private static func memberToken(
        at revision: Int64, _ database: Database
    ) throws -> MemberToken {
        guard let nonce = try NonceTable.fetch(from: revision, database) else {
            throw AgendaError(.rowMissing(table: "nonce"))
        }
        return MemberToken(revision: revision, nonce: nonce)
    }

    /// Works out the digests that steps of the schema have forgotten (``SchemaSteps``), and those of files that were never read.
    private func known(
        _ members: [ServedMember], of source: CalendarSource
    ) throws(AgendaError) -> [ServedMember] {
        var members = members
        for index in members.indices where members[index].digest == .unknown {
            let content: [UInt8]
            if let location = source.location {
                let href = members[index].href
                let path = href.isEmpty ? location : FileSystem.path(location, href)
                // What cannot be read is not what it was.
                content =
                    (try? FileContent.read(path: path))
                    ?? Array("\(href) \(members[index].revision)".utf8)
            } else {
                let id = members[index].id
                content = try read { try ComponentTable.fetchTexts(resourceID: id, $0) }
            }
            members[index].digest = ContentDigest(content, key: digestKey)
        }
        return members
    }
}
