import Foundation
import Testing

/// Folders are no wall for the compiler, so this test is it.
@Suite("One direction")
struct DirectionTests {
    /// Which folders a folder of AgendaKit may name types of, besides its own.
    private static let allowed: [String: Set<String>] = [
        "Model": [], "Files": ["Model"], "Planning": ["Model"],
        "Watching": ["Model", "Files"], "Sources": ["Model", "Files", "Watching"],
        "Store": ["Model", "Files"], "NaturalLanguage": ["Model", "Planning"],
        "Importing": ["Model", "Files", "Store", "Sources"],
        "Editing": ["Model", "Files", "Store", "Sources", "Importing"],
        "Timeline": [
            "Model", "Files", "Store", "Sources", "Watching", "Importing", "Planning",
        ],
        "Search": ["Model", "Store", "Timeline"],
        "Export": ["Model", "Files", "Planning", "Store", "Sources", "Importing", "Timeline"],
        "Reminders": ["Model", "Files", "Store", "Editing", "Timeline", "Todos"],
        "Todos": ["Model", "Store", "Timeline", "Search"],
        "Scheduling": ["Model", "Files", "Store", "Sources", "Importing", "Editing"],
        "Sharing": ["Model", "Files", "Store", "Timeline", "Export"],
    ]

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Sources/AgendaKit")

    private static func files(_ folder: String) throws -> [(name: String, text: String)] {
        let url = sources.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: url.path)
            .filter { $0.hasSuffix(".swift") }
            .map { ($0, try String(contentsOf: url.appending(path: $0), encoding: .utf8)) }
    }

    /// The types that a folder declares at the top of its files.
    private static func declared(_ folder: String) throws -> Set<String> {
        let declaration =
            /^(?:public |private |fileprivate )?(?:final )?(?:struct|enum|class|actor|protocol) (\w+)/
        return try Set(
            files(folder).flatMap { file in
                file.text.split(separator: "\n").compactMap {
                    (try? declaration.firstMatch(in: $0))?.map { String($0.output.1) }
                }
            })
    }

    @Test("every folder is known", arguments: [allowed])
    func folders(allowed: [String: Set<String>]) throws {
        let found = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            .filter { !$0.contains(".") }
        #expect(Set(found) == Set(allowed.keys))
    }

    @Test("no folder names another's types against the direction", arguments: allowed.keys.sorted())
    func direction(folder: String) throws {
        let permitted = Self.allowed[folder, default: []].union([folder])
        for other in Self.allowed.keys where !permitted.contains(other) {
            let types = try Self.declared(other)
            for file in try Self.files(folder) {
                // Comments may speak of anything.
                let code = file.text.split(separator: "\n").filter {
                    !$0.drop(while: \.isWhitespace).hasPrefix("//")
                }
                let words = Set(code.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
                let named = types.filter { words.contains($0[...]) }
                #expect(named.isEmpty, "\(folder)/\(file.name) names \(named) of \(other)")
            }
        }
    }
}
