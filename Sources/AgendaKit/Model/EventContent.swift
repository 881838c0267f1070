internal import ICalendar

/// What an ``AgendaEvent`` says besides its identity and times; see its properties.
struct EventContent: Hashable, Sendable {
    var uid: String
    var timeZone: String?
    var summary: String?
    var location: String?
    var details: String?
    var url: String?
    var categories: [String] = []
    var status: EventStatus = .confirmed
    var isTransparent: Bool = false
    var isOverridden: Bool = false
    var organizer: String?
    var participantCount: Int = 0
    var isDeclined: Bool = false
    var sequence: Int = 0
    var calendar: String
    var alsoIn: [String] = []
    var color: String?

    init(uid: String, calendar: String) {
        self.uid = uid
        self.calendar = calendar
    }
}

/// Content that several events share.
///
/// `unchecked`, both times: ``AgendaEvent`` changes it only while no other event refers to it.
final class SharedContent: Hashable, @unchecked Sendable {
    @exclusivity(unchecked) var content: EventContent

    init(_ content: EventContent) {
        self.content = content
    }

    static func == (lhs: SharedContent, rhs: SharedContent) -> Bool {
        lhs === rhs || lhs.content == rhs.content
    }

    func hash(into hasher: inout Hasher) { hasher.combine(content) }
}
