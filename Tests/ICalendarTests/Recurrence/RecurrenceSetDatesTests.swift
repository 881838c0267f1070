import ICalendar
import Testing

@Suite("What RDATE, EXDATE and several rules make of a series")
struct RecurrenceSetDatesTests {
    private func daily(except: [String]) -> [String] {
        let event = Series.event(
            "20240330T100000@Berlin", rules: ["FREQ=DAILY;COUNT=4"], except: except)
        return Series.expand(event, [], "20240330", "20240404").instances.map {
            String(Series.text($0.recurrenceID).prefix(8))
        }
    }

    @Test(
        "EXDATE is compared as an instant, or as a day",
        arguments: [
            "20240331T100000@Berlin", "20240331T080000Z", "20240331T040000@York",
            "20240331T100000", "20240331",
        ])
    func exdate(_ text: String) {
        #expect(daily(except: [text]) == ["20240330", "20240401", "20240402"])
    }

    @Test(
        "EXDATE that names no instance takes nothing",
        arguments: ["20240331T100000Z", "20240331T100001@Berlin", "20240329"])
    func exdateWithoutInstance(_ text: String) {
        #expect(daily(except: [text]).count == 4)
    }

    @Test("an EXDATE that is a DATE names the day on the series' clock, not the one in UTC")
    func exdateAfterMidnight() {
        let event = Series.event(
            "20240330T003000@Berlin", rules: ["FREQ=DAILY;COUNT=3"], except: ["20240331"])
        #expect(
            Series.list(event, "20240329", "20240404") == [
                "20240329T233000Z/20240329T233000Z", "20240331T223000Z/20240331T223000Z",
            ])
    }

    @Test("a DATE takes every instance of its day away")
    func exdateOfDay() {
        let event = Series.event(
            "20240330T080000@Berlin", rules: ["FREQ=DAILY;BYHOUR=8,20;COUNT=6"],
            except: ["20240331"])
        #expect(Series.list(event, "20240330", "20240404").count == 4)
    }

    @Test("EXDATE may take DTSTART, and the only instance, away")
    func exdateOfStart() {
        #expect(daily(except: ["20240330T090000Z"]) == ["20240331", "20240401", "20240402"])
        let single = Series.event("20240330T100000@Berlin", except: ["20240330T090000Z"])
        #expect(Series.list(single, "20240330", "20240331") == [])
    }

    @Test("EXDATE of an all-day series may be written with a time")
    func exdateOfDates() {
        let event = Series.event(
            "20240330", rules: ["FREQ=DAILY;COUNT=4"],
            except: ["20240331", "20240401T000000@Berlin", "20240402T000000Z"])
        #expect(Series.list(event, "20240330", "20240404") == ["20240330/20240331"])
    }

    @Test(
        "a time in UTC means the day whose midnight it is nearest to",
        arguments: [
            ("20240330T230000Z", "Berlin, winter"), ("20240330T220000Z", "Berlin, summer"),
            ("20240331T050000Z", "New York"), ("20240330T150000Z", "Tokyo"),
            ("20240331T000000Z", "London"), ("20240330T183000Z", "Delhi"),
            ("20240331T093000Z", "Marquesas"), ("20240330T110000Z", "Auckland, summer"),
            ("20240331T120000Z", "noon of the day"),
        ])
    func exdateOfMidnight(text: String, place: String) {
        let event = Series.event("20240329", rules: ["FREQ=DAILY;COUNT=4"], except: [text])
        #expect(
            Series.list(event, "20240329", "20240404") == [
                "20240329/20240330", "20240330/20240331", "20240401/20240402",
            ])
    }

    @Test(
        "UNTIL in UTC of whole days is the last day's midnight somewhere, or its last second",
        arguments: [
            "20261021T230000Z", "20261021T220000Z", "20261022T040000Z", "20261022T000000Z",
            "20261022", "20261022T225959Z", "20261023T045959Z", "20261022T235959Z",
        ])
    func untilOfDays(until: String) {
        let event = Series.event("20261020", rules: ["FREQ=DAILY;UNTIL=\(until)"])
        #expect(
            Series.list(event, "20261019", "20261030") == [
                "20261020/20261021", "20261021/20261022", "20261022/20261023",
            ])
    }

    @Test("a RECURRENCE-ID of whole days in UTC names the day of its midnight")
    func overrideOfMidnight() {
        let event = Series.event("20240329", rules: ["FREQ=DAILY;COUNT=3"])
        let moved = Series.override("20240329T230000Z", "20240410")
        let expansion = Series.expand(event, [moved], "20240329", "20240420")
        #expect(expansion.instances.map(\.override) == [nil, nil, 0])
        #expect(
            expansion.instances.map { Series.text($0.recurrenceID) } == [
                "20240329", "20240331", "20240330",
            ])
    }

    @Test("an EXDATE at another time of the day is told; one of a day without instance is not")
    func idleException() {
        func told(_ rule: String, _ except: [String]) -> [Diagnostic.Reason] {
            let event = Series.event("20240330T100000@Berlin", rules: [rule], except: except)
            return Series.expand(event, [], "20240330", "20240410").diagnostics.map(\.reason)
        }
        let daily = "FREQ=DAILY;COUNT=4"
        #expect(
            told(daily, ["20240331T100030@Berlin"]) == [.value("20240331T100030", .excludesNothing)]
        )
        #expect(told(daily, ["20240331T000000Z"]) == [.value("20240331T010000", .excludesNothing)])
        #expect(told(daily, ["20240331T080000Z", "20240401", "20240408T000000@Berlin"]).isEmpty)
        #expect(told("FREQ=DAILY;BYHOUR=10,12;COUNT=4", ["20240331T100000@Berlin"]).isEmpty)
        #expect(told(daily, ["20240331T100000@Berlin", "20240331T120000@Berlin"]).isEmpty)
    }

    @Test("EXDATE finds an instance that a gap moved")
    func exdateInGap() {
        for text in ["20240331T023000@Berlin", "20240331T013000Z", "20240331"] {
            let event = Series.event(
                "20240330T023000@Berlin", rules: ["FREQ=DAILY;COUNT=3"], except: [text])
            #expect(Series.list(event, "20240330", "20240404").count == 2, "\(text)")
        }
    }

    @Test("RDATE adds instances; one that a rule also yields counts once")
    func rdate() {
        let event = Series.event(
            "20240304T100000@Berlin", duration: "PT1H", rules: ["FREQ=WEEKLY;COUNT=2"],
            dates: ["20240311T100000@Berlin", "20240311T090000Z", "20240307T080000Z", "20240306"])
        #expect(
            Series.list(event, "20240301", "20240401") == [
                "20240304T090000Z/20240304T100000Z", "20240306T090000Z/20240306T100000Z",
                "20240307T080000Z/20240307T090000Z", "20240311T090000Z/20240311T100000Z",
            ])
    }

    @Test("RDATE alone makes a series, whose first instance is DTSTART")
    func rdateAlone() {
        let event = Series.event("20240304", dates: ["20240310", "20240307T120000@Berlin"])
        #expect(
            Series.list(event, "20240301", "20240401") == [
                "20240304/20240305", "20240307/20240308", "20240310/20240311",
            ])
    }

    @Test("a PERIOD has its own length, also where a rule yields the same start")
    func period() {
        let event = Series.event(
            "20240304T100000@Berlin", duration: "PT1H", rules: ["FREQ=WEEKLY;COUNT=2"],
            dates: [
                "20240311T100000@Berlin/PT3H", "20240305T080000Z/20240305T083000Z",
                "20240220T100000@Berlin/P20D",
            ])
        #expect(
            Series.list(event, "20240304", "20240401") == [
                "20240220T090000Z/20240311T090000Z", "20240304T090000Z/20240304T100000Z",
                "20240305T080000Z/20240305T083000Z", "20240311T090000Z/20240311T120000Z",
            ])
    }

    @Test("several rules are united")
    func severalRules() {
        let event = Series.event(
            "20240304T100000Z", rules: ["FREQ=DAILY;COUNT=3", "FREQ=DAILY;INTERVAL=2;COUNT=3"])
        let starts = Series.expand(event, [], "20240301", "20240401").instances.map {
            Series.text($0.span.start).prefix(8)
        }
        #expect(starts == ["20240304", "20240305", "20240306", "20240308"])
    }

    @Test("EXRULE takes away what it yields, and DTSTART only if it yields that")
    func exrule() {
        var event = Series.event("20240304T100000@Berlin", rules: ["FREQ=DAILY;COUNT=8"])
        event.exceptionRules = [Series.rule("FREQ=WEEKLY;BYDAY=WE,SA")]
        let kept = ["20240304", "20240305", "20240307", "20240308", "20240310", "20240311"]
        func days() -> [String] {
            Series.expand(event, [], "20240301", "20240401").instances.map {
                String(Series.text($0.span.start).prefix(8))
            }
        }
        #expect(days() == kept)
        event.exceptionRules = [Series.rule("FREQ=WEEKLY;BYDAY=MO,WE,SA;COUNT=3")]
        #expect(days() == ["20240305", "20240307", "20240308", "20240310", "20240311"])
    }

    @Test("UNTIL in UTC is compared with the instant, also beside a change of offset")
    func until() {
        // 10:00 in Berlin is 09:00Z on March 30th and 08:00Z on the 31st.
        func count(_ until: String) -> Int {
            let event = Series.event(
                "20240329T100000@Berlin", rules: ["FREQ=DAILY;UNTIL=\(until)"])
            return Series.list(event, "20240301", "20240501").count
        }
        #expect(count("20240331T080000Z") == 3)
        #expect(count("20240331T075959Z") == 2)
        #expect(count("20240330T090000Z") == 2)
        #expect(count("20240330T085959Z") == 1)
        #expect(count("20240331") == 3)
        #expect(count("20240331T100000") == 3)
    }

    @Test("a rule without end in sight is cut, and the cut is reported")
    func cut() {
        let event = Series.event("20240304T100000Z", rules: ["FREQ=SECONDLY"])
        let day = Series.time("20240304").wallTime.date
        let found = RecurrenceSet(master: event).instances(
            overlapping: day..<day + 1, limit: 100_000, zone: TestZones.named)
        // 14 hours of the day that was asked for, each second of them.
        let asked = found.instances.filter { Series.text($0.span.start).hasPrefix("20240304T") }
        #expect(asked.count == 14 * 3_600)
        #expect(found.instances.count <= 100_000)
        #expect(found.diagnostics.map(\.property) == ["RRULE"])
    }
}
