internal import AgendaActions
internal import AgendaKit
internal import ICalendar

/// The values of an event, a to-do or a journal entry as a request gives them: the members of the JSON that the service answers. A member
/// that is left out stays as it is, and is nil here; null removes a value (RFC 7396), as an empty one does.
struct ItemValues: Decodable, Sendable {
    var summary, location, description, url: String?
    var categories, rules: [String]?
    var start, end, timeZone, endTimeZone, status: String?
    /// How an event repeats, in words of `language` or as an `RRULE`, instead of `rules`.
    var repetition, language: String?
    /// `CLASS`.
    var classification: String?
    var alarms: [AlarmValue]?
    var participants: [GuestValue]?
    var allDay, transparent: Bool?
    var due: String?
    /// The `UID` of the to-do that a to-do is a part of.
    var parent: String?
    /// From 1, the highest, to 9.
    var priority: Int?
    /// How much of a to-do is done.
    var percent: Int?
    /// The calendar that the item belongs to, or is moved to.
    var calendar: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case summary, location, description, url, categories, rules, start, end, timeZone, status
        case allDay, transparent, due, parent, priority, percent, calendar, endTimeZone, language
        case alarms, participants
        case repetition = "repeat"
        case classification = "class"

        /// What only events have, and what only to-dos.
        static let ofEvents: [Self] = [
            .end, .timeZone, .endTimeZone, .allDay, .transparent, .repetition, .language,
            .classification, .alarms, .participants,
        ]
        static let ofTodos: [Self] = [.due, .parent, .priority, .percent]

        /// What an item of a kind does not have.
        static func unfit(for kind: ItemKind) -> [Self] {
            switch kind {
            case .event: ofTodos
            case .todo: ofEvents
            case .journal: ofTodos + ofEvents.filter { $0 != .classification } + [.location]
            }
        }
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

    /// Whose they are.
    private let kind: ItemKind

    init(from decoder: any Decoder) throws {
        kind = CodingUserInfoKey.itemKind.flatMap { decoder.userInfo[$0] } as? ItemKind ?? .event
        let others = CodingKeys.unfit(for: kind)
        try Self.requireMembers(
            CodingKeys.allCases.filter { !others.contains($0) }.map(\.rawValue), in: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, none: Value? = nil) throws -> Value? {
            guard members.contains(key) else { return nil }
            return try members.decodeIfPresent(Value.self, forKey: key) ?? none
        }
        (summary, location) = (try value(.summary, none: ""), try value(.location, none: ""))
        (description, url) = (try value(.description, none: ""), try value(.url, none: ""))
        (categories, rules) = (try value(.categories, none: []), try value(.rules, none: []))
        start = try value(.start, none: kind == .event ? nil : "")
        (end, timeZone) = (try value(.end), try value(.timeZone))
        endTimeZone = try value(.endTimeZone)
        (repetition, language) = (try value(.repetition, none: ""), try value(.language))
        classification = try value(.classification, none: "")
        (alarms, participants) = (
            try value(.alarms, none: []), try value(.participants, none: [])
        )
        if kind == .event, members.contains(.start), start == nil {
            throw Problem.badContent(
                "start: every event has one", remedy: "leave it out, or give a start")
        }
        status = try value(.status, none: kind == .journal ? "" : kind.statuses[0])
        (allDay, transparent) = (try value(.allDay), try value(.transparent))
        (due, parent) = (try value(.due, none: ""), try value(.parent, none: ""))
        (priority, percent) = (try value(.priority, none: 0), try value(.percent, none: 0))
        calendar = try value(.calendar)
    }

    /// The same as the whole of an event: what is left out is removed.
    var complete: ItemValues {
        var values = self
        (values.summary, values.location) = (summary ?? "", location ?? "")
        (values.description, values.url) = (description ?? "", url ?? "")
        (values.categories, values.rules) = (categories ?? [], rules ?? [])
        values.status = status ?? EventStatus.confirmed.rawValue
        values.transparent = transparent ?? false
        values.classification = classification ?? ""
        (values.alarms, values.participants) = (alarms ?? [], participants ?? [])
        if repetition != nil { values.rules = nil }
        return values
    }

    /// The changes that the values ask for; of a to-do those of other values than its times.
    ///
    /// - Parameters:
    ///   - zone: the reader's, for times of events that had none.
    ///   - present: the guests that the event has.
    func edits(
        zone: TimeZoneRules, keeping present: [Participant] = []
    ) throws(Problem) -> ItemEdits {
        var edits = ItemEdits()
        (edits.summary, edits.location) = (summary, location)
        (edits.description, edits.url) = (description, url)
        (edits.categories, edits.status, edits.parent) = (categories, status, parent)
        let statuses = kind.statuses
        if let status, !statuses.contains(kind == .event ? status.lowercased() : status),
            kind != .journal || !status.isEmpty
        {
            throw .badContent(
                "status: expected one of \(statuses.joined(separator: ", ")), got '\(status)'",
                remedy: "give one of them")
        }
        guard 0...100 ~= percent ?? 0 else {
            throw .badContent(
                "percent: expected 0 to 100, got \(percent ?? 0)", remedy: "give 100 for done")
        }
        edits.percent = percent
        guard 0...9 ~= priority ?? 0 else {
            throw .badContent(
                "priority: expected 1 to 9, got \(priority ?? 0)", remedy: "give 1 for the highest"
            )
        }
        edits.priority = priority.map { "\($0)" }
        edits.busy = transparent.map { !$0 }
        edits.rules = try rules?.map { (text) throws(Problem) in
            guard let rule = try? RecurrenceRule(icalendar: text) else {
                throw .badContent(
                    "rules: '\(text)' is no RRULE",
                    remedy: "give one such as FREQ=WEEKLY;BYDAY=MO")
            }
            return rule
        }
        if kind != .todo { try setClass(of: &edits) }
        if kind == .event { try setValues(ofEvent: &edits, zone: zone, keeping: present) }
        return edits
    }

    /// The changes that the values ask for in a to-do or a journal entry, its times too.
    func todoEdits(zone: TimeZoneRules) throws(Problem) -> ItemEdits {
        var edits = try edits(zone: zone)
        for (text, member) in [(start, "start"), (due, "due")] { _ = try point(text, member) }
        (edits.start, edits.due) = (start, due)
        return edits
    }

    /// The time of a member; nil where there is none.
    private func point(
        _ text: String?, _ member: String
    ) throws(Problem) -> TimesChange.Point? {
        guard let text, !text.isEmpty else { return nil }
        return try TimesChange.Point(text, member)
    }

    /// Gives a to-do or a journal entry its times: days, or times on the clock of the reader's zone.
    func setTimes(ofTodo event: inout Event, zone: TimeZoneRules) throws(Problem) {
        func time(_ text: String?, _ member: String) throws(Problem) -> CalendarTime? {
            switch try point(text, member) {
            case nil: nil
            case .day(let day): .date(day)
            case .instant(let instant): zone.time(at: instant)
            case .wall(let wall):
                zone.isUTC ? .utc(Instant(utc: wall)) : .zoned(wall, tzid: zone.name)
            }
        }
        let (start, due) = (try time(start, "start"), try time(due, "due"))
        if let start, let due {
            guard start.isDate == due.isDate, start.wallTime <= due.wallTime else {
                throw Problem(
                    422, "start-after-due", "start: it does not fit due",
                    remedy: "give two days or two times, and the later one as due")
            }
        }
        guard (rules ?? []).isEmpty || start != nil || due != nil else {
            throw Problem(
                422, "no-day",
                kind == .todo
                    ? "rules: a to-do that repeats needs a day"
                    : "rules: a journal entry that repeats needs a day",
                remedy: kind == .todo ? "give 'due'" : "give 'start'")
        }
        event.setTodoTimes(start: start, due: due)
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
