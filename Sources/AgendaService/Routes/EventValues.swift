internal import AgendaActions
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

    /// The changes that the values ask for.
    ///
    /// - Parameter zone: the reader's, for times of events that had none.
    func edits(zone: TimeZoneRules) throws(Problem) -> ItemEdits {
        var edits = ItemEdits()
        (edits.summary, edits.location) = (Self.text(summary), Self.text(location))
        (edits.description, edits.url) = (Self.text(description), Self.text(url))
        edits.categories = Self.new(categories, removed: [])
        edits.status = Self.new(status, removed: EventStatus.confirmed.rawValue)
        if let name = edits.status, EventStatus(rawValue: name.lowercased()) == nil {
            throw .badContent(
                "status: expected confirmed, tentative or cancelled, got '\(name)'",
                remedy: "give one of them")
        }
        edits.busy = transparent.value.map { !$0 }
        edits.rules = try Self.new(rules, removed: []).map(Self.rules)
        edits.times = try times(zone: zone)
        return edits
    }

    private static func new<Value>(_ change: Change<Value>, removed: Value) -> Value? {
        switch change {
        case .stays: nil
        case .removed: removed
        case .set(let value): value
        }
    }

    private static func text(_ change: Change<String>) -> String? { new(change, removed: "") }

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

    /// The times. One without an offset is of the zone that stands beside it, else the reader's.
    private func times(zone reader: TimeZoneRules) throws(Problem) -> TimesChange? {
        var named: TimeZoneRules?
        if let name = timeZone.value {
            named = SystemZones.database.rules(named: name)
            if named == nil {
                throw .badContent(
                    "timeZone: there is no time zone '\(name)'",
                    remedy: "give a name such as Europe/Berlin")
            }
        }
        var change = TimesChange(clock: named ?? reader)
        (change.zone, change.isAllDay) = (named, allDay.value)
        change.start = try start.value.map { (text) throws(Problem) in
            try TimesChange.Point(text, "start")
        }
        let end = try end.value.map { (text) throws(Problem) in try TimesChange.Point(text, "end") }
        guard change.start != nil || end != nil || allDay.value != nil || named != nil else {
            return nil
        }
        // A day is the one after the last, as in the JSON.
        if case .day(let day) = end {
            change.endsBefore = day
        } else {
            change.end = end.map { .at($0) }
        }
        return change
    }
}

extension TimesChange.Point {
    /// A day, an instant, or a time without an offset.
    init(_ text: String, _ name: String) throws(Problem) {
        let years = 2...9_997
        if let date = CivilDate(iso: text), years.contains(date.yearMonthDay.year) {
            self = .day(date)
            return
        }
        if let instant = Instant(rfc3339: text),
            years.contains(instant.utc.date.yearMonthDay.year)
        {
            self = .instant(instant)
            return
        }
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, let date = CivilDate(iso: String(parts[0])),
            years.contains(date.yearMonthDay.year), let clock = ClockTime(parts[1])
        else {
            throw .badContent(
                "\(name): expected a day such as 2026-11-20 or a time such as 2026-11-20T09:30:00+01:00, got '\(text)'",
                remedy: "give one of them")
        }
        self = .wall(CivilDateTime(date, secondOfDay: clock.secondOfDay))
    }
}
