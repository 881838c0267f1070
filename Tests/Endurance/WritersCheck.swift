/// Every way in which programs write a file: `agenda watch` reports each write, and in the end the
/// store contains what the files contain.
struct WritersCheck {
    /// One way of writing in one kind of source.
    private struct Case {
        let way: WritingWay
        let kind: String
        let place: WritingWay.Place
        var previousToken: String

        var name: String { way.name + "-" + kind }
    }

    private static let kinds = ["file", "folder"]
    /// A change reported later than this counts as missed.
    private static let deadline = Duration.seconds(10)

    private let agenda: Agenda
    private let runs: Int
    private let start = Days().time(1, hour: 10)

    init(_ agenda: Agenda, _ options: Options) {
        self.agenda = agenda
        runs = options.runs(else: 200)
    }

    func run() throws -> [String] {
        let probe = try Probe(agenda.scratch)
        let cases = try WritingWay.all.flatMap { way in
            try Self.kinds.map { try prepare(way, kind: $0) }
        }
        let folder = agenda.scratch.file("folder")
        let files = cases.filter { $0.kind == "file" }
        for entry in files { try agenda.addSource(entry.place.file, name: entry.way.name) }
        try agenda.addSource(folder, name: "folder")
        try agenda.addSource(probe.path, name: "probe")
        let paths = files.map(\.place.file) + [folder, probe.path]
        let watch = try WatchReader(agenda, arguments: ["--jsonl"])
        try probe.awaitBeginning(of: watch)
        printRow("way", "done by", "source", ["runs", "misses", "median ms", "worst ms"])
        var faults: [String] = []
        for entry in cases {
            let misses = try check(entry, watch)
            if !misses.isEmpty {
                faults.append("\(entry.name): not told: \(misses.joined(separator: ", "))")
            }
            if let difference = try agenda.differenceFromFresh(paths) {
                faults.append("\(entry.name): the store is not what the files are: \(difference)")
            }
        }
        _ = try watch.stop()
        // A message that a file was missing for a moment is allowed: it was.
        return faults + Agenda.faults(in: watch.complaints)
    }

    /// Creates the place with the first state of the file.
    private func prepare(_ way: WritingWay, kind: String) throws -> Case {
        let folder = try agenda.scratch.folder(kind + "/" + way.name)
        let place = WritingWay.Place(
            scratch: agenda.scratch, folder: folder, file: "\(folder)/\(way.name).ics",
            beside: try agenda.scratch.folder("beside/\(kind)/\(way.name)"))
        let entry = Case(way: way, kind: kind, place: place, previousToken: "")
        let first = token(entry, run: 0)
        try SystemCalls.write(text(entry, run: 0, token: first), to: place.file)
        try way.prepare(place)
        return Case(way: way, kind: kind, place: place, previousToken: first)
    }

    /// Writes repeatedly; returns the summaries that the watch did not report.
    private func check(_ entry: Case, _ watch: WatchReader) throws -> [String] {
        var entry = entry
        var misses: [String] = []
        var timings = Timings()
        for run in 1...runs {
            let token = token(entry, run: run)
            let draft = WritingWay.Draft(
                place: entry.place, text: text(entry, run: run, token: token), token: token,
                previousToken: entry.previousToken)
            try entry.way.write(draft)
            let written = ContinuousClock.now
            if let line = try watch.change(to: token, until: written + Self.deadline) {
                timings.append(line.time - written)
            } else {
                misses.append(token)
            }
            entry.previousToken = token
        }
        printRow(
            entry.way.name, entry.way.isProgram ? "program" : "its system calls", entry.kind,
            [String(runs), String(misses.count), decimal(timings.median), decimal(timings.worst)])
        return misses
    }

    /// The token of a run; all runs have tokens of the same length.
    private func token(_ entry: Case, run: Int) -> String { "\(entry.name)-\(padded(run, 5))" }

    private func text(_ entry: Case, run: Int, token: String) -> String {
        let uid = entry.name + (entry.way.appends ? "-\(run)" : "")
        return CalendarText.calendar([GeneratedEvent(uid: uid, start: start, summary: token)])
    }

    private func printRow(_ way: String, _ doer: String, _ kind: String, _ numbers: [String]) {
        let names = [(way, 21), (doer, 18), (kind, 8)].map { column($0.0, $0.1, isNumber: false) }
        say((names + numbers.map { column($0, 10) }).joined())
    }
}
