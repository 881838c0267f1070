public import ICalendar

/// Finds times at which several people can meet, the best first.
///
/// A time at which somebody is known to be busy is never offered, nor one outside of somebody's working hours.
/// Times at which not everybody is known to be free are offered after all others. The order is:
///
/// 1. nobody is unknown, and nobody tentative; then by the number of unknown people, then of tentative ones;
/// 2. the best time of each day, by day; then the second of each day, and so on: nobody is helped by three
///    offers in one afternoon;
/// 3. within a day the time whose middle is nearest to the middle of the working hours, for the person for
///    whom it is the farthest; then the earlier one.
///
/// Offered times do not overlap. They begin at the quarters of the reader's hours, or when the time before
/// ends if no quarter leaves enough time.
///
/// ```swift
/// let tokyo = SystemZones.database.rules(named: "Asia/Tokyo") ?? .utc
/// let meeting = MeetingTimes(
///     hours: WorkingHours(start: 8 * 3_600, end: 18 * 3_600, weekdays: WorkingHours.workweek),
///     zone: berlin,
///     people: [
///         MeetingTimes.Person(zone: berlin, availability: Availability()),
///         MeetingTimes.Person(zone: tokyo, availability: Availability()),
///     ], length: 3_600)
/// for slot in meeting.slots(on: today + 3..<today + 4, now: clock.now, limit: 1) {
///     print(berlin.wallTime(at: slot.times.lowerBound).iso)
/// }
/// ```
public struct MeetingTimes: Sendable {
    /// Somebody who is to come.
    public struct Person: Hashable, Sendable {
        /// The clock on which the working hours are the person's.
        public var zone: TimeZoneRules
        /// What is known of the person's time.
        public var availability: Availability

        /// Creates a person.
        public init(zone: TimeZoneRules, availability: Availability) {
            (self.zone, self.availability) = (zone, availability)
        }
    }

    /// A time that is offered.
    public struct Slot: Hashable, Sendable {
        /// From when until when.
        public var times: Range<Instant>
        /// How it suits each person, in the order of ``MeetingTimes/people``; never busy.
        public var statuses: [Availability.Status]
    }

    /// The working hours, on each person's own clock.
    public var hours: WorkingHours
    /// The reader's zone, which defines the days.
    public var zone: TimeZoneRules
    /// Who is to come, the reader included.
    public var people: [Person]
    /// How long the meeting takes, in seconds, more than 0.
    public var length: Int

    /// The seconds between two times that are considered.
    public static let step = 900

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - hours: the hours and weekdays, in every person's zone.
    ///   - zone: the reader's.
    ///   - people: who is to come.
    ///   - length: of the meeting, in seconds.
    public init(hours: WorkingHours, zone: TimeZoneRules, people: [Person], length: Int) {
        (self.hours, self.zone, self.people, self.length) = (hours, zone, people, length)
    }

    /// The times to offer, the best first.
    ///
    /// - Parameters:
    ///   - dates: days in the reader's zone.
    ///   - now: no time starts earlier.
    ///   - limit: the most times.
    public func slots(on dates: Range<CivilDate>, now: Instant, limit: Int) -> [Slot] {
        let busy = InstantRanges(people.flatMap(\.availability.busy.ranges))
        let search = FreeTime(
            hours: hours, zone: zone, otherZones: people.map(\.zone), shortest: length)
        var candidates = search.slots(on: dates, now: now, busy: busy)
            .flatMap(starts).map { candidate($0..<($0 + length)) }
        candidates.sort { $0.isBetter(than: $1) }
        // The best slots that do not overlap; how many of the same worth precede each on its day.
        var (chosen, counts) = ([CivilDate: [Range<Instant>]](), [Candidate.Group: Int]())
        var ranked: [(candidate: Candidate, round: Int)] = []
        for candidate in candidates {
            let near = (-1...1).lazy.flatMap { chosen[candidate.group.date + $0] ?? [] }
            if near.contains(where: candidate.slot.times.overlaps) { continue }
            chosen[candidate.group.date, default: []].append(candidate.slot.times)
            ranked.append((candidate, counts[candidate.group, default: 0]))
            counts[candidate.group, default: 0] += 1
        }
        ranked.sort { first, second in
            let (one, other) = (first.candidate, second.candidate)
            return (one.group.unknown, one.group.tentative, first.round, one.slot.times.lowerBound)
                < (
                    other.group.unknown, other.group.tentative, second.round,
                    other.slot.times.lowerBound
                )
        }
        return ranked.prefix(limit).map(\.candidate.slot)
    }

    /// A time, and what decides about its rank.
    private struct Candidate {
        /// Times that differ only in how late they are.
        struct Group: Hashable {
            var unknown: Int
            var tentative: Int
            /// The day on which the working hours begin: those of a night belong together.
            var date: CivilDate
        }

        var slot: Slot
        var group: Group
        /// Seconds between its middle and that of the working hours.
        var distance: Int

        func isBetter(than other: Candidate) -> Bool {
            let (one, two) = (group, other.group)
            return (one.unknown, one.tentative, one.date, distance, slot.times.lowerBound)
                < (
                    two.unknown, two.tentative, two.date, other.distance,
                    other.slot.times.lowerBound
                )
        }
    }

    /// The starts to consider in a time that is long enough.
    private func starts(in times: Range<Instant>) -> [Instant] {
        let wall = zone.wallTime(at: times.lowerBound).secondsSinceEpoch
        let rest = (wall % Self.step + Self.step) % Self.step
        let first = times.lowerBound + (rest == 0 ? 0 : Self.step - rest)
        let count = (times.upperBound - first - length) / Self.step
        guard first + length <= times.upperBound else { return [times.lowerBound] }
        return (0...count).map { first + $0 * Self.step }
    }

    private func candidate(_ times: Range<Instant>) -> Candidate {
        let statuses = people.map { $0.availability.status(during: times) }
        let group = Candidate.Group(
            unknown: statuses.count { $0 == .unknown },
            tentative: statuses.count { $0 == .tentative },
            date: CivilDateTime(
                secondsSinceEpoch: zone.wallTime(at: times.lowerBound).secondsSinceEpoch
                    - hours.start
            ).date)
        let middle = times.lowerBound + length / 2
        let distances = ([zone] + people.map(\.zone)).map { zone in
            let wall = zone.wallTime(at: middle).secondsSinceEpoch
            let offset = wall - hours.start - hours.length / 2
            let rest = (offset % 86_400 + 86_400) % 86_400
            return min(rest, 86_400 - rest)
        }
        return Candidate(
            slot: Slot(times: times, statuses: statuses), group: group,
            distance: distances.max() ?? 0)
    }
}
