import AgendaKit
import ICalendar

/// Determines an event's times after an edit. Values that are not given stay; a new start moves the
/// end with it.
struct EventMove {
    let edits: EventEdits
    let settings: Settings
    /// The zone of the typed times; nil for the event's own.
    let shown: TimeZoneRules?

    /// Moves the event; returns which of its new times clocks skip.
    func apply(to draft: inout EventDraft) throws(CommandFailure) -> [Message] {
        let event = draft.event
        let own = event.start.tzid.flatMap { draft.zone($0) }
        let named = try edits.timeZone.map { (name) throws(CommandFailure) in
            try Environment.zone(named: name, place: "--event-time-zone \(name)")
        }
        // A change of the zone alone keeps the wall times.
        let zone = named ?? shown ?? own ?? (event.start.isUTC ? .utc : settings.zone)
        let reading: TimeZoneRules? = named == nil ? zone : own
        let start = draft.wall(event.start, in: reading)
        let end = max(start, draft.wallEnd(in: reading))
        var request = NewEventTimes.Request(
            start: Moment(start), end: Moment(end), isAllDay: edits.allDay)
        if event.start.isDate {
            (request.start.time, request.end) = (nil, Moment(day: end.date - 1))
        }
        try change(&request, from: start, to: end, zone: zone, isDate: event.start.isDate)
        if edits.end == nil, end > start, let first = request.start.wall,
            let last = request.end.wall
        {
            // A start in a gap moves on, and the end with it.
            let used = zone.wallTime(at: zone.instant(of: first))
            request.end = Moment(last + (used.secondsSinceEpoch - first.secondsSinceEpoch))
        }
        let times: NewEventTimes
        do throws(Doubt) {
            times = try NewEventTimes(request, today: settings.today, zone: zone)
        } catch {
            throw .usage(error.sentence)
        }
        // As typed: the event's own form may have no such times.
        let gaps = GapNote.lines(times.start, .time(times.end)) { _ in zone }
        let form = named == nil && !event.start.isDate ? event.start : nil
        draft.event.start = written(times.start, zone: zone, like: form, draft)
        // DTEND must be later than DTSTART (RFC 5545 3.8.2.2).
        if case .utc = times.end, case .zoned = times.start {
            // The zone's clock shows the end twice.
            draft.event.end = .time(times.end)
        } else {
            draft.event.end =
                times.end == times.start
                ? .none : .time(written(times.end, zone: zone, like: form, draft))
        }
        return gaps
    }

    /// Replaces the present times with the edited ones.
    private func change(
        _ request: inout NewEventTimes.Request, from start: CivilDateTime, to end: CivilDateTime,
        zone: TimeZoneRules, isDate: Bool
    ) throws(CommandFailure) {
        if let text = edits.start {
            let moment = try Moment(text, option: "--start", settings: settings, zone: zone)
            request.start.day = moment.day ?? request.start.day
            request.start.time = moment.time ?? request.start.time
            if isDate, moment.time != nil {
                // A whole-day event that gets a time lasts as long as a new event.
                request.end = Moment()
            } else if let day = request.start.day {
                let new = CivilDateTime(day, secondOfDay: request.start.time?.secondOfDay ?? 0)
                let length = end.secondsSinceEpoch - start.secondsSinceEpoch
                request.end = isDate ? Moment(day: (new + length).date - 1) : Moment(new + length)
            }
        }
        if edits.allDay, !isDate, edits.end == nil {
            request.end = Moment(day: request.end.day.map { max($0, request.start.day ?? $0) })
        }
        if let text = edits.end {
            guard edits.duration == nil else { throw .usage("--for cannot be combined with --end") }
            let moment = try Moment(
                text, option: "--end", settings: settings, zone: zone, from: request.start)
            let time = moment.time ?? (edits.allDay ? nil : request.end.time)
            request.end = Moment(day: moment.day ?? request.start.day, time: time)
            if moment.day == nil, let time, let from = request.start.time,
                time.secondOfDay < from.secondOfDay
            {
                request.end.day = request.end.day.map { $0 + 1 }
            }
        }
        if let text = edits.duration {
            (request.duration, request.end) = (try EventEdits.length(text), Moment())
        }
    }

    /// The time in the form of the event's own: floating, UTC, or in its zone.
    private func written(
        _ time: CalendarTime, zone: TimeZoneRules, like form: CalendarTime?, _ draft: EventDraft
    ) -> CalendarTime {
        guard let form, !time.isDate else { return time }
        let instant =
            if case .utc(let instant) = time { instant } else { zone.instant(of: time.wallTime) }
        switch form {
        case .date: return time
        case .floating: return .floating(time.wallTime)
        case .utc: return .utc(instant)
        case .zoned(_, let tzid):
            // On an unknown clock it is as late as here (``EventDraft/wall(_:in:)``).
            return .zoned((draft.zone(tzid) ?? zone).wallTime(at: instant), tzid: tzid)
        }
    }
}

extension EventDraft {
    /// One of its times on a zone's clock; without a zone, the time as written.
    func wall(_ time: CalendarTime, in zone: TimeZoneRules?) -> CivilDateTime {
        guard let zone else { return time.wallTime }
        switch time {
        case .date, .floating: return time.wallTime
        case .utc(let instant): return zone.wallTime(at: instant)
        case .zoned(let wall, let tzid):
            return self.zone(tzid).map { zone.wallTime(at: $0.instant(of: wall)) } ?? wall
        }
    }

    /// The end on a zone's clock; of whole days the midnight after the last one.
    func wallEnd(in zone: TimeZoneRules?) -> CivilDateTime {
        let start = wall(event.start, in: zone)
        return switch event.end {
        case .none: event.start.isDate ? start + 86_400 : start
        case .time(let time): wall(time, in: zone)
        case .duration(let duration): start + (duration.days * 86_400 + duration.seconds)
        }
    }
}
