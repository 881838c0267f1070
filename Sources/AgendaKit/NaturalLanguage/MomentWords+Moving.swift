package import ICalendar

extension MomentWords {
    /// Whether the words name a weekday alone, which is the next one and may be today.
    package var isWeekday: Bool {
        if case .weekday = day { true } else { false }
    }

    /// These words with the day that is meant for something that is moved. `tuesday` may be the next one from today, the one
    /// of the event's own week, or the nearest to it; `the 22nd` likewise. What is to come is not moved into the past.
    ///
    /// - Parameters:
    ///   - present: when it is; nil if it is on no day, or if days count from today all the same.
    ///   - now: the current time on the same clock.
    ///   - isCopy: whether it stays where it is, too.
    /// - Throws: `eitherDay` if several days fit, `past` for a weekday that is over.
    package func moving(
        from present: Moment?, now: CivilDateTime, isCopy: Bool = false
    ) throws(Doubt) -> MomentWords {
        guard let day, let readings = try day.readings(today: now.date, moving: present?.day)
        else { return self }
        let time = (try? moment(today: now.date))?.time ?? present?.time
        func isOver(_ day: CivilDate, _ time: ClockTime?) -> Bool {
            day < now.date
                || day == now.date && time.map { $0.secondOfDay < now.secondOfDay } ?? false
        }
        // What is over may be written down as it was.
        let allowsPast = !isCopy && present?.day.map { isOver($0, present?.time) } ?? false
        var possible: [CivilDate] = []
        for day in readings where !possible.contains(day) {
            let isPresent = isCopy && day == present?.day && time == present?.time
            if !isPresent, allowsPast || !isOver(day, time) { possible.append(day) }
        }
        if possible.isEmpty, isWeekday, isOver(readings[0], time) {
            throw Doubt(.past(readings[0], time?.secondOfDay, zone: nil), text)
        }
        guard possible.count < 2 else {
            throw Doubt(
                .eitherDay(min(possible[0], possible[1]), max(possible[0], possible[1])), text)
        }
        var words = self
        // A copy on a Friday, of what is on this one, is on the next.
        let other = isCopy && isWeekday ? readings[0] + 7 : readings[0]
        words.day = .date(possible.first ?? other)
        return words
    }
}

extension DayWords {
    /// The days that may be meant for something that is moved from a day, the next one from today first; nil if it is the
    /// same day from wherever one counts.
    ///
    /// - Parameter day: nil if only today counts.
    fileprivate func readings(
        today: CivilDate, moving day: CivilDate?
    ) throws(Doubt) -> [CivilDate]? {
        switch self {
        case .weekday(let weekday):
            let next = try date(today: today)
            guard let day else { return [next] }
            let ofWeek = day - day.weekday.rawValue + weekday.rawValue
            return [next, ofWeek, try nearest(to: day, every: 7)]
        case .dayOfMonth:
            guard let day else { return nil }
            let first = day - (day.yearMonthDay.day - 1)
            return [
                try date(today: today), try date(today: first, from: first),
                try nearest(to: day, every: 31),
            ]
        case .monthDay:
            guard let day else { return nil }
            return [try date(today: today), try nearest(to: day, every: 366)]
        default: return nil
        }
    }

    /// The one that is nearest to a day, of those that recur within so many days.
    private func nearest(to day: CivilDate, every days: Int) throws(Doubt) -> CivilDate {
        let before = try date(today: day, from: day - days)
        let after = try date(today: day, from: day)
        return after - day < day - before ? after : before
    }
}
