/// A VJOURNAL: what somebody wrote about a day, or about none (RFC 5545 3.6.3).
public struct Journal: Hashable, Sendable {
    /// `STATUS` of a VJOURNAL (RFC 5545 3.8.1.11).
    public enum Status: String, Hashable, Sendable {
        /// It is being written.
        case draft = "DRAFT"
        /// It is finished.
        case final = "FINAL"
        /// It no longer holds.
        case cancelled = "CANCELLED"
    }

    /// What only a VJOURNAL has, beside what it shares with a VTODO.
    public struct Own: Hashable, Sendable {
        /// `STATUS`; nil if it says none.
        public var status: Status?
        /// Each `DESCRIPTION` after the first, which is ``Event/details``.
        public var moreDescriptions: [String]

        /// An entry's own values.
        public init(status: Status? = nil, moreDescriptions: [String] = []) {
            (self.status, self.moreDescriptions) = (status, moreDescriptions)
        }
    }

    /// What it shares with events and to-dos: `UID`, rules, title, categories, revision, and in its details all
    /// ``descriptions``. It begins at `DTSTART` as a to-do does, which may have none; nothing has it end.
    public let event: Event
    /// `STATUS`; nil if it says none.
    public let status: Status?
    /// Each `DESCRIPTION`: a journal entry may have several.
    public let descriptions: [String]
}
