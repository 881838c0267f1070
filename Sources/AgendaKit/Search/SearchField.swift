/// The field of an event that a word is in; each word in the index begins with this letter.
///
/// The index has one column of marked words instead of a column for each field: SQLite then has a list of the
/// events with a word in their summary, and need not read the descriptions of half a million others to find
/// them.
enum SearchField: UInt8, CaseIterable {
    /// `SUMMARY`.
    case summary = 0x73  // s
    /// `LOCATION`, names and addresses of participants and the organizer.
    case place = 0x70  // p
    /// `DESCRIPTION`.
    case details = 0x64  // d

    /// The letter as the index has it.
    var letter: String { String(Unicode.Scalar(rawValue)) }
}

/// How well an event matches, the best first.
enum SearchRank: Int, CaseIterable {
    /// All words in the summary, as whole words.
    case titleWords
    /// All words in the summary, as beginnings of words.
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

    /// Whether the beginning of a word matches.
    var takesBeginnings: Bool { self != .titleWords }
}
