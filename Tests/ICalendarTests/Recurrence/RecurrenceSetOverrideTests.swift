@testable import ICalendar
import Testing

@Suite("What overrides make of a series")
struct RecurrenceSetOverrideTests {
    /// Mondays at 10:00 in Berlin from March 4th, 2024 on, for an hour.
    private let mondays = Series.event(
        "20240304T100000@Berlin", end: "20240304T110000@Berlin", rules: ["FREQ=WEEKLY;COUNT=6"])

    @Test(
        "RECURRENCE-ID is compared as an instant, or as a day",
        arguments: [
            "20240311T100000@Berlin", "20240311T090000Z", "20240311T050000@York",
            "20240311T100000", "20240311",
        ])
    func identifier(_ id: String) {
        let moved = Series.override(id, "20240312T150000@Berlin", duration: "PT2H")
        let found = Series.expand(mondays, [moved], "20240311", "20240314")
        #expect(
            Series.list(mondays, [moved], "20240304", "20240319") == [
                "20240304T090000Z/20240304T100000Z", "20240312T140000Z/20240312T160000Z#0",
                "20240318T090000Z/20240318T100000Z",
            ])
        #expect(found.instances.map { Series.text($0.recurrenceID) } == ["20240311T090000Z"])
        #expect(found.diagnostics.isEmpty)
    }

    @Test("an override may leave the window")
    func outOf() {
        let moved = Series.override("20240311T100000@Berlin", "20240511T100000@Berlin")
        #expect(Series.list(mondays, [moved], "20240310", "20240313") == [])
    }

    @Test("an override may enter the window from far away")
    func into() {
        let moved = Series.override("20240311T100000@Berlin", "20250111T100000@Berlin")
        let found = Series.expand(mondays, [moved], "20250110", "20250113")
        #expect(found.instances.map { Series.text($0.recurrenceID) } == ["20240311T090000Z"])
        #expect(found.diagnostics.isEmpty)
    }

    @Test("an override may become a whole day, or change its zone")
    func form() {
        let day = Series.override("20240311T100000@Berlin", "20240311")
        let zone = Series.override("20240318T100000@Berlin", "20240318T100000@York")
        #expect(
            Series.list(mondays, [day, zone], "20240310", "20240320") == [
                "20240311/20240312#0", "20240318T140000Z/20240318T140000Z#1",
            ])
    }

    @Test("a cancelled instance stays listed, with the override that cancels it")
    func cancelled() {
        var gone = Series.override("20240311T100000@Berlin", "20240311T100000@Berlin")
        gone.status = .cancelled
        #expect(
            Series.expand(mondays, [gone], "20240310", "20240313").instances.map(\.override) == [0])
    }

    @Test("EXDATE beats an override, also one that moved into the window")
    func exdate() {
        var event = mondays
        event.exceptionDates = [Series.time("20240311T090000Z")]
        let near = Series.override("20240311T100000@Berlin", "20240312T100000@Berlin")
        let far = Series.override("20240311T100000@Berlin", "20250312T100000@Berlin")
        #expect(Series.list(event, [near], "20240310", "20240314") == [])
        #expect(Series.list(event, [far], "20250310", "20250314") == [])
        event.exceptionDates = [Series.time("20240311")]
        #expect(Series.list(event, [far], "20250310", "20250314") == [])
    }

    @Test("an override without a master stands alone")
    func alone() {
        let invitation = Series.override(
            "20240311T100000@Berlin", "20240312T100000@Berlin", duration: "PT1H")
        let found = Series.expand(nil, [invitation], "20240312", "20240313")
        #expect(
            found.instances == [
                Instance(
                    recurrenceID: .instant(Instant(secondsSinceEpoch: 1_710_147_600)),
                    span: .instants(
                        Instant(
                            secondsSinceEpoch: 1_710_234_000)..<Instant(
                                secondsSinceEpoch: 1_710_237_600)), override: 0)
            ])
        #expect(found.diagnostics.isEmpty)
    }

    @Test("an override of no instance is shown by itself and reported")
    func withoutInstance() {
        let stray = Series.override("20240313T100000@Berlin", "20240313T120000@Berlin")
        let found = Series.expand(mondays, [stray], "20240313", "20240314")
        #expect(found.instances.map(\.override) == [0])
        #expect(found.diagnostics.map(\.property) == ["RECURRENCE-ID"])
    }

    @Test("an override of DTSTART fits an event that does not recur")
    func single() {
        let event = Series.event("20240304T100000@Berlin", duration: "PT1H")
        let moved = Series.override("20240304T090000Z", "20240305T100000@Berlin")
        let found = Series.expand(event, [moved], "20240304", "20240306")
        #expect(found.instances.map(\.override) == [0])
        #expect(found.diagnostics.isEmpty)
    }

    @Test("of two overrides of one instance the newer counts, and the other is reported")
    func twice() {
        var old = Series.override("20240311T100000@Berlin", "20240312T100000@Berlin")
        var new = Series.override("20240311T090000Z", "20240313T100000@Berlin")
        (old.sequence, new.sequence) = (1, 2)
        for overrides in [[old, new], [new, old]] {
            let found = Series.expand(mondays, overrides, "20240310", "20240315")
            #expect(found.instances.map { Series.text($0.span.start) } == ["20240313T090000Z"])
            #expect(found.diagnostics.count == 1)
        }
    }

    @Test("an override written in a gap finds the instance that the gap moved")
    func gap() {
        let event = Series.event("20240330T023000@Berlin", rules: ["FREQ=DAILY"])
        for id in ["20240331T023000@Berlin", "20240331T013000Z", "20240331T033000@Berlin"] {
            let moved = Series.override(id, "20240520T100000@Berlin")
            let found = Series.expand(event, [moved], "20240520", "20240521")
            #expect(found.instances.filter { $0.override == 0 }.count == 1)
            #expect(found.diagnostics.isEmpty, "\(id)")
        }
    }

    @Test("a DATE names all instances of its day, which are shown once")
    func wholeDay() {
        let event = Series.event(
            "20240304T080000@Berlin", rules: ["FREQ=DAILY;BYHOUR=8,20;COUNT=4"])
        let moved = Series.override("20240305", "20240305T120000@Berlin")
        #expect(
            Series.list(event, [moved], "20240304", "20240307") == [
                "20240304T070000Z/20240304T070000Z", "20240304T190000Z/20240304T190000Z",
                "20240305T110000Z/20240305T110000Z#0",
            ])
    }
}

@Suite("What RANGE=THISANDFUTURE makes of a series")
struct ThisAndFutureTests {
    private let mondays = Series.event(
        "20240304T100000@Berlin", end: "20240304T110000@Berlin", rules: ["FREQ=WEEKLY;COUNT=6"])

    @Test("start and length of what follows move, by the wall clock")
    func shift() {
        let later = Series.override(
            "20240318T100000@Berlin", "20240319T143000@Berlin", duration: "PT2H", future: true)
        #expect(
            Series.list(mondays, [later], "20240311", "20240404") == [
                "20240311T090000Z/20240311T100000Z", "20240319T133000Z/20240319T153000Z#0",
                "20240326T133000Z/20240326T153000Z#0", "20240402T123000Z/20240402T143000Z#0",
            ])
    }

    @Test("the same written in UTC still follows the series' clock")
    func utc() {
        let later = Series.override(
            "20240318T090000Z", "20240318T100000Z", end: "20240318T110000Z", future: true)
        #expect(
            Series.list(mondays, [later], "20240324", "20240404") == [
                "20240325T100000Z/20240325T110000Z#0", "20240401T090000Z/20240401T100000Z#0",
            ])
    }

    @Test("what follows a day that is named without a time moves by as much as its instance")
    func day() {
        let later = Series.override(
            "20240318", "20240318T120000@Berlin", end: "20240318T130000@Berlin", future: true)
        #expect(
            Series.list(mondays, [later], "20240317", "20240326") == [
                "20240318T110000Z/20240318T120000Z#0", "20240325T110000Z/20240325T120000Z#0",
            ])
    }

    @Test("what follows takes the override's zone")
    func zone() {
        // From 10:00 in Berlin to 09:00 in New York, before and after Berlin's change.
        let later = Series.override("20240318T100000@Berlin", "20240318T090000@York", future: true)
        #expect(
            Series.list(mondays, [later], "20240324", "20240404") == [
                "20240325T130000Z/20240325T130000Z#0", "20240401T130000Z/20240401T130000Z#0",
            ])
    }

    @Test("a later override of a single instance, and a later range, win")
    func precedence() {
        let first = Series.override(
            "20240311T100000@Berlin", "20240311T120000@Berlin", future: true)
        let single = Series.override("20240318T100000@Berlin", "20240318T070000@Berlin")
        let second = Series.override(
            "20240325T100000@Berlin", "20240325T130000@Berlin", future: true)
        #expect(
            Series.list(mondays, [first, single, second], "20240304", "20240404") == [
                "20240304T090000Z/20240304T100000Z", "20240311T110000Z/20240311T110000Z#0",
                "20240318T060000Z/20240318T060000Z#1", "20240325T120000Z/20240325T120000Z#2",
                "20240401T110000Z/20240401T110000Z#2",
            ])
    }

    @Test("instances that a range moves far are found where they went")
    func far() {
        let later = Series.override(
            "20240318T100000@Berlin", "20250317T100000@Berlin", future: true)
        #expect(
            Series.list(mondays, [later], "20250323", "20250326") == [
                "20250324T090000Z/20250324T090000Z#0"
            ])
        #expect(Series.list(mondays, [later], "20240323", "20240330") == [])
    }

    @Test("EXDATE takes its instance away, and the range moves the rest")
    func exdate() {
        var event = mondays
        event.exceptionDates = [Series.time("20240318T100000@Berlin")]
        let later = Series.override(
            "20240318T100000@Berlin", "20240318T120000@Berlin", future: true)
        #expect(
            Series.list(event, [later], "20240317", "20240328") == [
                "20240325T110000Z/20240325T110000Z#0"
            ])
    }
}
