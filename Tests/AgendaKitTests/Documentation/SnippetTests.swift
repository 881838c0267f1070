import Foundation
import Testing

/// Holds the Swift of articles and README to code that is compiled: each block stands in a
/// `*Snippets.swift` beside this file, between `// snippet: name` and `// end`.
@Suite("Swift in the documentation")
struct SnippetTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let package = PublicDeclarations.package

    /// The articles, decisions included, and the README, below the package.
    private static let documents: [String] = {
        let articles = "Sources/AgendaKit/AgendaKit.docc"
        let names =
            FileManager.default.enumerator(atPath: package.path + "/" + articles)?
            .compactMap { $0 as? String } ?? []
        return ["README.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { articles + "/" + $0 }
    }()

    private static func lines(_ url: URL) throws -> [String] {
        try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
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
        let files =
            (try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)) ?? []
        let snippets = files.filter { $0.lastPathComponent.hasSuffix("Snippets.swift") }
            .flatMap { file in
                blocks(
                    (try? lines(file)) ?? [], from: { $0.hasPrefix("// snippet: ") }, to: "// end")
            }
        return Set(snippets.map(code))
    }()

    @Test("is what is compiled", arguments: documents)
    func compiled(document: String) throws {
        let lines = try Self.lines(Self.package.appending(path: document))
        for block in Self.blocks(lines, from: { $0 == "```swift" }, to: "```") {
            #expect(
                Self.compiled.contains(Self.code(block)),
                "\(document): no snippet is the same as:\n\(block.joined(separator: "\n"))")
        }
    }

    @Test("is the program of another package in the README")
    func program() throws {
        let readme = try Self.lines(Self.package.appending(path: "README.md"))
        let blocks = Self.blocks(readme, from: { $0 == "```swift" }, to: "```")
        let program = try Self.lines(Self.package.appending(path: "Tests/Outside/main.swift"))
        #expect(
            blocks.map { $0.joined(separator: "\n") + "\n" } == [program.joined(separator: "\n")])
    }

    @Test("is found where it is")
    func found() throws {
        let article = Self.package.appending(path: "Sources/AgendaKit/AgendaKit.docc/Merging.md")
        let blocks = Self.blocks(try Self.lines(article), from: { $0 == "```swift" }, to: "```")
        #expect(blocks.count == 4)
        #expect(Self.documents.count > 10)
    }
}
