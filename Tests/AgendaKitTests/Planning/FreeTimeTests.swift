import ICalendar
import Testing

@testable import AgendaKit

@Suite("Free time")
struct FreeTimeTests {
    /// The free slots of some days, as text in the reader's zone.
    private func slots(
        _ first: String, days: Int = 1, zone: String = "Europe/Berlin", with others: [String] = [],
        hours: (Int, Int) = (9, 17), weekends: Bool = false, minutes: Int = 30,
        now: String = "20200101T000000", busy: [AgendaEvent] = [], wholeDays: Bool = false
    ) throws -> [String] {
        let zone = try Make.zone(zone)
        let date = try Make.date(first)
        let search = FreeTime(
            hours: WorkingHours(
                start: hours.0 * 3_600, end: hours.1 * 3_600,
                weekdays: weekends ? Set(Weekday.allCases) : WorkingHours.workweek),
            zone: zone, otherZones: try others.map(Make.zone), shortest: minutes * 60)
        let slots = search.slots(
            on: date..<(date + days), now: try Plan.instant(now, zone),
            busy: InstantRanges(busyWith: busy, zone: zone, countingWholeDays: wholeDays))
        return slots.map { Plan.text($0, zone) }
    }

    @Test("working days have working hours, Saturday and Sunday only when asked for")
    func weekdays() throws {
        // 2026-11-20 is a Friday.
        #expect(
            try slots("2026-11-20", days: 4) == [
                "2026-11-20 09:00-17:00", "2026-11-23 09:00-17:00",
            ]
        )
        #expect(try slots("2026-11-20", days: 4, weekends: true).count == 4)
    }

    @Test("events part the hours; what is left must be long enough, and may touch them")
    func lengths() throws {
        let zone = try Make.zone("Europe/Berlin")
        let busy = try ["20261123 0800-0930", "20261123 1000-1200", "20261123 1130-1616"].map {
            Plan.event($0, try Plan.range($0, zone))
        }
        #expect(
            try slots("2026-11-23", busy: busy)
                == ["2026-11-23 09:30-10:00", "2026-11-23 16:16-17:00"])
        #expect(try slots("2026-11-23", minutes: 31, busy: busy) == ["2026-11-23 16:16-17:00"])
        #expect(try slots("2026-11-23", minutes: 45, busy: busy).isEmpty)
    }

    @Test(
        "the past is not offered; the present is rounded up to 5 minutes",
        arguments: [
            ("20261123T101200", "10:15"), ("20261123T101500", "10:15"),
            ("20261123T101501", "10:20"), ("20261123T080000", "09:00"),
        ])
    func past(_ now: String, _ start: String) throws {
        #expect(try slots("2026-11-23", now: now) == ["2026-11-23 \(start)-17:00"])
        #expect(try slots("2026-11-23", now: "20261123T163100").isEmpty)
        #expect(try slots("2026-11-23", now: "20261124T000000").isEmpty)
    }

    @Test("each zone changes its clocks on its own day")
    func twoChanges() throws {
        // Berlin changes on 2026-10-25, New York on 2026-11-01.
        #expect(
            try slots("2026-10-23", days: 11, with: ["America/New_York"]) == [
                "2026-10-23 15:00-17:00", "2026-10-26 14:00-17:00", "2026-10-27 14:00-17:00",
                "2026-10-28 14:00-17:00", "2026-10-29 14:00-17:00", "2026-10-30 14:00-17:00",
                "2026-11-02 15:00-17:00",
            ])
    }

    @Test("offsets of three quarters of an hour, and three zones")
    func quarters() throws {
        #expect(
            try slots("2026-11-23", with: ["Asia/Kathmandu"]) == ["2026-11-23 09:00-12:15"])
        #expect(
            try slots("2026-11-23", with: ["Asia/Kathmandu", "Europe/London"])
                == ["2026-11-23 10:00-12:15"])
        // 09:00 in New York is 19:45 in Kathmandu.
        #expect(try slots("2026-11-23", with: ["Asia/Kathmandu", "America/New_York"]).isEmpty)
    }

    @Test("another day on the other side: both must be working days")
    func otherDay() throws {
        // Auckland is 21 hours ahead: its noon is 15:00 of the day before.
        #expect(
            try slots(
                "2026-11-22", days: 7, zone: "America/Los_Angeles", with: ["Pacific/Auckland"],
                hours: (12, 20)
            ) == [
                "2026-11-23 15:00-20:00", "2026-11-24 15:00-20:00", "2026-11-25 15:00-20:00",
                "2026-11-26 15:00-20:00",
            ])
    }

    @Test(
        "hours over midnight belong to their first day, and are 7 and 9 hours long in spring and autumn"
    )
    func nights() throws {
        #expect(
            try slots("2026-11-27", days: 3, hours: (22, 2))
                == ["2026-11-27 00:00-02:00", "2026-11-27 22:00-2026-11-28 02:00"])
        let nights = try ["2026-03-28", "2026-10-24", "2026-11-28"].map { first in
            try slots(first, hours: (22, 6), weekends: true, minutes: 7 * 60)
        }
        #expect(nights[0] == ["2026-03-28 22:00-2026-03-29 06:00"])
        #expect(nights[1] == ["2026-10-24 22:00-2026-10-25 06:00"])
        let eight = try ["2026-03-28", "2026-10-24", "2026-11-28"].map { first in
            try slots(first, hours: (22, 6), weekends: true, minutes: 8 * 60).count
        }
        #expect(eight == [0, 1, 1])
        #expect(
            try slots("2026-10-24", hours: (22, 6), weekends: true, minutes: 9 * 60).count == 1)
        #expect(
            try slots("2026-11-28", hours: (22, 6), weekends: true, minutes: 9 * 60).isEmpty)
        #expect(
            try slots(
                "2026-11-23", with: ["Europe/London"], hours: (22, 6), minutes: 7 * 60)
                == ["2026-11-23 23:00-2026-11-24 06:00"])
    }

    @Test("whole days are one slot where hours never end")
    func always() throws {
        #expect(
            try slots("2026-11-23", days: 2, hours: (0, 24))
                == ["2026-11-23 00:00-2026-11-25 00:00"])
    }

    @Test("a floating event and a whole day are where the reader is")
    func readersZone() throws {
        let nine = try #require(CivilDateTime(icalendar: "20261123T090000"))
        let floating = Plan.event("floating", .floating(nine..<(nine + 3_600)))
        let date = try Make.date("2026-11-24")
        let holiday = Plan.event("holiday", .dates(date..<(date + 1)))
        for zone in ["Europe/Berlin", "Asia/Tokyo"] {
            #expect(
                try slots("2026-11-23", days: 2, zone: zone, busy: [floating, holiday])
                    == ["2026-11-23 10:00-17:00", "2026-11-24 09:00-17:00"])
            #expect(
                try slots(
                    "2026-11-23", days: 2, zone: zone, busy: [floating, holiday], wholeDays: true)
                    == ["2026-11-23 10:00-17:00"])
        }
    }

    /// Minutes of an hour at which nothing changes its clocks on the way: the gaps and overlaps of all
    /// zones here lie between 01:00 and 03:00, and a time within one is not the same question.
    private static let edges = (0..<288).map { $0 * 5 }.filter { !(61..<180).contains($0) }

    @Test("the same as asking for each five minutes", arguments: 0..<40)
    func naive(seed: Int) throws {
        var random = MergePropertyTests.Seeded(state: UInt64(seed))
        let names = [
            "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
            "America/St_Johns", "Pacific/Auckland",
        ].shuffled(using: &random)
        let zones = try names.prefix(Int.random(in: 1...3, using: &random)).map(Make.zone)
        let days = ["2026-03-06", "2026-03-27", "2026-10-23", "2026-10-30", "2026-04-03"]
        let first = try Make.date(days[seed % days.count])
        let dates = first..<(first + Int.random(in: 1...4, using: &random))
        var (start, end) = (0, 0)
        while start == end {
            start = Self.edges.randomElement(using: &random) ?? 0
            end = Self.edges.randomElement(using: &random) ?? 0
        }
        let hours = WorkingHours(
            start: start * 60, end: end * 60,
            weekdays: Bool.random(using: &random)
                ? Set(Weekday.allCases) : WorkingHours.workweek)
        let midnight = zones[0].startOfDay(first)
        let busy = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            let begin = midnight + Int.random(in: -100...1_400, using: &random) * 300
            return begin..<(begin + Int.random(in: 0...60, using: &random) * 300)
        }
        let now = midnight + Int.random(in: -50...200, using: &random) * 300
        let shortest = Int.random(in: 1...24, using: &random) * 300
        let found = FreeTime(
            hours: hours, zone: zones[0], otherZones: Array(zones.dropFirst()), shortest: shortest
        ).slots(
            on: dates, now: now,
            busy: InstantRanges(
                busyWith: busy.map { Plan.event("busy", $0) }, zone: zones[0],
                countingWholeDays: false))

        /// The day to which an instant's hours belong; nil outside of them.
        func day(_ instant: Instant, _ zone: TimeZoneRules) -> CivilDate? {
            let wall = zone.wallTime(at: instant)
            let second = wall.secondOfDay
            let isOverMidnight = hours.end <= hours.start
            if second >= hours.start, isOverMidnight || second < hours.end { return wall.date }
            return isOverMidnight && second < hours.end ? wall.date - 1 : nil
        }
        var expected: [Range<Instant>] = []
        for step in 0..<(6 * 288) {
            let instant = midnight + step * 300
            guard instant >= now, let own = day(instant, zones[0]), own < dates.upperBound,
                zones.allSatisfy({ zone in
                    day(instant, zone).map { hours.weekdays.contains($0.weekday) } ?? false
                }), !busy.contains(where: { $0.contains(instant) })
            else { continue }
            if let last = expected.last, last.upperBound == instant {
                expected[expected.count - 1] = last.lowerBound..<(instant + 300)
            } else {
                expected.append(instant..<(instant + 300))
            }
        }
        #expect(found == expected.filter { $0.upperBound - $0.lowerBound >= shortest })
    }
}
