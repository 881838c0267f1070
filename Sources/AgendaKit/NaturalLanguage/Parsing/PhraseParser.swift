/// Finds days, times, lengths and repetitions among the words of a text, without knowing the current day.
struct PhraseParser {
    /// A phrase and the index of the token after it.
    struct Found<Value> {
        var value: Value
        var end: Int

        init(_ value: Value, end: Int) { (self.value, self.end) = (value, end) }

        func map<Other>(_ transform: (Value) -> Other) -> Found<Other> {
            Found<Other>(transform(value), end: end)
        }
    }

    let text: String
    let tokens: [WordToken]
    let vocabulary: Vocabulary
    /// What the phrases of ``vocabulary`` that begin at each token may mean, the longest first: many questions ask it.
    private let phrases: [[Found<[WordMeaning]>]]

    init(_ text: String, _ vocabulary: Vocabulary) {
        self.text = text
        self.vocabulary = vocabulary
        let tokens = WordToken.split(text)
        self.tokens = tokens
        phrases = tokens.indices.map { index in
            let ends = index..<min(index + vocabulary.longest, tokens.count)
            return ends.reversed().compactMap { last in
                let key = tokens[index...last].map(\.key).joined(separator: " ")
                return vocabulary.terms[key].map { Found($0, end: last + 1) }
            }
        }
    }

    /// The longest phrase that begins here and has a meaning that `pick` accepts.
    func term<Value>(_ index: Int, _ pick: (WordMeaning) -> Value?) -> Found<Value>? {
        guard phrases.indices.contains(index) else { return nil }
        for phrase in phrases[index] {
            for meaning in phrase.value {
                if let value = pick(meaning), endsWord(phrase.end) || isMark(index) {
                    return Found(value, end: phrase.end)
                }
            }
        }
        return nil
    }

    /// Where the name of a day or month of another language ends (``Vocabulary/foreignDays``).
    func foreignDay(_ index: Int) -> Int? {
        (1...4).reversed().lazy.map { index + $0 }.first { end in
            end <= tokens.count && (endsWord(end) || isHan(index))
                && Vocabulary.foreignDays.contains(
                    tokens[index..<end].map(\.key).joined(separator: " "))
        }
    }

    /// Where a phrase with exactly this meaning ends.
    func end(of term: WordMeaning, at index: Int) -> Int? {
        self.term(index) { $0 == term ? true : nil }?.end
    }

    /// The key of a token; empty beyond the last one.
    func key(_ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].key : ""
    }

    /// Whether a token follows the one before it without a space.
    func isGlued(_ index: Int) -> Bool {
        tokens.indices.contains(index) && !tokens[index].isAfterSpace
    }

    func isMark(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .mark
    }

    func isHan(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .han
    }

    /// A number in digits, with this many digits.
    func digits(_ index: Int, _ lengths: ClosedRange<Int> = 1...9) -> Int? {
        guard tokens.indices.contains(index), lengths.contains(tokens[index].key.utf8.count)
        else { return nil }
        return tokens[index].number
    }

    /// The digits after a mark, without a space before either: `:30`.
    func digits(
        _ index: Int, after mark: String, _ lengths: ClosedRange<Int> = 1...9
    ) -> Int? {
        key(index) == mark && isGlued(index) && isGlued(index + 1)
            ? digits(index + 1, lengths) : nil
    }

    func unit(_ index: Int) -> Found<WordMeaning.Unit>? {
        term(index) { if case .unit(let unit) = $0 { unit } else { nil } }
    }

    /// A number in digits or as a word.
    func number(_ index: Int) -> Found<Int>? {
        if let number = digits(index) { return Found(number, end: index + 1) }
        if let number = hanNumber(index) { return number }
        return term(index) { if case .number(let number) = $0 { number } else { nil } }
    }

    /// Whether a phrase may begin here: not within a word, a number or an address.
    func startsWord(_ index: Int) -> Bool {
        guard index > 0, isGlued(index) else { return true }
        let before = tokens[index - 1]
        switch before.kind {
        case .han: return true
        // `Doctor: monday`, but not `10:30`
        case .mark where before.key == ":":
            return index > 1 && tokens[index - 2].kind != .number && tokens[index - 2].kind != .mark
        case .mark: return !"./-+#$€£%_&'~=".contains(before.key)
        case .word, .number: return isHan(index)
        }
    }

    /// Whether a phrase may end before this token.
    func endsWord(_ index: Int) -> Bool {
        guard index < tokens.count, isGlued(index), index > 0 else { return true }
        if isHan(index) || isHan(index - 1) { return true }
        guard isMark(index) else { return false }
        if ",;!?)]}\"”“、，。；！？）】~".contains(key(index)) { return true }
        // A full stop or colon at the end of a word, alone or before other marks (`Fri.,`), or the dash of a range.
        return
            (".:".contains(key(index))
            && (!isGlued(index + 1) || (isMark(index + 1) && endsWord(index + 1))))
            || (key(index) == "-" && index + 1 < tokens.count)
    }

    /// The text of some tokens, as typed.
    func written(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return String(text[tokens[first].range.lowerBound..<tokens[last].range.upperBound])
    }

    /// Reads `十五`, `二十`, `两`: up to 99.
    private func hanNumber(_ index: Int) -> Found<Int>? {
        var (tens, units, end): (Int?, Int?, Int) = (nil, nil, index)
        while isHan(end) {
            let key = key(end)
            if key == "十" {
                guard tens == nil else { return nil }
                (tens, units) = (units ?? 1, nil)
            } else if let digit = Self.hanDigits[key], units == nil || (units == 0 && tens == nil) {
                units = digit
            } else {
                break
            }
            end += 1
        }
        guard end > index else { return nil }
        return Found((tens ?? 0) * 10 + (units ?? 0), end: end)
    }

    private static let hanDigits = [
        "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
        "九": 9,
    ]
}
