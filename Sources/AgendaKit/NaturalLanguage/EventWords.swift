import ICalendar

/// The words of a new event: `Lunch with Kim friday 12:30-13:30 @ Cafe Nord`.
///
/// Phrases about time say when, wherever they are; what follows `@` is the place, and the rest is the title.
/// Text in quotation marks is always title.
public struct EventWords: Hashable, Sendable {
    /// The words that are neither time nor place.
    public var title: String
    /// What follows `@`.
    public var place: String?
    /// When the event takes place.
    public var when = WhenWords()
    /// What is unclear, in the order of the text. The other properties hold what was understood.
    public var doubts: [Doubt] = []

    /// Reads words and puts what is unclear into ``doubts``.
    ///
    /// - Parameters:
    ///   - text: what the person typed.
    ///   - context: the present moment, zone and language.
    ///   - readsTimes: false if the caller knows when the event takes place; all words are then title and
    ///     place.
    public init(reading text: String, in context: WordContext, readsTimes: Bool = true) {
        let parser = PhraseParser(text, context.vocabulary)
        var used: [Range<Int>] = []
        var quoted: [Range<Int>] = []
        if readsTimes {
            let scanner = PieceScanner(parser, zones: context.zones)
            let assembly = WhenAssembly(scanner)
            (when, doubts, used) = (assembly.when, assembly.doubts, assembly.used)
            quoted = scanner.quoted
        }
        let isUsed = Self.flags(used, parser.tokens.count)
        let isQuoted = Self.flags(quoted, parser.tokens.count)
        let at = parser.tokens.indices.last { index in
            parser.key(index) == "@" && !isUsed[index] && !isQuoted[index]
                && (parser.startsWord(index) || !parser.isGlued(index))
                && !parser.isGlued(index + 1)
        }
        let count = parser.tokens.count
        let place = at.map { ($0 + 1)..<(isUsed[($0 + 1)...].firstIndex(of: true) ?? count) }
        func words(in range: Range<Int>) -> String {
            TitleText(parser, range, isUsed, isQuoted).text
        }
        let placeText = place.map { words(in: $0) } ?? ""
        self.place = placeText.isEmpty ? nil : placeText
        let after = place.map { words(in: $0.upperBound..<count) } ?? ""
        title = [words(in: 0..<(at ?? count)), after].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Reads words, and throws the first doubt.
    init(_ text: String, in context: WordContext) throws(Doubt) {
        self.init(reading: text, in: context)
        if let doubt = doubts.first { throw doubt }
    }

    private static func flags(_ ranges: [Range<Int>], _ count: Int) -> [Bool] {
        var flags = Array(repeating: false, count: count)
        for range in ranges { for index in range { flags[index] = true } }
        return flags
    }
}

/// The words that remain, with the spaces as typed.
private struct TitleText {
    private(set) var text = ""

    init(_ parser: PhraseParser, _ range: Range<Int>, _ isUsed: [Bool], _ isQuoted: [Bool]) {
        var wasLeftOut = false
        for index in range where !isUsed[index] {
            let token = parser.tokens[index]
            // The outermost quotation marks are not title; marks within a quotation are.
            let isEdge =
                isQuoted[index]
                && ((index == 0 || !isQuoted[index - 1])
                    || (index + 1 == isQuoted.count || !isQuoted[index + 1]))
            let leavesOut = isEdge && token.kind == .mark
            if token.isAfterSpace || index > 0 && isUsed[index - 1] { wasLeftOut = true }
            if leavesOut {
                wasLeftOut = wasLeftOut || token.isAfterSpace
                continue
            }
            let isJoint = token.kind == .han && !token.isAfterSpace
            if wasLeftOut, !text.isEmpty, !isJoint { text += " " }
            text += parser.text[token.range]
            wasLeftOut = false
        }
        guard isUsed.contains(true) else { return }
        text = String(text.trimming { ",;-–—，、。:：".contains($0) || $0.isWhitespace })
        for empty in ["()", "( )", "（）"] { text = text.replacing(empty, with: "") }
        text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
