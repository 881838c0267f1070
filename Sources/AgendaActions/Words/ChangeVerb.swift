import AgendaKit

/// What is done to an event or a to-do, in the words of a person.
package enum ChangeVerb: Equatable, Sendable {
    case change
    case move(to: String)
    case copy(to: String)
    case delete
    case complete, reopen, cancel

    /// `Changed Lunch`; `Would change Lunch` if it is only shown.
    package func line(_ what: Message, isDryRun: Bool) -> Message {
        switch self {
        case .change: isDryRun ? "Would change \(what)" : "Changed \(what)"
        case .move(let place):
            isDryRun ? "Would move \(what) to \(place)" : "Moved \(what) to \(place)"
        case .copy(let place):
            // A copy that was made is told as a new event.
            "Would copy \(what) to \(place)"
        case .delete: isDryRun ? "Would delete \(what)" : "Deleted \(what)"
        case .complete: isDryRun ? "Would be done: \(what)" : "Done: \(what)"
        case .reopen: isDryRun ? "Would be open again: \(what)" : "Open again: \(what)"
        case .cancel: isDryRun ? "Would be cancelled: \(what)" : "Cancelled: \(what)"
        }
    }

    /// Asks how much of an item that repeats is meant.
    package func question(_ title: Message) -> Message {
        switch self {
        case .copy: "\(title) repeats. Copy this or all? "
        case .delete: "\(title) repeats. Delete this, future or all? "
        case .cancel: "\(title) repeats. Cancel this or all? "
        default: "\(title) repeats. Change this, future or all? "
        }
    }

    /// What may be meant of a to-do that repeats.
    var scopes: [RecurrenceScope] {
        self == .cancel ? [.this, .all] : RecurrenceScope.allCases
    }
}
