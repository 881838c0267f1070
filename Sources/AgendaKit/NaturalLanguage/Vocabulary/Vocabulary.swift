internal import AgendaWords
internal import ICalendar

/// The words for days, times and repetition that the parser understands: English and one more language.
public struct Vocabulary: Sendable {
    /// Whether numeric dates have the day or the month first: `24/12`, `12/24`.
    public enum DateOrder: Sendable {
        /// `24/12`.
        case dayFirst
        /// `12/24`.
        case monthFirst
        /// Unknown: a date with two readings is unclear.
        case unknown
    }

    /// The meanings of each phrase. Spaces separate the tokens of a phrase.
    private(set) var terms: [String: [WordMeaning]] = [:]
    /// The number of tokens in the longest phrase.
    private(set) var longest = 1
    /// Beginnings of compounds that name some day: `Weihnachtsfeier`.
    var hintPrefixes: [String] = []
    /// The names of days and months, which people misspell.
    private(set) var names: [[Character]] = []
    /// The order of numeric dates.
    public var dateOrder: DateOrder

    /// The hour from which `6:40` is clear.
    var colonClearFrom = 7

    /// Whether `6:45` is in the morning, as a person has said who writes all hours of the day so.
    public var has24Hours = false

    /// Creates a vocabulary of English alone.
    ///
    /// - Parameter dateOrder: the order of numeric dates.
    public init(dateOrder: DateOrder = .unknown) {
        self.init([.english], dateOrder)
    }

    /// Creates a vocabulary of English and the language with an ISO 639 code. Those that have a file are complete; for
    /// others, add the names of days and months.
    public init(language: String, dateOrder: DateOrder = .unknown) {
        let other = language == "en" ? nil : Language(code: language)
        self.init([.english] + (other.map { [$0] } ?? []), dateOrder)
    }

    private init(_ languages: [Language], _ dateOrder: DateOrder) {
        self.dateOrder = dateOrder
        for language in languages { add(language) }
        names = slipNames()
    }

    /// Adds a language's names for days and months. English wins if both have a name.
    ///
    /// - Parameters:
    ///   - days: names of days as distances from today, which is 0.
    ///   - weekdays: from Monday on.
    ///   - months: from January on.
    public mutating func add(days: [String: Int], weekdays: [String], months: [String]) {
        for (name, distance) in days { addNew(.day(distance), name) }
        for (name, weekday) in zip(weekdays, Weekday.allCases) {
            addNew(.weekday(weekday, isSure: true), name)
        }
        for (index, name) in months.enumerated() { addNew(.month(index + 1), name) }
        names = slipNames()
    }

    private func slipNames() -> [[Character]] {
        // Few terms name days or months: what is costly is asked of those alone.
        terms.filter { key, meanings in
            let least = meanings.compactMap { meaning in
                switch meaning {
                case .day, .weekday, .month: 5
                case .inexactDay: 6
                case .hint: 7
                default: nil
                }
            }.min()
            guard let least else { return false }
            return key.count >= least && key.allSatisfy(\.isLetter)
        }.keys.sorted().map { Array($0) }
    }

    /// Adds phrases with the same meaning, separated by commas.
    mutating func add(_ meaning: WordMeaning, _ phrases: some StringProtocol) {
        for phrase in Substring(phrases).utf8.split(separator: UInt8(ascii: ",")) {
            for phrase in Self.phrases(Substring(phrase)) {
                terms[key(phrase), default: []].append(meaning)
            }
        }
    }

    private mutating func addNew(_ meaning: WordMeaning, _ phrase: String) {
        let key = key(Substring(phrase))
        if !key.isEmpty, terms[key] == nil { terms[key] = [meaning] }
    }

    /// The phrase's tokens as ``terms`` has them; none may be longer than ``longest``.
    private mutating func key(_ phrase: Substring) -> String {
        let plain = phrase.utf8.drop { $0 == UInt8(ascii: " ") }
        var (count, last) = (1, UInt8(ascii: " "))
        for byte in plain {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): break
            case UInt8(ascii: " ") where last != byte: count += 1
            default: count = 0
            }
            last = byte
            if count == 0 { break }
        }
        // Words of small letters, as most are, stand as they are.
        if count > 0, last != UInt8(ascii: " ") {
            longest = max(longest, count)
            return String(Substring(plain))
        }
        let tokens = WordToken.split(String(phrase))
        longest = max(longest, tokens.count)
        return tokens.map(\.key).joined(separator: " ")
    }
}
