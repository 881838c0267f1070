internal import CalendarMerge
internal import ICalendar

/// The function that a mirror is: which blocks its target is to have for what its sources hold.
///
/// It reads no clock and no file, so that two machines with the same sources and settings want the same.
struct MirrorBlocks: Sendable {
    private let mirror: Mirror
    private let names: MirrorNames
    private let scope: TimeZoneScope
    private let times: MirrorTimes
    /// The reader's addresses, bare.
    private let me: [String]
    /// A day of UTC.
    private let today: CivilDate
    private let taken: Set<String>

    /// - Parameters:
    ///   - mirror: what is to be shown of which days.
    ///   - scope: the zones of the sources.
    ///   - me: the reader's addresses: what they declined is not shown.
    ///   - today: by UTC.
    ///   - taken: the UIDs of blocks that are there: a series that was taken stays while it lasts.
    ///   - zones: the IANA zones.
    init(
        _ mirror: Mirror, _ scope: TimeZoneScope, me: Set<String>, today: CivilDate,
        taken: Set<String>, zones: TimeZoneDatabase = SystemZones.database
    ) {
        (self.mirror, self.scope, self.today, self.taken) = (mirror, scope, today, taken)
        self.me = me.map(Participant.bareAddress)
        names = MirrorNames(secret: mirror.secret)
        times = MirrorTimes(scope, home: zones.rules(named: mirror.zone) ?? .utc, zones)
    }

    /// Busy times of one event after another, whatever day it is.
    ///
    /// - Parameters:
    ///   - names: of the blocks.
    ///   - scope: the zones of the events.
    ///   - me: the addresses of whose they are.
    ///   - zone: of times without one.
    init(
        lastingBy names: MirrorNames, _ scope: TimeZoneScope, me: [String], zone: TimeZoneRules,
        zones: TimeZoneDatabase = SystemZones.database
    ) {
        mirror = Mirror(name: "", of: [], to: "", zone: zone.name, owner: "")
        (self.names, self.scope, self.me) = (names, scope, me)
        (today, taken) = (CivilDate(daysSinceEpoch: 0), [])
        times = MirrorTimes(scope, home: zone, zones)
    }

    /// All blocks of one event, also of what is over (``init(lastingBy:_:me:zone:zones:)``).
    func lastingBlocks(of series: MirroredCalendar.Series) -> [MirrorBlock] {
        series.divided(in: scope) { names.uid(of: series.uid, $0) }.flatMap { part in
            lastingBlocks(ofPart: part)
        }
    }

    private func lastingBlocks(ofPart series: MirroredCalendar.Series) -> [MirrorBlock] {
        let uid = names.uid(of: series.uid)
        guard let master = series.master, shows(master) else {
            return series.overrides.filter { shows($0) && hasLength($0.event) }.map { part in
                let own = part.event.recurrenceID.map(scope.point)
                return single(part, of: series, uid: names.uid(of: series.uid, own))
            }
        }
        if !master.event.isRecurring && series.overrides.isEmpty {
            return hasLength(master.event) ? [single(master, of: series, uid: uid)] : []
        }
        if hasLength(master.event), let block = whole(series, master, uid: uid) { return [block] }
        // What cannot be said as a series: ten years of it.
        let events = [master.event] + series.overrides.map(\.event)
        let first = events.map(\.start.wallTime.date).min() ?? today
        return instances(of: series, first..<(first + 3_660)).prefix(1_000)
            .filter { shows($0, of: series) }.compactMap { instance in
                guard let part = series.part(of: instance) else { return nil }
                let own = names.uid(of: series.uid, instance.recurrenceID)
                return block(part, of: series, span: instance.span, uid: own)
            }
    }

    /// The blocks of all events.
    func blocks(of series: [MirroredCalendar.Series]) -> [MirrorBlock] {
        mirror.isFlat ? flat(series) : series.flatMap { blocks(of: $0) }
    }

    /// The blocks of one event: several if an instance changes all later ones, or if each instance has its own.
    private func blocks(of series: MirroredCalendar.Series) -> [MirrorBlock] {
        series.divided(in: scope) { names.uid(of: series.uid, $0) }
            .flatMap { blocks(ofPart: $0) }
            .map { block in
                var block = block
                block.origin = series.uid
                if block.uid != names.uid(of: series.uid) { block.isPart = true }
                return block
            }
    }

    // MARK: One event

    private func blocks(ofPart series: MirroredCalendar.Series) -> [MirrorBlock] {
        let uid = names.uid(of: series.uid)
        let remaining = instances(of: series, today..<(today + mirror.days))
        let shown = remaining.filter { shows($0, of: series) }
        let mayStay = taken.contains(uid) && !isOver(series)
        guard !shown.isEmpty || mayStay else { return [] }
        if let master = series.master, shows(master), hasLength(master.event) {
            if !master.event.isRecurring && series.overrides.isEmpty {
                return [single(master, of: series, uid: uid)]
            }
            if shown.count * 2 >= remaining.count, let block = whole(series, master, uid: uid) {
                return [block]
            }
        }
        return shown.compactMap { instance in
            guard let part = series.part(of: instance) else { return nil }
            let own = names.uid(
                of: series.uid, instance.recurrenceID ?? .instant(Instant(secondsSinceEpoch: 0)))
            return block(part, of: series, span: instance.span, uid: own)
        }
    }

    /// A single event, as it is written.
    private func single(
        _ part: MirroredCalendar.Part, of series: MirroredCalendar.Series, uid: String
    ) -> MirrorBlock {
        var event = content(of: part, of: series, uid: uid)
        if let start = times.time(part.event.start), let end = times.end(part.event.end) {
            (event.start, event.end) = (start, end)
            return MirrorBlock(uid: uid, events: [event], isPart: !isWhen(event, part.event))
        }
        return part.event.firstSpan(in: scope).map { block(part, of: series, span: $0, uid: uid) }
            ?? MirrorBlock(uid: uid, events: [event])
    }

    /// One instance alone, as instants: what its zone means elsewhere does not matter then.
    private func block(
        _ part: MirroredCalendar.Part, of series: MirroredCalendar.Series, span: Span, uid: String
    ) -> MirrorBlock {
        var event = content(of: part, of: series, uid: uid)
        (event.start, event.end) = times.ends(of: span)
        return MirrorBlock(uid: uid, events: [event])
    }

    /// A series as a series; nil if its times cannot be said in this form.
    private func whole(
        _ series: MirroredCalendar.Series, _ master: MirroredCalendar.Part, uid: String
    ) -> MirrorBlock? {
        let old = master.event
        guard old.exceptionRules.isEmpty,
            !series.overrides.contains(where: \.event.overridesFuture),
            let start = times.time(old.start), let end = times.end(old.end)
        else { return nil }
        var event = content(of: master, of: series, uid: uid)
        (event.start, event.end) = (start, end)
        let asSeries = event
        event.recurrenceRules = old.recurrenceRules.map { times.rule($0, from: start) }
        for date in old.recurrenceDates {
            guard let start = times.instance(date.start, in: old.start, as: start),
                let end = times.end(date.end)
            else { return nil }
            event.recurrenceDates.append(RecurrenceDate(start: start, end: end))
        }
        var left = Set<CalendarTime>()
        for date in old.exceptionDates {
            for time in instances(of: series, named: date) {
                guard let time = times.instance(time, in: old.start, as: start) else { return nil }
                left.insert(time)
            }
        }
        var others: [Event] = []
        for part in series.overrides {
            let named = part.event.recurrenceID.map { instances(of: series, named: $0) } ?? []
            guard named.count == 1, let id = named.first,
                let time = times.instance(id, in: old.start, as: start)
            else { return nil }
            guard !left.contains(time) else { continue }
            guard shows(part), hasLength(part.event) else {
                left.insert(time)
                continue
            }
            guard var other = single(part, of: series, uid: uid).events.first else { return nil }
            if other.saysAsMuch(as: asSeries), isWhere(part, id, in: old) { continue }
            other.recurrenceID = time
            others.append(other)
        }
        event.exceptionDates = left.sorted { $0.icalendar < $1.icalendar }
        return MirrorBlock(uid: uid, events: [event] + others, isPart: !isWhen(event, old))
    }

    /// Whether an event is seen to be when its block is (``SameEvents``).
    private func isWhen(_ block: Event, _ event: Event) -> Bool {
        let shape = SeriesShape(event, in: scope)
        return shape != nil && shape == SeriesShape(block, in: scope)
    }

    /// Whether an instance of its own is when the rule would have it: then it is no news, and would only tell that it differs in what
    /// is not shown.
    private func isWhere(_ part: MirroredCalendar.Part, _ id: CalendarTime, in master: Event)
        -> Bool
    {
        let point = scope.point(of: id, inSeriesFrom: master.start)
        let day = id.wallTime.date
        var all = master
        all.exceptionDates = []
        let ruled = RecurrenceSet(master: all).instances(
            overlapping: (day - 1)..<(day + 2), in: scope
        ).instances.first { $0.recurrenceID == point }
        return ruled != nil && ruled?.span == part.event.firstSpan(in: scope)
    }

    /// What an `EXDATE` or `RECURRENCE-ID` names: one without time of day in a series with times all instances of its day.
    private func instances(
        of series: MirroredCalendar.Series, named day: CalendarTime
    ) -> [CalendarTime] {
        guard var master = series.master?.event, day.isDate, !master.start.isDate else {
            return [day]
        }
        master.exceptionDates = []
        let date = day.wallTime.date
        return RecurrenceSet(master: master).instances(overlapping: date..<(date + 1), in: scope)
            .instances.compactMap { instance in
                guard let point = instance.recurrenceID else { return nil }
                let time = times.time(point, like: master.start)
                return time.wallTime.date == date ? time : nil
            }
    }

    // MARK: Times that touch as one

    private func flat(_ series: [MirroredCalendar.Series]) -> [MirrorBlock] {
        var (days, ranges) = ([Range<CivilDate>](), [Range<Instant>]())
        // What begins first in a block is what it stands for.
        var origins: [CalendarTime: String] = [:]
        for one in series {
            for instance in instances(of: one, today..<(today + mirror.days))
            where shows(instance, of: one) {
                origins[times.ends(of: instance.span).start] = one.uid
                switch instance.span {
                case .dates(let range): days.append(range)
                case .instants(let range): ranges.append(range)
                case .floating: ranges.append(instance.span.instants(in: times.home))
                }
            }
        }
        let spans = days.united().map { Span.dates($0) } + ranges.united().map { Span.instants($0) }
        return spans.map { span in
            let (start, end) = times.ends(of: span)
            var event = Event(uid: names.uid(of: "", Self.point(of: start)), start: start)
            (event.end, event.summary) = (end, mirror.title)
            event.classification = mirror.isPrivate ? "PRIVATE" : nil
            return MirrorBlock(uid: event.uid, events: [event], origin: origins[start] ?? "")
        }
    }

    private static func point(of time: CalendarTime) -> OccurrencePoint {
        time.isDate ? .date(time.wallTime.date) : .instant(Instant(utc: time.wallTime))
    }

    // MARK: What is shown

    /// The instances that begin on the days, or have begun and last until the first of them.
    private func instances(
        of series: MirroredCalendar.Series, _ days: Range<CivilDate>
    ) -> [Instance] {
        // A time without a zone may be on another day of UTC than of its own.
        let near = (days.lowerBound - 1)..<(days.upperBound + 1)
        return series.set.instances(overlapping: near, in: scope).instances.filter { instance in
            if case .dates(let range) = instance.span {
                return range.upperBound > days.lowerBound && range.lowerBound < days.upperBound
            }
            let range = instance.span.instants(in: times.home)
            let begin = Instant(utc: CivilDateTime(days.lowerBound))
            let end = Instant(utc: CivilDateTime(days.upperBound))
            return range.lowerBound < end
                && (range.upperBound > begin || range.isEmpty && range.lowerBound >= begin)
        }
    }

    /// Whether no instance is left.
    private func isOver(_ series: MirroredCalendar.Series) -> Bool {
        let events = [series.master].compactMap { $0?.event } + series.overrides.map(\.event)
        return Self.isOver(events, scope, today: today)
    }

    /// Whether all instances of an event were over when a day of UTC began.
    static func isOver(_ events: [Event], _ scope: TimeZoneScope, today: CivilDate) -> Bool {
        let reach = SeriesReach(events, in: scope)
        guard reach.lastDay >= today.daysSinceEpoch else { return true }
        guard reach.lastDay < SeriesReach.everywhere.lastDay else { return false }
        let set = RecurrenceSet(
            master: events.first { $0.recurrenceID == nil },
            overrides: events.filter { $0.recurrenceID != nil })
        let days = today..<CivilDate(daysSinceEpoch: reach.lastDay + 1)
        let begin = Instant(utc: CivilDateTime(today))
        return !set.instances(overlapping: days, limit: 1_000, in: scope).instances.contains {
            if case .dates(let range) = $0.span { return range.upperBound > today }
            return $0.span.instants(in: .utc).upperBound > begin
        }
    }

    private func shows(_ instance: Instance, of series: MirroredCalendar.Series) -> Bool {
        guard let part = series.part(of: instance), shows(part), !isHidden(instance, as: part)
        else { return false }
        if case .dates = instance.span { return true }
        return !instance.span.instants(in: times.home).isEmpty || !mirror.isBusyOnly
    }

    /// Whether rules hide an instance that changes all later ones, but not these.
    private func isHidden(_ instance: Instance, as part: MirroredCalendar.Part) -> Bool {
        guard part.event.overridesFuture, let id = part.event.recurrenceID,
            ComponentDocument(part.text)?.properties(RuledSeries.hidesFirst).isEmpty == false
        else { return false }
        return scope.point(of: id) == instance.recurrenceID
    }

    /// What is called off or declined shows nowhere, what leaves the reader free not among busy times.
    private func shows(_ part: MirroredCalendar.Part) -> Bool {
        var facts = BusyFacts()
        facts.isCancelled = part.event.status == .cancelled
        facts.isDeclined = !me.isEmpty && ICalendarParser.isDeclined(in: part.text, by: me)
        facts.isTransparent = mirror.isBusyOnly && part.event.isTransparent
        return facts.isBusy
    }

    private func hasLength(_ event: Event) -> Bool {
        guard mirror.isBusyOnly, !event.start.isDate else { return true }
        return switch event.end {
        case .none: false
        case .time(let end): scope.point(of: end) != scope.point(of: event.start)
        case .duration(let length): length.days > 0 || length.seconds > 0
        }
    }

    /// An event with nothing but what may be shown; its times come afterwards.
    private func content(
        of part: MirroredCalendar.Part, of series: MirroredCalendar.Series, uid: String
    ) -> Event {
        let old = part.event
        var event = Event(uid: uid, start: old.start)
        event.summary = mirror.title
        event.classification = mirror.isPrivate ? "PRIVATE" : nil
        guard !mirror.isBusyOnly else { return event }
        event.isTransparent = old.isTransparent
        guard part.isPublic, !series.isPrivate else { return event }
        if mirror.details.contains(.title), let title = old.summary { event.summary = title }
        if mirror.details.contains(.location) { event.location = old.location }
        if mirror.details.contains(.notes) { event.details = old.details }
        if mirror.details.contains(.link) { event.url = old.url }
        if mirror.details.contains(.categories) { event.categories = old.categories }
        return event
    }
}

extension Event {
    /// Whether it shows no more and no less than another one, whenever they are.
    fileprivate func saysAsMuch(as other: Event) -> Bool {
        var other = other
        (other.start, other.end, other.recurrenceID) = (start, end, recurrenceID)
        return self == other
    }
}
