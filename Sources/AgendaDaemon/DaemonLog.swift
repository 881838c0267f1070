import AgendaActions
import TerminalOutput

/// What the daemon says: a line for each event, and each fault once, until it is another one.
struct DaemonLog {
    /// What is wrong, by what it is wrong with.
    private(set) var faults: [String: String] = [:]
    private var kinds: [String: String] = [:]
    private let isQuiet: Bool
    private let print: (Message) -> Void

    /// - Parameter print: prints one line.
    init(isQuiet: Bool, print: @escaping (Message) -> Void = { Terminal.complain($0) }) {
        (self.isQuiet, self.print) = (isQuiet, print)
    }

    /// Tells an event.
    func say(_ message: Message) { if !isQuiet { print(message) } }

    /// Notes what is wrong with something; nil: nothing any more.
    ///
    /// - Parameter kind: what does not change while the fault is the same, if its text does.
    mutating func note(_ fault: String?, of subject: String, kind: String? = nil) {
        let (old, new) = (kinds[subject], kind ?? fault)
        (faults[subject], kinds[subject]) = (fault, new)
        guard old != new else { return }
        if let fault { print("\(subject): \(fault)") } else { say("\(subject): works again") }
    }

    /// Forgets what no longer exists.
    mutating func forget(_ subjects: (String) -> Bool) {
        for subject in faults.keys where subjects(subject) {
            (faults[subject], kinds[subject]) = (nil, nil)
        }
    }
}
