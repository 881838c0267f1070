internal import FoundationEssentials
internal import Synchronization

/// How much one user may ask and keep, so that nobody takes what others need.
package final class UserLimits: Sendable {
    /// The most of each.
    package struct Most: Sendable {
        /// Bytes of all files in the user's folder.
        package var bytes = 1 << 30
        /// Files in it: each resource of a calendar is one.
        package var files = 200_000
        /// Requests a second over a longer time; twenty times as many at once.
        package var requests = 50
        /// Calendars, feeds and accounts.
        package var sources = 200
        /// Devices that may come in.
        package var devices = 50
        package init() {}
    }

    private struct State {
        var left: Double
        var at = ContinuousClock.now
        var isFull = false
        var looked: ContinuousClock.Instant?
        /// What the user may, and when that was asked for.
        var most: (Most, ContinuousClock.Instant)?
    }

    private let usual: Most
    private let own: @Sendable () -> [UserLimit: Int]?
    private let folder: String
    private let state: Mutex<State>

    /// Seconds after which the folder is looked through again.
    private static let lookEvery = Duration.seconds(60)

    /// - Parameter own: what the user may otherwise; nil where that cannot be read now.
    init(
        _ usual: Most, folder: String, own: @escaping @Sendable () -> [UserLimit: Int]? = { [:] }
    ) {
        (self.usual, self.folder, self.own) = (usual, folder, own)
        state = Mutex(State(left: Double(usual.requests * 20)))
    }

    /// What the user may; asked for once a minute.
    func most(now: ContinuousClock.Instant = .now) -> Most {
        if let (most, at) = state.withLock(\.most), now - at < Self.lookEvery { return most }
        let most = own().map(usual.with) ?? state.withLock(\.most)?.0 ?? usual
        state.withLock { $0.most = (most, now) }
        return most
    }

    /// Notes a request; 429 if there were too many.
    func noteRequest(now: ContinuousClock.Instant = .now) throws(Problem) {
        let most = most(now: now)
        let isTaken = state.withLock { state in
            let seconds = max(0, (now - state.at) / .seconds(1))
            state.left = min(
                Double(most.requests * 20), state.left + seconds * Double(most.requests))
            state.at = now
            guard state.left >= 1 else { return false }
            state.left -= 1
            return true
        }
        guard !isTaken else { return }
        var problem = Problem(
            429, "too-many-requests", "too many requests of one user", remedy: "wait a second")
        problem.fields = ["Retry-After": "1"]
        throw problem
    }

    /// Refuses what would store more, where the folder holds as much as it may. What removes or undoes something is taken.
    func checkRoom(now: ContinuousClock.Instant = .now) throws(Problem) {
        let known = state.withLock { state -> Bool? in
            guard let looked = state.looked, now - looked < Self.lookEvery else { return nil }
            return state.isFull
        }
        let isFull = known ?? isFullNow(most(now: now))
        if known == nil { state.withLock { ($0.isFull, $0.looked) = (isFull, now) } }
        guard isFull else { return }
        throw Problem(
            507, "no-room", "the user's calendars hold as much as they may",
            remedy: "remove some, or ask the operator for more room")
    }

    /// Refuses one more of what the user has as many of as there may be.
    func check(_ count: Int, of kind: UserLimit, _ what: String) throws(Problem) {
        let most = most()[kind]
        guard count >= most else { return }
        throw Problem(
            507, "no-room", "the user has \(count) \(what), and may have \(most)",
            remedy: "remove one, or ask the operator for more")
    }

    private func isFullNow(_ most: Most) -> Bool {
        var (bytes, files) = (0, 0)
        var folders = [folder]
        while let next = folders.popLast() {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: next)) ?? [] {
                let path = next + "/" + name
                guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else {
                    continue
                }
                let kind = facts[.type] as? FileAttributeType
                if kind == .typeDirectory { folders.append(path) }
                files += 1
                bytes += (facts[.size] as? Int) ?? (facts[.size] as? UInt64).map { Int($0) } ?? 0
                if files > most.files || bytes > most.bytes { return true }
            }
        }
        return false
    }
}
