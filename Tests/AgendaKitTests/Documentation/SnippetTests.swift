import Foundation
import Testing

/// Holds the Swift of articles, comments and README to code that is compiled and run: each block stands in
/// a `*Snippets.swift` beside this file, or in `Documentation` of another target's tests, between `// snippet: name` and
/// `// end`.
@Suite("Swift in the documentation")
struct SnippetTests {
    private static let package = PublicDeclarations.package
    private static let folders = ["AgendaKitTests", "AgendaSyncTests"].map {
        package.appending(path: "Tests/\($0)/Documentation")
    }

    /// The README, the libraries' articles, decisions included, and their sources, below the package.
    private static let documents: [String] =
        ["README.md"]
        + ["AgendaJSON", "AgendaKit", "AgendaSync", "CalendarMerge", "ICalendar"].flatMap {
            library in
            let folder = "Sources/" + library
            let names =
                FileManager.default.enumerator(atPath: package.path + "/" + folder)?
                .compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.sorted()
                .map { folder + "/" + $0 }
        }

    private static func lines(_ url: URL) throws -> [String] {
        try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    }

    /// The blocks of Swift in an article, or in the comments of a source.
    private static func examples(_ document: String) throws -> [[String]] {
        var lines = try lines(package.appending(path: document))
        if document.hasSuffix(".swift") {
            lines = lines.map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { $0.hasPrefix("///") }.map { String($0.dropFirst(4)) }
        }
        return blocks(lines, from: { $0 == "```swift" }, to: "```")
    }

    /// What stands between two lines, as often as these occur.
    private static func blocks(
        _ lines: [String], from isStart: (String) -> Bool, to end: String
    ) -> [[String]] {
        var blocks: [[String]] = []
        var open: [String]?
        for line in lines {
            let content = line.trimmingCharacters(in: .whitespaces)
            if open == nil {
                if isStart(content) { open = [] }
            } else if content == end {
                blocks.append(open ?? [])
                open = nil
            } else {
                open?.append(line)
            }
        }
        return blocks
    }

    /// The code alone: without the indentation that all lines share, and without imports, which can
    /// stand only at a file's top, and what stands before them.
    private static func code(_ block: [String]) -> String {
        let last = block.lastIndex { $0.hasPrefix("import ") }
        var lines = last.map { Array(block[($0 + 1)...]) } ?? block
        while lines.first?.isEmpty ?? false { lines.removeFirst() }
        let indentation =
            lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
    }

    private static let compiled: Set<String> = {
        let files = folders.flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)) ?? []
        }
        let snippets = files.filter { $0.lastPathComponent.hasSuffix("Snippets.swift") }
            .flatMap { file in
                blocks(
                    (try? lines(file)) ?? [], from: { $0.hasPrefix("// snippet: ") }, to: "// end")
            }
        return Set(snippets.map(code))
    }()

    @Test("is what is compiled", arguments: documents)
    func compiled(document: String) throws {
        for block in try Self.examples(document) {
            #expect(
                Self.compiled.contains(Self.code(block)),
                "\(document): no snippet is the same as:\n\(block.joined(separator: "\n"))")
        }
    }

    @Test("is the program of another package on the front page")
    func program() throws {
        let blocks = try Self.examples("Sources/AgendaKit/AgendaKit.docc/AgendaKit.md")
        let program = try Self.lines(Self.package.appending(path: "Tests/Outside/main.swift"))
        #expect(
            blocks.map { $0.joined(separator: "\n") + "\n" } == [program.joined(separator: "\n")])
    }

    @Test("is found where it is")
    func found() throws {
        #expect(try Self.examples("Sources/AgendaKit/AgendaKit.docc/Merging.md").count == 5)
        #expect(Self.documents.count > 10)
        // What somebody copies must compile, and there must be something to copy.
        #expect(try Self.documents.reduce(0) { try $0 + Self.examples($1).count } >= 90)
    }

    @Test(
        "stands in the comment of each way into the libraries, as the page on the public API lists them"
    )
    func ways() throws {
        let sources = try Self.documents.filter {
            try $0.hasSuffix(".swift") && !Self.examples($0).isEmpty
        }
        let types = sources.map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
        let page = try Self.lines(
            Self.package.appending(path: "Sources/AgendaKit/AgendaKit.docc/PublicAPI.md")
        ).joined(separator: " ")
        let sentence = try #require(page.firstMatch(of: /The ways in are (.*?)\. Each has/)).output
            .1
        let listed = sentence.matches(of: /`(\w+)`/).map { String($0.output.1) }
        let targets: Set<String> = ["AgendaKit", "AgendaSync", "ICalendar"]
        let ways = Set(listed).subtracting(targets)
        #expect(ways.subtracting(types).isEmpty)
        #expect(ways.count == 15)
    }
}
