/// The overrides of a series, looked up by the instance they override.
struct OverrideTable {
    /// One override and the moment that its RECURRENCE-ID names.
    struct Entry {
        var key: Int
        var wall: Int
        /// Whether the RECURRENCE-ID is a DATE in a series of DATE-TIMEs.
        var isWholeDay: Bool
        /// The override's index in the caller's list.
        var index: Int
    }

    /// `RANGE=THISANDFUTURE`: how it moves the instances from `key` on.
    struct Range {
        var key: Int
        /// Wall seconds to add to an instance's start.
        var shift: Int
        var times: EventTimes
        var index: Int
    }

    /// Sorted by key, without duplicates.
    private(set) var entries: [Entry] = []
    /// Sorted by key; among equal keys the newest is last.
    private(set) var ranges: [Range] = []
    /// Overrides replaced by a newer one of the same instance.
    private(set) var superseded: [Int] = []
    private var days: [Entry] = []

    var isEmpty: Bool { entries.isEmpty && days.isEmpty }
    /// All overrides in effect.
    var all: [Entry] { entries + days }

    init(
        _ overrides: [Event], of master: Event, clock: SeriesClock,
        zone: @escaping (String) -> TimeZoneRules
    ) {
        guard !overrides.isEmpty else { return }
        for (index, event) in overrides.enumerated() {
            // An event without RECURRENCE-ID is a caller's error; its start is the only possible
            // meaning.
            let id = event.recurrenceID ?? event.start
            let (key, wall) = clock.moment(id)
            let isWholeDay = id.isDate && clock.form != .dates
            let entry = Entry(key: key, wall: wall, isWholeDay: isWholeDay, index: index)
            if isWholeDay { days.append(entry) } else { entries.append(entry) }
            guard event.overridesFuture else { continue }
            var named = wall
            if isWholeDay { named += master.start.wallTime.secondOfDay }
            let times = Self.times(event, master: master, clock: clock, zone: zone)
            ranges.append(
                Range(key: key, shift: times.start.wall - named, times: times, index: index))
        }
        Self.unite(&entries, overrides, &superseded)
        Self.unite(&days, overrides, &superseded)
        ranges.sort {
            $0.key == $1.key
                ? Self.isNewer(overrides, $1.index, $0.index) : $0.key < $1.key
        }
    }

    /// The override of this instance.
    func override(key: Int, wall: Int) -> Int? {
        if let index = Self.find(key, in: entries, by: \.key) { return index }
        if days.isEmpty { return nil }
        let midnight = CivilDateTime.floorDivide(wall, 86_400) * 86_400
        return Self.find(midnight, in: days, by: \.wall)
    }

    /// The `THISANDFUTURE` override that applies to the instance.
    func range(for key: Int) -> Range? { ranges.last { $0.key <= key } }

    /// Times in UTC follow the series' clock: UTC is not a place with a clock of its own.
    private static func times(
        _ event: Event, master: Event, clock: SeriesClock,
        zone: @escaping (String) -> TimeZoneRules
    ) -> EventTimes {
        guard case .utc = event.start, case .zoned = master.start else {
            return EventTimes(event, zone: zone)
        }
        let wall = CivilDateTime(secondsSinceEpoch: clock.moment(event.start).wall)
        return EventTimes(
            start: master.start.with(wallTime: wall), end: event.end, isTodo: event.todo != nil,
            zone: zone)
    }

    private static func unite(
        _ entries: inout [Entry], _ overrides: [Event], _ superseded: inout [Int]
    ) {
        entries.sort {
            $0.key == $1.key ? isNewer(overrides, $0.index, $1.index) : $0.key < $1.key
        }
        var kept: [Entry] = []
        kept.reserveCapacity(entries.count)
        for entry in entries {
            if kept.last?.key == entry.key {
                superseded.append(entry.index)
            } else {
                kept.append(entry)
            }
        }
        entries = kept
    }

    private static func isNewer(_ overrides: [Event], _ lhs: Int, _ rhs: Int) -> Bool {
        func age(_ index: Int) -> (Int, Int, Int, Int) {
            let event = overrides[index]
            return (
                event.sequence, event.lastModified?.secondsSinceEpoch ?? Int.min,
                event.stamp?.secondsSinceEpoch ?? Int.min, index
            )
        }
        return age(lhs) > age(rhs)
    }

    private static func find(
        _ value: Int, in entries: [Entry], by path: KeyPath<Entry, Int>
    ) -> Int? {
        let position = entries.boundary { $0[keyPath: path] >= value }
        guard position < entries.count, entries[position][keyPath: path] == value else {
            return nil
        }
        return entries[position].index
    }
}
