/// What a person searches for: words, each of which may begin a longer word, and `"phrases"`, which must
/// match exactly. All of them must match.
public struct SearchQuery: Hashable, Sendable {
    /// A word, or a sequence of words.
    struct Term: Hashable, Sendable {
        var words: [String]
        /// Whether the last word may continue.
        var isBeginning: Bool
        /// Other ways to write the same, whole: `mueller` for `Müller`, `email` for `e-mail`.
        var others: [String] = []
    }

    /// The text as typed.
    public let text: String
    /// The terms, all of which must match.
    let terms: [Term]

    /// The most terms: more are a mistake, and each costs a search of its own.
    private static let maximalTerms = 32

    /// Reads a person's text. Any text will do: only quotation marks have a meaning.
    ///
    /// - Returns: nil if the text has no word.
    public init?(_ text: String) {
        self.text = text
        var splitter = SearchWords()
        var terms: [Term] = []
        for part in Self.parts(of: text) {
            let words = splitter.words(in: String(part.text))
            guard let last = words.last else { continue }
            // In `c++` or `c#` the word has ended.
            let isOpen = part.text.last.map { splitter.isOfWord($0) } ?? false
            let term = Term(
                words: words.map(\.word),
                isBeginning: !part.isPhrase && last.hasLetters && isOpen,
                others: part.isPhrase ? [] : Self.others(String(part.text), words.map(\.word)))
            if !terms.contains(term) { terms.append(term) }
        }
        guard !terms.isEmpty else { return nil }
        self.terms = Array(terms.prefix(Self.maximalTerms))
    }

    /// Other ways to write a term: a German umlaut as two letters or the other way round, and joined what has a hyphen.
    private static func others(_ text: String, _ words: [String]) -> [String] {
        var splitter = SearchWords()
        let pairs = [("ä", "ae"), ("ö", "oe"), ("ü", "ue")]
        var divided = text.lowercased()
        for (umlaut, letters) in pairs { divided = divided.replacing(umlaut, with: letters) }
        var others = [words.joined()]
        if divided != text.lowercased() {
            let found = splitter.words(in: divided).map(\.word)
            if found.count == 1 { others += found }
        } else if words.count == 1 {
            var joined = words[0]
            for (umlaut, letters) in pairs {
                joined = joined.replacing(
                    letters, with: umlaut == "ä" ? "a" : umlaut == "ö" ? "o" : "u")
            }
            others.append(joined)
        }
        return others.filter { $0 != words.joined(separator: " ") }
    }

    /// The words and the phrases; an unclosed quotation mark extends to the end.
    private static func parts(of text: String) -> [(
        text: Substring.UnicodeScalarView, isPhrase: Bool
    )] {
        var parts: [(text: Substring.UnicodeScalarView, isPhrase: Bool)] = []
        let quotes: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "«", "»"]
        let pieces = text.unicodeScalars.split(omittingEmptySubsequences: false) {
            quotes.contains($0)
        }
        for (index, piece) in pieces.enumerated() {
            if index % 2 == 1 {
                parts.append((piece, true))
            } else {
                parts += piece.split { $0.properties.isWhitespace }.map { ($0, false) }
            }
        }
        return parts
    }
}

extension SearchQuery {
    /// Whether the texts match all terms, each term within one text.
    package func matches(_ texts: [String?]) -> Bool {
        var splitter = SearchWords()
        let fields = texts.compactMap { $0 }.map { splitter.words(in: $0).map(\.word) }
        return terms.allSatisfy { term in fields.contains { Self.has(term, in: $0) } }
    }

    private static func has(_ term: Term, in words: [String]) -> Bool {
        if term.others.contains(where: words.contains) { return true }
        guard let last = term.words.last, words.count >= term.words.count else { return false }
        let head = term.words.dropLast()
        return (0...(words.count - term.words.count)).contains { start in
            let word = words[start + head.count]
            return (word == last || term.isBeginning && word.hasPrefix(last))
                && words[start..<(start + head.count)].elementsEqual(head)
        }
    }
}
