import Testing
@testable import AgendaDaemon
@testable import AgendaActions

@testable import agenda

/// A clock of the tests' own: seconds since 1970 are written as small numbers.
@Suite("What the daemon does when")
struct DaemonScheduleTests {
    private typealias Job = DaemonSchedule.Job
    private let work = Job.account("work")

    /// An account that is due at 1,000.
    private func planned() -> DaemonSchedule {
        var schedule = DaemonSchedule()
        schedule.plan(work, due: 1_000, now: 100)
        return schedule
    }

    @Test("an account is synchronised by its interval, counted from the end of the last time")
    func interval() {
        var schedule = planned()
        #expect(schedule.next == 1_000)
        #expect(schedule.due(now: 999) == [])
        #expect(schedule.due(now: 1_000) == [work])
        schedule.begin(work)
        #expect(schedule.due(now: 5_000) == [], "never two at a time")
        #expect(schedule.next == nil)
        schedule.end(work, .done(every: 900), now: 1_020, random: 0.5)
        #expect(schedule.next == 1_920)
    }

    @Test("time that the machine slept through has passed")
    func suspend() {
        #expect(planned().due(now: 1_000_000) == [work])
    }

    @Test("a clock that is set back puts nothing off")
    func clockSetBack() {
        #expect(planned().due(now: 101) == [])
        #expect(planned().due(now: 50) == [work])
    }

    @Test("changed files are sent when no other one follows, or after 5 seconds of changes")
    func settling() {
        var schedule = planned()
        schedule.ask(for: work, now: 200)
        #expect(schedule.next == 200 + 0.1)
        #expect(schedule.isOnlyAsked(work, now: 200.1))
        schedule.ask(for: work, now: 200.05)
        #expect(schedule.due(now: 200.12) == [])
        #expect(schedule.due(now: 200.2) == [work])
        for step in 1...100 { schedule.ask(for: work, now: 200 + Double(step) / 16) }
        #expect(schedule.next == 205)
    }

    @Test("what changes during a synchronisation is sent after it, and a withdrawn reason is none")
    func changedMeanwhile() {
        var schedule = planned()
        schedule.begin(work)
        schedule.ask(for: work, now: 300)
        #expect(schedule.next == nil)
        schedule.end(work, .done(every: 900), now: 310, random: 0)
        #expect(schedule.due(now: 310) == [work])
        schedule.withdraw(work)
        #expect(schedule.next == 1_210)
        #expect(!schedule.isOnlyAsked(work, now: 310))
    }

    @Test("waits double from a minute to two hours, a quarter more or less")
    func backoff() {
        var schedule = planned()
        var waits: [Double] = []
        for number in 0..<9 {
            let now = Double(number) * 100_000
            schedule.begin(work)
            schedule.end(work, .failed(), now: now, random: 0.5)
            waits.append((schedule.next ?? 0) - now)
        }
        #expect(waits == [60, 120, 240, 480, 960, 1_920, 3_840, 7_200, 7_200])
        schedule.end(work, .done(every: 900), now: 0, random: 0.5)
        for (random, wait) in [(0.0, 60.0), (1.0, 75.0)] {
            var first = planned()
            first.end(work, .failed(), now: 0, random: random)
            #expect(first.next == wait)
            first.end(work, .failed(), now: 0, random: random)
            #expect(first.next == (random == 0 ? 90 : 150))
        }
    }

    @Test("the first failure after a success waits a minute again")
    func backoffBeginsAnew() {
        var schedule = planned()
        for _ in 1...5 { schedule.end(work, .failed(), now: 0, random: 0.5) }
        schedule.end(work, .done(every: 900), now: 0, random: 0.5)
        schedule.end(work, .failed(), now: 0, random: 0.5)
        #expect(schedule.next == 60)
    }

    @Test("a server that asks for a pause gets it, up to two hours, and no change shortens a wait")
    func pause() {
        var schedule = planned()
        schedule.end(work, .failed(wait: 3_000), now: 0, random: 0.5)
        #expect(schedule.next == 3_000)
        schedule.ask(for: work, now: 10)
        #expect(schedule.due(now: 2_999) == [])
        schedule.networkChanged(now: 20) { 0 }
        #expect(schedule.next == 3_000)
        schedule.plan(work, due: 30, now: 30)
        #expect(schedule.next == 3_000)
        schedule.end(work, .failed(wait: 1e9), now: 3_000, random: 0.5)
        #expect(schedule.next == 10_200)
    }

    @Test("another network: what failed for want of one is tried again, and nothing else")
    func network() {
        var schedule = planned()
        for name in ["offline", "broken"] { schedule.plan(.account(name), due: 0, now: 0) }
        schedule.end(
            .account("offline"), .failed(isOfNetwork: true), now: 10, random: 0.5)
        schedule.end(.account("broken"), .failed(), now: 10, random: 0.5)
        schedule.networkChanged(now: 20) { 0.5 }
        #expect(schedule.next(.account("offline")) == 21)
        #expect(schedule.next(.account("broken")) == 70)
        #expect(schedule.next(work) == 1_000)
    }

    @Test("refused credentials are not sent again until somebody wants it")
    func refused() {
        var schedule = planned()
        schedule.begin(work)
        schedule.end(work, .refused, now: 1_000, random: 0.5)
        schedule.ask(for: work, now: 1_001)
        schedule.networkChanged(now: 1_002) { 0 }
        #expect(schedule.isRefused(work))
        #expect(schedule.next == nil)
        #expect(schedule.due(now: 1e9) == [])
        schedule.retry(work, now: 2_000)
        #expect(!schedule.isRefused(work))
        #expect(schedule.due(now: 2_000) == [work])
    }

    @Test("settings that change during a synchronisation make its outcome worth nothing")
    func changedSettings() {
        var schedule = planned()
        schedule.begin(work)
        schedule.retry(work, now: 1_005)
        #expect(schedule.due(now: 1_005) == [])
        schedule.end(work, .refused, now: 1_010, random: 0.5)
        #expect(schedule.due(now: 1_010) == [work])
    }

    @Test("what another process does at the moment is looked at half a minute later")
    func busy() {
        var schedule = planned()
        schedule.begin(work)
        schedule.end(work, .busy, now: 1_000, random: 0.5)
        #expect(schedule.next == 1_030)
    }

    @Test("an import begins at once, and again some seconds after it failed")
    func importing() {
        var schedule = DaemonSchedule()
        schedule.ask(for: .importing, now: 50)
        #expect(schedule.due(now: 50) == [.importing])
        schedule.begin(.importing)
        schedule.end(.importing, .failed(), now: 51, random: 0.5)
        #expect(schedule.next == 53)
        schedule.end(.importing, .done(every: nil), now: 53, random: 0.5)
        #expect(schedule.next == nil)
    }

    @Test("what is forgotten is never due, also when its last attempt ends later")
    func forgotten() {
        var schedule = planned()
        schedule.begin(work)
        schedule.forget(work)
        schedule.end(work, .done(every: 1), now: 0, random: 0)
        #expect(schedule == DaemonSchedule())
    }

    @Test("a fault is said once until it is another one, whatever its words, and its end, too")
    func log() {
        var lines: [String] = []
        for isQuiet in [false, true] {
            let said = Said()
            var log = DaemonLog(isQuiet: isQuiet) { said.lines.append($0.text) }
            log.say("work/Home: 1 fetched")
            log.note("wait for 90 s", of: "work", kind: "wait")
            log.note("wait for 30 s", of: "work", kind: "wait")
            log.note("no connection", of: "work", kind: "network")
            #expect(log.faults == ["work": "no connection"])
            log.note(nil, of: "work")
            log.note(nil, of: "work")
            #expect(log.faults == [:])
            lines.append(said.lines.joined(separator: "|"))
        }
        #expect(
            lines == [
                "work/Home: 1 fetched|work: wait for 90 s|work: no connection|work: works again",
                "work: wait for 90 s|work: no connection",
            ])
    }

    private final class Said { var lines: [String] = [] }
}
