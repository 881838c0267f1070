package import AgendaSync

/// A precondition of a method or report that a request breaks: what `DAV:error` holds (RFC 4918 section 16).
package struct BrokenCondition: Error, Hashable, Sendable {
    /// The element that stands for it.
    package let element: XMLName

    private init(_ name: String) { element = .calDAV(name) }

    /// A filter that is not built as RFC 4791 section 9.7 says, or has a time range that is none (7.8).
    package static let validFilter = BrokenCondition("valid-filter")
    /// A filter with an element that nobody here knows (7.8).
    package static let supportedFilter = BrokenCondition("supported-filter")
    /// A collation that nobody here knows (7.5.1).
    package static let supportedCollation = BrokenCondition("supported-collation")
    /// What is to be iCalendar text cannot be read as such (5.3.2.1, 7.8).
    package static let validCalendarData = BrokenCondition("valid-calendar-data")
    /// Another media type or version than `text/calendar` 2.0 (5.3.2.1, 7.8).
    package static let supportedCalendarData = BrokenCondition("supported-calendar-data")
    /// The text is not the one event, to-do or journal entry that a resource is (4.1, 5.3.2.1).
    package static let validCalendarObjectResource = BrokenCondition(
        "valid-calendar-object-resource")
    /// The calendar takes no components of this kind (5.3.2.1).
    package static let supportedCalendarComponent = BrokenCondition("supported-calendar-component")
    /// More attendees than are taken (5.3.2.1).
    package static let maxAttendeesPerInstance = BrokenCondition("max-attendees-per-instance")
    /// A time zone's name that nobody here knows (RFC 7809 section 5.2).
    package static let validTimezone = BrokenCondition("valid-timezone")
    /// The answer would have more instances than are given (7.8).
    package static let numberOfMatchesWithinLimits = BrokenCondition(
        XMLName.dav("number-of-matches-within-limits"))

    private init(_ element: XMLName) { self.element = element }
}
