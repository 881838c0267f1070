import Foundation

/// What the sources of a target offer to other packages, found by reading them: `swift format` sets each
/// declaration on a line of its own, indented by its depth.
struct PublicDeclarations {
    /// The types, nested ones as `Outer.Inner`.
    private(set) var types: Set<String> = []
    /// Declarations without a comment, as `File.swift:12`.
    private(set) var undocumented: [String] = []

    private struct Scope {
        var indentation: Int
        var name: String
        var isPublicEnum: Bool
    }

    init(target: String) throws {
        let folder = Self.package.appending(path: "Sources/" + target)
        let names =
            FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for name in names.sorted() where name.hasSuffix(".swift") {
            try read(
                try String(contentsOf: folder.appending(path: name), encoding: .utf8), file: name)
        }
    }

    /// The package's folder.
    static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private mutating func read(_ text: String, file: String) throws {
        let type =
            /^ *(?:(\w+) )?(?:final |indirect )*(struct|class|enum|actor|protocol|typealias|extension) ([\w.]+)/
        var scopes: [Scope] = []
        var isDocumented = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            let code = line.trimmingCharacters(in: .whitespaces)
            // A parameter's clause or an attribute may stand between.
            if code.isEmpty { isDocumented = false }
            if code.hasPrefix("///") { isDocumented = true }
            if code.isEmpty || code.hasPrefix("//") || code.hasPrefix("@") { continue }
            let indentation = line.prefix { $0 == " " }.count
            scopes.removeAll { $0.indentation >= indentation }
            let isCase = scopes.last?.isPublicEnum == true && isEnumCase(code)
            let isOffered = code.hasPrefix("public ") && !code.hasPrefix("public import")
            if isCase || isOffered, !isDocumented {
                undocumented.append("\(file):\(index + 1)")
            }
            isDocumented = false
            guard let match = try type.firstMatch(in: line) else { continue }
            let (access, kind) = (match.output.1 ?? "", match.output.2)
            let name = (scopes.map(\.name) + [String(match.output.3)]).joined(separator: ".")
            if access == "public" { types.insert(name) }
            scopes.append(
                Scope(
                    indentation: indentation, name: String(match.output.3),
                    isPublicEnum: access == "public" && kind == "enum"))
        }
    }

    /// A case that is declared, and not one of a switch.
    private func isEnumCase(_ code: String) -> Bool {
        code.hasPrefix("case ") && !code.hasSuffix(":") && !code.contains(": ")
            || code.firstMatch(of: /^case \w+\([^"]*\)$/) != nil
    }
}
