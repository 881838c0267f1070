internal import ICalendar

/// What the versions of one merge mean by the names of zones.
///
/// A version that lacks a zone's definition means the other versions' zone of this name, and names of zones with the
/// same offsets are the same.
final class MergeZones {
    private let scopes: [TimeZoneScope]
    private var known: [TimeZoneRules] = []

    /// - Parameter scopes: of the versions.
    init(_ scopes: [TimeZoneScope]) { self.scopes = scopes }

    /// What a version means by a zone's name; nil if no version knows it.
    func rules(_ name: String, in scope: TimeZoneScope) -> TimeZoneRules? {
        scope.rules(for: name) ?? scopes.lazy.compactMap { $0.rules(for: name) }.first
    }

    /// A text that is the same for zones of the same offsets.
    func identity(_ name: String, in scope: TimeZoneScope) -> String {
        guard let rules = rules(name, in: scope) else { return name }
        // Definitions often lack the past: 2000 to 2050 tells zones apart, and a start is compared as an instant.
        let year2000 = Instant(secondsSinceEpoch: 946_684_800)
        if let place = known.firstIndex(where: { $0.agrees(with: rules, from: year2000) }) {
            return "\(place)"
        }
        known.append(rules)
        return "\(known.count - 1)"
    }
}

/// The times of one version.
struct MergeTimes {
    let scope: TimeZoneScope
    let zones: MergeZones

    /// When it is.
    func point(of time: CalendarTime) -> OccurrencePoint {
        guard case .zoned(let wall, let tzid) = time, let rules = zones.rules(tzid, in: scope)
        else {
            return scope.point(of: time)
        }
        return .instant(rules.instant(of: wall))
    }

    /// A text that is the same for the same time in another form.
    func text(_ time: CalendarTime) -> String {
        let point = point(of: time)
        if case .floating = point, let tzid = time.tzid { return point.icalendar + " " + tzid }
        return point.icalendar
    }

    /// A time after a duration: days on the wall clock, then exact seconds (RFC 5545 3.3.6).
    func text(_ time: CalendarTime, after duration: CalendarDuration) -> String {
        let wall = time.wallTime + duration.days * 86_400
        let day = time.with(wallTime: wall)
        switch point(of: day) {
        case .instant(let instant): return text(.utc(instant + duration.seconds))
        case .floating, .date: return text(day.with(wallTime: wall + duration.seconds))
        }
    }

    /// The zone of a time in a zone; nil for all others.
    func zone(of time: CalendarTime) -> String? {
        time.tzid.map { zones.identity($0, in: scope) }
    }
}
