import ICalendar
import Testing

@Suite("Where days begin")
struct StartOfDayTests {
    /// Zone, day, its first instant in UTC.
    @Test(
        "a day begins when the wall calendar turns to it",
        arguments: [
            ("Europe/Berlin", "2024-03-31", "2024-03-30T23:00"),
            ("Europe/Berlin", "2024-04-01", "2024-03-31T22:00"),
            // Midnight does not exist: the day begins at 01:00.
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00"),
            ("Africa/Cairo", "2024-04-26", "2024-04-25T22:00"),
            ("Asia/Beirut", "2022-03-27", "2022-03-26T22:00"),
            ("America/Havana", "2024-03-10", "2024-03-10T05:00"),
            // 23:30 became 00:30: the day begins within the gap's 30 minutes.
            ("America/Toronto", "1919-03-31", "1919-03-31T04:30"),
            // The day does not exist, and the next begins at the same instant.
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00"),
            ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00"),
            ("Pacific/Apia", "2012-01-01", "2011-12-31T10:00"),
            ("Pacific/Kwajalein", "1993-08-21", "1993-08-21T12:00"),
            ("Pacific/Kwajalein", "1993-08-22", "1993-08-21T12:00"),
            // 01:00 became 00:00: the first of both midnights.
            ("America/Havana", "2024-11-03", "2024-11-03T04:00"),
            ("Atlantic/Azores", "2024-10-27", "2024-10-27T00:00"),
            // 00:00 became 23:00: midnight comes once, after the repeated hour.
            ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00"),
            ("Asia/Beirut", "2022-10-30", "2022-10-29T22:00"),
            ("Africa/Cairo", "2024-11-01", "2024-10-31T22:00"),
            // 00:01 became 23:01 of the day before: the first of both midnights.
            ("America/St_Johns", "2006-10-29", "2006-10-29T02:30"),
        ])
    func start(name: String, date: String, instant: String) throws {
        #expect(try zone(name).startOfDay(day(date)) == utc(instant))
    }

    @Test(
        "days last as long as the clocks say",
        arguments: [
            ("Europe/Berlin", "2024-03-31", 23.0), ("Europe/Berlin", "2024-10-27", 25),
            ("America/Sao_Paulo", "2018-02-17", 25), ("America/Sao_Paulo", "2018-11-04", 23),
            ("Australia/Lord_Howe", "2024-10-06", 23.5),
            ("Australia/Lord_Howe", "2024-04-07", 24.5),
            ("Pacific/Apia", "2011-12-30", 0), ("Asia/Kathmandu", "2024-10-27", 24),
        ])
    func length(name: String, date: String, hours: Double) throws {
        let (zone, date) = (try zone(name), try day(date))
        #expect(Double(zone.startOfDay(date + 1) - zone.startOfDay(date)) == hours * 3_600)
    }

    @Test(
        "days tile the time line, and a wall time lies in its own day",
        arguments: [
            "Europe/Berlin", "America/Sao_Paulo", "America/St_Johns", "Pacific/Apia",
            "Australia/Lord_Howe", "America/Havana", "Africa/Cairo", "Asia/Gaza",
        ])
    func tiling(name: String) throws {
        let zone = try zone(name)
        for number in try day("1960-01-01").daysSinceEpoch..<day("2045-01-01").daysSinceEpoch {
            let date = CivilDate(daysSinceEpoch: number)
            let (start, end) = (zone.startOfDay(date), zone.startOfDay(date + 1))
            #expect(start <= end)
            if start == end { continue }
            for hour in [0, 1, 12, 23] {
                let instant = zone.instant(of: CivilDateTime(date, hour: hour, minute: 30))
                #expect(start <= instant && instant < end)
            }
        }
    }
}
