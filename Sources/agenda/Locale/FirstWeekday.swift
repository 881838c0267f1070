import ICalendar

extension Weekday {
    /// The day with which weeks begin in a locale's territory: Unicode CLDR 41, `firstDay`; China
    /// as glibc and CLDR since 42 have it. Monday, ISO 8601's, where nothing else is known.
    static func first(locale: String) -> Weekday {
        let territory = LocaleName(locale).territory
        if sundayTerritories.contains(territory) { return .sunday }
        if saturdayTerritories.contains(territory) { return .saturday }
        return territory == "MV" ? .friday : .monday
    }

    /// The one of the configuration file, else of the environment's locale: a locale says how a
    /// country does it, the file how this reader does.
    static var firstOfWeek: Weekday {
        Configuration.current.weekStart ?? first(locale: Environment.localeName(.time))
    }

    /// Reads `monday`, `sunday` or `saturday`; nil when it is anything else.
    static func startOfWeek(_ text: String) -> Weekday? {
        ["monday": Weekday.monday, "sunday": .sunday, "saturday": .saturday][text.lowercased()]
    }

    private static let sundayTerritories: Set<String> = [
        "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU",
        "HK", "HN", "ID", "IL", "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT",
        "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY", "SA", "SG", "SV", "TH",
        "TT", "TW", "UM", "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
    ]

    private static let saturdayTerritories: Set<String> = [
        "AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
    ]
}
