import ICalendar
import Testing

@testable import AgendaKit

@Suite("Busy times")
struct BusyTimesTests {
    private func range(_ start: Int, _ end: Int) -> Range<Instant> {
        Instant(secondsSinceEpoch: start)..<Instant(secondsSinceEpoch: end)
    }

    @Test("overlapping and touching times are one; empty ones are none")
    func merging() {
        let merged = InstantRanges([
            range(50, 60), range(0, 10), range(20, 30), range(10, 15), range(25, 26), range(40, 40),
        ])
        #expect(merged.ranges == [range(0, 15), range(20, 30), range(50, 60)])
    }

    @Test(
        "transparent, cancelled and declined events, those without length and other people's do not block"
    )
    func blocking() throws {
        var events = (0..<6).map { Plan.event("\($0)", range($0 * 10, $0 * 10 + 5)) }
        events[0].content.isTransparent = true
        events[1].content.status = .cancelled
        events[2].content.isDeclined = true
        events[3].content.status = .tentative
        events[4].span = .instants(range(40, 40))
        events[5].content.isOfOthers = true
        let busy = InstantRanges(busyWith: events, zone: .utc, countingWholeDays: false)
        #expect(busy.ranges == [range(30, 35)])
    }

    /// Each row: cancelled, declined, a rule, of others, transparent; and whether it makes busy.
    @Test(
        "the first that speaks decides what makes busy",
        arguments: [
            (false, false, nil, false, false, true), (false, false, nil, false, true, false),
            (false, false, nil, true, false, false), (false, false, nil, true, true, false),
            (false, false, true, false, true, true), (false, false, true, true, false, true),
            (false, false, true, true, true, true), (false, false, false, false, false, false),
            (true, false, true, false, false, false), (false, true, true, false, false, false),
            (true, true, nil, false, false, false),
        ] as [(Bool, Bool, Bool?, Bool, Bool, Bool)])
    func table(row: (Bool, Bool, Bool?, Bool, Bool, Bool)) {
        var facts = BusyFacts()
        (facts.isCancelled, facts.isDeclined, facts.byRule) = (row.0, row.1, row.2)
        (facts.isOfOthers, facts.isTransparent) = (row.3, row.4)
        #expect(facts.isBusy == row.5)
        var event = Plan.event("1", range(0, 10))
        event.content.status = row.0 ? .cancelled : .confirmed
        (event.content.isDeclined, event.content.isBusyByRule) = (row.1, row.2)
        (event.content.isOfOthers, event.content.isTransparent) = (row.3, row.4)
        #expect(event.blocks(countingWholeDays: false) == row.5)
    }

    @Test("a floating time that a gap moves past its end keeps its length")
    func gap() throws {
        let zone = try Make.zone("Europe/Berlin")
        let start = try #require(CivilDateTime(icalendar: "20260329T023000"))
        let span = Span.floating(start..<(start + 2_400))
        // 02:30 does not exist and is 03:30 (RFC 5545 3.3.5); 03:10 would be before it.
        #expect(Plan.text(span.instants(in: zone), zone) == "2026-03-29 03:30-04:10")
    }

    @Test("whole days last from midnight to midnight, whatever the clocks do")
    func wholeDays() throws {
        let zone = try Make.zone("Europe/Berlin")
        let date = try Make.date("2026-10-25")
        let times = Span.dates(date..<(date + 1)).instants(in: zone)
        #expect(times.upperBound - times.lowerBound == 25 * 3_600)
        var event = Plan.event("holiday", .dates(date..<(date + 1)))
        #expect(!event.blocks(countingWholeDays: false))
        #expect(event.blocks(countingWholeDays: true))
        event.content.isTransparent = true
        #expect(!event.blocks(countingWholeDays: true))
    }

    @Test("union, intersection and difference are those of the instants", arguments: 0..<100)
    func naive(seed: Int) {
        var random = MergePropertyTests.Seeded(state: UInt64(seed))
        func some() -> [Range<Instant>] {
            (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let start = Int.random(in: 0..<50, using: &random)
                return range(start, start + Int.random(in: 0...12, using: &random))
            }
        }
        let (left, right) = (some(), some())
        let (first, second) = (InstantRanges(left), InstantRanges(right))
        func seconds(_ ranges: [Range<Instant>]) -> Set<Int> {
            Set(
                (0..<70).filter { second in
                    ranges.contains { $0.contains(Instant(secondsSinceEpoch: second)) }
                })
        }
        let (a, b) = (seconds(left), seconds(right))
        for (result, expected) in [
            (first, a), (first.intersection(second), a.intersection(b)),
            (first.subtracting(second), a.subtracting(b)),
            (InstantRanges(left + right), a.union(b)),
        ] {
            #expect(seconds(result.ranges) == expected)
            // Ascending, neither empty nor touching.
            for (one, next) in zip(result.ranges, result.ranges.dropFirst()) {
                #expect(one.upperBound < next.lowerBound)
            }
            #expect(result.ranges.allSatisfy { !$0.isEmpty })
        }
    }
}
