/// EXDATE values: moments, and whole days among DATE-TIMEs.
struct ExceptionDates {
    private var keys: [Int] = []
    /// Wall seconds of the days' 00:00.
    private var midnights: [Int] = []

    init(_ dates: [CalendarTime], clock: SeriesClock) {
        guard !dates.isEmpty else { return }
        for date in dates {
            if date.isDate && clock.form != .dates {
                midnights.append(date.wallTime.secondsSinceEpoch)
            } else {
                keys.append(clock.moment(date).key)
            }
        }
        keys.sort()
        midnights.sort()
    }

    var isEmpty: Bool { keys.isEmpty && midnights.isEmpty }

    func contains(key: Int, wall: Int) -> Bool {
        keys.holds(key)
            || !midnights.isEmpty
                && midnights.holds(CivilDateTime.floorDivide(wall, 86_400) * 86_400)
    }

    /// The first moment that is no start, and on whose day another start remains: its writer may have meant that.
    ///
    /// - Parameter starts: ascending.
    func idle(among starts: [SeriesStart], _ clock: SeriesClock) -> Int? {
        if clock.form == .dates { return nil }
        return keys.first { key in
            let place = starts.boundary { $0.key >= key }
            if place < starts.count, starts[place].key == key { return false }
            let day = CivilDateTime.floorDivide(clock.wall(key: key), 86_400)
            return starts[max(0, place - 1)..<min(starts.count, place + 1)].contains { start in
                CivilDateTime.floorDivide(start.wall, 86_400) == day
                    && !contains(key: start.key, wall: start.wall)
            }
        }
    }
}
