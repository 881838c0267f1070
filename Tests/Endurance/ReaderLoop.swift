/// A command that runs repeatedly while others write.
struct ReaderLoop {
    let name: String
    /// The pause between two runs.
    let rest: Duration
    /// Whether a run may meet a half-written source and report that with status 3.
    let mayBePartial: Bool
    /// Returns the arguments of the next run, from the last run's arguments and output.
    let arguments: (_ previous: [String], _ output: String) -> [String]
    private var child: Child?
    private var current: [String] = []
    private var started = ContinuousClock.now
    private var due = ContinuousClock.now
    private(set) var runs = 0
    /// The number of runs with status 3.
    private(set) var partial = 0
    private(set) var faults: [String] = []

    init(
        _ name: String, rest: Duration = .zero, mayBePartial: Bool = true,
        arguments: @escaping (_ previous: [String], _ output: String) -> [String]
    ) {
        self.name = name
        self.rest = rest
        self.mayBePartial = mayBePartial
        self.arguments = arguments
    }

    var isRunning: Bool { child != nil }

    /// Starts the next run, or checks the one that has ended.
    mutating func turn(_ agenda: Agenda, startsNew: Bool = true) throws {
        if let child {
            guard let ending = child.poll() else {
                if ContinuousClock.now - started < .seconds(60) { return }
                throw Fault("agenda \(current.joined(separator: " ")) hangs for 60 s")
            }
            self.child = nil
            due = .now + rest
            judge(ending, complaints: agenda.complaints(of: current))
        } else if startsNew, ContinuousClock.now >= due {
            let output = current.isEmpty ? "" : agenda.output(of: current)
            current = arguments(current, output)
            started = .now
            child = try agenda.start(current)
        }
    }

    private mutating func judge(_ ending: Child.Ending, complaints: String) {
        runs += 1
        if ending == .status(3) { partial += 1 }
        if ending == .status(0) || (mayBePartial && ending == .status(3)) {
            faults += Agenda.faults(in: complaints)
        } else {
            faults.append("agenda \(current.joined(separator: " ")): \(ending): \(complaints)")
        }
    }
}

extension ReaderLoop {
    /// Two loops that read as fast as they can, and one that alternately adds and deletes an event.
    static var all: [ReaderLoop] {
        [
            ReaderLoop("list") { _, _ in ["list", "--json"] },
            ReaderLoop("timeline") { _, _ in ["timeline", "--tsv"] },
            ReaderLoop("add and delete", rest: .milliseconds(500), mayBePartial: false) {
                previous, output in
                previous.first == "add"
                    ? ["delete", String(output.dropLast()), "--scope", "all"]
                    : ["add", "Soaking", "--start", "tomorrow 12:00"]
            },
        ]
    }
}
