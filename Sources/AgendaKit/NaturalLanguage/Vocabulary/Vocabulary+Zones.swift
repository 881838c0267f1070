extension Vocabulary {
    /// The abbreviations that nearly everybody uses for one zone. `CST` (China, Cuba, Chicago), `IST` (India,
    /// Ireland, Israel), `BST`, `AST` and `EET` mean zones with different clocks, and are left out.
    static let zoneAbbreviations: [String: String] = [
        "UTC": "UTC", "GMT": "UTC", "Z": "UTC",
        "CET": "Europe/Berlin", "CEST": "Europe/Berlin", "MEZ": "Europe/Berlin",
        "MESZ": "Europe/Berlin", "WET": "Europe/Lisbon", "WEST": "Europe/Lisbon",
        "MSK": "Europe/Moscow",
        "ET": "America/New_York", "EST": "America/New_York", "EDT": "America/New_York",
        "CT": "America/Chicago", "CDT": "America/Chicago",
        "MT": "America/Denver", "MDT": "America/Denver",
        "PT": "America/Los_Angeles", "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles",
        "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "HKT": "Asia/Hong_Kong", "SGT": "Asia/Singapore",
        "NZST": "Pacific/Auckland", "NZDT": "Pacific/Auckland",
    ]

    /// Abbreviations that may mean several zones.
    static let unclearZoneAbbreviations: Set<String> = [
        "CST", "IST", "BST", "AST", "EET", "EEST", "MST", "AEST", "AEDT", "ACST", "AWST", "PKT",
    ]

    /// The abbreviations that hold for only a part of the year, and how tz data writes them.
    static let seasonalAbbreviations: [String: String] = [
        "CET": "CET", "CEST": "CEST", "MEZ": "CET", "MESZ": "CEST", "WET": "WET", "WEST": "WEST",
        "EST": "EST", "EDT": "EDT", "CDT": "CDT", "MDT": "MDT", "PST": "PST", "PDT": "PDT",
        "NZST": "NZST", "NZDT": "NZDT",
    ]
}
