/// What a server does with invitations (RFC 6638).
package struct ServerScheduling: Hashable, Sendable {
    /// Whether it sends answers and invitations by itself when an event changes.
    package var isAutomatic: Bool
    /// By which invitations name the person, such as `mailto:anna@example.org`.
    package var addresses: [String]
}

extension CalDAVClient {
    /// Asks what the server does with a person's invitations: two requests. A server schedules if it says so in its
    /// `DAV` field (RFC 6638 2) and the person has an outbox there (2.1.1).
    ///
    /// - Parameter principal: what the server calls the person.
    package func scheduling(of principal: Href) async throws(DAVError) -> ServerScheduling {
        let body = XMLBody.propfind(["c:calendar-user-address-set", "c:schedule-outbox-URL"])
        let own = try await ask("PROPFIND", principal, depth: 0, body).responses.first?.properties
        let response = try await send("OPTIONS", principal)
        let features = (response.fields.list("DAV") ?? "").lowercased().split {
            ", \t".contains($0)
        }
        let isAutomatic = features.contains("calendar-auto-schedule")
        return ServerScheduling(
            isAutomatic: isAutomatic && own?.outbox?.isEmpty == false,
            addresses: own?.addresses ?? [])
    }
}
