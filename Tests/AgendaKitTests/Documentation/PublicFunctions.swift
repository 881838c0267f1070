import Foundation

/// The functions and initialisers that a target offers to other packages, found by reading its sources.
struct PublicFunctions {
    struct Function {
        /// `File.swift:12`.
        let place: String
        /// The lines of its comment.
        let comment: [String]
        let parameterCount: Int
        let canThrow: Bool

        /// Whether the comment says what each of many parameters is.
        var namesParameters: Bool {
            parameterCount < 3
                || comment.count { $0.hasPrefix("///   - ") } >= parameterCount
                || comment.contains { $0.hasPrefix("/// - Parameter ") }
        }

        /// Whether the comment says what is thrown when.
        var saysErrors: Bool { !canThrow || comment.contains { $0.hasPrefix("/// - Throws: ") } }
    }

    private(set) var all: [Function] = []

    init(target: String) throws {
        let folder = PublicDeclarations.package.appending(path: "Sources/" + target)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for name in names.sorted() where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let lines = text.components(separatedBy: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            for (index, line) in lines.enumerated()
            where line.contains(/^public (?:[\w()]+ )*?(?:func|init|subscript)\b/) {
                let comment = lines[..<index].reversed().prefix {
                    $0.hasPrefix("///") || $0.hasPrefix("@")
                }
                all.append(
                    Self.function(
                        lines[index...], comment.reversed(), place: "\(name):\(index + 1)"))
            }
        }
    }

    private static func function(
        _ lines: ArraySlice<String>, _ comment: [String], place: String
    ) -> Function {
        var (depth, commas, last, tail) = (0, 0, Character(" "), "")
        var (isInside, isOver) = (false, false)
        let text = lines.prefix(40).joined(separator: " ")
        for character in text.drop(while: { $0 != "(" }) {
            if isOver {
                if character == "{" { break }
                tail.append(character)
                continue
            }
            switch character {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}": depth -= 1
            case ">" where last != "-": depth -= 1
            case "," where depth == 1: commas += 1
            default: break
            }
            if depth == 1, character != "(", !character.isWhitespace { isInside = true }
            isOver = depth == 0
            last = character
        }
        return Function(
            place: place, comment: comment, parameterCount: isInside ? commas + 1 : 0,
            canThrow: tail.contains(/\bthrows\b/))
    }
}
