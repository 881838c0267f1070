/// Spellings of zones' names that mean a single zone and that tz data do not have.
enum ZoneSpelling {
    /// The name without the number that Exchange appends to the second definition of a name in one calendar, as in
    /// `Tokyo Standard Time 1` or `America/New_York1`; nil if there is none, or if it may be an offset (`GMT 1`).
    static func unnumbered(_ name: String) -> String? {
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let rest = name.dropLast(digits)
        let isApart = rest.last == " " || rest.contains("/") && rest.last?.isLetter ?? false
        guard (1...3).contains(digits), isApart else { return nil }
        let base = String(rest.trimming(\.isWhitespace))
        return base.isEmpty || UTCOffset.seconds(named: base) != nil ? nil : base
    }

    /// Other spellings of a name, the most probable first.
    static func others(of name: String) -> [String] {
        var names: [String] = []
        if let zone = abbreviations[name.uppercased()] { names.append(zone) }
        // SAP's CET_SAP and its like.
        if let bar = name.firstIndex(of: "_"), name[bar...].uppercased() == "_SAP" {
            let base = name[..<bar].uppercased()
            if ["CET", "EET", "WET"].contains(base) { names.append(base) }
        }
        if name.hasPrefix("X-LIC-") { names.append(String(name.dropFirst(6))) }
        // America/New York; RFC 2445's own examples have US-Eastern.
        let joined = name.split(whereSeparator: \.isWhitespace).joined(separator: "_")
        if joined != name, joined.contains("/") { names.append(joined) }
        if !name.contains("/"), let divider = joined.firstIndex(where: { $0 == "-" || $0 == "_" }) {
            let tail = joined[joined.index(after: divider)...]
            if tail.contains(where: \.isLetter) { names.append(joined[..<divider] + "/" + tail) }
        }
        return names
    }

    /// Abbreviations of a single zone, and with its summer's, though they may stand at a time of the other season: `PST` is
    /// written for all of the year. Not those that may mean several, such as `BST`, `IST`, `CST`, `AST`, `ECT`.
    private static let abbreviations = Dictionary(
        uniqueKeysWithValues: """
            JST=Asia/Tokyo KST=Asia/Seoul HKT=Asia/Hong_Kong SGT=Asia/Singapore MSK=Europe/Moscow
            MEZ=Europe/Berlin MESZ=Europe/Berlin CEST=Europe/Berlin OEZ=Europe/Athens OESZ=Europe/Athens
            EEST=Europe/Athens WEST=Europe/Lisbon EDT=America/New_York CDT=America/Chicago
            MDT=America/Denver PST=America/Los_Angeles PDT=America/Los_Angeles AKST=America/Anchorage
            AKDT=America/Anchorage NZST=Pacific/Auckland NZDT=Pacific/Auckland AEDT=Australia/Sydney
            ACDT=Australia/Adelaide AWST=Australia/Perth
            """.split(whereSeparator: \.isWhitespace).map { pair in
                let parts = pair.split(separator: "=").map(String.init)
                return (parts[0], parts[1])
            })
}
