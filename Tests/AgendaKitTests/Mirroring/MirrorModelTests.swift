import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("A mirror of random calendars of two machines on a server of moods")
struct MirrorModelTests {
    /// How many runs of ``life(_:)`` are made, and from which seed on; each is a mirror from its making to its rest.
    private static let runs =
        ProcessInfo.processInfo.environment["AGENDA_MIRROR_RUNS"].flatMap { Int($0) } ?? 6
    private static let firstSeed =
        ProcessInfo.processInfo.environment["AGENDA_MIRROR_SEED"].flatMap { Int($0) } ?? 0

    @Test(
        "whatever happens, the target says in the end when the sources are busy, and nothing of what for"
    )
    func lives() async throws {
        for seed in Self.firstSeed..<(Self.firstSeed + Self.runs) { try await life(UInt64(seed)) }
    }

    private func life(_ seed: UInt64) async throws {
        var random = Dice(seed)
        let server = MirrorModelServer(
            MirrorModelServer.Moods(
                keepsMarks: seed % 2 == 0, renames: random.below(2) == 0,
                refusesReused: random.below(2) == 0, rewrites: random.below(2) == 0))
        let rules = try [MirrorModelRules(&random), MirrorModelRules(&random)]
        let laptop = try await MirrorModelMachine(
            "laptop", server, rules: rules[0].set, mirror: nil)
        let desktop = try await MirrorModelMachine(
            "desktop", server, rules: rules[1].set, mirror: laptop.desk.mirror)
        let machines = [laptop, desktop]
        let names = MirrorNames(secret: laptop.desk.mirror.secret)
        var sources: [String: String] = [:]
        /// Events whose blocks have guests: nothing is known of them any more.
        var met: Set<String> = []
        var day = 20
        for machine in machines { try machine.sync() }
        for step in 0..<8 {
            for _ in 0..<random.below(3) + (step == 0 ? 5 : 0) {
                let uid = "origin-e\(random.below(8))"
                guard !met.contains(uid) else { continue }
                let path = (random.below(3) == 0 ? "team/" : "home/") + uid + ".ics"
                if random.below(4) == 0 {
                    for name in ["home/", "team/"] { sources[name + uid + ".ics"] = nil }
                } else {
                    let text = RandomEvent(uid, &random).text
                    for name in ["home/", "team/"] where sources[name + uid + ".ics"] != nil {
                        sources[name + uid + ".ics"] = text
                    }
                    sources[path] = text
                }
            }
            for machine in machines where random.below(3) > 0 {
                // Feeds are of different age.
                if random.below(3) > 0 { try machine.fetch(sources) }
                if server.moods.keepsMarks, random.below(12) == 0 {
                    try machine.sync()
                    try machine.take()
                }
                // A killed run's notes are as those of no run, so that they may be lost where names alone tell whose a block is.
                if server.moods.keepsMarks, random.below(8) == 0 { try machine.loseNotes() }
                var dice = random
                let isKilled = random.below(4) == 0
                try await machine.run(cut: isKilled ? { dice.below($0) } : nil)
                _ = random.below(2)
                if random.below(3) > 0 { try machine.sync() }
            }
            let whole = Set(
                Set(sources.values.map(MirrorModelServer.uid)).subtracting(met)
                    .map { names.uid(of: $0) })
            if let uid = server.trouble(&random, inviting: whole) {
                met.formUnion(
                    sources.values.map(MirrorModelServer.uid).filter { names.uid(of: $0) == uid })
            }
            if random.below(4) == 0 {
                day += 1
                for machine in machines { try machine.desk.wait(until: "202611\(day)T120000Z") }
            }
        }

        // In the end all have all, and one of them writes. Blocks that others changed three times today wait until tomorrow.
        let writer = server.moods.keepsMarks ? random.one(of: machines) : laptop
        let other = try #require(machines.first { $0 !== writer })
        for machine in machines {
            try machine.fetch(sources)
            try machine.sync()
            try await machine.run()
        }
        // Two that have taken it before they knew of each other: a person takes it again.
        while try server.moods.keepsMarks && (!writer.isOwner || writer.turn <= other.turn) {
            try writer.take()
        }
        for round in 0..<3 {
            day += 1
            for machine in machines { try machine.desk.wait(until: "202611\(day)T120000Z") }
            for _ in 0..<3 {
                try await writer.run()
                try writer.sync()
                if round == 0 {
                    try other.sync()
                    try await other.run()
                    server.writes[other.name] = 0
                }
            }
        }
        try other.sync()
        let looking = try await other.run()
        try other.sync()
        #expect(looking.change == nil && server.writes[other.name] == 0, "seed \(seed): \(looking)")
        if seed % 10 == 0 {
            #expect(try await writer.desk.bench.importer.verify().isEmpty, "seed \(seed)")
        }
        let rest = try await writer.run(isConfirmed: false)
        #expect(rest.change == nil && rest.stop == nil, "seed \(seed): \(rest)")

        let oracle = try MirrorModelOracle(
            from: Make.date("2026-11-\(day)"), days: 150,
            rules: writer === laptop ? rules[0] : rules[1])
        let kept = sources.filter { !met.contains(MirrorModelServer.uid($0.value)) }
        let wanted = try oracle.busy(Set(kept.values), isRuled: true)
        // What stands for an event that has got guests is left out on both sides.
        let left = try Set(
            sources.values.filter { met.contains(MirrorModelServer.uid($0)) }
                .flatMap { try oracle.blocks(of: $0, writer.desk.mirror) })
        let blocks = server.items.filter { name, text in
            name != "foreign.ics" && server.invited[name] == nil
                && MirrorNames.base(of: MirrorModelServer.uid(text)).map { !left.contains($0.uid) }
                    ?? true
        }
        let found = try oracle.busy(Set(blocks.values), isRuled: false)
        let unsent = try writer.unsent
        #expect(
            found == wanted,
            "seed \(seed): lacks \(wanted.subtracting(found).sorted().prefix(3)), has \(found.subtracting(wanted).sorted().prefix(3)); \(server.moods), unsent \(unsent), \(rest)"
        )
        #expect(server.items["foreign.ics"] == MirrorModelServer.foreign)
        for (name, text) in server.invited { #expect(server.items[name] == text, "seed \(seed)") }
    }
}
