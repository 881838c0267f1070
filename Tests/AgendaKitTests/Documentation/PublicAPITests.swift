import Foundation
import Testing

/// Holds the page `PublicAPI.md` to the sources, and the sources to their comments.
@Suite("What other packages can use")
struct PublicAPITests {
    private static let targets = [
        "AgendaJSON", "AgendaKit", "AgendaSync", "CalendarMerge", "ICalendar",
    ]

    /// The types in the first column of the page's table below a heading.
    private static func listed(_ heading: String) throws -> [String] {
        let page = PublicDeclarations.package.appending(
            path: "Sources/AgendaKit/AgendaKit.docc/PublicAPI.md")
        let sections = try String(contentsOf: page, encoding: .utf8)
            .components(separatedBy: "\n## ")
        let section = sections.first { $0.hasPrefix(heading + "\n") } ?? ""
        return section.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^\| `+([\w.\/]+)`+ \|/).map {
                String($0.output.1).replacing("/", with: ".")
            }
        }
    }

    @Test("is listed on its page, each type once", arguments: targets)
    func types(target: String) throws {
        let declared = try PublicDeclarations(target: target).types
        let listed = try Self.listed(target)
        let missing = declared.subtracting(listed).sorted()
        let gone = Set(listed).subtracting(declared).sorted()
        #expect(missing.isEmpty, "PublicAPI.md lacks these types")
        #expect(gone.isEmpty, "PublicAPI.md names these types, which are not public")
        #expect(listed.count == Set(listed).count)
        #expect(declared.count >= (target == "AgendaJSON" ? 0 : 8))
    }

    @Test("is documented, all of it", arguments: targets)
    func comments(target: String) throws {
        let undocumented = try PublicDeclarations(target: target).undocumented
        #expect(undocumented.isEmpty)
    }

    @Test("says what it throws when, and what each of many parameters is", arguments: targets)
    func functions(target: String) throws {
        let functions = try PublicFunctions(target: target).all
        #expect(functions.filter { !$0.saysErrors }.map(\.place).isEmpty)
        #expect(functions.filter { !$0.namesParameters }.map(\.place).isEmpty)
        #expect(functions.count >= 5)
    }
}
