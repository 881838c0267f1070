import Synchronization
import Testing

@testable import AgendaSync

@Suite("Two devices, a server, edits everywhere, faults and kills")
struct ModelTests {
    /// More with `AGENDA_MODEL_ROUNDS=2000`, from another seed with `AGENDA_MODEL_SEED`.
    @Test("end with the same bytes everywhere, and no edit is lost")
    func rounds() async {
        let count = environment("AGENDA_MODEL_ROUNDS") ?? 60
        let first = environment("AGENDA_MODEL_SEED") ?? 1
        var edits = 0
        for seed in first..<first + count {
            let dialect = Dialect.honouring[seed % Dialect.honouring.count]
            let model = Model(dialect, seed: UInt64(seed))
            let faults = await model.round()
            let isRight = faults.isEmpty
            #expect(isRight, "seed \(seed), \(dialect): \(faults.joined(separator: "\n"))")
            edits += model.people.withLock { $0.edits }
        }
        print("model: \(count) rounds, \(edits) edits")
    }
}
