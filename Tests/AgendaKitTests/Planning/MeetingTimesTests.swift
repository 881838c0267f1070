import ICalendar
import Testing

@testable import AgendaKit

/// People, their times, and the slots that follow. All times are on Berlin's clock.
struct Constellation: Sendable, CustomTestStringConvertible {
    /// Somebody else than the reader, or the reader.
    struct Someone: Sendable {
        var zone = "Europe/Berlin"
        var busy: [String] = []
        var tentative: [String] = []
        /// Nil: everything is known.
        var known: [String]?
    }

    var testDescription: String
    /// The reader first.
    var people: [Someone]
    var first = "2026-11-23"
    var days = 1
    var now = "20200101T000000"
    var hours = (9, 17)
    var minutes = 60
    var limit = 3
    /// `2026-11-23 12:30-13:30 ft`: the time, and for each person f(ree), t(entative), u(nknown).
    var expected: [String]

    init(
        _ description: String, _ people: [Someone], first: String = "2026-11-23", days: Int = 1,
        now: String = "20200101T000000", hours: (Int, Int) = (9, 17), minutes: Int = 60,
        limit: Int = 3, _ expected: [String]
    ) {
        testDescription = description
        (self.people, self.first, self.days, self.now) = (people, first, days, now)
        (self.hours, self.minutes, self.limit) = (hours, minutes, limit)
        self.expected = expected
    }

    /// 2026-11-23 is a Monday. The middle of 9:00-17:00 is 13:00.
    static let all: [Constellation] = [
        Constellation(
            "alone, with nothing to do: around the middle of the day", [.init()],
            ["2026-11-23 12:30-13:30 f", "2026-11-23 11:30-12:30 f", "2026-11-23 13:30-14:30 f"]),
        Constellation(
            "busy in the middle: before it, then after it",
            [.init(busy: ["20261123 1200-1400"]), .init()], limit: 4,
            [
                "2026-11-23 11:00-12:00 ff", "2026-11-23 14:00-15:00 ff",
                "2026-11-23 10:00-11:00 ff", "2026-11-23 15:00-16:00 ff",
            ]),
        Constellation(
            "what is left between one's morning and the other's afternoon",
            [.init(busy: ["20261123 1400-1700"]), .init(busy: ["20261123 0900-1230"])],
            ["2026-11-23 12:30-13:30 ff"]),
        Constellation(
            "one is busy in the morning, the other in the afternoon",
            [.init(busy: ["20261123 1300-1700"]), .init(busy: ["20261123 0900-1300"])], []),
        Constellation(
            "tentative ranks below free",
            [.init(), .init(tentative: ["20261123 1100-1700"])], limit: 4,
            [
                "2026-11-23 10:00-11:00 ff", "2026-11-23 09:00-10:00 ff",
                "2026-11-23 12:30-13:30 ft", "2026-11-23 11:30-12:30 ft",
            ]),
        Constellation(
            "tentative ranks above busy, which is not offered",
            [
                .init(),
                .init(busy: ["20261123 0900-1600"], tentative: ["20261123 0900-1700"]),
            ], ["2026-11-23 16:00-17:00 ft"]),
        Constellation(
            "unknown ranks below tentative, on a later day as well",
            [
                .init(),
                .init(tentative: ["20261123 0900-1700"], known: ["20261123 0800-1800"]),
            ], days: 2, limit: 8,
            [
                "2026-11-23 12:30-13:30 ft", "2026-11-23 11:30-12:30 ft",
                "2026-11-23 13:30-14:30 ft", "2026-11-23 10:30-11:30 ft",
                "2026-11-23 14:30-15:30 ft", "2026-11-23 09:30-10:30 ft",
                "2026-11-23 15:30-16:30 ft", "2026-11-24 12:30-13:30 fu",
            ]),
        Constellation(
            "the best of each day comes before the second of any", [.init(), .init()], days: 2,
            limit: 4,
            [
                "2026-11-23 12:30-13:30 ff", "2026-11-24 12:30-13:30 ff",
                "2026-11-23 11:30-12:30 ff", "2026-11-24 11:30-12:30 ff",
            ]),
        Constellation(
            "a free day comes before a tentative one",
            [.init(), .init(tentative: ["20261123 0900-1700"])], days: 2, limit: 2,
            ["2026-11-24 12:30-13:30 ff", "2026-11-24 11:30-12:30 ff"]),
        Constellation(
            "published times end at noon: from then on nothing is known",
            [.init(), .init(known: ["20261123 0900-1200"])], limit: 4,
            [
                "2026-11-23 11:00-12:00 ff", "2026-11-23 10:00-11:00 ff",
                "2026-11-23 09:00-10:00 ff", "2026-11-23 12:30-13:30 fu",
            ]),
        Constellation(
            "an hour over midnight: what is offered does not overlap on the next day, either",
            [.init(busy: ["20261123 0000-2315", "20261124 0100-2345"])], days: 2, hours: (0, 24),
            ["2026-11-23 23:15-2026-11-24 00:15 f"]),
        Constellation(
            "nothing is known of somebody", [.init(), .init(known: [])], limit: 1,
            ["2026-11-23 12:30-13:30 fu"]),
        Constellation(
            "somebody is busy, and else not known",
            [.init(), .init(busy: ["20261123 1200-1400"], known: [])], limit: 2,
            ["2026-11-23 11:00-12:00 fu", "2026-11-23 14:00-15:00 fu"]),
        Constellation(
            "a tentative time beyond what is known is tentative, not unknown",
            [.init(), .init(tentative: ["20261123 1500-1700"], known: [])], limit: 2,
            ["2026-11-23 15:00-16:00 ft", "2026-11-23 16:00-17:00 ft"]),
        Constellation(
            // 9:00 in New York is 15:00 here. 16:00 is 3 hours from 13:00 on both clocks.
            "New York: as late for one as early for the other",
            [.init(), .init(zone: "America/New_York")], minutes: 30,
            ["2026-11-23 15:45-16:15 ff", "2026-11-23 15:15-15:45 ff", "2026-11-23 16:15-16:45 ff"]),
        Constellation(
            "Berlin, New York and Tokyo share no working hours",
            [.init(), .init(zone: "America/New_York"), .init(zone: "Asia/Tokyo")], []),
        Constellation(
            // 17:00 in Kathmandu is 12:15 here; 13:00 there is 8:15 here.
            "Kathmandu, 4:45 ahead", [.init(), .init(zone: "Asia/Kathmandu")],
            ["2026-11-23 10:00-11:00 ff", "2026-11-23 11:00-12:00 ff", "2026-11-23 09:00-10:00 ff"]),
        Constellation(
            // Daylight saving time began there on 2027-03-14, here on 2027-03-28: 5 hours, not 6.
            "New York in the weeks in which only its clocks have changed",
            [.init(), .init(zone: "America/New_York")], first: "2027-03-15",
            ["2027-03-15 15:00-16:00 ff", "2027-03-15 14:00-15:00 ff", "2027-03-15 16:00-17:00 ff"]),
        Constellation(
            "no quarter leaves room: the time begins when the one before ends",
            [.init(busy: ["20261123 0900-1005", "20261123 1055-1700"])], minutes: 45,
            ["2026-11-23 10:05-10:50 f"]),
        Constellation(
            "a quarter leaves room: the time begins at the quarter",
            [.init(busy: ["20261123 0900-1005", "20261123 1120-1700"])], minutes: 45,
            ["2026-11-23 10:30-11:15 f"]),
        Constellation(
            "what has begun is not offered", [.init(), .init()], now: "20261123T140700",
            ["2026-11-23 14:15-15:15 ff", "2026-11-23 15:15-16:15 ff"]),
        Constellation(
            "a night belongs to the day on which it begins", [.init()], hours: (22, 2),
            [
                "2026-11-23 23:30-2026-11-24 00:30 f", "2026-11-23 22:30-23:30 f",
                "2026-11-24 00:30-01:30 f",
            ]),
        Constellation(
            "a weekend lies between", [.init(), .init()], first: "2026-11-20", days: 4, limit: 2,
            ["2026-11-20 12:30-13:30 ff", "2026-11-23 12:30-13:30 ff"]),
        Constellation(
            "one tentative comes before two",
            [
                .init(), .init(tentative: ["20261123 0900-1300"]),
                .init(tentative: ["20261123 0900-1100", "20261123 1400-1700"]),
            ], limit: 8,
            [
                "2026-11-23 13:00-14:00 fff", "2026-11-23 12:00-13:00 ftf",
                "2026-11-23 11:00-12:00 ftf", "2026-11-23 14:00-15:00 fft",
                "2026-11-23 15:00-16:00 fft", "2026-11-23 16:00-17:00 fft",
                "2026-11-23 10:00-11:00 ftt", "2026-11-23 09:00-10:00 ftt",
            ]),
        Constellation(
            "one unknown comes before two",
            [.init(), .init(known: ["20261123 0900-1300"]), .init(known: [])], limit: 5,
            [
                "2026-11-23 12:00-13:00 ffu", "2026-11-23 11:00-12:00 ffu",
                "2026-11-23 10:00-11:00 ffu", "2026-11-23 09:00-10:00 ffu",
                "2026-11-23 13:00-14:00 fuu",
            ]),
        Constellation(
            "the reader's own time may be what is not known", [.init(known: []), .init()],
            limit: 1, ["2026-11-23 12:30-13:30 uf"]),
        Constellation(
            "longer than the working hours", [.init(), .init()], minutes: 481, []),
    ]

    /// The slots, written as the expected ones.
    func slots() throws -> [String] {
        let berlin = try Make.zone("Europe/Berlin")
        func ranges(_ texts: [String]) throws -> InstantRanges {
            InstantRanges(try texts.map { try Plan.range($0, berlin) })
        }
        let everything = InstantRanges([
            Instant(secondsSinceEpoch: 0)..<Instant(secondsSinceEpoch: 4_000_000_000)
        ])
        let search = MeetingTimes(
            hours: WorkingHours(
                start: hours.0 * 3_600, end: hours.1 * 3_600, weekdays: WorkingHours.workweek),
            zone: berlin,
            people: try people.map { person in
                MeetingTimes.Person(
                    zone: try Make.zone(person.zone),
                    availability: Availability(
                        known: try person.known.map(ranges) ?? everything,
                        busy: try ranges(person.busy), tentative: try ranges(person.tentative)))
            }, length: minutes * 60)
        let date = try Make.date(first)
        let slots = search.slots(
            on: date..<(date + days), now: try Plan.instant(now, berlin), limit: limit)
        return slots.map { slot in
            let letters = slot.statuses.map { ["f", "t", "u", "b"][$0.rawValue] }
            return "\(Plan.text(slot.times, berlin)) \(letters.joined())"
        }
    }
}

@Suite("Meeting times")
struct MeetingTimesTests {
    @Test("the best first", arguments: Constellation.all)
    func constellation(_ constellation: Constellation) throws {
        #expect(try constellation.slots() == constellation.expected)
    }

    @Test("there are more than twenty constellations, each with a name of its own")
    func count() {
        #expect(Set(Constellation.all.map(\.testDescription)).count >= 20)
    }
}
