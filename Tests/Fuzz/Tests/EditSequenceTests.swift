import FuzzChecks
import Testing

@Suite("Edits beside a model")
struct EditSequenceTests {
    /// `.ci/check endurance edits` runs ten thousand sequences.
    @Test("random edits, undos and redos end as a model says that replays them simply")
    func sequences() async {
        for seed in UInt64(1)...150 {
            let fault = await EditCheck.run(seed: seed)
            #expect(fault == nil)
        }
    }
}
