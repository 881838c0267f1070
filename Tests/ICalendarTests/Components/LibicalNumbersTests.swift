import Foundation
import Testing

/// A program that was built with libical 3 may load libical 4, and the other way round.
@Suite("libical's numbers")
struct LibicalNumbersTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    @Test("each number that is used is in CLibical's list of those that no version changed")
    func numbers() throws {
        let folder = Self.sources.appending(path: "ICalendar")
        let list = try String(
            contentsOf: Self.sources.appending(path: "CLibical/libical.c"), encoding: .utf8)
        let found = FileManager.default.enumerator(atPath: folder.path)
        var used: Set<Substring> = []
        for case let name as String in found ?? .init() where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            used.formUnion(text.matches(of: /\bICAL_([A-Z_]+)/).map(\.output.1))
        }
        #expect(used.count > 30)
        #expect(used.filter { !list.contains("IS(\($0), ") } == [])
    }
}
