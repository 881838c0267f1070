public import ICalendar

/// The words for days, times and repetition that a reader understands: English and one more language.
public struct Vocabulary: Sendable {
    /// Whether numbers of a day are written day or month first: `24/12`, `12/24`.
    public enum DateOrder: Sendable {
        /// `24/12`.
        case dayFirst
        /// `12/24`.
        case monthFirst
        /// Not known: what has two readings is unclear.
        case unknown
    }

    /// A phrase, its words apart, to its meanings.
    private(set) var terms: [String: [WordMeaning]] = [:]
    /// How many words the longest phrase has.
    private(set) var longest = 1
    /// How numbers of a day are written.
    public var dateOrder: DateOrder

    /// English alone.
    ///
    /// - Parameter dateOrder: how numbers of a day are written.
    public init(dateOrder: DateOrder = .unknown) {
        self.dateOrder = dateOrder
        addEnglish()
    }

    /// English and the language of an ISO 639 code: `de` and `zh` whole; others' words for days
    /// can be added.
    public init(language: String, dateOrder: DateOrder = .unknown) {
        self.init(dateOrder: dateOrder)
        switch language {
        case "de": addGerman()
        case "zh": addChinese()
        default: break
        }
    }

    /// Adds the names that a language has for days and months; English wins where both have one.
    ///
    /// - Parameters:
    ///   - days: names of days, today being 0.
    ///   - weekdays: from Monday on.
    ///   - months: from January on.
    public mutating func add(days: [String: Int], weekdays: [String], months: [String]) {
        for (name, distance) in days { addNew(.day(distance), name) }
        for (name, weekday) in zip(weekdays, Weekday.allCases) {
            addNew(.weekday(weekday, isSure: true), name)
        }
        for (index, name) in months.enumerated() { addNew(.month(index + 1), name) }
    }

    /// Adds phrases of one meaning, separated by commas.
    mutating func add(_ term: WordMeaning, _ phrases: String) {
        for phrase in phrases.split(separator: ",") {
            let tokens = WordToken.split(String(phrase))
            terms[tokens.map(\.key).joined(separator: " "), default: []].append(term)
            longest = max(longest, tokens.count)
        }
    }

    private mutating func addNew(_ term: WordMeaning, _ phrase: String) {
        let tokens = WordToken.split(phrase)
        let key = tokens.map(\.key).joined(separator: " ")
        guard !tokens.isEmpty, terms[key] == nil else { return }
        terms[key] = [term]
        longest = max(longest, tokens.count)
    }
}
