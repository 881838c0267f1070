import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("A snoozed alarm in its calendar")
struct SnoozeTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    /// Friday, 2026-11-20, 12:00Z.
    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
    }

    private static let alarm = [
        "BEGIN:VALARM", "UID:11", "ACTION:DISPLAY", "DESCRIPTION:Meet", "TRIGGER:-PT15M",
        "REPEAT:1", "DURATION:PT30M", "X-OTHER:1", "END:VALARM",
    ]

    private func store(_ event: [String], _ alarms: [String]...) async throws {
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:a", "SEQUENCE:3"] + event
            + alarms.flatMap { $0 } + ["END:VEVENT", "END:VCALENDAR", ""]
        try folder.write(lines.joined(separator: "\r\n"), to: "a.ics")
        guard try bench.store.sources().isEmpty else {
            _ = try await bench.importer.refresh()
            return
        }
        var source = CalendarSource(name: "a", kind: .file, location: folder.path + "/a.ics")
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
    }

    private func alarms() async throws -> [EventAlarm] {
        try await bench.provider().alarms(
            from: Make.instant("20261120T000000Z"), until: Make.instant("20261122T000000Z"))
    }

    private func times() async throws -> [String] {
        try await alarms().map { OccurrencePoint.instant($0.instant).icalendar }
    }

    /// The lines of each alarm in the file.
    private func written() throws -> [[String]] {
        let text = try String(contentsOfFile: folder.path + "/a.ics", encoding: .utf8)
        return text.components(separatedBy: "BEGIN:VALARM\r\n").dropFirst().map { alarm in
            alarm.components(separatedBy: "\r\n").prefix { $0 != "END:VALARM" } + []
        }
    }

    @Test("is acknowledged, and one related to it goes off at the end; undone, it is as before")
    func once() async throws {
        // The alarm went off at 11:50Z, and does so again at 12:20Z.
        try await store(["DTSTART:20261120T120500Z"], Self.alarm)
        let wanted = try #require(try await alarms().first)
        let change = try await bench.editor.snooze(
            wanted, until: try Make.instant("20261120T121000Z"))
        #expect(change.operations.count == 1)
        let alarms = try written()
        #expect(
            alarms.first == Self.alarm.dropFirst().dropLast() + ["ACKNOWLEDGED:20261120T120000Z"])
        let again = try #require(alarms.last)
        try #require(alarms.count == 2 && again.count == 5)
        #expect(again.prefix(2) == ["ACTION:DISPLAY", "DESCRIPTION:Meet"])
        #expect(again[2].hasPrefix("UID:") && again[2] != "UID:11")
        #expect(
            again.suffix(2)
                == ["TRIGGER;VALUE=DATE-TIME:20261120T121000Z", "RELATED-TO;RELTYPE=SNOOZE:11"])
        #expect(try await times() == ["20261120T121000Z", "20261120T122000Z"])
        let found = try #require(try await self.alarms().first)
        #expect(found.isSnooze)
        #expect(found.state([:], at: try Make.instant("20261120T120000Z"))?.state == .snoozed)
        #expect(found.state([:], at: try Make.instant("20261120T121000Z"))?.state == .coming)
        let text = try String(contentsOfFile: folder.path + "/a.ics", encoding: .utf8)
        #expect(text.contains("SEQUENCE:3\r\n"))
        _ = try await bench.editor.undo()
        #expect(try await times() == ["20261120T115000Z", "20261120T122000Z"])
    }

    @Test("snoozed once more it means the first alarm, and takes the place of the earlier snooze")
    func twice() async throws {
        try await store(
            ["DTSTART:20261120T120500Z"], Self.alarm.filter { $0 != "UID:11" },
            ["BEGIN:VALARM", "UID:other", "ACTION:DISPLAY", "TRIGGER:PT1H", "END:VALARM"])
        let first = try #require(try await alarms().first)
        _ = try await bench.editor.snooze(first, until: try Make.instant("20261120T121000Z"))
        let snoozed = try #require(try await alarms().first)
        _ = try await bench.editor.snooze(snoozed, until: try Make.instant("20261120T121500Z"))
        let alarms = try written()
        try #require(alarms.count == 3)
        // An alarm without a name got one.
        let uid = try #require(alarms[0].first { $0.hasPrefix("UID:") }?.dropFirst(4))
        #expect(alarms[1].first == "UID:other")
        #expect(
            alarms[2].suffix(2)
                == ["TRIGGER;VALUE=DATE-TIME:20261120T121500Z", "RELATED-TO;RELTYPE=SNOOZE:\(uid)"])
        #expect(
            try await times() == ["20261120T121500Z", "20261120T122000Z", "20261120T130500Z"])
        // Dismissed, it is over.
        let last = try #require(try await self.alarms().first)
        _ = try await bench.editor.acknowledge(last)
        #expect(try await times() == ["20261120T122000Z", "20261120T130500Z"])
    }

    @Test(
        "of a series, the later instances remind; nothing is written of a calendar's own reminder")
    func series() async throws {
        try await store(
            ["DTSTART:20261116T120500Z", "RRULE:FREQ=DAILY"],
            Self.alarm.filter { !$0.hasPrefix("REPEAT") && !$0.hasPrefix("DURATION") })
        let first = try #require(try await alarms().first)
        _ = try await bench.editor.snooze(first, until: try Make.instant("20261120T121000Z"))
        #expect(try await times() == ["20261120T121000Z", "20261121T115000Z"])

        try await store(["DTSTART:20261120T120500Z"])
        var settings = SourceSettings()
        settings.reminder = .some(600)
        _ = try await bench.importer.updateSource(named: "a", settings)
        let own = try #require(try await alarms().first)
        let change = try await bench.editor.snooze(
            own, until: try Make.instant("20261120T121000Z"))
        #expect(change.operations.isEmpty)
    }

    @Test(
        "what a phone has snoozed goes off once, at the end, and what it stands for is quiet",
        arguments: [
            // With ACKNOWLEDGED, as RFC 9074 7 wants it, without, and with small letters.
            (["ACKNOWLEDGED:20261120T145010Z"], "RELATED-TO;RELTYPE=SNOOZE:1"),
            ([], "RELATED-TO;RELTYPE=SNOOZE:1"), ([], "related-to;reltype=snooze:1"),
        ] as [([String], String)])
    func phone(acknowledged: [String], relation: String) async throws {
        try await store(
            ["DTSTART:20261120T150000Z"],
            ["BEGIN:VALARM", "UID:1", "ACTION:DISPLAY", "TRIGGER:-PT15M"] + acknowledged
                + ["END:VALARM"],
            ["BEGIN:VALARM", "UID:2", "ACTION:DISPLAY", "TRIGGER:PT5M", "END:VALARM"],
            [
                "BEGIN:VALARM", "UID:3", "ACTION:DISPLAY", relation,
                "TRIGGER;VALUE=DATE-TIME:20261120T145510Z", "END:VALARM",
            ])
        #expect(try await times() == ["20261120T145510Z", "20261120T150500Z"])
        #expect(try await alarms().map(\.isSnooze) == [true, false])
    }

    @Test("a phone that has dismissed the snooze, too, leaves nothing; another relation is none")
    func over() async throws {
        let first = [
            "BEGIN:VALARM", "UID:1", "ACTION:DISPLAY", "TRIGGER:-PT15M",
            "ACKNOWLEDGED:20261120T145010Z", "END:VALARM",
        ]
        let again = [
            "BEGIN:VALARM", "UID:3", "ACTION:DISPLAY", "RELATED-TO;RELTYPE=SNOOZE:1",
            "TRIGGER;VALUE=DATE-TIME:20261120T145510Z",
        ]
        try await store(
            ["DTSTART:20261120T150000Z"], first,
            again + ["ACKNOWLEDGED:20261120T145600Z", "END:VALARM"])
        #expect(try await times() == [])
        let other = again.map { $0.replacing("SNOOZE", with: "SIBLING") } + ["END:VALARM"]
        try folder.write(
            Make.calendar(
                (["UID:b", "DTSTART:20261120T150000Z"]
                    + first.filter { !$0.hasPrefix("ACK") } + other).joined(separator: "\r\n")),
            to: "b.ics")
        try await bench.add(folder.path + "/b.ics", name: "b")
        #expect(try await times() == ["20261120T144500Z", "20261120T145510Z"])
    }
}
