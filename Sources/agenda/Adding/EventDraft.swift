import AgendaKit
import ICalendar

/// A new event, settled but not yet stored.
struct EventDraft {
    /// The event.
    var event: Event
    /// Its participants.
    var participants: [Participant]
    /// Its first occurrence.
    var span: Span
}

extension EventOptions {
    /// What the words and options together describe.
    func draft(text: String, settings: Settings) throws(CommandFailure) -> EventDraft {
        let zone = try eventZone(settings)
        let explicit = try moment(start, option: "--start", settings: settings, zone: zone)
        let today = zone.wallTime(at: settings.clock.now).date
        let words = try EventWords(
            text, today: today, readsTimes: explicit?.day == nil)
        let times = try EventTimes(
            try request(words, explicit: explicit, settings: settings, zone: zone), today: today,
            zone: zone)
        guard !(summary ?? words.summary).isEmpty else {
            throw .usage("add: there is no title: write one before the day or time")
        }
        var event = try described(words, times: times, settings: settings)
        if let every {
            var repetition = Repetition(every: every, count: count)
            if let until { repetition.until = try settings.day(until, option: "--until") }
            event.recurrenceRules = [try repetition.rule(start: times.start, zone: zone)]
        } else if until != nil || count != nil {
            throw .usage("--until, --count: say how it repeats, too: --every week")
        }
        return EventDraft(
            event: event, participants: attendee.map(EventEdits.participant),
            span: times.span(zone: zone))
    }

    private func eventZone(_ settings: Settings) throws(CommandFailure) -> TimeZoneRules {
        if let eventTimeZone {
            return try Environment.zone(
                named: eventTimeZone, place: "--event-time-zone \(eventTimeZone)")
        }
        return settings.zone
    }

    private func moment(
        _ text: String?, option: String, settings: Settings, zone: TimeZoneRules
    ) throws(CommandFailure) -> Moment? {
        guard let text else { return nil }
        return try Moment(text, option: option, settings: settings, zone: zone)
    }

    private func request(
        _ words: EventWords, explicit: Moment?, settings: Settings, zone: TimeZoneRules
    ) throws(CommandFailure) -> EventTimes.Request {
        var request = EventTimes.Request(
            start: words.start, end: words.end, isAllDay: allDay)
        if let explicit {
            request.start = Moment(day: explicit.day ?? words.start.day, time: explicit.time)
            request.end = Moment()
        }
        if let end = try moment(end, option: "--end", settings: settings, zone: zone) {
            request.end = end
        }
        if let duration {
            guard end == nil else { throw .usage("--for: is one too many beside --end") }
            guard let length = CalendarDuration(words: duration), length.isReasonable else {
                throw .usage("--for \(duration): is no duration: write 45m, 1h30m, 2d or 1w")
            }
            request.duration = length
        }
        return request
    }

    private func described(
        _ words: EventWords, times: EventTimes, settings: Settings
    ) throws(CommandFailure) -> Event {
        var event = Event(uid: EventIdentifier.random(), start: times.start)
        event.end = .time(times.end)
        event.summary = summary ?? words.summary
        event.location = location ?? words.location
        event.details = description
        event.url = url
        event.categories = category
        event.participantCount = attendee.count
        let now = settings.clock.now
        (event.stamp, event.created, event.lastModified) = (now, now, now)
        event.alarms = try alarm.map { (text) throws(CommandFailure) in
            try EventEdits.alarm(text, details: event.summary)
        }
        if let status { event.status = try EventEdits.status(status) }
        if let busy { event.isTransparent = !busy }
        return event
    }
}

extension EventTimes {
    /// The first occurrence.
    func span(zone: TimeZoneRules) -> Span {
        if case .date(let first) = start, case .date(let end) = end { return .dates(first..<end) }
        let begin = Self.instant(start, zone: zone)
        return .instants(begin..<max(begin, Self.instant(end, zone: zone)))
    }

    private static func instant(_ time: CalendarTime, zone: TimeZoneRules) -> Instant {
        if case .utc(let instant) = time { return instant }
        return zone.instant(of: time.wallTime)
    }
}
