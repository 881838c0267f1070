package import AgendaKit
internal import AgendaWords

extension Vocabulary {
    /// The words of the environment's locale, and English.
    package static let current = Vocabulary(locale: Environment.localeName(.time))

    /// The words of a locale, and English.
    package init(locale: String) {
        let name = LocaleName(locale)
        self.init(language: name.language, dateOrder: Self.dateOrder(name))
        // Typed words need not be displayable.
        if !name.language.isEmpty, Language(code: name.language)?.section("vocabulary") == nil {
            add(TimeWords(locale: locale, isUTF8: true))
        }
    }

    /// The words of the headers' language, and English.
    package init(words: TimeWords) {
        self.init(language: Language.all.first { TimeWords($0) == words }?.code ?? "")
        add(words)
    }

    private mutating func add(_ words: TimeWords) {
        add(
            days: [words.today: 0, words.tomorrow: 1, words.yesterday: -1],
            weekdays: words.weekdays, months: words.months)
    }

    /// CLDR 41's short date forms: which number comes first.
    private static func dateOrder(_ name: LocaleName) -> DateOrder {
        if ["US", "AS", "GU", "MH", "MP", "PR", "UM", "VI"].contains(name.territory) {
            return .monthFirst
        }
        // Where the year comes first, `12/10` is in December; `en_CA` and `en_ZA` have both orders.
        if ["zh_CN", "zh_TW", "ja_JP", "ko_KR"].contains(name.language + "_" + name.territory) {
            return .monthFirst
        }
        let isYearFirst = ["CN", "TW", "JP", "KR", "HU", "SE", "LT", "CA", "ZA", "IR", "MN"]
        if name.language.isEmpty || name.territory.isEmpty || isYearFirst.contains(name.territory) {
            return .unknown
        }
        return .dayFirst
    }
}
