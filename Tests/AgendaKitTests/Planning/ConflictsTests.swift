import ICalendar
import Testing

@testable import AgendaKit

@Suite("Conflicts")
struct ConflictsTests {
    private func event(_ name: String, _ start: Int, _ end: Int) -> AgendaEvent {
        Plan.event(
            name,
            Instant(secondsSinceEpoch: start * 60)..<Instant(secondsSinceEpoch: end * 60))
    }

    private func pairs(_ events: [AgendaEvent], wholeDays: Bool = false) -> [String] {
        Conflicts(among: events, zone: .utc, countingWholeDays: wholeDays).pairs.map {
            let times = $0.times
            return "\($0.first.uid)\($0.second.uid) "
                + "\(times.lowerBound.secondsSinceEpoch / 60)-"
                + "\(times.upperBound.secondsSinceEpoch / 60)"
        }
    }

    @Test("each pair that overlaps, by when both are on; touching is none")
    func pairs() {
        #expect(
            pairs([
                event("d", 50, 60), event("a", 0, 30), event("b", 10, 20), event("c", 20, 50),
                event("e", 55, 55),
            ]) == ["ab 10-20", "ac 20-30"])
    }

    @Test("of three at the same time, three pairs")
    func three() {
        #expect(
            pairs([event("b", 0, 10), event("a", 0, 10), event("c", 5, 8)])
                == ["ab 0-10", "ac 5-8", "bc 5-8"])
    }

    @Test("what does not block conflicts with nothing; whole days only when asked for")
    func others() {
        let day = Plan.event(
            "day", .dates(CivilDate(daysSinceEpoch: 0)..<CivilDate(daysSinceEpoch: 1)))
        var free = event("a", 0, 10)
        free.content.isTransparent = true
        let events = [free, event("b", 5, 15), day]
        #expect(pairs(events).isEmpty)
        #expect(pairs(events, wholeDays: true) == ["dayb 5-15"])
    }

    @Test("too many are cut, and said to be")
    func limit() {
        let events = (0..<200).map { event("\($0)", 0, 10) }
        let conflicts = Conflicts(among: events, zone: .utc, countingWholeDays: false)
        #expect(conflicts.pairs.count == Conflicts.limit)
        #expect(!conflicts.isComplete)
        #expect(
            Conflicts(among: events.prefix(100), zone: .utc, countingWholeDays: false).isComplete)
    }

    @Test("the same pairs as by comparing each with each", arguments: 0..<50)
    func naive(seed: Int) {
        var random = MergePropertyTests.Seeded(state: UInt64(seed))
        let events = (0..<Int.random(in: 0...20, using: &random)).map { number in
            let start = Int.random(in: 0..<60, using: &random)
            return event("\(number).", start, start + Int.random(in: 0...20, using: &random))
        }
        var expected: Set<Set<String>> = []
        for one in events {
            for other in events where one.uid != other.uid {
                let (left, right) = (one.span.instants(in: .utc), other.span.instants(in: .utc))
                if left.overlaps(right) { expected.insert([one.uid, other.uid]) }
            }
        }
        let found = Conflicts(among: events, zone: .utc, countingWholeDays: false).pairs
        #expect(found.count == expected.count)
        #expect(Set(found.map { [$0.first.uid, $0.second.uid] }) == expected)
    }
}
