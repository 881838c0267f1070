/// Folds characters for search: removes case, diacritics and widths that a person does not type.
///
/// It uses the Unicode names, not a table of its own: `LATIN SMALL LETTER O WITH STROKE` is an `o` to a
/// person who looks for `Nørgård`, though Unicode has no decomposition for it. Foundation could fold most
/// characters, but would cost each start of the command some milliseconds.
struct FoldedLetters {
    /// The role of a character in a text.
    enum Role: Equatable {
        /// Separates words.
        case separator
        /// Ignored, such as a combining mark or a joiner.
        case ignored
        /// A part of a word, folded.
        case letter([UInt8])
        /// A word by itself: in scripts without spaces, and for pictures.
        case character([UInt8])
    }

    /// Roles that were looked up; a text has few different characters.
    private var known: [UInt32: Role] = [:]

    /// The role of a character outside ASCII.
    mutating func role(of scalar: Unicode.Scalar) -> Role {
        if let role = known[scalar.value] { return role }
        let role = Self.lookedUp(scalar)
        known[scalar.value] = role
        return role
    }

    /// An ASCII letter or digit in lower case; nil for a character that separates words.
    static func letter(ascii byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: nil
        }
    }

    private static func lookedUp(_ scalar: Unicode.Scalar) -> Role {
        let value = scalar.value
        if isIgnored(value) { return .ignored }
        // Full-width forms of ASCII.
        if 0xFF01...0xFF5E ~= value {
            return letter(ascii: UInt8(value - 0xFEE0)).map { .letter([$0]) } ?? .separator
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark,
            .enclosingMark:
            if isWithoutSpaces(value) { return .character(Array(String(scalar).utf8)) }
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            let folded = lower.flatMap { isIgnored($0.value) ? [] : Array(base(of: $0).utf8) }
            return .letter(folded)
        case .otherSymbol:
            return .character(Array(String(scalar).utf8))
        default:
            return .separator
        }
    }

    /// Combining diacritics, vowel points of Hebrew and Arabic, joiners, soft hyphens, variation selectors.
    private static func isIgnored(_ value: UInt32) -> Bool {
        switch value {
        case 0xAD, 0x300...0x36F, 0x591...0x5BD, 0x5BF...0x5C7, 0x640, 0x64B...0x65F, 0x670,
            0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x200B...0x200F, 0x2060, 0x20D0...0x20FF,
            0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF, 0xE0000...0xE01EF:
            true
        default: false
        }
    }

    /// Scripts that do not separate words by spaces (UAX 29, 4), and Hangul, whose words people look for
    /// without particles: Thai, Lao, Tibetan, Myanmar, Hangul, Khmer, kana, Han.
    private static func isWithoutSpaces(_ value: UInt32) -> Bool {
        switch value {
        case 0xE00...0xFFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007,
            0x3040...0x318F, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// A lower-case letter without its diacritics.
    private static func base(of scalar: Unicode.Scalar) -> String {
        if let base = others[scalar.value] { return base }
        guard let name = scalar.properties.name else { return String(scalar) }
        let latin = "LATIN SMALL LETTER "
        if name.hasPrefix(latin) {
            let letter = part(of: name.dropFirst(latin.utf8.count))
            // AE and OE are two letters; longer names (THORN, SCHWA) are letters of their own.
            return letter.utf8.count <= 2 ? letter.lowercased() : String(scalar)
        }
        let greek = "GREEK SMALL LETTER "
        if name.hasPrefix(greek) {
            let letter = part(of: name.dropFirst(greek.utf8.count))
            guard let index = greekLetters.firstIndex(of: letter),
                let base = Unicode.Scalar(0x3B1 + UInt32(index))
            else { return String(scalar) }
            return String(base)
        }
        return String(scalar)
    }

    /// `E` for `E WITH ACUTE`.
    private static func part(of name: Substring) -> String {
        name.split(separator: " WITH ", maxSplits: 1).first.map(String.init) ?? String(name)
    }

    /// Letters whose names do not show the base: sharp s, dotless i, oe, long s; Cyrillic letters that
    /// decompose (UnicodeData.txt), the final sigma, alef with hamza or madda.
    private static let others: [UInt32: String] = [
        0xDF: "ss", 0x131: "i", 0x153: "oe", 0x17F: "s", 0x439: "и", 0x450: "е", 0x451: "е",
        0x453: "г",
        0x457: "і", 0x45C: "к", 0x45D: "и", 0x45E: "у", 0x3C2: "σ", 0x622: "ا", 0x623: "ا",
        0x625: "ا",
    ]

    /// From U+03B1 on, by their Unicode names; U+03C2 is the final sigma.
    private static let greekLetters = [
        "ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON", "ZETA", "ETA", "THETA", "IOTA", "KAPPA",
        "LAMDA", "MU", "NU", "XI", "OMICRON", "PI", "RHO", "FINAL SIGMA", "SIGMA", "TAU",
        "UPSILON", "PHI", "CHI", "PSI", "OMEGA",
    ]
}
