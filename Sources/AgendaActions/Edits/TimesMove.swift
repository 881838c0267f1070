package import AgendaKit
import ICalendar

/// Reads what an edit says of an item's times. Values that are not given stay; a new start moves an event's end with it.
struct TimesMove {
    package let edits: ItemEdits
    package let person: Person
    /// The zone of the typed times; nil for the item's own.
    package let shown: TimeZoneRules?

    /// Moves the event; returns which of its new times clocks skip.
    package func apply(to draft: inout EventDraft) throws(CommandFailure) -> [Message] {
        let event = draft.event
        let own = event.start.tzid.flatMap { draft.zone($0) }
        let (named, typed) = try start(own)
        // A change of the zone alone keeps the wall times.
        let zone = named ?? shown ?? own ?? (event.start.isUTC ? .utc : person.zone)
        let reading: TimeZoneRules? = named == nil ? zone : own
        let present = draft.wall(event.start, in: reading)
        let length =
            max(present, draft.wallEnd(in: reading)).secondsSinceEpoch - present.secondsSinceEpoch

        var change = TimesChange(clock: zone)
        change.isAllDay = edits.allDay ? true : nil
        change.zone = named
        if let every = edits.every { change.repeats = !ItemEdits.isNone(every) }
        var start = event.start.isDate ? Moment(day: present.date) : Moment(present)
        if let text = edits.start, let amount = MoveAmount(text, vocabulary: .current) {
            start = try amount.moved(start, option: "--start", zone: zone)
            change.start = Self.point(start)
        } else if let typed, let text = edits.start {
            let moment = try moment(typed, text, from: start, zone)
            start.day = moment.day ?? start.day
            start.time = moment.time ?? start.time
            start.instant = moment.instant
            change.start = Self.point(start)
        }
        if let text = edits.end {
            guard edits.duration == nil else { throw .usage("--for cannot be combined with --end") }
            change.end = try end(text, from: start, lasting: length, change, event, zone)
        }
        if let text = edits.duration { change.end = .lasting(try ItemEdits.length(text)) }
        do throws(TimesChange.Fault) { try change.apply(to: &draft) } catch {
            throw .usage(error.sentence)
        }
        return gaps(change, draft, zone)
    }

    /// The start's words, and the event's new zone: the option's, or the one that the start names.
    private func start(
        _ own: TimeZoneRules?
    ) throws(CommandFailure) -> (zone: TimeZoneRules?, words: MomentWords?) {
        let named = try edits.namedZone()
        guard let text = edits.start, MoveAmount(text, vocabulary: .current) == nil else {
            return (named, nil)
        }
        let context = person.words(in: named ?? shown ?? own ?? person.zone)
        let words = try MomentWords(text, option: "--start", context, allowsZone: true)
        return (try words.namedZone("--start", text) ?? named, words)
    }

    /// Settles a start; an instant is converted to the event's zone.
    private func moment(
        _ words: MomentWords, _ text: String, from present: Moment, _ zone: TimeZoneRules
    ) throws(CommandFailure) -> Moment {
        if let instant = Instant(rfc3339: text) { return Moment(instant, in: zone) }
        let option = edits.isCopy ? "--to" : "--start"
        do throws(Doubt) {
            let words = try words.moving(
                from: present, now: zone.wallTime(at: person.clock.now), isCopy: edits.isCopy)
            guard words.hasZone else { return try words.moment(today: person.today) }
            return try words.zonedMoment(today: person.today, from: nil, shown: zone).moment
        } catch {
            throw .usage("\(option) \(error.sentence(of: text, allowing: option))")
        }
    }

    /// The end that is typed: a day, a time on the start's day or the next one, or both.
    ///
    /// - Parameter length: how long the event lasts on the clock.
    private func end(
        _ text: String, from start: Moment, lasting length: Int, _ change: TimesChange,
        _ event: Event, _ zone: TimeZoneRules
    ) throws(CommandFailure) -> TimesChange.End {
        let words = try MomentWords(
            text, option: "--end", person.words(in: zone), allowsZone: true)
        if let instant = Instant(rfc3339: text) { return .at(.instant(instant)) }
        let isAllDay = change.isAllDay(after: event)
        do throws(Doubt) {
            if words.hasZone, !isAllDay, let from = start.wall {
                let (moment, own) = try words.zonedMoment(
                    today: person.today, from: start.instant ?? zone.instant(of: from),
                    shown: zone)
                let point = Self.point(moment)
                return .at(point, zone: own == zone ? nil : own)
            }
            let moment = try words.moment(today: person.today, from: start)
            guard !isAllDay else {
                let day = moment.day ?? start.day ?? person.today
                let wall = moment.time.map { CivilDateTime(day, secondOfDay: $0.secondOfDay) }
                return .at(wall.map { .wall($0) } ?? .day(day))
            }
            let moved = event.start.isDate ? nil : start.wall.map { Moment($0 + length).time }
            guard let time = moment.time ?? moved ?? nil else {
                throw Doubt(.endWithoutTime, moment.day?.iso ?? text)
            }
            var day = moment.day ?? start.day ?? person.today
            if moment.day == nil, let from = start.time, time.secondOfDay < from.secondOfDay {
                day = day + 1
            }
            return .at(.wall(CivilDateTime(day, secondOfDay: time.secondOfDay)))
        } catch {
            guard error.reason != .endWithoutTime else { throw .usage(error.sentence) }
            throw .usage("--end \(error.sentence(of: text))")
        }
    }

    private static func point(_ moment: Moment) -> TimesChange.Point {
        if let instant = moment.instant { return .instant(instant) }
        return moment.wall.map { .wall($0) } ?? .day(moment.day ?? CivilDate(daysSinceEpoch: 0))
    }

    /// Notes for the times as typed: the event's own form may have no such times.
    private func gaps(
        _ change: TimesChange, _ draft: EventDraft, _ zone: TimeZoneRules
    ) -> [Message] {
        guard !draft.event.start.isDate else { return [] }
        func typed(_ point: TimesChange.Point?, in zone: TimeZoneRules) -> CalendarTime? {
            guard case .wall(let wall) = point else { return nil }
            return .zoned(wall, tzid: zone.name)
        }
        var times = [typed(change.start, in: zone) ?? draft.event.start]
        var rules = [zone.name: zone]
        if case .at(let point, let own) = change.end {
            rules[(own ?? zone).name] = own ?? zone
            times += [typed(point, in: own ?? zone)].compactMap { $0 }
        }
        return times.flatMap { GapNote.lines($0, .none) { rules[$0] ?? draft.zone($0) } }
    }
}

extension TimesChange.Fault {
    /// What is wrong, and what to give instead.
    package var sentence: Message {
        switch self {
        case .endsBeforeStart: Doubt(.endsBeforeStart).sentence
        case .lengthOfDays: Doubt(.lengthOfDays).sentence
        case .timeOfDays:
            "an all-day event ends on a day: give a day, or a start with a time"
        }
    }
}
