internal import CalendarFiles
internal import ICalendar

/// The local calendar as a bank: one resource for each event or to-do, which the store alone has.
///
/// The store keeps components, and the zones that nobody else knows, so that what is read is a calendar around them: the same
/// properties as what was written, but not the same bytes.
struct LocalBank: ResourceBank {
    let source: CalendarSource
    let context: StoreContext
    private var store: EventStore { context.store }

    /// One event or to-do as it is to be.
    struct Change {
        let name: SeriesName
        /// The row that was read; nil for none.
        let seen: ResourceRecord?
        /// Its components, with the zones that nobody else knows; nil to delete it.
        let text: [UInt8]?
    }

    func members(since token: MemberToken?) throws(BankError) -> BankMembers<MemberToken> {
        let found = try told { () throws(AgendaError) in
            try store.members(of: source, since: token)
        }
        guard let found else { return .tooOld }
        let changed = Dictionary(found.changed.map { ($0.href, $0.digest) }) { $1 }
        return .changes(changed, gone: Set(found.gone.map(\.href)), now: found.token)
    }

    func read(_ names: [String]) throws(BankError) -> [String: BankText] {
        var texts: [String: BankText] = [:]
        for name in names {
            guard let (record, text) = try stored(name) else { continue }
            let whole =
                CalendarText.isFile(text)
                ? text
                : Array(CalendarWriter.calendar([String(decoding: text, as: UTF8.self)]).utf8)
            texts[name] = BankText(bytes: whole, version: .digest(digest(of: record, text)))
        }
        return texts
    }

    /// - Parameter changes: each of a whole calendar with one event or to-do, under the name that is made of its `UID`.
    func commit(_ changes: [ResourceChange]) throws(BankError) {
        var all: [Change] = []
        for change in changes {
            let found = try stored(change.name)
            guard found.map({ digest(of: $0.record, $0.text) }) == change.condition.digest else {
                throw BankError(.changed, change.name)
            }
            let names = EventTexts.names(in: change.content ?? found?.text ?? [])
            guard let name = names.first, names.count == 1,
                ResourceRecord.localHref(name) == change.name
            else { throw BankError(.badName, change.name) }
            let text = change.content.map { content in
                let texts = EventTexts.divided(content)
                return OwnZones(in: content).needed(by: texts, among: context.zones)
                    .text(with: texts)
            }
            all.append(Change(name: name, seen: found?.record, text: text))
        }
        _ = try told { () throws(AgendaError) in try commit(all, noting: nil) }
    }

    var properties: BankProperties { BankProperties(name: source.name, color: source.color) }

    var watchedPath: String? { nil }

    /// Stores changes in one transaction with their note in the journal.
    ///
    /// - Parameter change: what to note; nil if it is noted already.
    /// - Returns: the note's number; nil if nothing was noted.
    func commit(_ all: [Change], noting change: EventChange?) throws(AgendaError) -> Int64? {
        for _ in 0..<StoreContext.maximalAttempts {
            let importing = try context.importContext()
            let changes = try changes(all, importing)
            if changes.changes.isEmpty { return nil }
            // Nil if another process has changed something, mostly another event: try again.
            let commit = try store.apply(
                [changes], horizon: importing.horizon, edit: change,
                by: { _ in ChangeOrigin(context.origin(of: change)) })
            if let commit { return commit.editID }
        }
        throw context.gaveUp
    }

    private func changes(
        _ all: [Change], _ importing: ImportContext
    ) throws(AgendaError) -> RefreshResult {
        let (known, revision) = try store.resources(
            all.map { ResourceRecord.localHref($0.name) }, of: source)
        var changes = RefreshResult(
            source: source, base: Array(known.values), revision: revision)
        for change in all {
            let stored = known[ResourceRecord.localHref(change.name)]
            guard stored == change.seen else {
                throw AgendaError(.eventChanged, place: change.name.uid)
            }
            if let text = change.text {
                let prepared = try prepared(text, change.name, stored, importing)
                changes.changes.append(.prepared(prepared))
            } else if let stored {
                changes.changes.append(.vanished(stored))
            }
        }
        return changes
    }

    /// Reads back the text that will be stored; refuses one that cannot be read.
    private func prepared(
        _ text: [UInt8], _ name: SeriesName, _ record: ResourceRecord?, _ importing: ImportContext
    ) throws(AgendaError) -> PreparedResource {
        let stored = try record.flatMap { (record) throws(AgendaError) in
            try store.storedComponents(of: [record]).components[record.id]
        }
        let outcome = importing.prepare(
            text, record: record ?? ResourceRecord(local: name, of: source),
            stored: stored ?? StoredComponents(), rereads: true)
        guard case .prepared(let resource) = outcome,
            name.isJournal ? isJournal(text, name) : Set(resource.series.map(\.name)) == [name]
        else {
            throw AgendaError(.cannotStore, place: name.uid)
        }
        return resource
    }

    /// Whether a text is a journal entry, each component of which can be read: no series says so.
    private func isJournal(_ text: [UInt8], _ name: SeriesName) -> Bool {
        let parts = EventTexts.divided(text)
        return !parts.isEmpty
            && parts.allSatisfy { ICalendarParser.event(in: $0).value?.name == name }
    }

    private func stored(
        _ name: String
    ) throws(BankError) -> (record: ResourceRecord, text: [UInt8])? {
        try told { () throws(AgendaError) in
            guard let record = try store.resource(name, of: source) else { return nil }
            return (record, try store.text(of: record))
        }
    }

    /// What stands for a resource's content: of its text where steps of the schema have forgotten it (``SchemaSteps``).
    private func digest(of record: ResourceRecord, _ text: [UInt8]) -> ContentDigest {
        record.digest == .unknown
            ? ContentDigest(text, key: store.digestKey) : record.digest
    }

    private func told<T>(_ body: () throws(AgendaError) -> T) throws(BankError) -> T {
        do throws(AgendaError) { return try body() } catch {
            switch error.reason {
            case .eventChanged: throw BankError(.changed, error.place)
            default: throw BankError(.told(error.description))
            }
        }
    }
}
