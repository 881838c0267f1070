internal import AgendaSync
internal import ICalendar
internal import Synchronization

/// Notes for users and operator who came in, and what changed who may.
final class SignInAudit: Sendable {
    private let table: UserTable
    /// The days since 1970 on which a proxy's word was last noted, by the user.
    private let days = Mutex<[Int64: Int]>([:])

    init(_ table: UserTable) { self.table = table }

    /// Notes that a proxy has signed a user in: once a day.
    func noteProxy(_ user: ServedUser, at now: Instant) {
        let day = now.secondsSinceEpoch / 86_400
        guard days.withLock({ $0.updateValue(day, forKey: user.id) }) != day else { return }
        // A node that has just begun does not know what another one has noted.
        let since = day * 86_400
        let isNoted = (try? table.audit(of: user.id, last: 100))?.contains {
            $0.what == "proxy-signed-in" && $0.at >= since
        }
        if isNoted == false { note("proxy-signed-in", user, at: now) }
    }

    /// Notes what an answered request has changed of who may come in.
    func note(
        _ request: ServiceRequest, _ response: ServiceResponse, of user: ServedUser, at now: Instant
    ) {
        guard response.status < 300, let path = request.segments, path.count >= 2 else { return }
        let what: String? =
            switch (request.method, path[0], path[1], path.count) {
            case ("POST", "v1", "devices", 2): "device-added"
            case ("DELETE", "v1", "devices", 3): "device-revoked"
            case ("POST", "v1", "shares", 2): "link-added"
            case ("DELETE", "v1", "shares", 3): "link-ended"
            default: nil
            }
        if let what { note(what, user, at: now) }
    }

    /// A remark: a disk that takes none does not lock out.
    func note(_ what: String, _ user: ServedUser, at now: Instant) {
        try? table.note(what, of: user, by: user.name, at: now)
    }
}
