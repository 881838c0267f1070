import Foundation
import Testing

/// Other programs use the libraries, too: what they say may not send anybody to a command.
@Suite("Messages of the libraries")
struct NeutralMessagesTests {
    /// Literals that name an option, or the command with one of its commands.
    private static func names(in source: String) -> [String] {
        source.split(separator: "\n")
            .filter { !$0.trimmingPrefix(/\s+/).hasPrefix("//") }
            .flatMap { $0.matches(of: /"(?:[^"\\]|\\.)*"/).map { String($0.output) } }
            .filter {
                $0.contains(/--[a-z]/)
                    || $0.contains(
                        /agenda (?:add|config|copy|delete|doctor|edit|history|import|list|redo|refresh|search|show|source|undo)/
                    )
            }
    }

    @Test("a literal that names a flag or a command is found; a comment may name it")
    func finds() {
        let source = #"""
            // "--database" and "agenda doctor" are in a comment.
            remedy: "check the path, or give --database")
            let text = "'agenda doctor' knows"  // why
            let plain = "an agenda of days"
            """#
        #expect(
            Self.names(in: source) == [
                #""check the path, or give --database""#, #""'agenda doctor' knows""#,
            ])
    }

    @Test(
        "none names a flag or a command of the program",
        arguments: ["ICalendar", "CalendarMerge", "AgendaKit"])
    func neutral(_ library: String) throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../Sources/\(library)")
            .standardized
        let files = try #require(
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let found = Self.names(in: try String(contentsOf: file, encoding: .utf8))
            #expect(found.isEmpty, "\(file.lastPathComponent): \(found)")
        }
        #expect(count > 10)
    }
}
