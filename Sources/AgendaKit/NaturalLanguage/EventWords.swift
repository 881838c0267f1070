import ICalendar

/// The words of a new event: `Lunch with Kim friday 12:30-13:30 @ Cafe Nord`.
///
/// Phrases about time say when, wherever they are; what follows `@` is the place, and the rest is the title.
/// Text in quotation marks is always title.
///
/// ```swift
/// let words = EventWords(reading: "Lunch with Kim tomorrow 12:30 for 1h @ Cafe", in: context)
/// let plan = try words.when.plan(in: context)
/// print(words.title, words.place ?? "nowhere", plan.start.icalendar, plan.end.icalendar)
/// ```
public struct EventWords: Hashable, Sendable {
    /// The words that are neither time nor place.
    public var title: String
    /// What follows `@`.
    public var place: String?
    /// `PRIORITY` (RFC 5545 3.8.1.9): 1 is highest, 9 lowest; nil if the words name none.
    public private(set) var priority: Int?
    /// What stands behind a `#`, in the order of the text.
    public private(set) var categories: [String] = []
    /// When the event takes place.
    public var when = WhenWords()
    /// What is unclear, in the order of the text. The other properties hold what was understood.
    public var doubts: [Doubt] = []

    /// A word that is left and may be a day's, so that no day beside it must be taken as today; nil where a day is understood.
    public private(set) var unsaidDay: Doubt?

    /// Reads words and puts what is unclear into ``doubts``.
    ///
    /// - Parameters:
    ///   - text: what the person typed.
    ///   - context: the present moment, zone and language.
    ///   - readsTimes: false if the caller knows when the event takes place; all words are then title and
    ///     place.
    public init(reading text: String, in context: WordContext, readsTimes: Bool = true) {
        var marks = WordMarks(text)
        let parser = PhraseParser(marks.takenOut(), context.vocabulary)
        (priority, categories) = (marks.priority, marks.categories)
        var used: [Range<Int>] = []
        var quoted: [Range<Int>] = []
        if readsTimes {
            let scanner = PieceScanner(parser, zones: context.zones)
            let assembly = WhenAssembly(scanner)
            (when, doubts, used) = (assembly.when, marks.doubts + assembly.doubts, assembly.used)
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
        let unsaid = UnsaidDay(
            parser, isUsed: isUsed, isQuoted: isQuoted, place: place ?? 0..<0)
        // Nobody asks where a day is understood, and the names of other languages are not made for nothing.
        if when.start.day == nil, when.start.distance == nil { unsaidDay = unsaid.doubt }
        guard readsTimes else { return }
        // `vormittags 9:15` is any day's, but `9 Uhr abends` is today's.
        let habits: Set<String> = [
            "morgens", "vormittags", "mittags", "nachmittags", "abends", "nachts",
        ]
        let habit = parser.tokens.indices.first { index in
            isUsed[index] && habits.contains(parser.key(index))
                && (index == 0 || !isUsed[index - 1])
        }
        if when.takesToday, let habit {
            doubts.append(Doubt(.unsaidDay(nil), parser.written(habit..<(habit + 1))))
        }
        if when.takesToday, let unsaidDay { doubts.append(unsaidDay) }
        if when.lacksTime, let doubt = unsaid.clockDoubt { doubts.append(doubt) }
        if let doubt = unsaid.secondNumber { doubts.append(doubt) }
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
        var dropped = -1
        for index in range where !isUsed[index] {
            let token = parser.tokens[index]
            // The outermost quotation marks are not title; marks within a quotation are.
            let isEdge =
                isQuoted[index]
                && ((index == 0 || !isQuoted[index - 1])
                    || (index + 1 == isQuoted.count || !isQuoted[index + 1]))
            let leavesOut = isEdge && token.kind == .mark
            // `30.11., 14:00`: the marks of what is used go with it.
            if token.kind == .mark, index > 0, isUsed[index - 1] || dropped == index - 1,
                !token.isAfterSpace, ",.;:".contains(token.key), !isQuoted[index]
            {
                (dropped, wasLeftOut) = (index, true)
                continue
            }
            // `1.12. / 14 Uhr`
            let isBetween =
                index > 0 && isUsed[index - 1] && isUsed[min(index + 1, isUsed.count - 1)]
            if token.kind == .mark, isBetween, "/|&+".contains(token.key) { continue }
            if token.isAfterSpace || index > 0 && isUsed[index - 1] { wasLeftOut = true }
            if leavesOut {
                wasLeftOut = wasLeftOut || token.isAfterSpace
                continue
            }
            // `Besprechung 每周例会` keeps its space where the repetition is left out, `跟老王明天吃饭` has none.
            var first = index
            while first > range.lowerBound, isUsed[first - 1] { first -= 1 }
            let isJoint =
                token.kind == .han
                && !(first...index).contains { parser.tokens[$0].isAfterSpace }
            if wasLeftOut, !text.isEmpty, !isJoint { text += " " }
            text += parser.text[token.range]
            wasLeftOut = false
        }
        guard isUsed.contains(true) else { return }
        text = String(text.trimming { ",;-–—，、。:：|•·".contains($0) || $0.isWhitespace })
        for empty in ["()", "( )", "（）", "（ ）", "[]", "[ ]"] {
            text = text.replacing(empty, with: "")
        }
        text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
