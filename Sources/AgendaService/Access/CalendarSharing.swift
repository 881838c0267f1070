package import AgendaKit

/// What a user shares with others, and others with the user, where several people are served.
package protocol CalendarSharing: Sendable {
    /// Lets a user see a calendar, or changes how far.
    ///
    /// - Parameters:
    ///   - name: the user's.
    ///   - access: nil for no more.
    /// - Throws: ``SharingRefusal``, or why that cannot be noted.
    func share(_ source: CalendarSource, with name: String, _ access: SharedAccess?) throws

    /// Which of some calendars others may see, each with each of them.
    func given(_ sources: [CalendarSource]) throws -> [SharedCalendar]

    /// Which of some calendars are others'.
    func taken(_ sources: [CalendarSource]) throws -> [SharedCalendar]

    /// Gives back what another user shares.
    func leave(_ source: CalendarSource) throws
}

/// A calendar that a user shares with another one.
package struct SharedCalendar: Hashable, Sendable {
    package let source: CalendarSource
    /// The other one's name.
    package let other: String
    package let access: SharedAccess
}

/// Why something cannot be shared.
package enum SharingRefusal: Error, Hashable {
    /// There is no such user, or they may do nothing.
    case noUser(String)
    /// It is who asks.
    case oneself
    /// It is no folder of the user's own.
    case notOwn(String)
}
