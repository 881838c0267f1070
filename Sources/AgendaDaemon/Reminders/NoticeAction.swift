import AgendaActions

/// What a person can choose about a reminder that is shown.
enum NoticeAction: Hashable, Sendable {
    /// To be shown again after so many minutes.
    case snooze(minutes: Int)
    /// Not to be shown again.
    case dismiss
    /// To open the address where the meeting is joined.
    case join

    /// What every notice offers, in the order of display.
    static let usual: [NoticeAction] = [5, 15, 60].map { .snooze(minutes: $0) } + [.dismiss]

    /// The name by which the notification server knows it.
    var name: String {
        switch self {
        case .snooze(let minutes): "snooze-\(minutes)"
        case .dismiss: "dismiss"
        case .join: "join"
        }
    }

    /// The action of a name; nil for a name of somebody else's.
    init?(name: String) {
        guard let action = (Self.usual + [.join]).first(where: { $0.name == name }) else {
            return nil
        }
        self = action
    }

    /// What a person reads.
    var label: Message {
        switch self {
        case .snooze(let minutes): "Again in \(minutes) min"
        case .dismiss: "Dismiss"
        case .join: "Join"
        }
    }
}
