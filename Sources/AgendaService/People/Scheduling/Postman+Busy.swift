internal import AgendaKit
internal import AgendaSync
internal import ICalendar

// What the users of a service may know of when the others are busy (RFC 6638 section 5).
extension Postman {
    /// When users are busy: what they have declined does not count, nor do calendars that make nobody busy.
    func busy(
        _ addresses: Set<String>, _ range: Range<Instant>
    ) async -> [String: BusyAnswer] {
        var found: [String: BusyAnswer] = [:]
        for (address, standing) in (try? standings(of: addresses)) ?? [:] {
            switch standing {
            case .away: found[address] = BusyAnswer(status: "5.1;Service unavailable")
            case .unknown, .outside:
                found[address] = BusyAnswer(status: "3.7;Invalid calendar user")
            case .user(let id):
                do {
                    guard let user = try users.user(id) else { continue }
                    found[address] = BusyAnswer(
                        status: "2.0;Success", periods: try await busy(user, range).periods)
                } catch {
                    log("\(address): \(error)")
                    found[address] = BusyAnswer(status: "5.1;Service unavailable")
                }
            }
        }
        return found
    }

    private func busy(_ user: ServedUser, _ range: Range<Instant>) async throws -> FreeBusyQuery {
        let box = try await box(of: user)
        var query = FreeBusyQuery(range)
        try box.home.addBusy(
            to: &query, try box.home.calendars(), of: box.open.service.live.person,
            Self.addresses(of: user))
        return query
    }
}
