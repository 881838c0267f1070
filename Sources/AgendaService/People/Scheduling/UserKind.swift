/// What a user of a service is (RFC 6638 section 2.4.2).
package enum UserKind: String, Sendable, CaseIterable {
    /// A person.
    case individual
    /// A room, which accepts by itself what finds it free.
    case room
    /// Something else that is booked as a room is, such as a car.
    case resource

    /// `calendar-user-type`, and `CUTYPE` (RFC 5545 3.2.3).
    var name: String { rawValue.uppercased() }
}
