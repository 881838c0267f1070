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
/// 5. a UTC offset written as a name, such as `UTC+02:00`.
///
/// ```swift
/// let scope = TimeZoneScope(database: SystemZones.database)
/// print(scope.rules(for: "W. Europe Standard Time")?.name ?? "unknown")
/// ```
public struct TimeZoneScope: Sendable {
    private let database: TimeZoneDatabase
    private let definitions: [String: TimeZoneDefinition]
    private let answers = Answers()

    /// The zones found, so that each definition is evaluated once. Guarded by the mutex.
    private final class Answers: Sendable {
        let known = Mutex<[String: TimeZoneRules?]>([:])
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
    public func rules(for tzid: String) -> TimeZoneRules? {
        if let known = answers.known.withLock({ $0[tzid] }) { return known }
        let rules = find(Self.trimmed(tzid))
        if rules == nil { SystemZones.noteUnknown() }
        answers.known.withLock { $0[tzid] = .some(rules) }
        return rules
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
        return UTCOffset.seconds(named: tzid).map { offset in
            offset == 0 ? .utc : TimeZoneRules(name: tzid, fixedOffset: offset)
        }
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

    /// The name without the spaces and quotation marks that some exporters leave around it.
    package static func trimmed(_ tzid: String) -> String {
        String(tzid.trimming { $0 == "\"" || $0.isWhitespace })
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
