package import ICalendar

/// A change of when an event takes place. What is nil stays; a new start moves the end along. Every front end settles
/// edited times here.
package struct TimesChange: Equatable, Sendable {
    /// A day or time as a person or program gives it.
    package enum Point: Hashable, Sendable {
        case day(CivilDate)
        /// A time on the clock of ``TimesChange/clock``.
        case wall(CivilDateTime)
        case instant(Instant)
    }

    /// A new end.
    package enum End: Hashable, Sendable {
        /// A day is the last one. A time may be on the clock of another zone, which the end is then written in.
        case at(Point, zone: TimeZoneRules? = nil)
        case lasting(CalendarDuration)
    }

    /// Why there can be no such event.
    package enum Fault: Error, Hashable {
        case endsBeforeStart
        /// Hours of an event of whole days.
        case lengthOfDays
        /// A time at which an event ends that is one of whole days, and was to stay one.
        case timeOfDays
    }

    package var start: Point?
    package var end: End?
    /// Instead of an end, the day after the last one; of an event with times, the midnight with which it begins.
    package var endsBefore: CivilDate?
    /// Whether the event becomes one of whole days.
    package var isAllDay: Bool?
    /// The event's new zone; alone it keeps the wall times.
    package var zone: TimeZoneRules?
    /// Whether it is the start of a series afterwards.
    package var repeats: Bool?
    /// The clock of wall times that are given, and of events that had no times.
    package var clock: TimeZoneRules

    /// The length of an event of whole days that gets a time, in seconds.
    package static let defaultSeconds = 3_600

    /// Creates a change of nothing.
    package init(clock: TimeZoneRules) {
        self.clock = clock
    }

    /// Whether the event is one of whole days afterwards.
    package func isAllDay(after event: Event) -> Bool {
        if let isAllDay { return isAllDay }
        guard let start else { return event.start.isDate }
        if case .day = start { return true }
        return false
    }

    /// Makes the change.
    package func apply(to draft: inout EventDraft) throws(Fault) {
        let old = draft.event
        if let day = endsBefore {
            var change = self
            change.endsBefore = nil
            change.end = .at(isAllDay(after: old) ? .day(day - 1) : .wall(CivilDateTime(day)))
            return try change.apply(to: &draft)
        }
        let repeats = repeats ?? old.isRecurring
        var end: EventEnd
        if isAllDay(after: old) {
            let first = firstDay(of: old)
            draft.event.start = .date(first)
            end = .time(.date(try lastDay(from: first, draft, old) + 1))
        } else {
            draft.event.start = time(of: old, draft)
            end = try self.end(of: old, draft)
        }
        let start = draft.event.start
        if repeats {
            let length = EventLength(end, of: start, zone: draft.zone)
            if length.isExact { end = length.end(at: start, repeats: true, zone: draft.zone) }
        }
        draft.event.end = end
        let (from, to) = (draft.instant(of: start), draft.instantOfEnd)
        guard from <= to else { throw .endsBeforeStart }
        // DTEND must be later than DTSTART (RFC 5545 3.8.2.2).
        if from == to { draft.event.end = .none }
    }

    // MARK: Whole days

    private func firstDay(of old: Event) -> CivilDate {
        switch start {
        case .day(let day): day
        case .wall(let wall): wall.date
        case .instant(let instant): clock.wallTime(at: instant).date
        case nil: old.start.wallTime.date
        }
    }

    /// The last day; the day before a midnight at which the event ends.
    private func lastDay(
        from first: CivilDate, _ draft: EventDraft, _ old: Event
    ) throws(Fault) -> CivilDate {
        var last: CivilDate
        // What becomes an event of whole days has the days that its times touch.
        if case .at(let point, _) = end, isAllDay != true {
            guard case .day = point else { throw .timeOfDays }
        }
        switch end {
        case .lasting(let length):
            guard length.seconds % 86_400 == 0 else { throw .lengthOfDays }
            last = first + (length.days + length.seconds / 86_400 - 1)
        case .at(.day(let day), _): last = day
        case .at(.wall(let wall), _): last = Self.lastDay(before: wall, from: first)
        case .at(.instant(let instant), _):
            last = Self.lastDay(before: clock.wallTime(at: instant), from: first)
        case nil:
            var original = draft
            original.event = old
            let own = original.clock
            let end = original.wallEnd(in: own)
            let begin = original.wall(old.start, in: own).date
            last = first + (Self.lastDay(before: end, from: begin) - begin)
        }
        guard first <= last else { throw .endsBeforeStart }
        return last
    }

    private static func lastDay(before end: CivilDateTime, from first: CivilDate) -> CivilDate {
        end == CivilDateTime(first) ? first : (end + -1).date
    }

    // MARK: Times

    /// The start, in the form that the event had: floating, in UTC, or in its zone.
    private func time(of old: Event, _ draft: EventDraft) -> CalendarTime {
        let form: CalendarTime? = zone != nil || old.start.isDate ? nil : old.start
        switch start {
        case .day(let day): return written(CivilDateTime(day), like: form, draft, old)
        case .wall(let wall): return written(wall, like: form, draft, old)
        case .instant(let instant): return written(instant, like: form, draft, old)
        case nil:
            guard form == nil else { return old.start }
            return written(old.start.wallTime, like: nil, draft, old)
        }
    }

    private func written(
        _ wall: CivilDateTime, like form: CalendarTime?, _ draft: EventDraft, _ old: Event
    ) -> CalendarTime {
        let used = zone ?? clock
        switch form {
        case nil: return used.isUTC ? .utc(Instant(utc: wall)) : .zoned(wall, tzid: used.name)
        case .floating: return .floating(wall)
        // A series begins at the time that its later instances have, also where clocks skip it once.
        case .zoned(_, let tzid) where (repeats ?? old.isRecurring) && draft.zone(tzid) == clock:
            return .zoned(wall, tzid: tzid)
        default: return written(clock.instant(of: wall), like: form, draft, old)
        }
    }

    private func written(
        _ instant: Instant, like form: CalendarTime?, _ draft: EventDraft, _ old: Event
    ) -> CalendarTime {
        let rules: TimeZoneRules
        let tzid: String
        switch form {
        case .floating: return .floating(clock.wallTime(at: instant))
        case .zoned(_, let name):
            // On an unknown clock it is as late as here (``EventDraft/wall(_:in:)``).
            let own = draft.zone(name) ?? clock
            (rules, tzid) = (own, name)
        case .utc, .date: return .utc(instant)
        case nil:
            (rules, tzid) = (zone ?? clock, (zone ?? clock).name)
            if rules.isUTC { return .utc(instant) }
        }
        let wall = rules.wallTime(at: instant)
        // A series keeps its clock, even if it begins in the hour that comes a second time.
        guard rules.instant(of: wall) == instant || (repeats ?? old.isRecurring) else {
            return .utc(instant)
        }
        return .zoned(wall, tzid: tzid)
    }

    private func end(of old: Event, _ draft: EventDraft) throws(Fault) -> EventEnd {
        let (start, repeats) = (draft.event.start, repeats ?? old.isRecurring)
        switch end {
        case .lasting(let length):
            return EventLength.exact(length).end(at: start, repeats: repeats, zone: draft.zone)
        case .at(let point, let named): return .time(self.time(of: point, in: named, old, draft))
        case nil:
            if start == old.start { return old.end }
            if old.start.isDate {
                let usual = EventLength.wall(seconds: Self.defaultSeconds, tzid: nil)
                let length = EventLength.exact(CalendarDuration(seconds: Self.defaultSeconds))
                let end = length.end(at: start, repeats: false, zone: draft.zone)
                // Exact also in later instances if clocks change during the first one.
                return !repeats || EventLength(end, of: start, zone: draft.zone) == usual
                    ? end : length.end(at: start, repeats: true, zone: draft.zone)
            }
            return moved(EventLength(old.end, of: old.start, zone: draft.zone), old, draft)
        }
    }

    /// The end that a new start takes along.
    private func moved(
        _ length: EventLength, _ old: Event, _ draft: EventDraft
    ) -> EventEnd {
        let (start, repeats) = (draft.event.start, repeats ?? old.isRecurring)
        var length = length
        switch length {
        case .wall(let seconds, tzid: nil) where seconds > 0 && !repeats:
            // A start that clocks skip is later, and the end follows the start that is.
            let skipped = draft.skippedSeconds(before: old.start)
            length = .wall(
                seconds: max(0, seconds - skipped) + draft.skippedSeconds(before: start), tzid: nil)
        case .written(let duration) where !repeats: length = .exact(duration)
        default: break
        }
        return length.end(at: start, repeats: repeats, zone: draft.zone)
    }

    /// A given end: in the zone that it names, else in its own zone, else in the start's form.
    private func time(
        of point: Point, in named: TimeZoneRules?, _ old: Event, _ draft: EventDraft
    ) -> CalendarTime {
        let start = draft.event.start
        var form: CalendarTime? = start
        // The clock of the typed end, and the form that it is written in.
        let typed = named ?? clock
        if let named {
            form = named.name == start.tzid ? start : nil
            if form == nil, case .wall(let wall) = point {
                return named.isUTC ? .utc(Instant(utc: wall)) : .zoned(wall, tzid: named.name)
            }
        } else if zone == nil, case .time(let end) = old.end, let tzid = end.tzid,
            tzid != old.start.tzid, draft.zone(tzid) != nil
        {
            form = end
        }
        let instant: Instant
        switch point {
        case .instant(let given): instant = given
        case .day(let day): instant = typed.startOfDay(day + 1)
        case .wall(let wall):
            switch form {
            case .floating: return .floating(wall)
            // As typed.
            case .zoned(_, let tzid) where draft.zone(tzid) == typed:
                return .zoned(wall, tzid: tzid)
            default: instant = typed.instant(of: wall)
            }
        }
        switch form {
        case .floating: return .floating(typed.wallTime(at: instant))
        case .zoned(_, let tzid):
            let rules = draft.zone(tzid) ?? typed
            let wall = rules.wallTime(at: instant)
            return rules.instant(of: wall) == instant ? .zoned(wall, tzid: tzid) : .utc(instant)
        case nil: return typed.time(at: instant)
        case .utc, .date:
            // A start in UTC because its clock shows it twice: the end need not be.
            return zone == nil && !old.start.isUTC
                ? (named ?? clock).time(at: instant) : .utc(instant)
        }
    }
}
