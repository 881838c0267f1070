import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Which alarms go off")
struct AlarmReaderTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    /// Berlin at 13:00 on Friday, 2026-11-20.
    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
    }

    private static func alarm(_ lines: String...) -> String {
        "\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\n\(lines.joined(separator: "\r\n"))\r\nEND:VALARM"
    }

    /// Stores events and lists the alarms of a range of time, `20261120T120000Z Title`.
    private func alarms(
        _ events: String..., from start: String = "20261120T120000Z",
        until end: String = "20261121T120000Z"
    ) async throws -> [String] {
        try folder.write(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
                + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
                + "END:VCALENDAR\r\n", to: "a.ics")
        if try bench.store.sources().isEmpty {
            try await bench.add(folder.path + "/a.ics", name: "a")
        } else {
            _ = try await bench.importer.refresh()
        }
        return try await found(from: start, until: end)
    }

    private func found(
        from start: String = "20261120T120000Z", until end: String = "20261121T120000Z"
    ) async throws -> [String] {
        try await bench.provider().alarms(
            from: Make.instant(start), until: Make.instant(end)
        ).map { "\(OccurrencePoint.instant($0.instant).icalendar) \($0.event.summary ?? "")" }
    }

    @Test("relative to start and end, at an instant, and repeated")
    func triggers() async throws {
        let event = "UID:a\r\nDTSTART:20261120T150000Z\r\nDTEND:20261120T160000Z\r\nSUMMARY:A"
        let found = try await alarms(
            event + Self.alarm("TRIGGER:-PT30M")
                + Self.alarm("TRIGGER;RELATED=END:PT5M", "REPEAT:1", "DURATION:PT10M")
                + Self.alarm("TRIGGER;VALUE=DATE-TIME:20261120T130000Z"))
        #expect(
            found == [
                "20261120T130000Z A", "20261120T143000Z A", "20261120T160500Z A",
                "20261120T161500Z A",
            ])
    }

    @Test("each instance has its own; an override has those of its component, a cancelled one none")
    func instances() async throws {
        let found = try await alarms(
            "UID:a\r\nDTSTART;TZID=Europe/Berlin:20261118T160000\r\nDURATION:PT1H\r\n"
                + "RRULE:FREQ=DAILY\r\nSUMMARY:A" + Self.alarm("TRIGGER:-PT10M"),
            // Saturday's is at 18:00.
            "UID:a\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261121T160000\r\n"
                + "DTSTART;TZID=Europe/Berlin:20261121T180000\r\nDURATION:PT1H\r\nSUMMARY:Late"
                + Self.alarm("TRIGGER:-PT20M"),
            "UID:a\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261122T160000\r\nSTATUS:CANCELLED\r\n"
                + "DTSTART;TZID=Europe/Berlin:20261122T160000\r\nDURATION:PT1H\r\nSUMMARY:Off"
                + Self.alarm("TRIGGER:-PT10M"),
            until: "20261124T120000Z")
        #expect(
            found == ["20261120T145000Z A", "20261121T164000Z Late", "20261123T145000Z A"])
    }

    @Test("days of a trigger count on the wall clock, whole days from the reader's midnight")
    func wallClock() async throws {
        let found = try await alarms(
            "UID:a\r\nDTSTART;VALUE=DATE:20261121\r\nSUMMARY:Day" + Self.alarm("TRIGGER:PT9H"),
            "UID:b\r\nDTSTART:20261121T200000\r\nSUMMARY:Float" + Self.alarm("TRIGGER:-P1D"))
        #expect(found == ["20261120T190000Z Float", "20261121T080000Z Day"])
    }

    @Test("those of DISPLAY, AUDIO and EMAIL are shown, once each; NONE is none, and no default")
    func actions() async throws {
        let start = "DTSTART:20261120T150000Z\r\nDTEND:20261120T160000Z"
        let display = Self.alarm("TRIGGER:-PT15M")
        let found = try await alarms(
            "UID:a\r\n\(start)\r\nSUMMARY:A" + display
                + display.replacing("DISPLAY", with: "AUDIO")
                + display.replacing("DISPLAY", with: "EMAIL"),
            "UID:b\r\n\(start)\r\nSUMMARY:B" + display.replacing("DISPLAY", with: "EMAIL"),
            "UID:c\r\n\(start)\r\nSUMMARY:C" + display.replacing("DISPLAY", with: "NONE"))
        #expect(found == ["20261120T144500Z A", "20261120T144500Z B"])
        try await setReminder(600)
        #expect(try await self.found() == found)
    }

    private func setReminder(_ seconds: Int?) async throws {
        var change = SourceSettings()
        change.reminder = .some(seconds)
        _ = try await bench.importer.updateSource(named: "a", change)
    }

    @Test("a calendar reminds of events at a time of day that have none; taken back, it does not")
    func defaults() async throws {
        _ = try await alarms(
            "UID:a\r\nDTSTART:20261120T150000Z\r\nDTEND:20261120T160000Z\r\nSUMMARY:Plain",
            "UID:b\r\nDTSTART:20261120T170000Z\r\nDTEND:20261120T180000Z\r\nSUMMARY:Own"
                + Self.alarm("TRIGGER:PT0S"),
            "UID:c\r\nDTSTART;VALUE=DATE:20261121\r\nSUMMARY:Day")
        #expect(try await found() == ["20261120T170000Z Own"])
        try await setReminder(600)
        let both = ["20261120T145000Z Plain", "20261120T170000Z Own"]
        #expect(try await found() == both)
        #expect(try bench.store.sources().first?.reminder == 600)
        // Two days ahead is further than alarms usually are.
        try await setReminder(2 * 86_400)
        let early = try await found(from: "20261118T120000Z", until: "20261118T160000Z")
        #expect(early == ["20261118T150000Z Plain"])
        _ = try await bench.editor.undo()
        #expect(try await found() == both)
        try await setReminder(nil)
        #expect(try await found() == ["20261120T170000Z Own"])
    }

    @Test(
        "those far from their event are found, too",
        arguments: [
            ("P2D", "20261122T150000Z"), ("P6W", "20270101T150000Z"), ("P100D", "20270228T150000Z"),
            ("P730D", "20281119T150000Z"),
        ])
    func far(trigger: String, start: String) async throws {
        let alarm = Self.alarm("TRIGGER:-\(trigger)")
        let found = try await alarms(
            "UID:a\r\nDTSTART:\(start)\r\nSUMMARY:Once" + alarm,
            "UID:b\r\nDTSTART:\(start)\r\nRRULE:FREQ=DAILY;COUNT=2\r\nSUMMARY:Twice" + alarm,
            until: "20261122T120000Z")
        #expect(
            found.sorted()
                == ["20261120T150000Z Once", "20261120T150000Z Twice", "20261121T150000Z Twice"])
    }

    @Test("one at an instant of a series is one alarm, whatever instance is near")
    func fixedOfSeries() async throws {
        _ = try await alarms(
            "UID:a\r\nDTSTART:20261101T150000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:A"
                + Self.alarm("TRIGGER;VALUE=DATE-TIME:20261120T130000Z"))
        var ids: Set<String> = []
        for start in ["20261120T000000Z", "20261120T125959Z", "20261120T130000Z"] {
            let alarms = try await bench.provider().alarms(
                from: Make.instant(start), until: Make.instant("20261130T120000Z"))
            #expect(alarms.count == 1)
            ids.formUnion(alarms.map(\.id))
        }
        #expect(ids.count == 1)
    }

    @Test("what was acknowledged does not go off: by RFC 9074, and by Mozilla's marks")
    func acknowledged() async throws {
        let start = "DTSTART:20261120T150000Z\r\nDTEND:20261120T160000Z"
        let found = try await alarms(
            "UID:a\r\n\(start)\r\nSUMMARY:Over"
                + Self.alarm("TRIGGER:-PT15M", "ACKNOWLEDGED:20261120T144500Z"),
            "UID:b\r\n\(start)\r\nSUMMARY:Early"
                + Self.alarm("TRIGGER:-PT15M", "ACKNOWLEDGED:20261120T144459Z"),
            "UID:c\r\n\(start)\r\nX-MOZ-LASTACK:20261120T144510Z\r\nSUMMARY:Mozilla"
                + Self.alarm("TRIGGER:-PT15M") + Self.alarm("TRIGGER:-PT5M"),
            "UID:d\r\n\(start)\r\nX-MOZ-LASTACK:20261120T144510Z\r\n"
                + "X-MOZ-SNOOZE-TIME:20261120T145010Z\r\nSUMMARY:Snoozed"
                + Self.alarm("TRIGGER:-PT15M"))
        #expect(
            found == [
                "20261120T144500Z Early", "20261120T145010Z Snoozed", "20261120T145500Z Mozilla",
            ])
    }

    @Test("Mozilla's snooze of one instance is of that instance")
    func snoozedInstance() async throws {
        // 1795100400 is 2026-11-19T15:00:00Z.
        let found = try await alarms(
            "UID:a\r\nDTSTART:20261101T150000Z\r\nRRULE:FREQ=DAILY\r\nDURATION:PT1H\r\n"
                + "X-MOZ-SNOOZE-TIME-1795100400000000:20261120T130000Z\r\nSUMMARY:A"
                + Self.alarm("TRIGGER:-PT15M"))
        #expect(found == ["20261120T130000Z A", "20261120T144500Z A"])
        let alarms = try await bench.provider().alarms(
            from: Make.instant("20261120T120000Z"), until: Make.instant("20261121T120000Z"))
        let original = try Make.instant("20261119T150000Z")
        #expect(alarms.first?.event.recurrenceID == .instant(original))
    }

    @Test("an earlier one is there as long as its event is not over")
    func running() async throws {
        let found = try await alarms(
            "UID:a\r\nDTSTART:20261120T100000Z\r\nDTEND:20261120T123000Z\r\nSUMMARY:Runs"
                + Self.alarm("TRIGGER:-PT15M"),
            "UID:b\r\nDTSTART:20261120T100000Z\r\nDTEND:20261120T120000Z\r\nSUMMARY:Over"
                + Self.alarm("TRIGGER:-PT15M"))
        #expect(found == ["20261120T094500Z Runs"])
    }

    @Test("a file that is edited has the alarms of its new text; a removed one has none")
    func edited() async throws {
        let event = "UID:a\r\nDTSTART:20261120T150000Z\r\nSUMMARY:A"
        #expect(try await alarms(event + Self.alarm("TRIGGER:-PT15M")).count == 1)
        #expect(try await alarms(event) == [])
        #expect(
            try await alarms(event + Self.alarm("TRIGGER:-PT5M")) == ["20261120T145500Z A"])
        #expect(try await bench.importer.verify().isEmpty)
        try await bench.importer.removeSource(named: "a")
        #expect(try await found() == [])
    }

    @Test("of 10,000 alarms the next day has its own, each time")
    func many() async throws {
        let events = (0..<10_000).map { number in
            // 500 on each of 20 days, all with an alarm; one on 2026-11-20 at 13:00.
            let day = try? Make.date("2026-11-20") + number % 20
            let start = (day?.iso ?? "").filter { $0 != "-" }
            return "UID:\(number)\r\nDTSTART:\(start)T130000Z\r\nSUMMARY:\(number)"
                + Self.alarm("TRIGGER:-PT15M")
        }
        try folder.write(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
                + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
                + "END:VCALENDAR\r\n", to: "many.ics")
        try await bench.add(folder.path + "/many.ics", name: "many")
        let (start, end) = (
            try Make.instant("20261120T120000Z"), try Make.instant("20261121T120000Z")
        )
        let alarms = try await bench.provider().alarms(from: start, until: end)
        #expect(alarms.count == 500)
        #expect(try await bench.provider().alarms(from: start, until: end) == alarms)
    }
}
