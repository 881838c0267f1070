import ICalendar
import Testing

@testable import AgendaKit

/// Folders as KDE keeps them: a file for each event and each changed instance, without a suffix.
@Suite("Calendar files without a suffix")
struct PlainFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let series = Make.calendar(
        "UID:libkcal-1.2\r\nDTSTART:20261126T100000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:Daily")

    private func bench() async throws -> Bench {
        let bench = try Bench(zone: "UTC", path: folder.path + "/agenda.db")
        var source = CalendarSource(name: "team", kind: .folder, location: folder.path + "/team")
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return bench
    }

    private func names() -> [String] {
        FileSystem.names(in: folder.path + "/team").filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test(
        "a calendar is known by its beginning, another file and a copy of a calendar are not read")
    func read() async throws {
        try await folder.shell("mkdir team")
        let lunch = Make.calendar("UID:b\r\nDTSTART:20261126T120000Z\r\nSUMMARY:Lunch")
        let files = [
            "libkcal-1.2": Self.series, "20250101T1200.5@mail.example.org": "\u{FEFF}" + lunch,
            "WARNING_README.txt": Self.series, "notes": "BEGIN:VCARD", "empty": "",
            "old.ics~": Self.series, "old.ics.bak": Self.series, "libkcal-1.2~": Self.series,
            "x@example.org.tmp": Self.series, "displayname": "BEGIN:VCALENDAR",
        ]
        for (name, text) in files { try folder.write(text, to: "team/" + name) }
        let listing = try FolderReader(path: folder.path + "/team").list()
        #expect(
            listing.resources.map(\.href).sorted() == [
                "20250101T1200.5@mail.example.org", "libkcal-1.2",
            ])
        let found = try CalendarCollection.collections(in: folder.path)
        #expect(found.map(\.path) == [folder.path + "/team"])
        let bench = try await bench()
        #expect(try await bench.lines().count == 4)
        // A file that another program is about to write keeps what is stored of it.
        try folder.write("", to: "team/libkcal-1.2")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines().count == 4)
    }

    @Test("a changed instance gets a file of its own, named as KDE does, and a new event too")
    func edit() async throws {
        try await folder.shell("mkdir team")
        try folder.write(Self.series, to: "team/libkcal-1.2")
        let bench = try await bench()
        let timeline = try await bench.provider().timeline()
        let second = try #require(timeline[try Make.date("2026-11-27")]?.events.first)
        try await bench.editor.edit(second, scope: .this) { $0.event.summary = "Other" }
        #expect(names() == ["libkcal-1.2", "libkcal-1.22026-11-27T10:00:00Z"])
        #expect(
            try await bench.lines() == [
                "2026-11-26 Daily", "2026-11-27 Other", "2026-11-28 Daily",
            ])
        try await bench.editor.add(
            Event(uid: "1f-2e", start: .date(try Make.date("2026-11-30"))), to: "team")
        #expect(names().contains("1f-2e"))
        _ = try await bench.editor.undo()
        _ = try await bench.editor.undo()
        #expect(names() == ["libkcal-1.2"])
    }

    @Test("a folder of files with a suffix gets more of them")
    func suffix() async throws {
        try await folder.shell("mkdir team")
        try folder.write(Self.series, to: "team/a.ics")
        let bench = try await bench()
        try await bench.editor.add(
            Event(uid: "1f-2e", start: .date(try Make.date("2026-11-30"))), to: "team")
        #expect(names() == ["1f-2e.ics", "a.ics"])
    }

    @Test(
        "an instance is called by its original start with its offset",
        arguments: [
            ("20261127T100000", "Europe/Berlin", "u2026-11-27T10:00:00+01:00"),
            ("20260727T100000", "America/New_York", "u2026-07-27T10:00:00-04:00"),
            ("20260727T100000", "Nowhere", "u2026-07-27T10:00:00"),
        ])
    func name(wall: String, zone: String, expected: String) throws {
        let time = CalendarTime.zoned(try #require(CivilDateTime(icalendar: wall)), tzid: zone)
        let scope = TimeZoneScope(database: SystemZones.database)
        #expect(PlainFileName.of("u", instance: time, in: scope) == expected)
    }
}
