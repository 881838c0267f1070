import Testing

@testable import AgendaSync

@Suite(
    "Two folders, a real server, edits everywhere, and faults on the wire",
    .enabled(if: RealServer.areInstalled, RealServer.whyNot))
struct FaultRunTests {
    /// More with `AGENDA_SYNC_FAULTS=10000`, of all servers together; from another seed with `AGENDA_SYNC_SEED`.
    @Test(
        "end with the same bytes everywhere, and no edit is lost",
        arguments: RealServer.kinds)
    func faults(kind: RealServer.Kind) async throws {
        let wanted = (environment("AGENDA_SYNC_FAULTS") ?? 80) / RealServer.kinds.count
        let first = environment("AGENDA_SYNC_SEED") ?? 1
        var server = try RealServer(kind)
        var (count, edits, syncs, conflicts, trashed, seed) = (0, 0, 0, 0, 0, first)
        var kinds: Set<WireFault> = []
        while count < wanted {
            // A round makes a calendar, and a home of ours takes 200.
            if seed > first, (seed - first) % 100 == 0 { server = try RealServer(kind) }
            let run = FaultRun(server, seed: seed)
            let faults = try await run.round("round-\(seed)", syncs: 20)
            #expect(faults.isEmpty, "\(kind), seed \(seed): \(faults.joined(separator: "\n"))")
            kinds.formUnion(run.faults.keys)
            (count, edits, syncs) = (count + run.count, edits + run.edits, syncs + run.syncs)
            (conflicts, trashed, seed) = (
                conflicts + run.conflicts, trashed + run.trashed, seed + 1
            )
        }
        print(
            "\(kind): \(count) faults of \(kinds.count) kinds, \(edits) edits, \(syncs) synchronisations,",
            "\(conflicts) clashes kept, \(trashed) edits in the trash alone, seeds \(first) to \(seed - 1)"
        )
    }
}
