import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("A dismissed alarm in its calendar")
struct AcknowledgeTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    /// Berlin at 13:00 on Friday, 2026-11-20.
    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
    }

    private static let alarm = [
        "BEGIN:VALARM", "X-APPLE-DEFAULT-ALARM:TRUE", "UID:11", "ACTION:DISPLAY", "TRIGGER:-PT15M",
        "DESCRIPTION:Long words that are folded at another place than we would fold",
        "  them", "END:VALARM",
    ]
    private static let other = [
        "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT1H", "ATTACH;VALUE=URI:Basso", "END:VALARM",
    ]
    /// The first two lines are those of the stamps.
    private static let head = ["DTSTAMP:20260101T000000Z", "LAST-MODIFIED:20260101T000000Z"]

    /// Stores a calendar of one component, or of several.
    private func store(_ components: [[String]], isWritable: Bool = true) async throws {
        let lines = components.flatMap { ["BEGIN:VEVENT", "UID:a"] + $0 + ["END:VEVENT"] }
        try folder.write(
            (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""])
                .joined(separator: "\r\n"), to: "a.ics")
        var source = CalendarSource(name: "a", kind: .file, location: folder.path + "/a.ics")
        source.isWritable = isWritable
        _ = try await bench.importer.addSource(source)
    }

    private func alarms() async throws -> [EventAlarm] {
        try await bench.provider().alarms(
            from: Make.instant("20261120T000000Z"), until: Make.instant("20261130T000000Z"))
    }

    private func file() throws -> [String] {
        try String(contentsOfFile: folder.path + "/a.ics", encoding: .utf8)
            .components(separatedBy: "\r\n")
    }

    /// What is in the file now that was not, and the other way round.
    private func changes(
        _ body: () async throws -> Void
    ) async throws -> (added: [String], removed: [String]) {
        let before = try file()
        try await body()
        let difference = try file().difference(from: before)
        func lines(_ changes: [CollectionDifference<String>.Change]) -> [String] {
            changes.map { change in
                switch change {
                case .insert(_, let line, _), .remove(_, let line, _): line
                }
            }
        }
        return (lines(difference.insertions), lines(difference.removals))
    }

    @Test(
        "ACKNOWLEDGED comes into the alarm, the stamps are new, and all else stays as it is written"
    )
    func single() async throws {
        try await store([
            Self.head + ["DTSTART:20261120T140000Z", "SEQUENCE:3", "X-OTHER:1"] + Self.alarm
                + Self.other
        ])
        let (near, far) = (
            try Make.instant("20261120T134500Z"), try Make.instant("20261120T130000Z")
        )
        let wanted = try #require(try await alarms().first { $0.instant == near })
        let (added, removed) = try await changes {
            let change = try await bench.editor.acknowledge(wanted)
            #expect(change.operations.count == 1)
        }
        // Dismissed before it has gone off: acknowledged up to its time.
        #expect(
            added == [
                "DTSTAMP:20261120T120000Z", "LAST-MODIFIED:20261120T120000Z",
                "ACKNOWLEDGED:20261120T134500Z",
            ])
        #expect(removed == Self.head)
        #expect(try await alarms().map(\.instant) == [far])
        // Nothing is left to write, and an undo takes it back.
        let again = try await changes {
            let change = try await bench.editor.acknowledge(wanted)
            #expect(change.operations.isEmpty)
        }
        #expect(again.added.isEmpty)
        _ = try await bench.editor.undo()
        #expect(!(try file().contains { $0.hasPrefix("ACKNOWLEDGED") }))
        #expect(try await alarms().count == 2)
    }

    @Test("a series stays one, and its later instances remind")
    func series() async throws {
        let start = ["DTSTART:20261116T120000Z", "RRULE:FREQ=DAILY"]
        let moved = ["RECURRENCE-ID:20261122T120000Z", "DTSTART:20261122T130000Z"]
        try await store([Self.head + start + Self.alarm, Self.head + moved + Self.alarm])
        let found = try await alarms()
        try #require(found.count == 10)
        let first = try await changes { _ = try await bench.editor.acknowledge(found[0]) }
        // Dismissed after it went off, at 11:45Z: acknowledged now. The override has the master's alarms, and keeps its own.
        #expect(first.added.filter { $0.hasPrefix("ACK") } == ["ACKNOWLEDGED:20261120T120000Z"])
        #expect(try file().count { $0 == "BEGIN:VEVENT" } == 2)
        #expect(try await alarms().map(\.instant) == found.dropFirst().map(\.instant))
        let override = try #require(try await alarms().first { $0.event.isOverridden })
        let second = try await changes { _ = try await bench.editor.acknowledge(override) }
        #expect(second.added.filter { $0.hasPrefix("ACK") } == ["ACKNOWLEDGED:20261122T124500Z"])
        #expect(try file().count { $0.hasPrefix("ACK") } == 2)
        #expect(try await alarms().count == 8)
    }

    @Test("nothing is written to a calendar that can only be read, or that reminds by itself")
    func refused() async throws {
        let event = Self.head + ["DTSTART:20261120T140000Z"]
        try await store([event + Self.alarm], isWritable: false)
        let alarm = try #require(try await alarms().first)
        let (added, _) = try await changes {
            await #expect(throws: AgendaError(.readOnly, place: "a")) {
                try await bench.editor.acknowledge(alarm)
            }
        }
        #expect(added.isEmpty)
        var settings = SourceSettings()
        (settings.isWritable, settings.reminder) = (true, .some(600))
        _ = try await bench.importer.updateSource(named: "a", settings)
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:a"] + event
        try folder.write(
            (lines + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n"), to: "a.ics")
        _ = try await bench.importer.refresh()
        let own = try #require(try await alarms().first)
        #expect(own.instant == (try Make.instant("20261120T135000Z")))
        #expect(try await bench.editor.acknowledge(own).operations.isEmpty)
    }

    @Test("not before earlier instances, which would not remind either; the next one can be")
    func early() async throws {
        try await store([
            Self.head + ["DTSTART:20261116T140000Z", "RRULE:FREQ=DAILY"] + Self.alarm
        ])
        let found = try await alarms()
        let (added, _) = try await changes {
            await #expect(throws: AgendaError(.earlierAlarms, place: "a")) {
                try await bench.editor.acknowledge(found[1])
            }
        }
        #expect(added.isEmpty)
        let next = try await changes { _ = try await bench.editor.acknowledge(found[0]) }
        #expect(next.added.filter { $0.hasPrefix("ACK") } == ["ACKNOWLEDGED:20261120T134500Z"])
        #expect(try await alarms() == Array(found.dropFirst()))
    }
}

@Suite("A dismissed alarm behind an override of all later instances")
struct AcknowledgeRangeTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    /// Saturday, 2026-11-21, after the alarm of 12:45Z.
    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(now: "20261121T124600Z")
    }

    private static let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nEND:VALARM"

    /// Stores a daily event at 12:00Z, from Friday on at 13:00Z, and other overrides of it.
    private func store(_ others: String...) async throws {
        let components =
            [
                "DTSTART:20261116T120000Z\r\nRRULE:FREQ=DAILY",
                "RECURRENCE-ID;RANGE=THISANDFUTURE:20261120T120000Z\r\nDTSTART:20261120T130000Z",
            ] + others
        try folder.write(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
                + components.map {
                    "BEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260101T000000Z\r\n\($0)\r\n\(Self.alarm)\r\n"
                        + "END:VEVENT\r\n"
                }.joined() + "END:VCALENDAR\r\n", to: "a.ics")
        var source = CalendarSource(name: "a", kind: .file, location: folder.path + "/a.ics")
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
    }

    private func alarms() async throws -> [EventAlarm] {
        try await bench.provider().alarms(
            from: Make.instant("20261121T000000Z"), until: Make.instant("20261125T000000Z"))
    }

    /// What each component has of `ACKNOWLEDGED`.
    private func acknowledged() throws -> [String] {
        let text = try String(contentsOfFile: folder.path + "/a.ics", encoding: .utf8)
        return text.components(separatedBy: "BEGIN:VEVENT").dropFirst().map { event in
            event.components(separatedBy: "\r\n").first { $0.hasPrefix("ACK") } ?? ""
        }
    }

    @Test("is acknowledged in that override, and the later instances remind")
    func range() async throws {
        try await store()
        let found = try await alarms()
        #expect(
            try found.map(\.instant) == [
                Make.instant("20261121T124500Z"), Make.instant("20261122T124500Z"),
                Make.instant("20261123T124500Z"), Make.instant("20261124T124500Z"),
            ])
        _ = try await bench.editor.acknowledge(found[0])
        #expect(try acknowledged() == ["", "ACKNOWLEDGED:20261121T124600Z"])
        #expect(try await alarms() == Array(found.dropFirst()))
    }

    @Test("of an instance that was moved by itself, in its own override, whatever zone names it")
    func moved() async throws {
        try await store(
            "RECURRENCE-ID;TZID=Europe/Berlin:20261121T130000\r\nDTSTART:20261121T100000Z",
            "RECURRENCE-ID:20261120T120000Z\r\nDTSTART:20261121T110000Z")
        let found = try await alarms()
        #expect(
            try found.map(\.instant).prefix(3) == [
                Make.instant("20261121T094500Z"), Make.instant("20261121T104500Z"),
                Make.instant("20261122T124500Z"),
            ])
        _ = try await bench.editor.acknowledge(found[0])
        let now = "ACKNOWLEDGED:20261121T124600Z"
        #expect(try acknowledged() == ["", "", now, ""])
        // The instance from which on the others are moved has an override of its own, too.
        _ = try await bench.editor.acknowledge(found[1])
        #expect(try acknowledged() == ["", "", now, now])
        #expect(try await alarms() == Array(found.dropFirst(2)))
    }
}
