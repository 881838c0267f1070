internal import AgendaActions
internal import AgendaKit
internal import ICalendar
internal import Synchronization

/// The service of one user while it is in use. It ends when nobody holds it any more: neither those that were used of late
/// (``OpenUsers``) nor a request or stream.
final class OpenUser: Sendable {
    let user: ServedUser
    let service: AgendaService
    /// What the service takes for a proof that its user asks; nobody but ``People`` knows it.
    let token: String
    private let following: Task<Void, Never>
    let limits: UserLimits
    /// Where the user's folder comes from; nil where it is all that there is.
    let home: (any UserHome)?
    /// What others share with the user.
    let mounts: MountedCalendars
    private let streams = Atomic(0)

    /// Somebody who reads a stream.
    final class Listener: Sendable {
        let open: OpenUser

        init(to open: OpenUser) {
            self.open = open
            open.streams.add(1, ordering: .relaxed)
        }

        deinit { open.streams.subtract(1, ordering: .relaxed) }
    }

    /// Whether somebody wants to hear at once what other nodes change.
    var isListenedTo: Bool {
        get async {
            if streams.load(ordering: .relaxed) > 0 { return true }
            return await service.pushes.tellsAnybody
        }
    }

    /// - Parameter executor: what follows the user's files runs on it; nil for Swift's pool.
    init(
        _ user: ServedUser, _ service: AgendaService, token: String, limits: UserLimits,
        mounts: MountedCalendars, home: (any UserHome)? = nil,
        executor: (any TaskExecutor)? = nil, log: @escaping @Sendable (String) -> Void
    ) {
        (self.user, self.service, self.token, self.limits) = (user, service, token, limits)
        (self.home, self.mounts) = (home, mounts)
        let name = user.name
        following = Task(executorPreference: executor) {
            await service.follow { log("\(name): \($0.words)") }
        }
    }

    /// Ends its streams and what follows its files.
    func end() { following.cancel() }

    deinit { following.cancel() }
}

/// The services that are open: those that were used last, and those that are in use.
actor OpenUsers {
    private struct Entry {
        weak var open: OpenUser?
        /// Holds it, while it was used of late.
        var held: OpenUser?
        var used: ContinuousClock.Instant
    }

    private var entries: [Int64: Entry] = [:]
    private let most: Int
    private let make: @Sendable (ServedUser) async throws -> OpenUser
    /// Those that are being opened.
    private var opening: [Int64: Task<OpenUser, any Error>] = [:]
    /// Which of them are not wanted any more.
    private var ended: Set<Int64> = []

    /// An idle service is let go after this long.
    private static let patience = Duration.seconds(600)

    /// - Parameters:
    ///   - most: how many are held.
    ///   - make: opens a user's service.
    init(most: Int, _ make: @escaping @Sendable (ServedUser) async throws -> OpenUser) {
        (self.most, self.make) = (most, make)
    }

    var count: Int { entries.count { $0.value.held != nil } }

    /// The users whose services are open.
    var users: [Int64] { Array(entries.keys) }

    /// A user's service, if it is open.
    func known(_ user: Int64) -> OpenUser? { entries[user]?.open }

    /// A user's service, which is opened if it is not.
    func open(_ user: ServedUser, now: ContinuousClock.Instant = .now) async throws -> OpenUser {
        if let open = entries[user.id]?.open, open.user.name == user.name {
            entries[user.id] = Entry(open: open, held: open, used: now)
            return open
        }
        if let task = opening[user.id] { return try await task.value }
        let task = Task { [make] in try await make(user) }
        opening[user.id] = task
        defer { opening[user.id] = nil }
        let open = try await task.value
        if ended.remove(user.id) != nil {
            open.end()
            throw CancellationError()
        }
        entries[user.id] = Entry(open: open, held: open, used: now)
        tidy(now: now)
        return open
    }

    /// Ends a user's service at once, with all streams.
    func end(_ user: Int64) {
        if opening[user] != nil { ended.insert(user) }
        entries.removeValue(forKey: user)?.open?.end()
    }

    /// Ends one service of a user: not the one that somebody else has opened in its place.
    private func end(_ open: OpenUser) {
        if entries[open.user.id]?.open === open { entries[open.user.id] = nil }
        open.end()
    }

    /// Brings what a service shows to the present state. One for which that cannot be done has ended: the next one is opened anew.
    func catchUp(_ open: OpenUser) async throws(UserHomeFault) {
        try await ending(open) { home throws(UserHomeFault) in
            try await home.catchUp(open.service.live.present.importer)
        }
    }

    /// A user's service as it is now: opened anew where another node has changed what an open one cannot take over.
    func present(_ user: ServedUser) async throws -> OpenUser {
        let known = try await open(user)
        do throws(UserHomeFault) {
            try await catchUp(known)
            return known
        } catch {
            guard error == .replaced else { throw error }
        }
        let new = try await open(user)
        try await catchUp(new)
        return new
    }

    /// Keeps what a service has changed. One that has changed something else than there is has ended.
    func publish(_ open: OpenUser) async throws(UserHomeFault) {
        try await ending(open) { home throws(UserHomeFault) in try await home.publish() }
    }

    private func ending(
        _ open: OpenUser, _ body: @Sendable (any UserHome) async throws(UserHomeFault) -> Void
    ) async throws(UserHomeFault) {
        guard let home = open.home else { return }
        do throws(UserHomeFault) { try await body(home) } catch {
            if error == .replaced { end(open) }
            throw error
        }
    }

    /// Lets go what is idle, and what was used longest ago of more than may be held.
    func tidy(now: ContinuousClock.Instant = .now) {
        for (id, entry) in entries where entry.used + Self.patience <= now {
            entries[id]?.held = nil
        }
        let held = entries.filter { $0.value.held != nil }.sorted { $0.value.used < $1.value.used }
        for (id, _) in held.dropLast(most) { entries[id]?.held = nil }
        entries = entries.filter { $0.value.open != nil }
    }
}
