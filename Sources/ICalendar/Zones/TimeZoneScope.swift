import Synchronization

/// What the TZIDs of one file mean.
///
/// Each file is a scope: two files may define one name differently. RFC 5545 3.2.19 leaves open
/// what a TZID names; these sources are tried in order of trust:
/// 1. an IANA name or alias, also as the tail of a path such as
///    `/freeassociation.sourceforge.net/Europe/Berlin`. It wins over the file's own definition,
///    because exporters ship truncated rules, with two exceptions: an abbreviation that tz data
///    lists without daylight saving time (`EST`) yields to a definition that has it, and a name
///    that differs from tz data's spelling (`Europe/lisbon`) yields to any definition;
/// 2. the `X-LIC-LOCATION` of the file's definition, also an IANA name;
/// 3. the file's definition;
/// 4. a Windows name, such as `W. Europe Standard Time` or `(UTC+01:00) Amsterdam, Berlin, Bern,
///    Rome, Stockholm, Vienna`;
/// 5. a UTC offset written as a name, such as `UTC+02:00`;
/// 6. an abbreviation or a spelling that means a single zone: `JST`, `MEZ`, `US-Eastern`, `America/New York`;
/// 7. the same without the number that Exchange appends to the second of two definitions (`Tokyo Standard Time 1`);
/// 8. the offset in front of a text in any language, `(UTC+09:00) 大阪、札幌、東京`: with the cities in it that Windows
///    has for this offset, else as an offset that never changes (``knowsOnlyOffset(of:)``).
///
/// Names that may mean several zones, such as `BST` and `IST`, are unknown.
///
/// ```swift
/// let scope = TimeZoneScope(database: SystemZones.database)
/// print(scope.rules(for: "W. Europe Standard Time")?.name ?? "unknown")
/// ```
public struct TimeZoneScope: Sendable {
    let database: TimeZoneDatabase
    private let definitions: [String: TimeZoneDefinition]
    private let answers = Answers()

    /// The zones found, so that each definition is evaluated once. Guarded by the mutex.
    private final class Answers: Sendable {
        let known = Mutex<[String: Answer]>([:])
    }

    private struct Answer {
        var rules: TimeZoneRules?
        var isOffsetAlone = false
    }

    /// Creates the scope of one file.
    ///
    /// - Parameters:
    ///   - database: the system's tz data.
    ///   - definitions: the file's VTIMEZONE components; if several share a TZID, the first with
    ///     observances counts.
    public init(database: TimeZoneDatabase, definitions: [TimeZoneDefinition] = []) {
        self.database = database
        self.definitions = Dictionary(
            definitions.map { (Self.trimmed($0.tzid), $0) },
            uniquingKeysWith: { $0.observances.isEmpty ? $1 : $0 })
    }

    /// The zone that `tzid` names in this file. Nil if it is unknown: the best guess then is the
    /// caller's display zone, and the caller should report the guess.
    public func rules(for tzid: String) -> TimeZoneRules? { answer(tzid).rules }

    /// Whether the name tells only an offset from UTC, not whether and when there is summer time: the caller should report
    /// that times may be an hour off.
    public func knowsOnlyOffset(of tzid: String) -> Bool {
        // Almost no name begins so, and this is asked for each time.
        StatedOffset.mayBe(tzid) && answer(tzid).isOffsetAlone
    }

    private func answer(_ tzid: String) -> Answer {
        if let known = answers.known.withLock({ $0[tzid] }) { return known }
        let name = Self.trimmed(tzid)
        var answer = Answer(
            rules: find(name) ?? ZoneSpelling.unnumbered(name).flatMap { find($0) })
        if answer.rules == nil, let stated = StatedOffset(name) {
            answer.rules = stated.place.flatMap { named($0, exactly: true) }
            if answer.rules == nil {
                answer.rules = TimeZoneRules(name: name, fixedOffset: stated.seconds)
                answer.isOffsetAlone = !stated.isUTC
            }
        }
        if answer.rules == nil { SystemZones.noteUnknown() }
        answers.known.withLock { $0[tzid] = answer }
        return answer
    }

    private func find(_ tzid: String) -> TimeZoneRules? {
        let definition = definitions[tzid].flatMap { $0.observances.isEmpty ? nil : $0 }
        if let rules = named(tzid, exactly: definition != nil) {
            let isAbbreviation = !tzid.contains("/") && !rules.hasYearlyChanges
            guard isAbbreviation, let definition,
                definition.observances.contains(where: \.isDaylight)
            else { return rules }
        }
        if let location = definitions[tzid]?.location,
            let rules = named(location, exactly: definition != nil)
        {
            return rules
        }
        if let definition {
            let rules = TimeZoneRules(definition) ?? named(tzid, exactly: false)
            if let rules { return rules }
        }
        if let name = WindowsZoneName.ianaName(for: tzid), let rules = named(name, exactly: true) {
            return rules
        }
        if let offset = UTCOffset.seconds(named: tzid) {
            return offset == 0 ? .utc : TimeZoneRules(name: tzid, fixedOffset: offset)
        }
        return ZoneSpelling.others(of: tzid).lazy.compactMap { named($0, exactly: false) }.first
    }

    /// The IANA zone named by the whole name or by its longest tail.
    ///
    /// A tail of one word counts only after a leading slash, the mark of globally unique names (RFC
    /// 5545 3.2.19).
    ///
    /// - Parameter exactly: whether only tz data's own spelling counts.
    private func named(_ name: String, exactly: Bool) -> TimeZoneRules? {
        let isGlobal = name.hasPrefix("/")
        var tail = (isGlobal ? name.dropFirst() : name[...])
        // The deepest tz data name has 3 parts; registry names add a few.
        for depth in 0..<8 {
            if depth == 0 || isGlobal || tail.contains("/"),
                let rules = exactly
                    ? database.rules(exactlyNamed: String(tail))
                    : database.rules(named: String(tail))
            {
                return rules
            }
            guard let slash = tail.firstIndex(of: "/") else { return nil }
            tail = tail[tail.index(after: slash)...]
        }
        return nil
    }

    /// The name without the spaces and quotation marks of either kind that some exporters leave around it.
    package static func trimmed(_ tzid: String) -> String {
        String(tzid.trimming { $0 == "\"" || $0 == "'" || $0.isWhitespace })
    }

    /// A time with its zone applied; in an unknown zone it stays a wall time.
    package func point(of time: CalendarTime) -> OccurrencePoint {
        switch time {
        case .date(let date): .date(date)
        case .floating(let wall): .floating(wall)
        case .utc(let instant): .instant(instant)
        case .zoned(let wall, let tzid):
            rules(for: tzid).map { .instant($0.instant(of: wall)) } ?? .floating(wall)
        }
    }
}
