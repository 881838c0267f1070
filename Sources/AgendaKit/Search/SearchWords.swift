/// Splits texts into the words that search compares: folded, and one word for each character in scripts
/// without spaces, so that any part of such a text is found.
struct SearchWords {
    /// The longest word in bytes; longer words are cut, both in the index and in queries.
    static let longest = 60
    /// How many bytes of a text to read; the rest is ignored.
    static let longestText = 65_536

    private var letters = FoldedLetters()
    /// The word so far; further bytes of a long word are dropped.
    private var word = [UInt8](repeating: 0, count: longest + 1)
    private var count = 0
    /// A character that may combine with the next one.
    private var pending: Unicode.Scalar?

    /// Takes a word's bytes, and whether it consists of letters, so that others may begin with it.
    typealias Body = (_ word: UnsafeRawBufferPointer, _ hasLetters: Bool) -> Void

    /// Calls `body` with each word.
    ///
    /// - Parameter text: UTF-8; invalid bytes separate words.
    mutating func forEach(in text: UnsafeRawBufferPointer, _ body: Body) {
        let end = min(text.count, Self.longestText)
        var index = 0
        while index < end {
            let byte = text[index]
            if byte < 0x80 {
                if pending != nil { endPending(body) }
                if let letter = FoldedLetters.letter(ascii: byte) {
                    append(letter)
                } else if count > 0 {
                    endWord(body)
                }
                index += 1
                continue
            }
            // Six bytes are enough for any character, and to tell a truncated one.
            var rest = text[index..<min(index + 6, text.count)].makeIterator()
            var decoder = Unicode.UTF8()
            guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
                endPending(body)
                endWord(body)
                index += 1
                continue
            }
            combine(scalar, body)
            index += Unicode.UTF8.width(scalar)
        }
        endPending(body)
        endWord(body)
    }

    /// All words of a text.
    mutating func words(in text: String) -> [(word: String, hasLetters: Bool)] {
        var (text, words) = (text, [(word: String, hasLetters: Bool)]())
        text.withUTF8 { utf8 in
            forEach(in: UnsafeRawBufferPointer(utf8)) {
                words.append((String(decoding: $0, as: UTF8.self), $1))
            }
        }
        return words
    }

    /// Whether a character belongs to a word: no separator.
    mutating func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return FoldedLetters.letter(ascii: UInt8(scalar.value)) != nil }
        return letters.role(of: scalar) != .separator
    }

    private mutating func append(_ byte: UInt8) {
        guard count < word.count else { return }
        word[count] = byte
        count += 1
    }

    private mutating func endWord(_ body: Body) {
        guard count > 0 else { return }
        var end = count
        if count > Self.longest {
            end = Self.longest
            // Do not cut within a character.
            while word[end] & 0xC0 == 0x80 { end -= 1 }
        }
        word.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<end]), true) }
        count = 0
    }

    private mutating func endPending(_ body: Body) {
        guard let scalar = pending else { return }
        pending = nil
        switch letters.role(of: scalar) {
        case .ignored: break
        case .separator: endWord(body)
        case .letter(let bytes): bytes.forEach { append($0) }
        case .character(let bytes):
            endWord(body)
            bytes.withUnsafeBytes { body($0, false) }
        }
    }

    /// Combines what Unicode can write in two ways: Hangul syllables from their letters (3.12 of the
    /// standard), kana with their voice marks. Half-width kana become full-width.
    private mutating func combine(_ next: Unicode.Scalar, _ body: Body) {
        let next = Self.wholeWidth(next)
        if let first = pending, let whole = Self.composed(first.value, next.value) {
            pending = whole
            return
        }
        endPending(body)
        pending = next
    }

    private static func composed(_ first: UInt32, _ next: UInt32) -> Unicode.Scalar? {
        switch (first, next) {
        case (0x1100...0x1112, 0x1161...0x1175):
            Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + next - 0x1161) * 28)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first - 0xAC00) % 28 == 0:
            Unicode.Scalar(first + next - 0x11A7)
        case (0x304B...0x30DB, 0x3099): Unicode.Scalar(first + 1)
        case (0x306F...0x30DB, 0x309A): Unicode.Scalar(first + 2)
        case (0x30A6, 0x3099): "\u{30F4}"
        default: nil
        }
    }

    private static func wholeWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard 0xFF66...0xFF9F ~= scalar.value else { return scalar }
        return halfWidthKana[Int(scalar.value - 0xFF66)]
    }

    /// The full-width forms of U+FF66 to U+FF9F.
    private static let halfWidthKana = Array(
        ("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
            + "\u{3099}\u{309A}").unicodeScalars)
}
