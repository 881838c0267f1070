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
        self.dateOrder = dateOrder
        add(.english)
        names = slipNames()
    }

    /// Creates a vocabulary of English and the language with an ISO 639 code. Those that have a file are complete; for
    /// others, add the names of days and months.
    public init(language: String, dateOrder: DateOrder = .unknown) {
        self.init(dateOrder: dateOrder)
        if language != "en", let known = Language(code: language) { add(known) }
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
        terms.filter { key, meanings in
            key.count > 4 && key.allSatisfy(\.isLetter)
                && meanings.contains {
                    switch $0 {
                    case .day, .weekday, .month: true
                    case .inexactDay: key.count > 5
                    case .hint: key.count > 6
                    default: false
                    }
                }
        }.keys.sorted().map { Array($0) }
    }

    /// Adds phrases with the same meaning, separated by commas.
    mutating func add(_ meaning: WordMeaning, _ phrases: some StringProtocol) {
        for phrase in phrases.split(separator: ",").flatMap({ Self.phrases($0) }) {
            let key = key(phrase)
            terms[key, default: []].append(meaning)
        }
    }

    private mutating func addNew(_ meaning: WordMeaning, _ phrase: String) {
        let key = key(phrase)
        if !key.isEmpty, terms[key] == nil { terms[key] = [meaning] }
    }

    /// The phrase's tokens as ``terms`` has them; none may be longer than ``longest``.
    private mutating func key(_ phrase: some StringProtocol) -> String {
        let tokens = WordToken.split(String(phrase))
        longest = max(longest, tokens.count)
        return tokens.map(\.key).joined(separator: " ")
    }
}
