/// Counts the terminal cells of a text.
///
/// Terminals mostly agree: a CJK character or an emoji takes two cells, a combining mark none,
/// everything else one. Characters that form one sign count as one here, as in newer terminals: a
/// family joined by U+200D, a flag, a skin tone, a character that U+FE0F makes an emoji.
package enum DisplayWidth {
    /// The cells of a text without control characters.
    package static func cells(of text: some StringProtocol) -> Int {
        // Generic code that another target calls is not compiled for its texts.
        let text = Substring(text)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + cells(of: $1) }
    }

    /// The longest beginning of a text that fits, in whole characters.
    package static func prefix<Text: StringProtocol>(of text: Text, cells: Int) -> Text.SubSequence
    {
        var rest = cells
        return text.prefix { character in
            rest -= self.cells(of: character)
            return rest >= 0
        }
    }

    /// The spaces that extend a text to this many cells.
    package static func padding(_ text: some StringProtocol, to cells: Int) -> String {
        String(repeating: " ", count: max(0, cells - self.cells(of: text)))
    }

    /// The cells of one character.
    package static func cells(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // Swift treats carriage return and line feed as one character.
        if first.value < 0x300, scalars.dropFirst().isEmpty { return 1 }
        if isEmojiSequence(scalars, first) { return 2 }
        return scalars.reduce(0) { $0 + cells(of: $1) }
    }

    /// The cells of a single scalar.
    package static func cells(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator:
            return isVisibleFormat(scalar) ? 1 : 0
        default: break
        }
        // Terminals draw Hangul vowels and final consonants into the cells of the first consonant.
        if 0x1160...0x11FF ~= scalar.value || 0xD7B0...0xD7FF ~= scalar.value { return 0 }
        return isWide(scalar) ? 2 : 1
    }

    /// Whether it is a flag, or scalars that a joiner, a skin tone or the emoji style (UTS 51)
    /// combines.
    private static func isEmojiSequence(
        _ scalars: Character.UnicodeScalarView, _ first: Unicode.Scalar
    ) -> Bool {
        guard first.properties.isEmoji else { return false }
        return scalars.dropFirst().contains { scalar in
            switch scalar.value {
            case 0xFE0F, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
            case 0x200D: isWide(first)
            default: false
            }
        }
    }

    /// Whether it is a visible format character: the Arabic and Syriac ones that enclose digits
    /// (Prepended_Concatenation_Mark).
    private static func isVisibleFormat(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// Searches by bisection: the table has some 130 ranges.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        let bounds = WideCharacters.bounds
        var (low, high) = (0, bounds.count / 2)
        while low < high {
            let middle = (low + high) / 2
            if bounds[2 * middle + 1] < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < bounds.count / 2 && bounds[2 * low] <= scalar.value
    }
}
