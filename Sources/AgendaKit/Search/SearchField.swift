/// Where a word of an event stands; in the index each word begins with this letter.
///
/// One column whose words are marked, instead of a column a field: SQLite then has a list of the
/// events with a word in their summary, and need not pass over the descriptions of half a million
/// others to find them.
enum SearchField: UInt8, CaseIterable {
    /// `SUMMARY`.
    case summary = 0x73  // s
    /// `LOCATION`, names and addresses of participants and organizer.
    case place = 0x70  // p
    /// `DESCRIPTION`.
    case details = 0x64  // d

    /// As the index has it.
    var letter: String { String(Unicode.Scalar(rawValue)) }
}

/// How well an event matches, the best first.
enum SearchRank: Int, CaseIterable {
    /// All in the summary, as whole words.
    case titleWords
    /// All in the summary, as beginnings of words.
    case title
    /// In the summary, the location or the participants' names.
    case place
    /// Anywhere.
    case anywhere

    var fields: [SearchField] {
        switch self {
        case .titleWords, .title: [.summary]
        case .place: [.summary, .place]
        case .anywhere: SearchField.allCases
        }
    }

    /// Whether a beginning of a word is enough.
    var takesBeginnings: Bool { self != .titleWords }
}
