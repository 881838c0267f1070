import Foundation
import FuzzChecks
import Glibc

/// Kills commands at random moments: acknowledged changes stay, unacknowledged ones are there
/// completely or not at all, and the next command works as if nothing had happened.
final class KillsCheck {
    enum Command: String, CaseIterable {
        case add, delete, edit, undo, refresh, rebuild
        case importing = "import"
        case sourceAdd = "source add"
        case sourceRemove = "source remove"
        case together = "add, refreshing"
        case migrate = "first opening"
        case create = "first import"
        case restore = "restoring"
        case mirror = "mirror run"
    }

    /// How many commands ended in which way.
    struct Tally {
        var diedSilent = 0
        var diedAcknowledged = 0
        var finished = 0
    }

    let agenda: Agenda
    let days: Days
    var random: SplitMix64
    var world = KillsWorld()
    var number = 0
    private let runs: Int
    private var commands: [Command]
    private var tallies: [Command: Tally] = [:]
    private var durations: [Command: [Duration]] = [:]
    private var oldStore: OldStore?
    private var newStore: NewStore?
    private var mirrorWorld: MirrorWorld?

    /// The current time for all commands, in a month without a change of the clocks.
    private static let now = "2026-11-20T12:00:00+01:00"
    private static let measurements = 5
    static let listing = ["list", "--json", "--from", "2026-11-01", "--days", "60"]

    init(_ agenda: Agenda, _ options: Options) throws {
        let agenda = Agenda(
            path: agenda.path, scratch: agenda.scratch, pinned: ["--now", Self.now])
        self.agenda = agenda
        days = Days(around: ISO8601DateFormatter().date(from: Self.now) ?? Date())
        random = options.random
        runs = options.runs(else: 1_000)
        commands = Command.allCases
        for (name, isFolder, count) in [
            ("file", false, 200), ("folder", true, 40), ("b", false, 50),
        ] {
            world.sources.append(
                try TestSource(
                    name, isFolder: isFolder, count: count, in: agenda.scratch, days: days,
                    random: &random))
        }
    }

    func run() throws -> [String] {
        try measure(.add)
        // A program that writes no backup cannot restore one.
        commands.removeAll { $0 == .restore && !hasBackup }
        for source in world.sources.dropLast() {
            try agenda.addSource(source.path, name: source.name)
            source.isRegistered = true
        }
        oldStore = try OldStore(agenda, calendar: world.sources[0].path)
        newStore = try NewStore(agenda, days: days, random: &random)
        mirrorWorld = try MirrorWorld(agenda, days: days, random: &random)
        for _ in 0..<Self.measurements { for command in commands { try measure(command) } }
        for run in 1...runs {
            let command = commands.randomElement(using: &random) ?? .add
            do {
                try kill(command)
                try look(after: command)
                if run.isMultiple(of: 50) || run == runs {
                    try lookClosely()
                    for command in commands { try measure(command) }
                }
            } catch let fault as Fault {
                throw Fault("after kill \(run), of \(command.rawValue): \(fault.what)")
            }
        }
        report()
        return []
    }

    /// Times a command that nobody kills; its duration changes with the contents of the store.
    private func measure(_ command: Command) throws {
        let attempt = try begin(command)
        let start = ContinuousClock.now
        let ending = try attempt.child.wait()
        durations[command, default: []].append(ContinuousClock.now - start)
        try settle(attempt, after: ending)
        try look(after: command)
    }

    /// The usual duration in milliseconds, from the last measurements.
    private func duration(of command: Command) -> Double {
        var timings = Timings()
        (durations[command] ?? []).suffix(Self.measurements).forEach { timings.append($0) }
        return timings.median
    }

    private func kill(_ command: Command) throws {
        let attempt = try begin(command)
        let span = duration(of: command) * 1.5
        sleep(.milliseconds(Double.random(in: 0...span, using: &random)))
        attempt.child.signal(SIGKILL)
        let isAcknowledged = try settle(attempt, after: try attempt.child.wait())
        let hasDied = try attempt.child.wait() == .signal(SIGKILL)
        switch (hasDied, isAcknowledged) {
        case (false, _): tallies[command, default: Tally()].finished += 1
        case (true, true): tallies[command, default: Tally()].diedAcknowledged += 1
        case (true, false): tallies[command, default: Tally()].diedSilent += 1
        }
    }

    private func begin(_ command: Command) throws -> KillAttempt {
        switch command {
        case .migrate:
            guard let oldStore else { throw Fault("there is no old store") }
            return try oldStore.begin()
        case .create:
            guard let newStore else { throw Fault("there is no calendar for a new store") }
            return try newStore.begin()
        case .mirror:
            guard let mirrorWorld else { throw Fault("there is no mirror") }
            return try mirrorWorld.begin(&random)
        default: return try start(command)
        }
    }

    /// Compares what a reader sees now; the only message allowed is that the store was restored.
    private func look(after command: Command) throws {
        let restored = command == .restore ? agenda.scratch.file("agenda.db") + ": was " : nil
        try world.compare(try agenda.json(Listing.self, Self.listing, mayComplain: restored))
    }

    /// Checks that a kill leaves nothing visible behind, and that the database is sound.
    private func lookClosely() throws {
        try agenda.expect(["refresh"])
        let range = Array(Self.listing.dropFirst(2))
        let paths = world.paths
        if !paths.isEmpty, let difference = try agenda.differenceFromFresh(paths, days: range) {
            throw Fault("not as read afresh: \(difference)")
        }
        try lookAtBackup()
        guard let sqlite = Programs.path(of: "sqlite3") else { return }
        let output = try Programs.run(
            [sqlite, agenda.scratch.file("agenda.db"), "PRAGMA integrity_check"], agenda.scratch)
        if output != "ok\n" { throw Fault("sqlite3 finds damage: \(output)") }
    }

    /// Compares a store that is made of the backup, if the program keeps one, with the store.
    private func lookAtBackup() throws {
        guard hasBackup else { return }
        let other = agenda.scratch.file("restored.db")
        let files = FileManager.default
        for path in [other, other + "-wal", other + "-shm"] { try? files.removeItem(atPath: path) }
        let copy = agenda.scratch.file("restored.backup")
        try? files.removeItem(atPath: copy)
        try files.copyItem(atPath: agenda.scratch.file("agenda.backup"), toPath: copy)
        try world.compareBackup(
            try agenda.json(
                Listing.self, Self.listing + ["--database", other], mayComplain: other + ": was "))
    }

    private var backup: String { agenda.scratch.file("agenda.backup/local.ics") }
    private var hasBackup: Bool { FileManager.default.fileExists(atPath: backup) }

    private func report() {
        let titles = ["kills", "died before", "died after", "finished", "takes ms"]
        say(
            column("command", 18, isNumber: false)
                + titles.map { column($0, 13) }.joined())
        for command in commands {
            let tally = tallies[command] ?? Tally()
            let total = tally.diedSilent + tally.diedAcknowledged + tally.finished
            let counts = [total, tally.diedSilent, tally.diedAcknowledged, tally.finished]
            say(
                column(command.rawValue, 18, isNumber: false)
                    + counts.map { column(String($0), 13) }.joined()
                    + column(decimal(duration(of: command)), 13))
        }
        say("before, after: its success was told. \(world.events.count) local events at the end")
    }
}
