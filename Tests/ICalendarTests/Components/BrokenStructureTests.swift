import Testing

@testable import ICalendar

/// Texts whose lines do not nest: what was meant is read, and all else is told.
@Suite("Broken structure")
struct BrokenStructureTests {
    private struct Found: Equatable {
        var summaries: [String?] = []
        var lines: [Int] = []
        var faults: [String] = []
        var isComplete = true
    }

    private func found(_ text: String) -> Found {
        let scanned = ScannedText(Array(text.utf8), zones: systemZones)
        var found = Found(isComplete: scanned.stream.isComplete)
        for component in scanned.stream.components {
            let parsed = ICalendarParser.event(
                in: scanned.bytes[component.range], line: component.line)
            found.summaries.append(parsed.value?.summary)
            found.lines.append(component.line)
            found.faults += parsed.diagnostics.map {
                "\($0.line) \($0.property ?? ""): \($0.reason)"
            }
        }
        found.faults += scanned.stream.diagnostics.map {
            "\($0.line) \($0.property ?? ""): \($0.reason)"
        }
        return found
    }

    private func event(_ name: String, end: String = "END:VEVENT\n") -> String {
        "BEGIN:VEVENT\nUID:\(name)\nDTSTART:20261126T100000\nSUMMARY:\(name)\n" + end
    }

    @Test("an event that another one begins in ends there")
    func nested() {
        let text =
            "BEGIN:VCALENDAR\n" + event("a", end: "") + event("b", end: "") + event("c")
            + "END:VCALENDAR\n"
        #expect(
            found(text)
                == Found(
                    summaries: ["a", "b", "c"], lines: [2, 6, 10],
                    faults: [
                        "2 VEVENT: has no end before BEGIN:VEVENT",
                        "6 VEVENT: has no end before BEGIN:VEVENT",
                    ]))
    }

    @Test("an event that its calendar ends in ends there, and so does its alarm")
    func endsWithCalendar() {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\n"
        let text =
            "BEGIN:VCALENDAR\n" + event("a", end: alarm + alarm)
            + "END:VCALENDAR\nBEGIN:VCALENDAR\n"
            + event("b", end: alarm) + event("c") + "END:VCALENDAR\n"
        #expect(
            found(text)
                == Found(
                    summaries: ["a", "b", "c"], lines: [2, 14, 21],
                    faults: [
                        "2 VEVENT: has no end before END:VCALENDAR",
                        "14 VEVENT: has no end before BEGIN:VEVENT",
                    ]))
        let scanned = ScannedText(Array(text.utf8), zones: systemZones)
        let alarms = scanned.stream.components.map {
            ICalendarParser.event(in: scanned.bytes[$0.range]).value?.alarms.count
        }
        #expect(alarms == [2, 1, 0])
    }

    @Test("a calendar that another one begins in ends there")
    func calendars() {
        let text =
            "BEGIN:VCALENDAR\n" + event("a") + "BEGIN:VCALENDAR\n" + event("b") + "END:VCALENDAR\n"
        #expect(
            found(text)
                == Found(
                    summaries: ["a", "b"], lines: [2, 8],
                    faults: ["7 VCALENDAR: has no end before BEGIN:VCALENDAR"]))
    }

    @Test("an event with the END of a to-do ends there; an END of nothing is left out")
    func foreignEnds() {
        let text =
            "BEGIN:VCALENDAR\n" + event("a", end: "END:VTODO\n")
            + event("b", end: "END:VALARM\nLOCATION:x\nEND:VEVENT\n")
            + "END:VEVENT\nEND:VCALENDAR\n"
        #expect(
            found(text)
                == Found(
                    summaries: ["a", "b"], lines: [2, 7],
                    faults: [
                        "2 VEVENT: ends with another component's END",
                        "11 VALARM: ends nothing that has begun",
                        "14 VEVENT: ends nothing that has begun",
                    ]))
    }

    @Test("a word before BEGIN costs no event")
    func wordBefore() {
        let text = "BEGIN:VCALENDAR\nNone" + event("a") + event("b") + "END:VCALENDAR\n"
        #expect(
            found(text)
                == Found(
                    summaries: ["a", "b"], lines: [2, 7],
                    faults: ["2 BEGIN: 'None' stands before it and was left out"]))
    }

    @Test("two files joined without a line break, or with a byte order mark, are two calendars")
    func joined() {
        let one = "BEGIN:VCALENDAR\n" + event("a") + "END:VCALENDAR"
        let both = Found(summaries: ["a", "a"], lines: [2, 8])
        #expect(found(one + one) == both)
        #expect(found(one + "\n\u{FEFF}" + one) == Found(summaries: ["a", "a"], lines: [2, 9]))
        #expect(
            found(
                "BEGIN:VCALENDAR\n" + event("a", end: "END:VEVENT") + event("b") + "END:VCALENDAR\n"
            ).summaries == ["a", "b"])
    }

    @Test("lines outside of components are told once a row")
    func strayLines() {
        let text =
            "<p>hello\nworld\n\nBEGIN:VCALENDAR\nno property\nX-A:b\nnone either\nat all\n"
            + event("a")
            + "END:VCALENDAR\nthe end\n"
        #expect(
            found(text)
                == Found(
                    summaries: ["a"], lines: [9],
                    faults: [
                        "1 VCALENDAR: '<p>hello' is outside of every component and was left out",
                        "5 VCALENDAR: 'no property' is outside of every component and was left out",
                        "7 VCALENDAR: 'none either' is outside of every component and was left out",
                        "15 VCALENDAR: 'the end' is outside of every component and was left out",
                    ]))
        #expect(found("hello\nworld\n").faults.isEmpty)
    }

    @Test("an event that the file ends in is left out, as it may still be written")
    func cut() {
        let text = "BEGIN:VCALENDAR\n" + event("a", end: "") + event("b") + event("c", end: "")
        #expect(
            found(text)
                == Found(
                    summaries: ["a", "b"], lines: [2, 6],
                    faults: [
                        "2 VEVENT: has no end before BEGIN:VEVENT",
                        "11 VEVENT: has no end: the file ends inside it",
                    ], isComplete: false))
    }

    @Test(
        "in pieces the same is reported, and that it must be mended", arguments: [16, 50, 100, 300])
    func pieces(size: Int) {
        let text =
            "BEGIN:VCALENDAR\nX-WR-CALDESC:a\n\n  b\n" + event("a", end: "") + "None"
            + event("b", end: "END:VALARM\nEND:VEVENT\n")
            + event("c", end: "BEGIN:VALARM\nEND:VEVENTBEGIN:VEVENT\nEND:VEVENT\n")
            + "stray\nEND:VTODO\nEND:VCALENDAR\n"
        let bytes = Array(text.utf8)
        let whole = ComponentScanner.scan(bytes)
        var (scanner, found) = (ComponentScanner(), ScannedStream())
        var (start, end) = (0, 0)
        while end < bytes.count {
            end = min(end + size, bytes.count)
            let (piece, consumed) = scanner.scan(
                piece: bytes[start..<end], isLast: end == bytes.count)
            found.addRest(of: piece)
            start += consumed
        }
        #expect(found.diagnostics == whole.diagnostics)
        #expect(found.calendarProperties == whole.calendarProperties)
        #expect(found.calendarProperty("X-WR-CALDESC") == "a b")
        #expect(found.mends.map(\.bytes) == whole.mends.map(\.bytes))
        #expect(!found.mends.isEmpty)
    }
}
