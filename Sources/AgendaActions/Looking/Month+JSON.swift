package import AgendaJSON
package import AgendaKit
package import ICalendar

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
