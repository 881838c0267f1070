import ICalendar
import Testing

@Suite("Windows of a series")
struct RecurrenceSetWindowTests {
    /// A linear congruential generator (Knuth's MMIX constants), so that a failure repeats.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % sides
        }

        mutating func pick<Element>(_ list: [Element]) -> Element { list[roll(list.count)] }
    }

    private static let rules = [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3;COUNT=90", "FREQ=WEEKLY;BYDAY=MO,WE,SU",
        "FREQ=WEEKLY;INTERVAL=2;COUNT=40;WKST=SU;BYDAY=SA,SU", "FREQ=MONTHLY;BYDAY=-1FR,2TU",
        "FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20250201T000000Z", "FREQ=HOURLY;INTERVAL=30",
        "FREQ=YEARLY;BYWEEKNO=1,13,44;BYDAY=MO,SU", "FREQ=DAILY;BYMONTH=3,10;BYHOUR=1,2,3",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=15",
    ]

    private func time(_ wall: CivilDateTime, like form: Int) -> CalendarTime {
        switch form {
        case 0: .date(wall.date)
        case 1: .floating(wall)
        case 2: .utc(Instant(utc: wall))
        case 3: .zoned(wall, tzid: "America/New_York")
        default: .zoned(wall, tzid: "Europe/Berlin")
        }
    }

    private func series(_ dice: inout Dice) -> (Event, [Event]) {
        let form = dice.roll(6)
        let day = CivilDate(daysSinceEpoch: 19_720 + dice.roll(60))  // from 2023-12-29 on
        let wall = CivilDateTime(day, hour: dice.roll(24), minute: 30 * dice.roll(2))
        var event = Event(uid: "random", start: time(wall, like: form))
        event.recurrenceRules = [Series.rule(dice.pick(Self.rules))]
        let ends: [EventEnd] = [
            .none, .duration(CalendarDuration(seconds: 5_400)),
            .duration(CalendarDuration(days: 3)),
            .time(time(wall + 100_000, like: form)),
        ]
        event.end = dice.pick(ends)
        let all = RecurrenceSet(master: event).instances(
            overlapping: day..<day + 500, zone: TestZones.named
        ).instances
        var overrides: [Event] = []
        for _ in 0..<dice.roll(5) where !all.isEmpty {
            let id: CalendarTime
            switch dice.pick(all).recurrenceID {
            case .instant(let instant): id = .utc(instant)
            case .floating(let wall): id = .floating(wall)
            case .date(let date): id = .date(date)
            case nil: continue
            }
            if dice.roll(3) == 0 {
                event.exceptionDates.append(id)
                continue
            }
            let moved = id.wallTime + 3_600 * (dice.roll(800) - 400)
            var override = Event(uid: "random", start: time(moved, like: dice.roll(6)))
            override.recurrenceID = id
            override.overridesFuture = dice.roll(3) == 0
            override.end = dice.pick(Array(ends.prefix(3)))
            overrides.append(override)
        }
        return (event, overrides)
    }

    /// Whether a part of the instance lies on the days, for readers at most `margin` seconds
    /// from UTC; dates and floating times are the same for all.
    private func lies(_ instance: Instance, on days: Range<CivilDate>, margin: Int) -> Bool {
        var margin = margin
        if case .instants = instance.span {} else { margin = 0 }
        func seconds(_ point: OccurrencePoint) -> Int {
            switch point {
            case .instant(let instant): instant.secondsSinceEpoch
            case .floating(let wall): wall.secondsSinceEpoch
            case .date(let date): date.daysSinceEpoch * 86_400
            }
        }
        let (start, end) = (seconds(instance.span.start), seconds(instance.span.end))
        let first = days.lowerBound.daysSinceEpoch * 86_400 - margin
        let last = days.upperBound.daysSinceEpoch * 86_400 + margin
        return start < last && (end > first || start == end && start >= first)
    }

    @Test("a window shows what a wider one shows on its days", arguments: 0..<150)
    func narrow(_ seed: Int) {
        var dice = Dice(state: UInt64(seed) &* 977 &+ 13)
        let (event, overrides) = series(&dice)
        let set = RecurrenceSet(master: event, overrides: overrides)
        let first = event.start.wallTime.date - 20
        let wide = set.instances(overlapping: first..<first + 520, zone: TestZones.named).instances
        #expect(!wide.isEmpty)
        for _ in 0..<12 {
            let day = first + 20 + dice.roll(460)
            let days = day..<day + 1 + dice.roll(9)
            let narrow = set.instances(overlapping: days, zone: TestZones.named).instances
            #expect(narrow.allSatisfy { lies($0, on: days, margin: 86_400) })
            let missing = wide.filter {
                lies($0, on: days, margin: 14 * 3_600) && !narrow.contains($0)
            }
            #expect(missing.isEmpty, "\(event.start) \(event.recurrenceRules[0].icalendar)")
            #expect(narrow.allSatisfy(wide.contains))
        }
    }
}
