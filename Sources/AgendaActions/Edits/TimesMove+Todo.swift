import AgendaKit
import ICalendar

extension TimesMove {
    /// Moves a to-do, or a journal entry, which is never due.
    package func apply(toTodo draft: inout EventDraft) throws(CommandFailure) {
        var old = draft.event.todoTimes
        let named = try edits.namedZone()
        let zone = named ?? shown ?? own(old.due ?? old.start, draft)
        if let named {
            // A change of the zone alone keeps the wall times.
            old.start = old.start.map { Self.time($0, in: named) }
            old.due = old.due.map { Self.time($0, in: named) }
        }
        var (start, due) = old
        if let text = edits.due {
            due = try time(text, option: "--due", like: old.due ?? old.start, draft, zone)
        }
        if let text = edits.start {
            start = try time(text, option: "--start", like: old.start ?? old.due, draft, zone)
        } else if isBase(old, of: draft.event), due != nil || !draft.event.isRecurring {
            start = nil
        }
        if let from = start, let due, from.isDate != due.isDate {
            let day = CivilDateTime(from.wallTime.date)
            start = due.isDate ? .date(from.wallTime.date) : due.with(wallTime: day)
        }
        if let start, let due, draft.wall(start, in: zone) > draft.wall(due, in: zone) {
            throw .usage("it would be due before it starts: give --start and --due")
        }
        let stops = edits.every.map(ItemEdits.isNone) ?? edits.rules?.isEmpty ?? false
        guard start != nil || due != nil || !draft.event.isRecurring || stops else {
            throw .usage(
                draft.event.isJournal
                    ? "a journal entry that repeats needs a day: add --every none"
                    : "a to-do that repeats needs a day: add --every none")
        }
        guard named == nil || [start, due].contains(where: { $0?.isDate == false }) else {
            throw .usage("--event-time-zone \(zone.name): only a time has a zone, and it has none")
        }
        draft.event.setTodoTimes(start: start, due: due)
    }

    /// Whether a to-do has its start only because it repeats: it is when it is due, or 00:00 of that day.
    private func isBase(
        _ times: (start: CalendarTime?, due: CalendarTime?), of event: Event
    ) -> Bool {
        guard let (start, due) = times.start.flatMap({ start in times.due.map { (start, $0) } })
        else { return false }
        return start == due
            || (event.isRecurring || event.recurrenceID != nil)
                && start == due.with(wallTime: CivilDateTime(due.wallTime.date))
    }

    /// The zone of its own times, else the reader's.
    private func own(_ time: CalendarTime?, _ draft: EventDraft) -> TimeZoneRules {
        guard let time, !time.isUTC else { return time == nil ? person.zone : .utc }
        return time.tzid.flatMap { draft.zone($0) } ?? person.zone
    }

    /// The same wall time in a zone; a day stays one.
    private static func time(_ time: CalendarTime, in zone: TimeZoneRules) -> CalendarTime {
        if time.isDate { return time }
        let wall = time.wallTime
        return zone.isUTC ? .utc(Instant(utc: wall)) : .zoned(wall, tzid: zone.name)
    }

    /// A time as typed, in the form of the present one: in its zone, in UTC or floating.
    private func time(
        _ text: String, option: String, like old: CalendarTime?, _ draft: EventDraft,
        _ zone: TimeZoneRules
    ) throws(CommandFailure) -> CalendarTime? {
        if ItemEdits.isNone(text) { return nil }
        let present = old.map { (time: CalendarTime) -> Moment in
            let wall = draft.wall(time, in: zone)
            return time.isDate ? Moment(day: wall.date) : Moment(wall)
        }
        var moment = try moved(text, option: option, from: present, zone)
        if moment.day == nil { moment.day = present?.day }
        let time = try time(moment, zone)
        guard let old, !old.isDate, !time.isDate else { return time }
        let instant =
            if case .utc(let instant) = time { instant } else { zone.instant(of: time.wallTime) }
        switch old {
        case .utc: return .utc(instant)
        case .floating: return .floating(zone.wallTime(at: instant))
        case .zoned(_, let tzid):
            return draft.zone(tzid).map { .zoned($0.wallTime(at: instant), tzid: tzid) } ?? time
        case .date: return time
        }
    }

    /// A moment as typed. `+1d` may count from today, as in a new to-do, or from when it is.
    private func moved(
        _ text: String, option: String, from present: Moment?, _ zone: TimeZoneRules
    ) throws(CommandFailure) -> Moment {
        let amount = MoveAmount(text, vocabulary: .current)
        guard let amount, let present else {
            return try Moment(text, option: option, person: person, zone: zone)
        }
        let moved = try amount.moved(present, option: option, zone: zone)
        guard !amount.hasClock, let day = moved.day else { return moved }
        let fromToday = try amount.moved(
            Moment(day: person.today), option: option, zone: zone)
        guard let other = fromToday.day, other != day, other >= person.today else { return moved }
        guard day < person.today else {
            let doubt = Doubt(.eitherDay(min(day, other), max(day, other)))
            throw .usage("\(option) \(doubt.sentence(of: text))")
        }
        return Moment(day: other, time: present.time)
    }

    /// A day, or a time in the zone.
    private func time(
        _ moment: Moment, _ zone: TimeZoneRules
    ) throws(CommandFailure) -> CalendarTime {
        do throws(Doubt) {
            return try NewEventTimes(
                NewEventTimes.Request(start: moment), today: person.today, zone: zone
            ).start
        } catch {
            throw .usage(error.sentence)
        }
    }
}
