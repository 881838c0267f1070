extension TimeZoneScope {
    /// The zone of tz data that shows what `tzid` means in this file, from an instant on; nil if none does.
    ///
    /// Exchange and Outlook define each zone under a name of their own and say the rules of today as if they had always
    /// applied: `W. Europe Standard Time` with these is Europe/Berlin for whatever begins now, in words that every program
    /// knows.
    ///
    /// - Parameters:
    ///   - tzid: as the file has it.
    ///   - start: clocks of both agree for 50 years from it.
    ///   - likely: the zone that is asked first where the name tells none.
    package func named(_ tzid: String, from start: Instant, likely: TimeZoneRules) -> TimeZoneRules?
    {
        guard let rules = rules(for: tzid) else { return nil }
        if rules == .utc || database.rules(named: rules.name) == rules { return rules }
        let name = Self.trimmed(tzid)
        let told = [name, ZoneSpelling.unnumbered(name)].compactMap { name in
            name.flatMap { WindowsZoneName.ianaName(for: $0) }
        }
        let hours = rules.offset(at: start) / -3_600
        let fixed = hours == 0 ? "UTC" : "Etc/GMT\(hours < 0 ? "" : "+")\(hours)"
        let others = [likely.name] + WindowsZoneName.rows.lazy.map(\.zone) + [fixed]
        return (told + others).lazy.compactMap { database.rules(named: $0) }
            .first { $0.agrees(with: rules, from: start) }
    }
}
