package import ICalendar

extension Weekday {
    /// The first day of the week in a locale's territory (Unicode CLDR 41, `firstDay`; for China CLDR
    /// 42, as in glibc). Otherwise Monday, as in ISO 8601.
    package static func first(locale: String) -> Weekday {
        let territory = LocaleName(locale).territory
        if sundayTerritories.contains(territory) { return .sunday }
        if saturdayTerritories.contains(territory) { return .saturday }
        return territory == "MV" ? .friday : .monday
    }

    /// Reads `monday`, `sunday` or `saturday`; nil for anything else.
    package static func startOfWeek(_ text: String) -> Weekday? {
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
