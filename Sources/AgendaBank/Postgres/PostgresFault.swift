internal import CLibpq

/// Why PostgreSQL has not done what it was asked.
package struct PostgresFault: Error, Hashable, Sendable {
    /// What follows from it.
    package enum Reason: String, Hashable, Sendable {
        /// Nothing has happened; the same may be asked again later.
        case away
        /// It was sent, and nobody knows whether it has happened: only the same identifier may be asked with again.
        case unsettled
        /// The resource is not what was read (AG002).
        case changed
        /// There is no such calendar (AG003).
        case noCalendar
        /// There is no such user (AG004).
        case noUser
        /// The user may not write at the moment (AG005).
        case frozen
        /// The UID is that of another resource, which ``PostgresFault/detail`` names (AG006).
        case heldUID
        /// The identifier is that of another operation (AG007).
        case otherOperation
        /// The duty for which it was to be done is somebody else's by now.
        case superseded
        /// A calendar of this name is there (AG008).
        case exists
        /// There would be too many (AG009).
        case tooMany
        /// There is no room (class 53).
        case full
        /// The database is not of this program's version.
        case schema
        /// The role may not do that.
        case refused
        /// A fault of the program, or one that nobody has thought of.
        case failed
    }

    package var reason: Reason
    /// The server's SQLSTATE; empty for what the library found out itself.
    package var state = ""
    /// In the server's words.
    package var message: String
    /// The same, of what only some have.
    package var detail = ""

    package init(_ reason: Reason, _ message: String) {
        (self.reason, self.message) = (reason, message)
    }

    /// What a result that failed says.
    init(_ result: OpaquePointer) {
        func field(_ code: Int) -> String {
            clibpq_error(result, Int32(code)).map { String(cString: $0) } ?? ""
        }
        (state, message, detail) = (
            field(CLIBPQ_SQLSTATE), field(CLIBPQ_MESSAGE), field(CLIBPQ_DETAIL)
        )
        // After an ERROR all is undone. What is worse comes from anywhere, also from a commit that is half on the disk.
        let isUndone = field(CLIBPQ_SEVERITY) == "ERROR" && !state.isEmpty
        reason = isUndone ? Self.reason(state) : .unsettled
    }

    private static func reason(_ state: String) -> Reason {
        if let own = own[state] { return own }
        switch state.prefix(2) {
        // Others were at work (40, 55P03), it shuts down (57), is a standby by now (25006), has too many guests (53300).
        case "08", "40", "57": return .away
        case "28": return .refused
        case "53": return state == "53300" ? .away : .full
        default: break
        }
        return switch state {
        case "25006", "55P03": .away
        case "3F000", "42883", "42P01", "42703": .schema
        case "42501": .refused
        default: .failed
        }
    }

    private static let own: [String: Reason] = [
        "AG002": .changed, "AG003": .noCalendar, "AG004": .noUser, "AG005": .frozen,
        "AG006": .heldUID, "AG007": .otherOperation, "AG008": .exists, "AG009": .tooMany,
    ]
}
