import AgendaActions

/// What is done to an event or a to-do, in the words of a person.
enum ChangeVerb {
    case change
    case move(to: String)
    case copy(to: String)
    case delete
    case complete, reopen, cancel

    /// `Changed Lunch`; `Would change Lunch` if it is only shown.
    func line(_ what: Message, isDryRun: Bool) -> Message {
        switch self {
        case .change: isDryRun ? "Would change \(what)" : "Changed \(what)"
        case .move(let place):
            isDryRun ? "Would move \(what) to \(place)" : "Moved \(what) to \(place)"
        case .copy(let place):
            "Would copy \(what) to \(place)"
        case .delete: isDryRun ? "Would delete \(what)" : "Deleted \(what)"
        case .complete: isDryRun ? "Would be done: \(what)" : "Done: \(what)"
        case .reopen: isDryRun ? "Would be open again: \(what)" : "Open again: \(what)"
        case .cancel: isDryRun ? "Would be cancelled: \(what)" : "Cancelled: \(what)"
        }
    }
}
