/// A piece of what a person typed: a word, a number, one Chinese character, or one mark.
struct WordToken: Hashable {
    enum Kind: Hashable {
        case word, number, mark
        /// A character of a script without spaces.
        case han
    }

    var kind: Kind
    /// The text in lower case, with full-width characters, dashes and apostrophes in their ASCII form.
    var key: String
    /// Its place in the text.
    var range: Range<String.Index>
    /// Whether it follows white space.
    var isAfterSpace: Bool
    /// Whether it is all capital letters, as abbreviations are.
    var isUpper: Bool

    /// Its value if it is a number of at most nine digits.
    var number: Int? { kind == .number && key.utf8.count <= 9 ? Int(key) : nil }

    /// Splits a text; white space only separates.
    static func split(_ text: String) -> [WordToken] {
        var tokens: [WordToken] = []
        var index = text.startIndex
        var isAfterSpace = true
        while index < text.endIndex {
            let first = text[index]
            guard !first.isWhitespace else {
                isAfterSpace = true
                index = text.index(after: index)
                continue
            }
            let kind = Kind(first)
            var end = text.index(after: index)
            if kind == .word || kind == .number {
                while end < text.endIndex {
                    let next = text[end]
                    let isInside = kind == .word && isApostrophe(next) && isLetter(after: end, text)
                    guard Kind(next) == kind || isInside else { break }
                    end = text.index(after: end)
                }
            }
            let written = text[index..<end]
            tokens.append(
                WordToken(
                    kind: kind, key: key(written), range: index..<end, isAfterSpace: isAfterSpace,
                    isUpper: written.allSatisfy(\.isUppercase)))
            isAfterSpace = false
            index = end
        }
        return tokens
    }

    private static func isApostrophe(_ character: Character) -> Bool {
        character == "'" || character == "’"
    }

    private static func isLetter(after index: String.Index, _ text: String) -> Bool {
        let next = text.index(after: index)
        return next < text.endIndex && Kind(text[next]) == .word
    }

    private static func key(_ text: Substring) -> String {
        var key = ""
        for scalar in text.lowercased().unicodeScalars {
            switch scalar.value {
            // The full-width forms of ASCII.
            case 0xFF01...0xFF5E:
                key.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)))
            case 0x2010...0x2015, 0x2212, 0x301C: key += "-"
            case 0x2019: key += "'"
            default: key.unicodeScalars.append(scalar)
            }
        }
        return key == "~" ? "-" : key
    }
}

extension WordToken.Kind {
    fileprivate init(_ character: Character) {
        guard let scalar = character.unicodeScalars.first else {
            self = .mark
            return
        }
        switch scalar.value {
        case 0x30...0x39, 0xFF10...0xFF19: self = .number
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x3005...0x3007, 0x20000...0x3FFFF: self = .han
        default: self = character.isLetter ? .word : .mark
        }
    }
}
