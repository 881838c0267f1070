import AgendaKit
import ICalendar

/// A new event, settled but not yet stored.
struct NewEvent {
    /// The event.
    var event: Event
    /// Its participants.
    var participants: [Participant]
    /// Its first occurrence.
    var span: Span
    /// The day that was said, when the start moved to the first day of the rule.
    var movedFrom: CivilDate?
}

/// Words and options as they were understood, and what is unclear about them.
struct DraftReading {
    /// What is unclear, the first of it; nil when the draft can be stored.
    var doubt: Doubt?
    /// What was understood; nil when no event can be made of it.
    var draft: NewEvent?
}

extension EventOptions {
    /// What the words and options together describe.
    func reading(text: String, settings: Settings) throws(CommandFailure) -> DraftReading {
        let zone = try eventZone(settings)
        let context = settings.words(in: zone)
        let startsAt = try moment(start, option: "--start", context, settings)
        let words = EventWords(
            reading: text, in: context, readsTimes: startsAt?.hasDay != true)
        var when = try merged(words.when, startsAt: startsAt, context: context, settings: settings)
        when.isAllDay = allDay
        let title = summary ?? words.title
        // What repeats is said already, so that `Weekly` is title.
        let doubts = words.doubts.filter { every == nil || $0.reason != .maybeRepetition }
        var reading = DraftReading(doubt: doubts.first)
        do throws(Doubt) {
            // A day that an option names may be over: then it is meant.
            let plan = try when.plan(in: context, allowsPast: startsAt?.hasDay == true)
            if title.isEmpty { throw Doubt(.noTitle) }
            reading.draft = try? draft(title, words, plan, settings: settings)
        } catch {
            if reading.doubt == nil { reading.doubt = error }
            if case .past = error.reason, !title.isEmpty,
                let plan = try? when.plan(in: context, allowsPast: true)
            {
                reading.draft = try? draft(title, words, plan, settings: settings)
            }
        }
        if reading.draft == nil, reading.doubt == nil {
            // The options that are no words of time have been refused.
            _ = try draft(title, words, try? when.plan(in: context), settings: settings)
        }
        return reading
    }

    private func eventZone(_ settings: Settings) throws(CommandFailure) -> TimeZoneRules {
        if let eventTimeZone {
            return try Environment.zone(
                named: eventTimeZone, place: "--event-time-zone \(eventTimeZone)")
        }
        return settings.zone
    }

    private func moment(
        _ text: String?, option: String, _ context: WordContext, _ settings: Settings
    ) throws(CommandFailure) -> MomentWords? {
        guard let text else { return nil }
        if let instant = Instant(rfc3339: text) {
            return MomentWords(context.zone.wallTime(at: instant))
        }
        do throws(Doubt) {
            return try MomentWords(text, in: context)
        } catch {
            throw .usage("\(option) \(error.sentence(of: text))")
        }
    }

    /// Puts what options say in the place of what words say.
    private func merged(
        _ words: WhenWords, startsAt: MomentWords?, context: WordContext, settings: Settings
    ) throws(CommandFailure) -> WhenWords {
        var when = words
        if let startsAt {
            when.start = startsAt.with(dayOf: words.start)
            when.end = MomentWords()
            when.length = nil
        }
        if let end = try moment(end, option: "--end", context, settings) {
            when.end = end
            when.length = nil
        }
        if let duration {
            guard end == nil else { throw .usage("--for cannot be combined with --end") }
            guard let length = CalendarDuration(words: duration, vocabulary: context.vocabulary),
                length.isReasonable
            else {
                throw .usage(
                    "--for: expected a duration such as 45m, 1h30m, 2d or 1w, got "
                        + "'\(duration)'")
            }
            (when.length, when.end) = (length, MomentWords())
        }
        if let every {
            let repetition = Repetition(every: every, until: until, count: count)
            when.repetition = try repetition.words(context.vocabulary)
        } else if until != nil || count != nil {
            guard let words = when.repetition else {
                throw .usage("--until and --count need a repetition: add one, such as --every week")
            }
            let repetition = Repetition(every: words.rule.icalendar, until: until, count: count)
            when.repetition = try repetition.words(context.vocabulary)
        }
        return when
    }

    private func draft(
        _ title: String, _ words: EventWords, _ plan: EventPlan?, settings: Settings
    ) throws(CommandFailure) -> NewEvent {
        guard let plan else {
            throw .usage("add: no day or time: give one, such as tomorrow 12:30")
        }
        var event = Event(uid: EventIdentifier.random(), start: plan.start)
        event.end = .time(plan.end)
        event.summary = title
        event.location = location ?? words.place
        event.details = description
        event.url = url
        event.categories = category
        event.participantCount = attendee.count
        event.recurrenceRules = plan.rule.map { [$0] } ?? []
        let now = settings.clock.now
        (event.stamp, event.created, event.lastModified) = (now, now, now)
        event.alarms = try alarm.map { (text) throws(CommandFailure) in
            try EventEdits.alarm(text, details: event.summary)
        }
        if let status { event.status = try EventEdits.status(status) }
        if let busy { event.isTransparent = !busy }
        return NewEvent(
            event: event, participants: attendee.map(EventEdits.participant),
            span: plan.span(zones: SystemZones.database), movedFrom: plan.movedFrom)
    }
}

extension EventPlan {
    /// The first occurrence.
    func span(zones: TimeZoneDatabase) -> Span {
        if case .date(let first) = start, case .date(let end) = end { return .dates(first..<end) }
        let begin = Self.instant(start, zones)
        return .instants(begin..<max(begin, Self.instant(end, zones)))
    }

    private static func instant(_ time: CalendarTime, _ zones: TimeZoneDatabase) -> Instant {
        if case .utc(let instant) = time { return instant }
        let zone = time.tzid.flatMap { zones.rules(named: $0) } ?? .utc
        return zone.instant(of: time.wallTime)
    }
}
