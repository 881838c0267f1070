import CalendarFiles
import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Backup")
struct StoreBackupTests {
    /// A store in a folder of its own, with a local event.
    private struct Setting {
        let folder: TemporaryFolder
        let bench: Bench
        var backup: StoreBackup { StoreBackup(storePath: folder.path + "/agenda.db") }

        init() throws {
            folder = try TemporaryFolder()
            bench = try Bench(path: folder.path + "/agenda.db")
        }

        func add(_ summary: String) async throws -> OccurrenceID {
            var event = Event(uid: summary, start: .utc(try Make.instant("20261121T100000Z")))
            event.summary = summary
            return try await bench.editor.add(event)
        }

        func content() throws -> PreciousContent {
            try #require(backup.content(of: backup.newest))
        }
    }

    @Test(
        "the folder stands beside the store, called as it",
        arguments: [
            ("/home/kim/agenda.db", "/home/kim/agenda.backup"), ("agenda.db", "agenda.backup"),
            ("/x/work", "/x/work.backup"), ("./a.b/c", "./a.b/c.backup"),
        ])
    func folder(store: String, folder: String) {
        #expect(StoreBackup(storePath: store).folder == folder)
    }

    @Test(
        "where a bank has it, what lies beside the store is found wherever the folder is, and all else where it was",
        arguments: [true, false])
    func elsewhere(isKept: Bool) async throws {
        let (setting, other) = (try Setting(), try TemporaryFolder())
        let outside = try TemporaryFolder()
        if isKept {
            _ = try setting.bench.store.insert(
                CalendarSource(name: "Kept", kind: .folder, location: "kept:1"))
        }
        let kept = isKept ? ["kept:1"] : []
        for place in [setting.folder.path + "/feeds", outside.path] {
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: true)
            try Data(CalendarWriter.calendar([]).utf8).write(
                to: URL(filePath: place + "/1.ics"))
            _ = try await setting.bench.importer.addSource(
                CalendarSource(name: place, kind: .file, location: place + "/1.ics"))
        }
        let text = try String(contentsOfFile: setting.backup.newest, encoding: .utf8)
            .replacing("\r\n ", with: "")
        #expect(text.contains("./feeds/1.ics") == isKept)
        #expect(text.contains(setting.folder.path + "/feeds/1.ics") != isKept)
        #expect(
            try setting.content().sources.map(\.location)
                == kept + [setting.folder.path + "/feeds/1.ics", outside.path + "/1.ics"])
        try FileManager.default.copyItem(
            atPath: setting.backup.folder, toPath: other.path + "/agenda.backup")
        let moved = StoreBackup(storePath: other.path + "/agenda.db")
        #expect(
            moved.content(of: moved.newest)?.sources.map(\.location)
                == kept + [
                    (isKept ? other : setting.folder).path + "/feeds/1.ics",
                    outside.path + "/1.ics",
                ])
    }

    @Test("a process that is stopped while it writes it is not waited for without end")
    func lockedByAnother() async throws {
        let setting = try Setting()
        let held = try setting.backup.lock()
        #expect(throws: AgendaError(.fileInUse, place: setting.backup.newest)) {
            try setting.backup.lock(seconds: 0.1)
        }
        held.release()
        try setting.backup.lock(seconds: 0.1).release()
    }

    @Test("each change of a local event is in it when the change is acknowledged")
    func events() async throws {
        let setting = try Setting()
        let first = try await setting.add("One")
        #expect(try setting.content().components.count == 1)
        _ = try await setting.add("Two")
        let two = try setting.content()
        #expect(two.components.count == 2)
        #expect(two.components.joined().contains("SUMMARY:Two"))
        let details = try setting.bench.store.details(
            of: first.description, clock: setting.bench.clock, zone: setting.bench.zone,
            filter: EventFilter())
        try await setting.bench.editor.delete(details.occurrence, scope: .all)
        let one = try setting.content()
        #expect(one.components.count == 1 && one.components[0].contains("SUMMARY:Two"))
        #expect(await setting.bench.importer.backupFailure == nil)
    }

    @Test("zones that Windows names are defined in it, and what is restored is at the same hours")
    func windowsZones() async throws {
        let setting = try Setting()
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:w
            DTSTAMP:20261101T000000Z
            DTSTART;TZID=Eastern Standard Time:20270301T090000
            DTEND;TZID=Eastern Standard Time:20270301T100000
            RRULE:FREQ=WEEKLY;COUNT=6
            SUMMARY:Call
            END:VEVENT
            END:VCALENDAR

            """
        let received = try await setting.bench.editor.receive(
            try IncomingCalendar(Array(text.utf8), place: "mail"))
        #expect(received.items.map(\.outcome) == [.added])
        let backup = String(
            decoding: try FileContent.read(path: setting.backup.newest), as: UTF8.self)
        #expect(backup.contains("BEGIN:VTIMEZONE\r\nTZID:Eastern Standard Time\r\n"))
        #expect(!backup.contains("TZID:America/New_York"))
        // New York's clocks change on 14 March, Berlin's on the 28th.
        let expected = [
            "20270301T140000", "20270308T140000", "20270315T130000", "20270322T130000",
            "20270329T130000", "20270405T130000",
        ]
        func starts(_ bench: Bench) async throws -> [String] {
            let days = try Make.date("2027-03-01")..<Make.date("2027-05-01")
            return try await bench.provider().days(days).nodes.flatMap(\.events).map {
                bench.zone.instant(of: $0.span.start).utc.icalendar
            }
        }
        #expect(try await starts(setting.bench) == expected)
        let other = try Bench()
        try await other.importer.restore(try setting.content())
        #expect(try await starts(other) == expected)
        // The zone of a calendar that other programs read is the one that it defines.
        let path = setting.folder.path + "/copy.ics"
        try Data(backup.utf8).write(to: URL(filePath: path))
        let third = try Bench()
        try await third.add(path)
        #expect(try await starts(third) == expected)
    }

    @Test("sources are in it with all that was said of them, whatever their names")
    func sources() async throws {
        let setting = try Setting()
        let name = "Ada; \\ work, \"näh\": 100%"
        let path = try setting.folder.write(
            Make.calendar("UID:a\r\nDTSTART:20261120T100000Z"), to: "a;b,c\\.ics")
        try await setting.bench.add(path, name: name)
        var change = SourceSettings()
        change.color = "teal"
        change.isWritable = true
        _ = try await setting.bench.importer.updateSource(named: name, change)
        let source = try #require(try setting.content().sources.first)
        #expect(source.name == name && source.location == path && source.kind == .file)
        #expect(source.color == "teal" && source.isWritable)
        try await setting.bench.importer.removeSource(named: name)
        #expect(try setting.content().sources.isEmpty)
    }

    @Test("the local calendar's colour and whether it is writable are in it, and come back")
    func localSettings() async throws {
        let setting = try Setting()
        _ = try await setting.add("One")
        let first = try #require(try setting.content().local)
        #expect(first.isWritable && first.color == nil)
        var change = SourceSettings()
        (change.color, change.isWritable) = ("teal", false)
        _ = try await setting.bench.importer.updateSource(named: "local", change)
        let restored = try Bench()
        try await restored.importer.restore(try setting.content())
        let local = try #require(try restored.store.sources().first)
        #expect(local.color == "teal" && !local.isWritable && local.name == "local")
    }

    @Test("control characters in a path or name are in it, and what is written so is not changed")
    func controlCharacters() async throws {
        let setting = try Setting()
        for (name, file) in [("Ada\tLovelace%0A", "a\nb\u{7}%41.ics"), ("plain %41", "%0A.ics")] {
            let path = try setting.folder.write(
                Make.calendar("UID:\(file.count)\r\nDTSTART:20261120T100000Z"), to: file)
            try await setting.bench.add(path, name: name)
            let source = try #require(try setting.content().sources.last)
            #expect(source.name == name && source.location == path)
        }
    }

    @Test("it is a calendar with the zones that its events use")
    func zones() async throws {
        let setting = try Setting()
        let start = CalendarTime.zoned(
            try #require(CivilDateTime(icalendar: "20261121T100000")), tzid: "Europe/Berlin")
        _ = try await setting.bench.editor.add(Event(uid: "z", start: start))
        let bytes = try FileContent.read(path: setting.backup.newest)
        let stream = ComponentScanner.scan(bytes)
        try #require(stream.components.map(\.kind) == [.timeZone, .event])
        let zone = try #require(
            ICalendarParser.timeZone(in: bytes[stream.components[0].range]).value)
        #expect(zone.tzid == "Europe/Berlin")
    }

    @Test("the last state of an earlier day is kept, thirty days of them")
    func days() async throws {
        let setting = try Setting()
        _ = try await setting.add("One")
        // 2026-10-01T12:00Z and the days before it.
        for day in 0..<33 {
            let date = Date(timeIntervalSince1970: 1_790_856_000 - Double(day) * 86_400)
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: setting.backup.newest)
            _ = try await setting.add("Day \(day)")
        }
        let states = setting.backup.states.map { $0.split(separator: "/").last ?? "" }
        #expect(states.count == 31)
        #expect(states.prefix(3) == ["local.ics", "local-2026-10-01.ics", "local-2026-09-30.ics"])
        let earlier = setting.backup.content(of: setting.backup.states[1])
        #expect(earlier?.components.count == 1)
        _ = try await setting.add("Today")
        // Each with its log.
        #expect(FileSystem.names(in: setting.backup.folder).count { $0.hasSuffix(".log") } == 31)
    }

    @Test("a change is stored though its backup cannot be written, and that is told")
    func failure() async throws {
        let setting = try Setting()
        try Data().write(to: URL(filePath: setting.backup.folder))
        _ = try await setting.add("One")
        #expect(await setting.bench.importer.backupFailure?.code == .storeUnwritable)
        #expect(try await setting.bench.lines() == ["2026-11-21 One"])
        try setting.folder.remove("agenda.backup")
        _ = try await setting.add("Two")
        #expect(await setting.bench.importer.backupFailure == nil)
        #expect(try setting.content().components.count == 2)
    }

    @Test("a refresh makes the first one, as beside a store of an earlier version")
    func missing() async throws {
        let setting = try Setting()
        _ = try await setting.bench.importer.refresh()
        #expect(!setting.backup.exists)
        _ = try await setting.add("One")
        try setting.folder.remove("agenda.backup")
        _ = try await setting.bench.importer.refresh()
        #expect(try setting.content().components.count == 1)
    }

    @Test("what is written to a file that is no longer the store is not acknowledged")
    func replaced() async throws {
        let setting = try Setting()
        _ = try await setting.add("One")
        try setting.folder.remove("agenda.db")
        let error = await #expect(throws: AgendaError.self) { _ = try await setting.add("Two") }
        #expect(error?.code == .storeReplaced)
        #expect(try setting.content().components.count == 1)
    }
}
