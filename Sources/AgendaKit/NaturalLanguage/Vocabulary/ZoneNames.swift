public import ICalendar

/// Finds time zones by the names that people use.
public struct ZoneNames: Sendable {
    private let rules: @Sendable (String) -> TimeZoneRules?
    private let names: @Sendable () -> [String]

    /// Creates names from a source of zones.
    ///
    /// - Parameters:
    ///   - names: all IANA names; called only when a city is looked up.
    ///   - rules: the zone with an IANA name; nil for any other text.
    public init(
        names: @escaping @Sendable () -> [String],
        rules: @escaping @Sendable (String) -> TimeZoneRules?
    ) {
        self.names = names
        self.rules = rules
    }

    /// The zones of the system.
    public static let system = ZoneNames(
        names: { systemNames }, rules: { SystemZones.database.rules(named: $0) })

    private static let systemNames = SystemZones.names

    /// The zone of a text as people write it after a time: a city (`new york`), an IANA name in any case, an
    /// abbreviation; nil for anything else, and where several zones have the name or it holds in a part of the
    /// year only.
    public func zone(
        called text: String, vocabulary: Vocabulary = Vocabulary()
    ) -> TimeZoneRules? {
        // `New_York`
        let words = text.contains("/") ? text : text.replacing("_", with: " ")
        let parser = PhraseParser(words, vocabulary)
        guard let found = parser.zone(0, self), found.end == parser.tokens.count,
            case .rules(let rules) = found.value
        else { return nil }
        return rules
    }

    /// The zone with an IANA name.
    func zone(named name: String) -> TimeZoneRules? { rules(name) }

    /// The zones whose last part is the name of a city, in any case: `new york`.
    func zones(ofCity city: String) -> [TimeZoneRules] {
        let wanted = city.lowercased().replacing(" ", with: "_")
        return names().filter { name in
            let parts = name.split(separator: "/")
            // `US/Eastern`, `Etc/GMT` and the like do not name a city.
            guard parts.count > 1, Self.regions.contains(String(parts[0])) else { return false }
            return parts[parts.count - 1].lowercased() == wanted
        }
        .compactMap(rules)
    }

    private static let regions: Set<String> = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
        "Indian", "Pacific",
    ]
}

/// A zone as a person names it.
enum ZoneWords: Hashable {
    case rules(TimeZoneRules)
    /// A zone whose clocks must show this abbreviation.
    case season(TimeZoneRules, String)
    /// Seconds east of UTC.
    case offset(Int)
    /// Several zones have the name, or none has.
    case unclear
}

extension PhraseParser {
    /// Reads the zone after a time: `Tokyo`, `EST`, `Europe/Lisbon`, `UTC+2`, `Berlin time`, `Z`.
    func zone(_ index: Int, _ zones: ZoneNames) -> Found<ZoneWords>? {
        if isGlued(index), key(index) == "+" || key(index) == "-" { return offset(index) }
        if let zone = term(index, { if case .zone(let name) = $0 { name } else { nil } }) {
            return zone.map { zones.zone(named: $0).map { .rules($0) } ?? .unclear }
        }
        guard tokens.indices.contains(index), tokens[index].kind == .word else { return nil }
        if let found = ianaName(index, zones) ?? abbreviation(index, zones) { return found }
        for length in [3, 2, 1] where index + length <= tokens.count {
            let words = tokens[index..<(index + length)]
            guard words.allSatisfy({ $0.kind == .word }) else { continue }
            let found = zones.zones(ofCity: words.map(\.key).joined(separator: " "))
            guard let first = found.first else { continue }
            let end = end(of: .zoneTime, at: index + length) ?? index + length
            let isOne = found.allSatisfy {
                $0.offset(at: Self.aMoment) == first.offset(at: Self.aMoment)
            }
            return Found(isOne ? .rules(first) : .unclear, end: end)
        }
        // `15:00 Atlantis time`
        guard let end = end(of: .zoneTime, at: index + 1) else { return nil }
        return Found(.unclear, end: end)
    }

    private static let aMoment = Instant(secondsSinceEpoch: 1_800_000_000)

    private func abbreviation(_ index: Int, _ zones: ZoneNames) -> Found<ZoneWords>? {
        let upper = key(index).uppercased()
        let isAnyCase = ["UTC", "GMT"].contains(upper) || (upper == "Z" && isGlued(index))
        guard tokens[index].isUpper || isAnyCase else { return nil }
        if Vocabulary.unclearZoneAbbreviations.contains(upper) {
            return Found(.unclear, end: index + 1)
        }
        guard let name = Vocabulary.zoneAbbreviations[upper], let rules = zones.zone(named: name)
        else { return nil }
        if name == "UTC", isGlued(index + 1), let offset = offset(index + 1) { return offset }
        let end = end(of: .zoneTime, at: index + 1) ?? index + 1
        if let season = Vocabulary.seasonalAbbreviations[upper] {
            return Found(.season(rules, season), end: end)
        }
        return Found(.rules(rules), end: end)
    }

    /// `+2`, `-05:00`, `+0530`.
    private func offset(_ index: Int) -> Found<ZoneWords>? {
        guard let sign = ["+": 1, "-": -1][key(index)], let hours = digits(index + 1, 1...4),
            isGlued(index + 1)
        else { return nil }
        var (seconds, end) = (hours * 3_600, index + 2)
        if tokens[index + 1].key.utf8.count > 2 {
            seconds = hours / 100 * 3_600 + hours % 100 * 60
        } else if key(end) == ":", isGlued(end), let minutes = digits(end + 1, 2...2), minutes < 60
        {
            (seconds, end) = (seconds + minutes * 60, end + 2)
        }
        guard seconds <= 14 * 3_600, endsWord(end) else { return nil }
        return Found(.offset(sign * seconds), end: end)
    }

    /// `Europe/Lisbon`, `America/New_York`, `America/Argentina/Buenos_Aires`.
    private func ianaName(_ index: Int, _ zones: ZoneNames) -> Found<ZoneWords>? {
        guard key(index + 1) == "/", isGlued(index + 1), isGlued(index + 2) else { return nil }
        var end = index + 3
        while isGlued(end), tokens[end].kind != .mark || "/_-+".contains(key(end)) { end += 1 }
        let written = written(index..<end)
        let name = written.split(separator: "/").map { part in
            part.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
                .joined(separator: "_")
        }.joined(separator: "/")
        guard let rules = zones.zone(named: written) ?? zones.zone(named: name) else {
            return Found(.unclear, end: end)
        }
        return Found(.rules(rules), end: end)
    }
}
