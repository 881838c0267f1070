import ICalendar
import Testing

@testable import AgendaKit

@Suite("What is next")
struct NextEventTests {
    private func event(_ name: String, _ start: Int, _ end: Int) -> AgendaEvent {
        Plan.event(
            name,
            Instant(secondsSinceEpoch: start * 60)..<Instant(secondsSinceEpoch: end * 60))
    }

    /// `running a 5, then b 20`.
    private func find(
        _ events: [AgendaEvent], at second: Int, wholeDays: Bool = false
    ) -> String? {
        let found = NextEvent.find(
            among: events, at: Instant(secondsSinceEpoch: second), zone: .utc,
            countingWholeDays: wholeDays)
        return found.map { current, following in
            "\(current.isRunning ? "running " : "")\(current.event.uid) \(current.minutes)"
                + (following.map { ", then \($0.event.uid) \($0.minutes)" } ?? "")
        }
    }

    @Test("the running event that ends first, else the next to start")
    func order() {
        let events = [
            event("long", 0, 60), event("short", 10, 30), event("later", 40, 50),
            event("last", 90, 95),
        ]
        #expect(find(events, at: 15 * 60) == "running short 15, then later 25")
        #expect(find(events, at: 30 * 60) == "running long 30, then later 10")
        #expect(find(events, at: 60 * 60) == "last 30")
        #expect(find(Array(events.dropFirst()), at: 0) == "short 10, then later 40")
        #expect(find(events, at: 95 * 60) == nil)
    }

    @Test("begun minutes count")
    func minutes() {
        let events = [event("a", 10, 20)]
        #expect(find(events, at: 1) == "a 10")
        #expect(find(events, at: 60) == "a 9")
        #expect(find(events, at: 599) == "a 1")
        #expect(find(events, at: 600) == "running a 10")
        #expect(find(events, at: 1_199) == "running a 1")
        #expect(find(events, at: 1_200) == nil)
    }

    @Test("one without length is next until its instant, and then never")
    func instant() {
        #expect(find([event("a", 10, 10)], at: 600) == "a 0")
        #expect(find([event("a", 10, 10)], at: 601) == nil)
    }

    @Test("cancelled and declined events are not next, transparent ones are")
    func others() {
        var events = [event("a", 10, 20), event("b", 20, 30), event("c", 30, 40)]
        events[0].content.status = .cancelled
        events[1].content.isDeclined = true
        events[2].content.isTransparent = true
        #expect(find(events, at: 0) == "c 30")
    }

    @Test("a day and what is as long count only when asked for")
    func long() {
        let day = Plan.event(
            "day", .dates(CivilDate(daysSinceEpoch: 0)..<CivilDate(daysSinceEpoch: 1)))
        let events = [day, event("call", -60, 1_440), event("a", 10, 20)]
        #expect(find(events, at: 0) == "a 10")
        #expect(find(events, at: 0, wholeDays: true) == "running call 1440, then a 10")
        #expect(find([day], at: 0) == nil)
    }
}
