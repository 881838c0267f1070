import Foundation
import FuzzChecks

/// A store of its own whose mirror writes into a folder that another person also uses: runs of the mirror are killed, and the
/// next one ends what they began.
final class MirrorWorld {
    private let source: TestSource
    private let target: String
    private let agenda: Agenda
    private let options: [String]

    private static let meeting = CalendarText.calendar([
        GeneratedEvent(uid: "meeting", start: "20261123T150000", summary: "Meeting of others")
    ])

    init(_ agenda: Agenda, days: Days, random: inout SplitMix64) throws {
        self.agenda = agenda
        source = try TestSource(
            "private", isFolder: true, count: 60, in: agenda.scratch, days: days, random: &random)
        target = try agenda.scratch.folder("office")
        try SystemCalls.write(Self.meeting, to: target + "/meeting.ics")
        _ = try agenda.scratch.folder("mirrored")
        options = ["--database", agenda.scratch.file("mirrored/agenda.db")]
        try agenda.expect(["source", "add", source.path, "--name", "private"] + options)
        try agenda.expect(["source", "add", target, "--name", "office"] + options)
        try agenda.expect(["source", "set", "office", "--writable"] + options)
        try agenda.expect(
            ["mirror", "add", "private", "--to", "office", "--show", "title", "--name", "m"]
                + options)
    }

    /// Changes what is mirrored, and starts a run.
    func begin(_ random: inout SplitMix64) throws -> KillAttempt {
        try source.change(&random)
        let arguments = ["mirror", "run", "--yes"] + options
        return KillAttempt(
            arguments: arguments, child: try agenda.start(arguments), inspect: inspect)
    }

    /// Runs the mirror once more, and checks that each event has one block as it is now, and that nothing else was touched.
    private func inspect() throws {
        try agenda.expect(["mirror", "run", "--yes"] + options)
        let wanted = try shown(at: source.path)
        var found = try shown(at: target)
        guard found.removeValue(forKey: "2026-11-23T15:00 Meeting of others") == 1,
            FileManager.default.contents(atPath: target + "/meeting.ics")
                == Data(Self.meeting.utf8)
        else { throw Fault("the mirror touched a meeting of others") }
        guard found == wanted else {
            let lacking = wanted.filter { found[$0.key] != $0.value }.keys.sorted()
            let surplus = found.filter { wanted[$0.key] != $0.value }.keys.sorted()
            throw Fault("after a killed run of a mirror: missing \(lacking), too many \(surplus)")
        }
        let files = try Set(FileManager.default.contentsOfDirectory(atPath: target))
        try agenda.expect(["mirror", "run", "--yes"] + options)
        guard try Set(FileManager.default.contentsOfDirectory(atPath: target)) == files else {
            throw Fault("a mirror that has nothing to do wrote")
        }
    }

    /// How often each start and title is in a folder, read afresh.
    private func shown(at path: String) throws -> [String: Int] {
        let listing = try agenda.json(Listing.self, KillsCheck.listing + [path])
        return listing.events.reduce(into: [:]) { counts, event in
            counts["\(event.start.prefix(16)) \(event.summary ?? "")", default: 0] += 1
        }
    }
}
