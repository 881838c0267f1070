extension SearchQuery {
    /// Words of a title may be written as one, apart or with a hyphen; longer texts than this are no title's.
    private static let mostWords = 6
    /// The letters of a word that may be two.
    private static let dividedLengths = 4...24

    /// Other ways to write the same words: `stand up` for `standup`, and the other way round.
    static func spellings(of text: String) -> [SearchQuery] {
        var splitter = SearchWords()
        let words = splitter.words(in: text).map(\.word)
        guard (1...mostWords).contains(words.count) else { return [] }
        var texts: [String] = []
        for index in words.indices {
            let (head, tail) = (words[..<index], words[(index + 1)...])
            func add(_ middle: String, _ tail: ArraySlice<String>) {
                texts.append((head + [middle] + tail).joined(separator: " "))
            }
            if let next = tail.first { add(words[index] + next, tail.dropFirst()) }
            let letters = Array(words[index])
            guard dividedLengths.contains(letters.count) else { continue }
            for cut in 1..<letters.count {
                add("\"\(String(letters[..<cut])) \(String(letters[cut...]))\"", tail)
            }
        }
        return texts.compactMap { SearchQuery($0) }
    }
}
