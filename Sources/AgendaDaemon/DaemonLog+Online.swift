import AgendaActions
import AgendaKit
import AgendaSync

extension DaemonLog {
    /// Tells what became of a feed.
    mutating func note(_ outcome: FeedOutcome, name: String) {
        switch outcome.result {
        case .updated:
            note(nil, of: name)
            say("\(name): fetched")
        case .unchanged: note(nil, of: name)
        case .kept(let fault, _):
            note(
                "\(fault.description)", of: name, kind: fault.isOfTheNetwork ? "network" : nil)
        case .waiting(let seconds):
            note(
                Message("the server asks to wait for another \(seconds) s").text, of: name,
                kind: "wait")
        case .superseded, .cancelled: break
        }
    }

    /// Tells what became of an account, or of a whole attempt.
    mutating func note(_ fault: SyncFault, of account: String) {
        note(fault.text, of: account, kind: fault.kind)
    }

    /// Tells what became of an account's calendar.
    mutating func note(_ outcome: SyncRound.Outcome) {
        let name = outcome.name
        if let stop = outcome.report.stop {
            guard let fault = SyncFault(stop) else { return }
            note(fault.text, of: name, kind: fault.kind)
            return
        }
        let notes = outcome.notes.map(\.text)
        note(notes.isEmpty ? nil : notes.joined(separator: "; "), of: name)
        if outcome.report.hasChanges { say(outcome.sentence) }
    }
}
