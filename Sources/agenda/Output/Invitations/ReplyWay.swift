/// Where a reply goes.
enum ReplyWay: String, CaseIterable {
    /// To standard output, as a calendar.
    case stdout
    /// To the organizer, with `sendmail -t`.
    case sendmail
    /// Nowhere.
    case none
}
