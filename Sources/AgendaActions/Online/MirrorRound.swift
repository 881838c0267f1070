package import AgendaKit
package import AgendaSync
package import AgendaWords
import ICalendar

/// A person's mirrors, and how their runs are told.
package struct MirrorRound: Sendable {
    package let person: Person
    package let store: EventStore

    package init(_ person: Person, _ store: EventStore) {
        (self.person, self.store) = (person, store)
    }

    /// The mirrors of a person; nil where the store is in memory.
    package var mirrors: Mirrors? { store.path.map { Mirrors(database: $0) } }

    /// The random name of this installation, which is made the first time.
    package static func installation(of store: EventStore) throws -> String {
        guard let path = store.path else { return "" }
        let rooms = try RoomDatabase.open(
            path: RoomDatabase.beginning(beside: path) + "service.db", as: .service)
        try rooms.prepare(Installation.room)
        return try Installation.name(in: rooms)
    }

    /// Brings mirrors up to date; what is new is written.
    ///
    /// - Parameters:
    ///   - names: which ones; nil for all.
    ///   - isConfirmed: whether what goes was seen by a person.
    ///   - commits: false to learn what would change.
    /// - Returns: how each went.
    package func run(
        _ names: [String]? = nil, isConfirmed: Bool = false, commits: Bool = true
    ) async throws -> [MirrorReport] {
        guard let mirrors else { return [] }
        let wanted =
            if let names {
                try names.map { name throws(AgendaError) in try mirrors.mirror(named: name) }
            } else { try mirrors.all() }
        guard !wanted.isEmpty else { return [] }
        let installation = try installation
        let editor = store.editor(person)
        let online = try OnlineAccess.existing(person)
        var reports: [MirrorReport] = []
        for mirror in wanted {
            reports.append(
                try await editor.run(
                    mirror, as: installation, me: Set(person.addresses), isConfirmed: isConfirmed,
                    refused: try online.map { try refused(in: mirror.target, $0) } ?? [],
                    commits: commits))
        }
        if isConfirmed, commits {
            // Whoever runs one by hand lets it go on.
            for report in reports where report.stop == nil {
                try mirrors.update(report.name) { $0.isPaused = false }
            }
        }
        return reports
    }

    /// All mirrors with what their next runs would do.
    ///
    /// - Parameter language: of their states as sentences.
    package func listed(_ language: Language = .current) async throws -> [ListedMirror] {
        let all = try mirrors?.all() ?? []
        return zip(all, try await run(all.map(\.name), commits: false)).map {
            ListedMirror($0, $1, language: language)
        }
    }

    /// A mirror that shows when its owner is busy, and is not made yet.
    ///
    /// - Parameters:
    ///   - calendars: what it shows, as typed.
    ///   - target: where, as typed.
    ///   - name: what it is called; nil for a name of the calendars'.
    /// - Throws: ``CommandFailure`` if a calendar is not there or would be mirrored into itself; `readOnly`.
    package func new(of calendars: [String], to target: String, name: String?) throws -> Mirror {
        let all = try store.sources(counting: false)
        let sources = try CalendarChoice(wanted: calendars).filter(among: all.map(\.name))
            .calendars.sorted()
        let targets = try CalendarChoice(wanted: [target]).filter(among: all.map(\.name)).calendars
        guard let target = all.first(where: { targets.contains($0.name) }) else {
            throw CommandFailure.usage("--to \(target): no such calendar")
        }
        guard target.isWritable else { throw AgendaError(.readOnly, place: target.name) }
        guard !sources.contains(target.name) else {
            throw CommandFailure.usage("\(target.name) cannot be mirrored into itself")
        }
        return Mirror(
            name: name ?? sources.joined(separator: "+") + " to " + target.name, of: sources,
            to: target.name, zone: person.zone.name, owner: try installation)
    }

    /// The files of a calendar that its server does not take as they are: one with a trash bin refuses UIDs that are in it.
    private func refused(in calendar: String, _ online: OnlineAccess) throws -> Set<String> {
        try calendars(named: calendar, online).reduce(into: []) { names, calendar in
            for item in try online.setup.standing(of: calendar).state.setApart.values {
                guard case .sending(let name) = item.subject,
                    case .answered(let status, _) = item.reason, [400, 403, 409].contains(status)
                else { continue }
                names.insert(name)
            }
        }
    }

    /// The random name of this installation, as mirrors have it.
    package var installation: String { get throws { try Self.installation(of: store) } }

    /// Has this installation write a mirror, and brings it up to date.
    package func take(_ name: String) async throws -> [MirrorReport] {
        let installation = try installation
        try mirrors?.update(name) { $0.take(installation) }
        return try await run([name])
    }

    /// Ends a mirror.
    ///
    /// - Parameter keepsBlocks: whether its blocks stay, as events like others.
    /// - Returns: what was done of its blocks; nil if they stay.
    /// - Throws: ``CommandFailure`` if another installation writes them; what reading and writing throws.
    package func remove(_ name: String, keepsBlocks: Bool) async throws -> EventChange? {
        guard let mirrors else { return nil }
        let mirror = try mirrors.mirror(named: name)
        guard try keepsBlocks || mirror.owner == installation else {
            throw CommandFailure.failure(
                "\(name): another machine writes it: remove it there, or give --keep")
        }
        let editor = store.editor(person)
        if !keepsBlocks, let online = try OnlineAccess.existing(person) {
            // A synchronisation would ask first, or take a folder that is empty now for one that is lost.
            let going = try await editor.end(mirror, keepsBlocks: false, commits: false)
            for calendar in try calendars(named: mirror.target, online) {
                try? online.decisions(calendar).allowDeletions(
                    of: Set(going.operations.map(\.href)))
            }
        }
        let change = try await editor.end(mirror, keepsBlocks: keepsBlocks)
        try mirrors.remove(mirror.name)
        return keepsBlocks ? nil : change
    }

    /// The accounts' calendars that a source is.
    private func calendars(
        named name: String, _ online: OnlineAccess
    ) throws -> [AccountCalendar] {
        let source = try store.sources(counting: false).first { $0.name == name }
        guard let folder = source?.location else { return [] }
        return try online.accountStore.accounts().flatMap {
            try online.accountStore.calendars(of: $0.id).filter { $0.folder == folder }
        }
    }

    /// What is wrong with mirrors, a line each, and with blocks of which no mirror is known.
    package func problems() async throws -> [Message] {
        try await run(commits: false).filter(\.needsAttention).map { report -> Message in
            "mirror \(report.name): \(report.sentence)"
        }
            + store.strangeBlocks().map { calendar, count in
                "\(calendar): \(count) blocks of mirrors that are not known here: listed as events, and no source of a mirror"
            }
    }

    /// Makes a mirror and fills it. Of a calendar of an account one block is sent first and read back: where neither its name nor
    /// its mark survives, nobody could tell blocks from the events of others.
    ///
    /// - Throws: what keeps it from being made; it is not made then.
    package func add(_ mirror: Mirror) async throws -> [MirrorReport] {
        guard let mirrors else { return [] }
        let online = try OnlineAccess.existing(person)
        let accounts = try online.map { try self.accounts(having: [mirror.target], $0) } ?? []
        try mirrors.add(mirror)
        if let online, !accounts.isEmpty {
            do {
                try await prove(mirror, accounts, online)
            } catch {
                _ = try? await store.editor(person).end(mirror, keepsBlocks: false)
                try mirrors.remove(mirror.name)
                throw error
            }
        }
        return try await run([mirror.name])
    }

    private func prove(_ mirror: Mirror, _ accounts: [Account], _ online: OnlineAccess) async throws
    {
        let editor = store.editor(person)
        let first = try await editor.run(
            mirror, as: mirror.owner, me: Set(person.addresses), most: 1)
        guard first.change != nil else { return }
        let round = SyncRound(online: online)
        var outcomes: [SyncRound.Outcome] = []
        var failure: (any Error)?
        await round.run(accounts) { _, result in
            switch result {
            case .success(let found): outcomes += found.outcomes
            case .failure(let error): failure = error
            }
        }
        if let failure { throw failure }
        try await round.importChanges(outcomes, [], for: person)
        guard try await editor.knowsBlocks(of: mirror) else {
            throw CommandFailure.failure(
                "\(mirror.target): its server keeps neither the names nor the marks of blocks, by which a mirror tells its own"
            )
        }
    }

    /// Brings all mirrors up to date after calendars were read. What fails is told, and costs nothing else.
    ///
    /// - Returns: lines about what was done or waits, and the calendars that were written.
    package func follow() async -> (lines: [Message], written: Set<String>) {
        var lines: [Message] = []
        var written: Set<String> = []
        do {
            for report in try await run() where report.isNews {
                lines.append("\(report.name): \(report.sentence)")
                if let change = report.change { written.insert(change.calendar) }
            }
        } catch {
            let text = (error as? AgendaError)?.sentence ?? "\(error)"
            lines.append("mirrors: \(text)")
        }
        return (lines, written)
    }

    /// The accounts that have some calendars, which they send at their next synchronisation.
    package func accounts(
        having names: Set<String>, _ online: OnlineAccess
    ) throws -> [Account] {
        let folders = Set(
            try store.sources(counting: false).filter { names.contains($0.name) }
                .compactMap(\.location))
        return try online.accountStore.accounts().filter { account in
            try online.accountStore.calendars(of: account.id).contains {
                folders.contains($0.folder)
            }
        }
    }
}

extension MirrorReport {
    /// Whether a person should hear of it though they did not ask.
    package var isNews: Bool { change != nil || needsAttention || left > 0 || released > 0 }

    /// What was done, or why nothing was.
    package var sentence: Message {
        var parts: [Message] = []
        if let stop { parts.append(Self.sentence(stop)) }
        if stop == nil || added + changed + removed > 0 {
            parts.append("\(added) added, \(changed) changed, \(removed) removed")
        }
        if held > 0 { parts.append("\(held) to remove: 'agenda mirror run --yes' does it") }
        if left > 0 { parts.append("\(left) left alone today: others change them again and again") }
        if released > 0 { parts.append("\(released) have guests now and are left alone for good") }
        return parts.dropFirst().reduce(parts[0]) { "\($0); \($1)" }
    }

    private static func sentence(_ stop: Stop) -> Message {
        switch stop {
        case .elsewhere: "runs on another machine: 'agenda mirror take' runs it here"
        case .takenOver: "another machine has taken it over: nothing is written here any more"
        case .paused: "paused: 'agenda mirror run --yes' goes on"
        case .missing(let name): "no calendar \(name): nothing is written"
        case .unread(let name): "\(name) could not be read: nothing is written"
        case .readOnly(let name): "\(name) cannot be changed: nothing is written"
        case .shrunk(let old, let new):
            "only \(new) of \(old) events are left: in an hour it is believed, with 'agenda mirror run --yes' now"
        case .grown(let old, let new):
            "\(new) blocks would be new, and there were only \(old) events: 'agenda mirror run --yes' writes them"
        }
    }
}
