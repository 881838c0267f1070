import AgendaKit
import Foundation
import FuzzChecks
import Testing

/// Every input in which fuzzing has found a fault. The folder names the target.
@Suite("Inputs that fuzzing found")
struct RegressionTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Regressions")

    static let inputs = FuzzTarget.allCases.flatMap { target in
        let path = folder.appending(path: target.rawValue).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().map { "\(target.rawValue)/\($0)" }
    }

    @Test("there are some of them")
    func isNotEmpty() { #expect(Self.inputs.count >= 10) }

    @Test("all promises hold", .timeLimit(.minutes(30)), arguments: inputs)
    func promises(input: String) async throws {
        let target = try #require(FuzzTarget(rawValue: String(input.prefix { $0 != "/" })))
        let bytes = try Data(contentsOf: Self.folder.appending(path: input))
        let fault = await target.check(Array(bytes), in: try .inMemory())
        #expect(fault == nil)
    }
}
