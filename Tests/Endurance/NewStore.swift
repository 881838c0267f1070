import Foundation
import FuzzChecks

/// A store that is not there yet: the first command makes it and imports a calendar, and may be killed meanwhile, while
/// another command adds an event to it.
struct NewStore {
    private let source: TestSource
    private let agenda: Agenda
    private let options: [String]

    private static let summary = "Beside the first import"

    init(_ agenda: Agenda, days: Days, random: inout SplitMix64) throws {
        self.agenda = agenda
        source = try TestSource(
            "first", isFolder: false, count: 300, in: agenda.scratch, days: days, random: &random)
        options = ["--database", agenda.scratch.file("new/agenda.db")]
    }

    private var importing: [String] {
        ["source", "add", source.path, "--name", source.name] + options
    }

    /// Starts both commands in an empty folder.
    func begin() throws -> KillAttempt {
        try? FileManager.default.removeItem(atPath: agenda.scratch.file("new"))
        _ = try agenda.scratch.folder("new")
        let child = try agenda.start(importing)
        let adding = ["add", Self.summary, "--start", "2026-11-22 10:00"] + options
        return KillAttempt(
            arguments: importing, child: child,
            companion: (arguments: adding, child: try agenda.start(adding)), inspect: inspect)
    }

    /// Checks that the other command's event is there, that no calendar is there in part, and that the import can be had
    /// again.
    private func inspect() throws {
        let registered = try look()
        if registered {
            try agenda.expect(["refresh"] + options)
        } else {
            try agenda.expect(importing)
        }
        guard try look() else { throw Fault("\(source.name) is not there after its import") }
        try agenda.expect(["doctor"] + options)
    }

    /// Whether the calendar is registered.
    private func look() throws -> Bool {
        // A refresh belongs to each list, so that a source that is registered has all its events.
        let listing = try agenda.json(Listing.self, KillsCheck.listing + options)
        let events = listing.events.filter { $0.calendar == source.name }
        let isRegistered = listing.sources.contains { $0.name == source.name }
        let found = Set(events.map { $0.uid + " " + ($0.summary ?? "") })
        guard found == (isRegistered ? source.contents : []) else {
            throw Fault(
                "a killed first import leaves \(found.count) of \(source.contents.count) events")
        }
        let own = listing.events.filter { $0.calendar == "local" }.map { $0.summary ?? "" }
        guard own == [Self.summary] else { throw Fault("the event beside it is lost: \(own)") }
        return isRegistered
    }
}
