internal import AgendaActions
internal import AgendaKit
internal import Synchronization

/// Keeps the sources of a user's store that are other users' calendars as they are now: looked at before each request.
final class MountedCalendars: Sendable {
    private struct Seen: Hashable {
        let grant: CalendarGrant
        /// Of the owner's store: one that is made anew has the same revisions with other numbers.
        let owner: MemberToken
        /// Of the user's own alarms.
        let alarms: Int64
    }

    private struct State {
        /// Whether it is known which sources there are.
        var hasLooked = false
        var seen: [String: Seen] = [:]
    }

    private let shared: SharedCalendars
    private let service: AgendaService
    private let turns = Turns()
    private let state = Mutex(State())

    init(_ shared: SharedCalendars, in service: AgendaService) {
        (self.shared, self.service) = (shared, service)
    }

    /// Whether there are some, or it is not known.
    var isAny: Bool { state.withLock { !$0.hasLooked || !$0.seen.isEmpty } }

    func takeWritten() -> [SharedCalendars.Written] { shared.takeWritten() }

    /// - Parameter owner: opens an owner's store.
    func update(
        _ owner: @escaping @Sendable (ServedUser) async throws -> LiveStore.Opened
    ) async throws {
        let grants = try shared.grants()
        if grants.isEmpty, state.withLock({ $0.hasLooked && $0.seen.isEmpty }) { return }
        await turns.take()
        do {
            // What was granted meanwhile counts.
            try await update(try shared.grants(), owner)
        } catch {
            await turns.give()
            throw error
        }
        await turns.give()
    }

    private func update(
        _ grants: [CalendarGrant],
        _ owner: @Sendable (ServedUser) async throws -> LiveStore.Opened
    ) async throws {
        let opened = service.live.present
        var sources = try opened.store.sources(counting: false).filter(\.isShared)
        let before = state.withLock(\.seen)
        var (seen, there): ([String: Seen], Set<String>) = ([:], [])
        var isNew = false
        for grant in grants {
            let location = grant.location
            let found: (source: CalendarSource, state: MemberToken)?
            do {
                found = try await calendar(of: grant, try await owner(grant.other).store)
            } catch {
                // While the owner's store is away, what is there stays.
                there.insert(location)
                continue
            }
            guard let (source, state) = found else { continue }
            there.insert(location)
            let now = Seen(
                grant: grant, owner: state, alarms: try shared.alarms.state(at: location))
            guard let known = sources.first(where: { $0.location == location }) else {
                // What cannot be read now is added once it can.
                guard try await add(grant, source, to: opened) else { continue }
                (seen[location], isNew) = (now, true)
                continue
            }
            let isWritable = grant.access == .write && source.isWritable
            if known.isWritable != isWritable {
                var settings = SourceSettings()
                settings.isWritable = isWritable
                try await opened.importer.updateSource(
                    named: known.name, settings, as: .backgroundSync)
                isNew = true
            }
            if before[location] != now || known.status == .failed {
                _ = try await opened.importer.look(at: [known.id])
                isNew = true
            }
            seen[location] = now
        }
        sources.removeAll { there.contains($0.location ?? "") }
        for source in sources { try opened.store.forget(source) }
        if !sources.isEmpty { try shared.keep(only: there) }
        let new = State(hasLooked: true, seen: seen)
        state.withLock { $0 = new }
        if isNew || !sources.isEmpty { await service.live.lookNow() }
    }

    /// The owner's own source, and the state of the store that has it; nil if there is none any more.
    private func calendar(
        of grant: CalendarGrant, _ store: EventStore
    ) async throws -> (CalendarSource, MemberToken)? {
        // First: what comes later is looked at again.
        let state = try store.memberToken(at: store.revision())
        let source = try store.sources(counting: false).first {
            shared.table.place(of: $0, of: grant.other) == grant.place
        }
        return source.map { ($0, state) }
    }

    /// - Returns: whether it could be read.
    private func add(
        _ grant: CalendarGrant, _ source: CalendarSource, to opened: LiveStore.Opened
    ) async throws -> Bool {
        let rows = try service.calendars.contents().rows
        if !rows.contains(where: { $0.place == grant.location }) {
            let wish = StoreHome.slug(of: grant.other.name + " " + source.name)
            let slug = Importer.unique(wish, among: StoreHome.taken(rows))
            try service.calendars.add([CalendarTable.Row(slug: slug, place: grant.location)])
        }
        let names = Set(try opened.store.sources(counting: false).map(\.name))
        let name = "\(source.name) (\(grant.other.name))"
        var mounted = CalendarSource(
            name: Importer.unique(name, " ", among: names), kind: .folder,
            location: grant.location)
        mounted.isWritable = grant.access == .write && source.isWritable
        mounted.color = source.color
        // What others do makes nobody busy.
        mounted.makesBusy = false
        do throws(AgendaError) {
            _ = try await opened.importer.addSource(mounted)
            return true
        } catch {
            guard error.code == .unreadable || error.code == .notFound else { throw error }
            return false
        }
    }
}
