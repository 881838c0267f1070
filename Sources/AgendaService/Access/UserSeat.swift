package import AgendaJSON
internal import ICalendar

/// Whose service it is, among those of several people (``People``).
package struct UserSeat: Sendable {
    /// The user's name, with which paths below `/dav/` begin.
    let name: String
    /// What the secrets of this user's links and pages begin with, by which a request finds the user: a number and a dash.
    let mark: String
    /// What the user is told by others; nil for nobody.
    let inbox: (any UserInbox)?
    /// Whether a link that was made outside the service lets somebody in; it does not a second time.
    let takesLink: @Sendable (String) -> Bool
    /// What has let somebody in or changed who may, the newest first.
    let audit: @Sendable () throws -> [AuditLine]
    /// Who has tried wrong passwords, of all users.
    let wrongTries: WrongTries
    /// Is told when a device comes in for the first time.
    var noteFirstUse: @Sendable () -> Void = {}
    /// What the user shares with others; nil for nobody's service.
    var sharing: (any CalendarSharing)?
}

/// Something that has let somebody in, or changed who may.
package struct AuditLine: Sendable, Hashable {
    /// In seconds since 1970-01-01T00:00:00Z.
    package let at: Int
    /// The user's name.
    package let user: String
    /// A kind, for programs; stays the same: `added`, `link`, `signed-in`, `token`, `frozen`, `thawed`,
    /// `leaving`, `removed`, `exported`, `renamed`, `limits`, `proxy-signed-in` (once a day), `device-added`, `device-used` (the first
    /// time), `device-revoked`, `link-added`, `link-ended`, `shared-busy`,
    /// `shared-read`, `shared-write`, `unshared`.
    package let what: String
    /// Who did it: `operator` for who has a shell on the machine, else the user's name.
    package let by: String
}

extension AuditLine: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("at", Instant(secondsSinceEpoch: at))
        json.member("what", what)
        json.member("by", by)
    }
}
