/// What a rule looks for in a text: words in which `*` stands for anything, which are the whole text; or `/…/`, a regular
/// expression that matches somewhere in it. Case and accents do not count.
struct RulePattern: Hashable, Sendable {
    private enum Form: Hashable, Sendable {
        /// What stands before, between and behind the stars.
        case pieces([[UInt8]])
        case expression(RegularExpression)
    }

    private let form: Form

    /// Reads a pattern.
    init(_ text: String) throws(RegularExpression.Fault) {
        if text.utf8.count > 2, text.hasPrefix("/"), text.hasSuffix("/") {
            form = .expression(try RegularExpression(String(text.dropFirst().dropLast())))
            return
        }
        var pieces: [FoldedText] = [FoldedText()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            if scalar == "*", !isEscaped {
                pieces.append(FoldedText(isPart: true))
            } else {
                if isEscaped, scalar != "*", scalar != "\\" {
                    pieces[pieces.count - 1].append("\\")
                }
                pieces[pieces.count - 1].append(scalar)
            }
            isEscaped = false
        }
        if isEscaped { pieces[pieces.count - 1].append("\\") }
        form = .pieces(pieces.map(\.bytes))
    }

    /// Whether a text is what the pattern says.
    func matches(_ text: FoldedText) -> Bool {
        switch form {
        case .expression(let expression): return expression.matches(text)
        case .pieces(let pieces):
            let bytes = text.bytes
            guard let first = pieces.first, let last = pieces.last, bytes.starts(with: first) else {
                return false
            }
            guard pieces.count > 1 else { return bytes.count == first.count }
            guard first.count + last.count <= bytes.count,
                bytes.reversed().starts(with: last.reversed())
            else { return false }
            var rest = bytes[first.count..<(bytes.count - last.count)]
            for piece in pieces.dropFirst().dropLast() {
                guard let end = Self.end(of: piece, in: rest) else { return false }
                rest = rest[end...]
            }
            return true
        }
    }

    /// Where the first place ends at which a piece stands.
    private static func end(of piece: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard piece.count <= text.count else { return nil }
        for start in text.startIndex...(text.endIndex - piece.count)
        where text[start...].starts(with: piece) {
            return start + piece.count
        }
        return nil
    }
}
