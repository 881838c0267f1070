/// A week of a folder of many files beside a week of the same events in one file, with and without a daemon that says
/// which of the files changed.
struct DaemonExperiment: Experiment {
    let name = "daemon"
    let alternation = Alternation(runs: 30)

    func measure(_ place: Place) async throws -> [Row] {
        let thousands = [5, 10]
        let daemons = try thousands.map { try RunningDaemon("folder\($0)k", place) }
        defer { for daemon in daemons { daemon.end() } }
        let calm = try zip(thousands, daemons).flatMap { try Self.calm($0, $1, place) }
        let written = try zip(thousands, daemons).flatMap { try Self.written($0, $1, place) }
        // Not by turns: a file that was just written is read again for two seconds.
        var values = try await alternation.measure(calm)
        values.merge(try await alternation.measure(written)) { $1 }
        return (calm + written).flatMap { Row.rows($0, values) }
    }

    /// All cases come from ``measure(_:)``, which ends the daemons after them.
    func cases(_ place: Place) -> [Case] { [] }

    private static func calm(_ thousands: Int, _ daemon: RunningDaemon, _ place: Place) throws
        -> [Case]
    {
        let (file, folder) = ("series\(thousands)k", "folder\(thousands)k")
        let goal = Comparison(goal: "P14", with: "list-\(file)", limit: 1.1)
        return [
            list("list-\(file)", "a week of \(file), warm", try place.stores([file])[0], place),
            list(
                "daemon-\(folder)", "a week of \(folder), with a daemon", daemon.database, place,
                asking: daemon, goal),
            list(
                "list-\(folder)", "a week of \(folder), without", daemon.database, place,
                Comparison(with: "list-\(file)")),
        ]
    }

    private static func list(
        _ name: String, _ what: String, _ database: String, _ place: Place,
        asking daemon: RunningDaemon? = nil, _ comparison: Comparison = Comparison(),
        after action: @escaping () throws -> Void = {}
    ) -> Case {
        let command = [place.agenda, "list", "--database", database, "--now", Place.now]
        return Case(name: name, what: what, comparisons: [comparison]) {
            try action()
            return try place.run(command, variables: daemon.map { [$0.variable] } ?? [])
        }
    }

    private static func written(
        _ thousands: Int, _ daemon: RunningDaemon, _ place: Place
    ) throws -> [Case] {
        let folder = "folder\(thousands)k"
        let files = try place.sample(folder)
        guard let first = try Files.names(in: files).sorted().first else {
            throw Fault("\(files): has no files")
        }
        let text = try Files.read(files + "/" + first)
        var number = 0
        // Another program writes a file, with one event that has another title each time.
        func write() throws {
            number += 1
            let title = Array("SUMMARY:\(number)\r".utf8)[...]
            let parts = text.split(separator: 10, omittingEmptySubsequences: false)
            let lines = parts.map { $0.starts(with: "SUMMARY".utf8) ? title : $0 }
            try Files.write(Array(lines.joined(separator: [10])), to: files + "/" + first)
        }
        let beside = Comparison(with: "list-series\(thousands)k")
        return [
            list(
                "daemon-written-\(folder)", "the same after a write, with a daemon",
                daemon.database, place, asking: daemon, beside, after: write),
            list(
                "list-written-\(folder)", "the same after a write, without", daemon.database,
                place, beside, after: write),
        ]
    }
}
