package import AgendaJSON
package import AgendaKit
package import ICalendar

package struct Month: Hashable {
    package let firstDate: CivilDate

    package init(of date: CivilDate) {
        let (year, month, _) = date.yearMonthDay
        firstDate = CivilDate(uncheckedYear: year, month: month, day: 1)
    }

    /// Reads `2026-12`, `december` or `dec` (the next one, this month included), `+1`, `-1`, or the
    /// words `last`, `this` and `next`; nil for any other text, or beyond the years 1 to 9999.
    ///
    /// - Parameter words: a language whose month names are accepted in addition to English.
    package init?(_ text: String, today: CivilDate, words: TimeWords = .english) {
        let word = text.lowercased()
        let present = Month(of: today)
        let months: Int
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            let date = CivilDate(iso: word + "-01")
        {
            months = Self.count(date) - Self.count(today)
        } else if let number = ["last": -1, "this": 0, "next": 1][word] {
            months = number
        } else if word.first == "+" || word.first == "-", let number = Int(word),
            abs(number) < 120_000
        {
            months = number
        } else if word.utf8.count >= 3,
            let index = TimeWords.english.month(word) ?? words.month(word)
        {
            months = (index + 1 - today.yearMonthDay.month + 12) % 12
        } else {
            return nil
        }
        let index = Self.count(present.firstDate) + months
        // Month 0 is January of the year 0.
        guard (12..<120_000).contains(index) else { return nil }
        firstDate = CivilDate(uncheckedYear: index / 12, month: index % 12 + 1, day: 1)
    }

    /// The month of the same name that is nearer to today, if this one was named and is further away: in November, October of
    /// this year for October of the next one.
    package func nearer(named text: String, today: CivilDate) -> Month? {
        let distance = Self.count(firstDate) - Self.count(today)
        guard distance > 6, text.first?.isLetter ?? false, text.lowercased() != "next" else {
            return nil
        }
        return Month(
            of: CivilDate(
                uncheckedYear: firstDate.year - 1, month: firstDate.yearMonthDay.month, day: 1))
    }

    /// Months since January of the year 0.
    private static func count(_ date: CivilDate) -> Int {
        let (year, month, _) = date.yearMonthDay
        return year * 12 + month - 1
    }

    package var dates: Range<CivilDate> {
        let (year, month, _) = firstDate.yearMonthDay
        return firstDate..<(firstDate + CivilDate.daysInMonth(year: year, month: month))
    }

    /// The month as `2026-11`.
    package var iso: String { String(firstDate.iso.dropLast(3)) }

    /// The weeks of the month, seven days each; nil for days of other months.
    package func weeks(from firstWeekday: Weekday) -> [[CivilDate?]] {
        let lead = firstWeekday.days(to: firstDate.weekday)
        return stride(from: -lead, to: dates.count, by: 7).map { start in
            (start..<start + 7).map {
                dates.indices.contains(firstDate + $0) ? firstDate + $0 : nil
            }
        }
    }

    /// The number of the ISO 8601 week that contains the week's Thursday.
    package static func weekNumber(of week: [CivilDate?], from firstWeekday: Weekday) -> Int? {
        guard let index = week.firstIndex(where: { $0 != nil }), let known = week[index] else {
            return nil
        }
        let thursday = known - index + firstWeekday.days(to: .thursday)
        return (thursday.dayOfYear - 1) / 7 + 1
    }
}

extension Month {
    /// The complete output of `agenda month --json`:
    /// `{"version":1,"timeZone":…,"month":"2026-12","weekStart":"monday","weeks":[[…]],"events":[…]}`; days of other months
    /// are null.
    package func document(
        _ timeline: Timeline, items: [AgendaEvent], firstWeekday: Weekday
    ) -> OutputBuffer {
        let weeks = weeks(from: firstWeekday).map { week in
            week.map { date in
                date.map {
                    Day(
                        date: $0, events: timeline.eventCount(on: $0),
                        isToday: $0 == timeline.today)
                }
            }
        }
        return JSONWriter.document(zone: timeline.zone) { json in
            json.member("month", iso)
            json.member("weekStart", "\(firstWeekday)")
            json.lines("weeks", weeks)
            json.lines("events", timeline.occurrences)
            json.items(items)
        }
    }

    private struct Day: JSONObject {
        let date: CivilDate
        let events: Int
        let isToday: Bool

        func writeMembers(to json: inout JSONWriter) {
            json.member("date", date)
            json.member("events", events)
            json.member("today", isToday)
        }
    }
}

extension Timeline {
    /// How many of a day's events count for its mark: all but the cancelled ones.
    package func eventCount(on date: CivilDate) -> Int {
        self[date]?.events.count { $0.status != .cancelled } ?? 0
    }
}
