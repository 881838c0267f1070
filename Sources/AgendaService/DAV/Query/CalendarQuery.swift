package import AgendaSync
package import ICalendar

/// What `C:calendar-query` asks for (RFC 4791 section 7.8).
package struct CalendarQuery: Hashable, Sendable {
    private let filter: ComponentFilter
    /// The zone of whole days and of times without one; nil if the request names none: then it is the calendar's, or the
    /// reader's.
    package let zone: TimeZoneRules?

    /// Reads a report's filter and zone.
    ///
    /// - Parameters:
    ///   - report: the request's root.
    ///   - zones: the IANA zones.
    /// - Throws: `valid-filter`, `supported-filter`, `supported-collation`; `valid-calendar-data` for a `C:timezone`, and
    ///   `valid-timezone` for a `C:timezone-id` (RFC 7809 section 5.2) that cannot be read.
    package init(
        _ report: XMLElement, zones: TimeZoneDatabase = SystemZones.database
    ) throws(BrokenCondition) {
        guard let filter = report[.calDAV("filter")] else { throw .validFilter }
        self.filter = try ComponentFilter(filter: filter)
        if let text = report[.calDAV("timezone")]?.text {
            zone = try Self.zone(in: text, zones)
        } else if let name = report[.calDAV("timezone-id")]?.value {
            guard let rules = zones.rules(named: name) else { throw .validTimezone }
            zone = rules
        } else {
            zone = nil
        }
    }

    /// The zone that a calendar with one VTIMEZONE and nothing else defines, as `C:timezone` and the property
    /// `C:calendar-timezone` hold one (sections 9.8, 5.2.2).
    ///
    /// - Throws: `valid-calendar-data`.
    package static func zone(
        in calendar: String, _ zones: TimeZoneDatabase = SystemZones.database
    ) throws(BrokenCondition) -> TimeZoneRules {
        let bytes = Array(calendar.utf8)
        let stream = ComponentScanner.scan(bytes)
        guard stream.isComplete, stream.components.count == 1,
            let component = stream.components.first, component.kind == .timeZone,
            let definition = ICalendarParser.timeZone(in: bytes[component.range]).value,
            let rules = TimeZoneScope(database: zones, definitions: [definition])
                .rules(for: definition.tzid)
        else { throw .validCalendarData }
        return rules
    }

    /// Whether a resource is one that is asked for.
    ///
    /// - Parameters:
    ///   - text: the resource.
    ///   - ownZone: the calendar's zone, or the reader's, for a query that names none.
    package func matches(_ text: [UInt8], zone ownZone: TimeZoneRules) -> Bool {
        FilterMatch(resource: CalendarResource(text), zone: zone ?? ownZone).matches(filter)
    }
}

// What a store can say of a query before it reads a text.
extension CalendarQuery {
    /// What resources can be of which something is asked for, by the one kind that each has; events, to-dos, journal entries
    /// and busy times if the query does not say.
    package var kinds: Set<ScannedComponent.Kind> {
        var kinds: Set<ScannedComponent.Kind> = [.event, .todo, .journal, .freeBusy]
        for part in filter.components {
            guard let kind = ScannedComponent.Kind(rawValue: part.name), kind != .timeZone else {
                continue
            }
            if part.isNotDefined { kinds.remove(kind) } else { kinds.formIntersection([kind]) }
        }
        return kinds
    }

    /// The range of time in which one of the only kind must take place; nil if the query does not say, or is of several
    /// kinds.
    package var range: TimeRange? { only?.times }

    /// Whether ``kinds`` and ``range`` say all that is asked for, so that a store that knows both of a resource need not read
    /// its text.
    package var isDecidedByRange: Bool {
        filter.properties.isEmpty && filter.components.count <= 1 && (only?.isPlain ?? true)
            && kinds.count == (filter.components.isEmpty ? 4 : 1)
    }

    /// A text that `UID` must contain: the whole of it, as clients ask, but the report would also give one around it.
    package var uid: String? {
        let match = only?.properties.first { $0.name == "UID" }?.text
        return match.flatMap { $0.isNegated ? nil : $0.text }
    }

    /// The filter of the only kind that is asked for.
    private var only: ComponentFilter? {
        let found = filter.components.filter { part in
            ScannedComponent.Kind(rawValue: part.name).map { $0 != .timeZone } ?? false
        }
        return found.count == 1 && !found[0].isNotDefined ? found[0] : nil
    }
}
