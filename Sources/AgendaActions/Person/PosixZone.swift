package import ICalendar

extension TimeZoneRules {
    /// The zone that POSIX's `TZ` describes, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX 8.3); nil
    /// when the text is none.
    ///
    /// Such a text is the footer of a TZif file (RFC 9636 3.3), so it is read as one without
    /// transitions. POSIX leaves open when daylight saving time is where the text names it without
    /// its two days: glibc takes the days of the United States.
    package init?(posix text: String) {
        // A bare word would be read as no zone at all; a description has an offset.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            text.utf8.contains(where: { (0x30...0x39).contains($0) }),
            let rules = (try? TimeZoneRules(name: text, tzif: Self.file(footer: text)))
                ?? (try? TimeZoneRules(name: text, tzif: Self.file(footer: text + Self.usualDays)))
        else { return nil }
        self = rules
    }

    /// The second Sunday of March to the first one of November (glibc 2.36, time/tzset.c).
    private static let usualDays = ",M3.2.0,M11.1.0"

    private static func file(footer: String) -> [UInt8] {
        // Magic, version 2, 15 unused bytes; then the six counts: one type, one character.
        let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        let counts: [UInt8] = [0, 0, 0, 0, 1, 1].flatMap { [0, 0, 0, $0] }
        // Offset 0, no daylight time, designation 0, and an empty designation.
        let body: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
        return header + counts + body + header + counts + body + Array("\n\(footer)\n".utf8)
    }
}
