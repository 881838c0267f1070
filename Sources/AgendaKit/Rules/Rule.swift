internal import ICalendar

/// What lists, shared links and mirrors make of certain events: conditions, and what is done where they hold.
///
/// A rule changes no text. Its conditions look at what the sources say, never at what another rule made of it; of all rules that
/// apply to an event the later one decides each effect (``RuleSet``).
public struct Rule: Hashable, Sendable {
    /// What a rule says, by its name in `config.toml`.
    public enum Key: String, CaseIterable, Sendable {
        /// The name of the calendar.
        case calendar
        /// `SUMMARY`.
        case summary
        /// `LOCATION`.
        case location
        /// One of the `CATEGORIES`.
        case category
        /// The address or the name of `ORGANIZER`.
        case organizer
        /// The address or the name of an `ATTENDEE`.
        case attendee
        /// `confirmed`, `tentative` or `cancelled`.
        case status
        /// `public`, `private` or `confidential` (RFC 5545 3.8.1.3).
        case `class`
        /// Whether it is on whole days.
        case allDay = "all-day"
        /// Whether it is `TRANSP:TRANSPARENT` (RFC 5545 3.8.2.7).
        case free
        /// Whether the reader has declined it.
        case declined
        /// Whether it repeats.
        case repeats
        /// It lasts longer than this.
        case longerThan = "longer-than"
        /// It lasts shorter than this.
        case shorterThan = "shorter-than"
        /// It begins on one of these days of the week.
        case weekdays
        /// It begins within these hours.
        case between

        /// Whether it is left out.
        case hide
        /// The title that it gets; `{summary}` and the like stand for what the event says.
        case title
        /// The colour that it gets.
        case color
        /// A category that it gets.
        case addCategory = "add-category"
        /// How long before its start to remind of it if it has no alarm of its own.
        case remind
        /// Whether it makes its reader busy.
        case busy
        /// Whether it counts as private.
        case `private`

        /// Where the rule counts.
        case `in`

        /// Whether it is a condition.
        public var isCondition: Bool { Self.conditions.contains(self) }
        /// Whether its value is true or false.
        public var isFlag: Bool { Self.flags.contains(self) }
        /// Whether it takes several values.
        public var takesSeveral: Bool { textual.contains(self) || self == .weekdays || self == .in }

        private static let conditions = Set(allCases.prefix { $0 != .hide })
        private static let flags: Set<Key> = [
            .allDay, .free, .declined, .repeats, .hide, .busy, .private,
        ]
        private var textual: ArraySlice<Key> { Self.allCases.prefix { $0 != .allDay } }
    }

    /// Why settings are no rule.
    public enum Fault: Error, Hashable, Sendable {
        /// A value is none of its key.
        case value(Key, String)
        /// A regular expression is none, at a character that is counted from 1.
        case expression(Key, String, at: Int)
        /// A regular expression has what would need backtracking: a back reference, something that looks ahead.
        case backtracking(Key, String)
        /// A regular expression is too large.
        case tooLarge(Key, String)
        /// It says of no event.
        case noCondition
        /// It says nothing of what happens.
        case noEffect
    }

    /// Its settings.
    private let settings: [Key: [String]]
    /// When it applies.
    let conditions: RuleConditions
    /// What it does.
    let effects: RuleEffects
    /// Where it counts; everywhere unless it says otherwise.
    public let places: Set<RulePlace>

    /// The values of a key; empty if the rule does not have it.
    public subscript(key: Key) -> [String] { settings[key] ?? [] }

    /// Reads a rule.
    ///
    /// - Parameter settings: the values of each key as texts, `true` and `false` of a flag.
    /// - Throws: what is wrong first.
    public init(_ settings: [Key: [String]]) throws(Fault) {
        self.settings = settings.filter { !$0.value.isEmpty }
        conditions = try RuleConditions(settings)
        effects = try RuleEffects(settings)
        var places = Set(RulePlace.allCases)
        if let names = settings[.in], !names.isEmpty {
            places = []
            for name in names {
                guard let place = RulePlace(rawValue: name) else { throw .value(.in, name) }
                places.insert(place)
            }
        }
        self.places = places
        guard self.settings.keys.contains(where: \.isCondition) else { throw .noCondition }
        guard effects != RuleEffects() else { throw .noEffect }
    }

    /// What it does, by its keys' names.
    var effectPairs: [EventDetails.Applied.Pair] {
        Key.allCases.filter { !$0.isCondition && $0 != .in }.compactMap { key in
            self[key].first.map { .init(key: key.rawValue, value: $0) }
        }
    }

    /// The values of a flag; nil if it is not there.
    static func flag(_ key: Key, _ settings: [Key: [String]]) throws(Fault) -> Bool? {
        guard let text = settings[key]?.first else { return nil }
        guard let flag = ["true": true, "false": false][text] else { throw .value(key, text) }
        return flag
    }

    /// Separates keys and values in ``text``: ASCII's separators of units and groups, which no configuration contains.
    private static let (unit, group): (Character, Character) = ("\u{1F}", "\u{1D}")

    /// The settings of some keys, in the keys' order: two rules that say the same have the same text.
    func text(where isWanted: (Key) -> Bool = { _ in true }) -> String {
        Key.allCases.filter(isWanted).compactMap { key in
            settings[key].map { ([key.rawValue] + $0).joined(separator: String(Self.group)) }
        }.joined(separator: String(Self.unit))
    }

    /// Reads what ``text(where:)`` wrote; nil for anything else.
    init?(text: some StringProtocol) {
        var settings: [Key: [String]] = [:]
        for setting in text.split(separator: Self.unit) {
            let words = setting.split(separator: Self.group, omittingEmptySubsequences: false)
            guard let key = Key(rawValue: String(words[0])) else { return nil }
            settings[key] = words[1...].map { String($0) }
        }
        guard let rule = try? Rule(settings) else { return nil }
        self = rule
    }
}
