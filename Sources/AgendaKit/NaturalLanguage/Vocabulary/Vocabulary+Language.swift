internal import AgendaWords

extension Vocabulary {
    /// Adds what a language's file says about words, in its order: each entry is a meaning (``WordMeaning/init(_:)``) and its
    /// phrases, as `part morning => früh, am morgen`.
    ///
    /// With `#` in the meaning, the value is a list with semicolons: the phrases of the first element mean 1. Of the words in
    /// brackets one is meant: `erst(er|en)` are `erster` and `ersten`.
    mutating func add(_ language: Language) {
        for (meaning, phrases) in language.section("vocabulary")?.entries ?? [] {
            switch meaning {
            case "colon-clear": colonClearFrom = Int(phrases) ?? colonClearFrom
            case "hint-prefix": hintPrefixes += WordSection.list(phrases)
            default: add(meaning, phrases)
            }
        }
    }

    private mutating func add(_ meaning: String, _ phrases: String) {
        guard let place = meaning.utf8.firstIndex(of: UInt8(ascii: "#")) else {
            if let known = WordMeaning(meaning) { add(known, phrases) }
            return
        }
        let places = phrases.utf8.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        for (index, phrases) in places.enumerated() {
            let meaning = meaning[..<place] + "\(index + 1)" + meaning[place...].dropFirst()
            if let known = WordMeaning(String(meaning)) { add(known, Substring(phrases)) }
        }
    }

    /// The phrases that a text with brackets stands for.
    static func phrases(_ text: Substring) -> [Substring] {
        guard let open = text.utf8.firstIndex(of: UInt8(ascii: "(")),
            let close = text[open...].utf8.firstIndex(of: UInt8(ascii: ")"))
        else { return [text] }
        let rests = phrases(text[text.index(after: close)...])
        return text[text.index(after: open)..<close].split(
            separator: "|", omittingEmptySubsequences: false
        ).flatMap { word in rests.map { text[..<open] + word + $0 } }
    }
}
