@testable import AgendaService
@testable import AgendaServiceTests
import Foundation
import Testing

/// `AGENDA_FUZZ_ROUNDS=500` asks so often with each of eight proofs.
@Suite(
    "Two people of a bank, of whom one pries", .enabled(if: TestBank.isThere, TestBank.comment),
    .serialized)
struct BankFuzzTests {
    @Test(
        "0 bytes of the other, at any node, but when they are busy if they share that",
        arguments: [false, true])
    func fuzz(sharesBusy: Bool) async throws {
        let rounds = ProcessInfo.processInfo.environment["AGENDA_FUZZ_ROUNDS"].flatMap(Int.init)
        try await PeopleFuzzTests.pry(
            try PeopleBench.overBank(.random), sharesBusy: sharesBusy, count: rounds ?? 60)
    }
}
