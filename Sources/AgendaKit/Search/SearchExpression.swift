internal import GRDB

/// A query in the language of FTS5 (sqlite.org/fts5.html, 3).
///
/// Of a person's text, it contains only folded words in quotation marks: letters and digits, which have no
/// special meaning there.
struct SearchExpression {
    /// How many words to try for a beginning, the shortest first. The terms of a query share this number, but
    /// each has at least twenty.
    private static let completions = 200
    /// The same for a phrase, which is looked up word by word.
    private static let phraseCompletions = 40

    /// The query; nil if no event has such words.
    ///
    /// Beginnings are looked up in the table of words: FTS5 would read the full lists of all words with that
    /// beginning before it returns the first event.
    static func text(
        _ query: SearchQuery, rank: SearchRank, index: SearchIndex, _ database: Database
    ) throws -> String? {
        var terms: [String] = []
        for term in query.terms {
            var choices: [String] = []
            for field in rank.fields {
                choices += try phrases(
                    term, of: query.terms.count, field, rank, index, database)
                choices += term.others.map { field.letter + $0 }
            }
            guard !choices.isEmpty else { return nil }
            terms.append("(" + choices.map { "\"\($0)\"" }.joined(separator: " OR ") + ")")
        }
        return terms.joined(separator: " AND ")
    }

    /// The phrases that match a term in a field.
    private static func phrases(
        _ term: SearchQuery.Term, of termCount: Int, _ field: SearchField, _ rank: SearchRank,
        _ index: SearchIndex,
        _ database: Database
    ) throws -> [String] {
        let marked = term.words.map { field.letter + $0 }
        guard term.isBeginning, rank.takesBeginnings, let last = marked.last else {
            return [marked.joined(separator: " ")]
        }
        let most = marked.count > 1 ? phraseCompletions : completions
        return try index.words(
            beginning: last, limit: max(20, most / termCount), database
        ).map { (marked.dropLast() + [$0]).joined(separator: " ") }
    }
}
