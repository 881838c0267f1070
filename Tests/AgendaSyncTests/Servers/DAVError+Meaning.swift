@testable import AgendaSync

/// What servers mean by their refusals: tests of real ones compare it.
extension DAVError {
    /// Whether the resource is another version than the one named. Radicale says the same of data that is too large: where
    /// the version is the one named, it is the data. Xandikos says which.
    var isPreconditionFailed: Bool {
        status == 412 && !isTokenRefused && !isContentRefused && !isUIDConflict
    }

    /// Whether the server says that it will never take what was sent, for what is in it.
    var isContentRefused: Bool {
        guard !isTokenRefused else { return false }
        if let condition { return Self.contentConditions.contains(condition) }
        return [400, 413, 415, 422].contains(status)
    }

    /// RFC 4791 section 5.3.2.1, without ``isUIDConflict``.
    private static let contentConditions: Set<String> = [
        "supported-calendar-data", "valid-calendar-data", "valid-calendar-object-resource",
        "supported-calendar-component", "max-resource-size", "min-date-time", "max-date-time",
        "max-instances", "max-attendees-per-instance",
    ]

    /// Whether another resource has the same UID (RFC 4791 section 5.3.2.1); Cyrus names the condition of RFC 6638
    /// section 3.2.4.1, whether the event is scheduled or not.
    var isUIDConflict: Bool {
        condition == "no-uid-conflict" || condition == "unique-scheduling-object-resource"
    }
}
