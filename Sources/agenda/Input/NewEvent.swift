import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// A new event, settled but not yet stored.
struct NewEvent {
    var event: Event
    var participants: [Participant]
    /// The first occurrence.
    var span: Span
    /// Whether it is today because the words name no day.
    var takesToday = false
    /// The day named, if the start moved from it to the rule's first day.
    var movedFrom: CivilDate?
}

extension NewEvent {
    /// `Fri 2026-11-20 12:30-13:30`, and the repetition if the event has one; `today 12:30-13:30` if no day was named.
    func when(in zone: TimeZoneRules, withRule: Bool = true) -> String {
        var when = TimeText(zone: zone).when(span)
        let names = TimeWords.current
        let day = names.day(event.start.wallTime.date)
        if takesToday, when.hasPrefix(day) {
            when = names.today.lowercased() + when.dropFirst(day.count)
        }
        guard withRule, let rule = event.recurrenceRules.first else { return when }
        let words = RuleWords(language: .current, start: event.start, zone: zone)
        return "\(when), \(words.text(rule) ?? rule.icalendar)"
    }
}

extension EventOptions {
    /// Reads the words and options together.
    ///
    /// - Parameter date: the day if the words name none; nil for today.
    func reading(
        text: String, settings: Settings, on date: CivilDate? = nil
    ) throws(CommandFailure) -> DraftReading<NewEvent> {
        let zone = try eventTimeZone.map { (name) throws(CommandFailure) in
            try Environment.zone(named: name, place: "--event-time-zone \(name)")
        }
        let context = settings.words(in: zone ?? settings.zone)
        let startsAt = try start.map { (text) throws(CommandFailure) in
            try MomentWords(text, option: "--start", context, allowsZone: true)
        }
        var words = EventWords(
            reading: text, in: context, readsTimes: startsAt?.hasDay != true)
        if let date { words.when.supply(date) }
        var merged = try merged(words.when, startsAt: startsAt, context: context)
        merged.isAllDay = allDay || merged.isAllDay
        let (title, when) = (summary ?? words.title, merged)
        // With --every, a word such as `Weekly` belongs to the title.
        var doubt = words.doubts.first {
            repetition.every == nil || $0.reason != .maybeRepetition
        }
        if startsAt?.hasDay == false, merged.takesToday { doubt = doubt ?? words.unsaidDay }
        // A past day given by an option is intended; a weekday is the next one, so not a past one.
        return try DraftReading(
            doubt: doubt, title: title,
            allowsPast: startsAt.map { $0.hasDay && !$0.isWeekday } ?? false,
            takesToday: merged.takesToday, start: \.start,
            plan: { (allowsPast) throws(Doubt) in
                try when.plan(in: context, allowsPast: allowsPast)
            },
            make: { [words] (plan) throws(CommandFailure) in
                try draft(title, words, plan, settings: settings)
            })
    }

    /// Overrides the words with the options.
    private func merged(
        _ words: WhenWords, startsAt: MomentWords?, context: WordContext
    ) throws(CommandFailure) -> WhenWords {
        var when = words
        if let startsAt {
            when.begin(at: startsAt)
        }
        if let end {
            when.end = try MomentWords(end, option: "--end", context, allowsZone: true)
            when.length = nil
        }
        if let duration {
            guard end == nil else { throw .usage("--for cannot be combined with --end") }
            when.length = try EventEdits.length(duration, vocabulary: context.vocabulary)
            when.end = MomentWords()
        }
        if let every = repetition.every, EventEdits.isNone(every) {
            when.repetition = nil
            return when
        }
        let present = words.repetition?.rule.icalendar
        if let repetition = try Repetition(
            every: repetition.every, until: repetition.until, count: repetition.count,
            present: present)
        {
            when.repetition = try repetition.words(context.vocabulary)
        }
        return when
    }

    private func draft(
        _ title: String, _ words: EventWords, _ plan: EventPlan, settings: Settings
    ) throws(CommandFailure) -> NewEvent {
        var event = Event(uid: EventIdentifier.random(), start: plan.start)
        event.end = plan.ending()
        event.summary = title
        func given(_ text: String) -> String? {
            let text = EventEdits.orNothing(text)
            return text.isEmpty ? nil : text
        }
        event.location = location == nil ? words.place : location.flatMap(given)
        (event.details, event.url) = (description.flatMap(given), url.flatMap(given))
        event.categories =
            words.categories
            + category.compactMap(given).filter { !words.categories.contains($0) }
        event.priority = words.priority ?? 0
        let attendees = attendee.compactMap(given)
        event.participantCount = attendees.count
        event.recurrenceRules = plan.rule.map { [$0] } ?? []
        let now = settings.clock.now
        (event.stamp, event.created, event.lastModified) = (now, now, now)
        event.alarms = try alarm.compactMap(given).map { (text) throws(CommandFailure) in
            try EventEdits.alarm(text, details: event.summary)
        }
        if let status { event.status = try EventEdits.status(status) }
        if let busy { event.isTransparent = !busy }
        return NewEvent(
            event: event, participants: attendees.map(EventEdits.participant),
            span: Span(from: plan.start, to: plan.end), takesToday: plan.takesToday,
            movedFrom: plan.movedFrom)
    }
}
