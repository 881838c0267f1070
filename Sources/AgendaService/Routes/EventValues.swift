internal import AgendaKit
internal import ICalendar

/// The values of an event as a request gives them: the members of the JSON that the service answers. A member that is
/// left out stays as it is; null removes a value (RFC 7396).
struct EventValues: Decodable, Sendable {
    var summary, location, description, url: Change<String>
    var categories, rules: Change<[String]>
    var start, end, timeZone, status: Change<String>
    var allDay, transparent: Change<Bool>
    /// The calendar that the event belongs to, or is moved to.
    var calendar: Change<String>

    /// What becomes of a value.
    enum Change<Value: Decodable & Sendable>: Sendable {
        case stays
        case removed
        case set(Value)

        /// The new value; nil where it stays or is removed.
        var value: Value? {
            if case .set(let value) = self { value } else { nil }
        }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case summary, location, description, url, categories, rules, start, end, timeZone, status
        case allDay, transparent, calendar
    }

    /// Members by any name.
    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// - Throws: ``Problem`` where there are other members than these.
    static func requireMembers(_ known: [String], in decoder: any Decoder) throws {
        let all = try decoder.container(keyedBy: AnyKey.self).allKeys
        if let other = all.first(where: { !known.contains($0.stringValue) }) {
            throw Problem.badContent(
                "'\(other.stringValue)' cannot be set",
                remedy: "leave it out; what can be set is \(known.sorted().joined(separator: ", "))"
            )
        }
    }

    init(from decoder: any Decoder) throws {
        try Self.requireMembers(CodingKeys.allCases.map(\.rawValue), in: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func change<Value>(_ key: CodingKeys) throws -> Change<Value> {
            guard members.contains(key) else { return .stays }
            if try members.decodeNil(forKey: key) { return .removed }
            return .set(try members.decode(Value.self, forKey: key))
        }
        (summary, location) = (try change(.summary), try change(.location))
        (description, url) = (try change(.description), try change(.url))
        (categories, rules) = (try change(.categories), try change(.rules))
        (start, end, timeZone) = (try change(.start), try change(.end), try change(.timeZone))
        if case .removed = start {
            throw Problem.badContent(
                "start: every event has one", remedy: "leave it out, or give a start")
        }
        (status, allDay) = (try change(.status), try change(.allDay))
        (transparent, calendar) = (try change(.transparent), try change(.calendar))
    }

    /// The same as the whole of an event: what is left out is removed.
    var complete: EventValues {
        func removed<Value>(_ change: Change<Value>) -> Change<Value> {
            if case .stays = change { .removed } else { change }
        }
        var values = self
        (values.summary, values.location) = (removed(summary), removed(location))
        (values.description, values.url) = (removed(description), removed(url))
        (values.categories, values.rules) = (removed(categories), removed(rules))
        values.status = removed(status)
        if case .stays = transparent { values.transparent = .set(false) }
        return values
    }

    /// Makes the changes.
    ///
    /// - Parameters:
    ///   - span: when the event takes place now.
    ///   - zone: the reader's, for times of events that had none.
    func apply(to draft: inout EventDraft, span: Span, zone: TimeZoneRules) throws(Problem) {
        try applyTexts(to: &draft.event)
        try applyTimes(to: &draft, span: span, zone: zone)
    }

    private func applyTexts(to event: inout Event) throws(Problem) {
        Self.set(&event.summary, summary)
        Self.set(&event.location, location)
        Self.set(&event.details, description)
        Self.set(&event.url, url)
        switch categories {
        case .stays: break
        case .removed: event.categories = []
        case .set(let names): event.categories = names.filter { !$0.isEmpty }
        }
        switch status {
        case .stays: break
        case .removed: event.status = .confirmed
        case .set(let name):
            guard let status = EventStatus(rawValue: name.lowercased()) else {
                throw .badContent(
                    "status: expected confirmed, tentative or cancelled, got '\(name)'",
                    remedy: "give one of them")
            }
            event.status = status
        }
        if let transparent = transparent.value { event.isTransparent = transparent }
        switch rules {
        case .stays: break
        case .removed, .set([]):
            (event.recurrenceRules, event.recurrenceDates, event.exceptionDates) = ([], [], [])
        case .set(let texts):
            event.recurrenceRules = try Self.rules(texts)
        }
    }

    /// The rules that a request gives as texts.
    static func rules(_ texts: [String]) throws(Problem) -> [RecurrenceRule] {
        try texts.map { (text) throws(Problem) in
            guard let rule = try? RecurrenceRule(icalendar: text) else {
                throw .badContent(
                    "rules: '\(text)' is no RRULE",
                    remedy: "give one such as FREQ=WEEKLY;BYDAY=MO")
            }
            return rule
        }
    }

    private static func set(_ value: inout String?, _ change: Change<String>) {
        switch change {
        case .stays: break
        case .removed, .set(""): value = nil
        case .set(let text): value = text
        }
    }

    /// A day, or an instant.
    private static func point(_ text: String, _ name: String) throws(Problem) -> OccurrencePoint {
        if let date = CivilDate(iso: text), (2...9_997).contains(date.yearMonthDay.year) {
            return .date(date)
        }
        if let instant = Instant(rfc3339: text),
            (2...9_997).contains(instant.utc.date.yearMonthDay.year)
        {
            return .instant(instant)
        }
        // A time without an offset is the reader's.
        let parts = text.split(separator: "T", maxSplits: 1)
        if parts.count == 2, let date = CivilDate(iso: String(parts[0])),
            (2...9_997).contains(date.yearMonthDay.year),
            let clock = ClockTime(parts[1])
        {
            return .floating(CivilDateTime(date, secondOfDay: clock.secondOfDay))
        }
        throw .badContent(
            "\(name): expected a day such as 2026-11-20 or a time such as 2026-11-20T09:30:00+01:00, got '\(text)'",
            remedy: "give one of them")
    }

    private func applyTimes(
        to draft: inout EventDraft, span: Span, zone reader: TimeZoneRules
    ) throws(Problem) {
        var named: TimeZoneRules?
        if let name = timeZone.value {
            named = SystemZones.database.rules(named: name)
            if named == nil {
                throw .badContent(
                    "timeZone: there is no time zone '\(name)'",
                    remedy: "give a name such as Europe/Berlin")
            }
        }
        guard start.value != nil || end.value != nil || allDay.value != nil || named != nil else {
            return
        }
        let old = draft.event.start
        let zone = named ?? old.tzid.flatMap { draft.zone($0) } ?? (old.isUTC ? .utc : reader)
        var first =
            try start.value.map { (text) throws(Problem) in try Self.point(text, "start") }
            ?? span.start
        var last = try end.value.map { (text) throws(Problem) in try Self.point(text, "end") }
        let becomesDays = allDay.value ?? { if case .date = first { true } else { false } }()
        first = Self.point(Self.point(first, in: reader), asDate: becomesDays, in: zone)
        last = last.map { Self.point(Self.point($0, in: reader), asDate: becomesDays, in: zone) }
        let end = last ?? Self.end(from: first, lasting: span, in: zone)
        guard zone.instant(of: end) >= zone.instant(of: first) else {
            throw .badContent("end: it is before the start", remedy: "give a later end")
        }
        draft.event.start = Self.time(first, like: old, in: zone, isNamed: named != nil)
        // DTEND must be later than DTSTART (RFC 5545 section 3.8.2.2).
        draft.event.end =
            end == first ? .none : .time(Self.time(end, like: old, in: zone, isNamed: named != nil))
    }

    /// A wall time as the reader's clock has it.
    private static func point(_ point: OccurrencePoint, in reader: TimeZoneRules) -> OccurrencePoint
    {
        if case .floating(let time) = point { return .instant(reader.instant(of: time)) }
        return point
    }

    private static func point(
        _ point: OccurrencePoint, asDate: Bool, in zone: TimeZoneRules
    ) -> OccurrencePoint {
        switch (point, asDate) {
        case (.date, true): point
        case (.date(let date), false): .instant(zone.startOfDay(date))
        case (_, true): .date(zone.wallTime(at: zone.instant(of: point)).date)
        case (_, false): .instant(zone.instant(of: point))
        }
    }

    /// The end of an event that lasts as long as before; one that becomes of whole days, or no longer is, takes a usual
    /// length.
    private static func end(
        from start: OccurrencePoint, lasting span: Span, in zone: TimeZoneRules
    ) -> OccurrencePoint {
        switch (start, span) {
        case (.date(let date), .dates(let range)): return .date(date + range.count)
        case (.date(let date), _):
            let (first, last) = (zone.instant(of: span.start), zone.instant(of: span.end))
            let days = zone.wallTime(at: max(first, last - 1)).date - zone.wallTime(at: first).date
            return .date(date + days + 1)
        case (_, .dates): return .instant(zone.instant(of: start) + 3_600)
        default:
            return .instant(
                zone.instant(of: start)
                    + (zone.instant(of: span.end) - zone.instant(of: span.start)))
        }
    }

    /// In the form that the event had.
    private static func time(
        _ point: OccurrencePoint, like old: CalendarTime, in zone: TimeZoneRules, isNamed: Bool
    ) -> CalendarTime {
        if case .date(let date) = point { return .date(date) }
        let instant = zone.instant(of: point)
        switch old {
        case .floating where !isNamed: return .floating(zone.wallTime(at: instant))
        case .utc where !isNamed: return .utc(instant)
        // Also one that nobody knows here: whoever does reads the time as it was meant.
        case .zoned(_, let tzid) where !isNamed:
            return .zoned(zone.wallTime(at: instant), tzid: tzid)
        default: return zone.time(at: instant)
        }
    }
}
