internal import CalendarMerge

/// Two events of different UIDs and calendars that take place at the same times and are likely the same.
public struct SimilarPair: Sendable {
    /// Why they are likely the same.
    public enum Reason: String, CaseIterable, Sendable {
        /// Their titles have the same words.
        case sameTitle = "same-title"
        /// Their titles have nearly the same words.
        case likeTitle = "like-title"
        /// They are at the same place.
        case samePlace = "same-place"
        /// They have the same organizer.
        case sameOrganizer = "same-organizer"
        /// They name the same address of the web, such as that of a call.
        case sameAddress = "same-address"
        /// Their descriptions are the same.
        case sameDescription = "same-description"

        init(_ reason: EventLikeness.Reason) {
            self =
                switch reason {
                case .sameTitle: .sameTitle
                case .likeTitle: .likeTitle
                case .samePlace: .samePlace
                case .sameOrganizer: .sameOrganizer
                case .sameAddress: .sameAddress
                case .sameText: .sameDescription
                }
        }
    }

    /// Its next occurrence, else the last one.
    public var first: AgendaEvent
    /// The other event's at the same time.
    public var second: AgendaEvent
    /// Why, the title first.
    public var reasons: [Reason]
    /// How often both take place at the same time within the days that were looked at.
    public var count: Int
}
