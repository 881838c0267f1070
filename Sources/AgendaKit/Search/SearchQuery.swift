/// What a person looks for: words that must all be there, each also as the beginning of a longer
/// word, and `"phrases"` that must be there as they are.
public struct SearchQuery: Hashable, Sendable {
    /// One of the things that must be there: words that follow each other.
    struct Term: Hashable, Sendable {
        var words: [String]
        /// Whether the last word may go on.
        var isBeginning: Bool
    }

    /// As it was written.
    public let text: String
    /// All must be there.
    let terms: [Term]

    /// More words are no question but a mistake; each costs a search of its own.
    private static let maximalTerms = 32

    /// Reads what a person wrote; any text will do, nothing in it has a meaning but quotation marks.
    ///
    /// - Returns: nil when there is no word in it.
    public init?(_ text: String) {
        self.text = text
        var splitter = SearchWords()
        var terms: [Term] = []
        for part in Self.parts(of: text) {
            let words = splitter.words(in: String(part.text))
            guard let last = words.last else { continue }
            let term = Term(
                words: words.map(\.word), isBeginning: !part.isPhrase && last.hasLetters)
            if !terms.contains(term) { terms.append(term) }
        }
        guard !terms.isEmpty else { return nil }
        self.terms = Array(terms.prefix(Self.maximalTerms))
    }

    /// The words and the phrases; a quotation mark that is not closed holds to the end.
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
    /// Whether texts have all that is looked for, each term within one of them.
    func matches(_ texts: [String?]) -> Bool {
        var splitter = SearchWords()
        let fields = texts.compactMap { $0 }.map { splitter.words(in: $0).map(\.word) }
        return terms.allSatisfy { term in fields.contains { Self.has(term, in: $0) } }
    }

    private static func has(_ term: Term, in words: [String]) -> Bool {
        guard let last = term.words.last, words.count >= term.words.count else { return false }
        let head = term.words.dropLast()
        return (0...(words.count - term.words.count)).contains { start in
            let word = words[start + head.count]
            return (word == last || term.isBeginning && word.hasPrefix(last))
                && words[start..<(start + head.count)].elementsEqual(head)
        }
    }
}
