import Foundation
import Glibc
import ICalendar
import Testing

@testable import AgendaKit
import CalendarFiles

@Suite("Import")
struct ImporterTests {
    private let lunch = "UID:lunch\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Lunch"
    private let dinner = "UID:dinner\r\nDTSTART:20261121T180000Z\r\nSUMMARY:Dinner"

    @Test("a file that did not change is not read again")
    func unchanged() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(try folder.write(Make.calendar(lunch), to: "a.ics"))
        // A file younger than the file system's tick is read once more before it is trusted.
        try await Task.sleep(for: .nanoseconds(FileStamp.settlingNanoseconds))
        _ = try await bench.importer.refresh()
        let revision = try bench.store.revision()
        let report = try await bench.importer.refresh()
        #expect(report.resourcesRead == 0)
        #expect(report.resourcesUnchanged == 1)
        #expect(try bench.store.revision() == revision)
    }

    @Test("of a changed file only the changed component is parsed")
    func incremental() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let path = try folder.write(Make.calendar(lunch, dinner), to: "a.ics")
        try await bench.add(path)
        try folder.write(
            Make.calendar(lunch, dinner.replacing("Dinner", with: "Late dinner")), to: "a.ics")
        let report = try await bench.importer.refresh()
        #expect(report.componentsParsed == 1)
        #expect(report.componentsAdded == 1)
        #expect(report.componentsRemoved == 1)
        #expect(try await bench.lines() == ["2026-11-20 Lunch", "2026-11-21 Late dinner"])
    }

    @Test("a file that is touched but holds the same is not parsed, and raises no revision")
    func touched() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(try folder.write(Make.calendar(lunch), to: "a.ics"))
        let revision = try bench.store.revision()
        try folder.write(Make.calendar(lunch), to: "a.ics", age: 30)
        let report = try await bench.importer.refresh()
        #expect(report.resourcesRead == 1)
        #expect(report.componentsParsed == 0)
        #expect(try bench.store.revision() == revision)
    }

    @Test("an edit that keeps size and modification time is seen")
    func sameSizeAndTime() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(try folder.write(Make.calendar(lunch), to: "a.ics", age: 60))
        try folder.write(
            Make.calendar(lunch.replacing("Lunch", with: "Brunc")), to: "a.ics", age: 60)
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 Brunc"])
    }

    @Test("a file that vanishes from a folder takes its events along")
    func vanished() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try folder.write(Make.calendar(lunch), to: "a.ics")
        try folder.write(Make.calendar(dinner), to: "b.ics")
        try await bench.add(folder.path, kind: .folder)
        #expect(try await bench.lines().count == 2)
        try folder.remove("a.ics")
        let report = try await bench.importer.refresh()
        #expect(report.resourcesRemoved == 1)
        #expect(try await bench.lines() == ["2026-11-21 Dinner"])
        #expect(try bench.store.sources().map(\.status) == [.ok])
    }

    @Test("a source that is one file keeps its events while that is away, and is said to be stale")
    func vanishedFile() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let file = try folder.write(Make.calendar(lunch), to: "a.ics")
        try await bench.add(file)
        try await folder.shell("mv a.ics b.ics")
        #expect(try await bench.importer.refresh().resourcesRemoved == 0)
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        #expect(try bench.store.sources().map(\.status) == [.failed])
        #expect(
            try bench.store.diagnostics().map(\.diagnostic.reason) == [.fault(.gone)])
        // A rebuild forgets what comes from files, but what no file has any more.
        _ = try await bench.importer.refresh(rebuild: true)
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        // Another file comes in its place.
        try folder.write(Make.calendar(dinner), to: "a.ics")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-21 Dinner"])
        #expect(try bench.store.sources().map(\.status) == [.ok])
        #expect(try bench.store.diagnostics().isEmpty)
    }

    @Test("a folder that is gone altogether keeps its last good events")
    func vanishedFolder() async throws {
        let outer = try TemporaryFolder()
        let inner = outer.path + "/disk/calendars"
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: true)
        try outer.write(Make.calendar(lunch), to: "disk/calendars/a.ics")
        let bench = try Bench()
        try await bench.add(inner, kind: .folder)
        try outer.remove("disk")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        #expect(try bench.store.sources().map(\.status) == [.failed])
    }

    @Test(
        "a file that breaks keeps its last good events and is reported, until it is good again",
        arguments: ["", "no calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:lunch\r\nDTST"])
    func broken(content: String) async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let good = Make.calendar(lunch, dinner)
        try await bench.add(try folder.write(good, to: "a.ics"))
        try folder.write(content, to: "a.ics")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 Lunch", "2026-11-21 Dinner"])
        #expect(try bench.store.sources().map(\.status) == [.partial])
        #expect(try !bench.store.diagnostics().isEmpty)

        try folder.write(good, to: "a.ics", age: 10)
        _ = try await bench.importer.refresh()
        #expect(try bench.store.sources().map(\.status) == [.ok])
        #expect(try bench.store.diagnostics().isEmpty)
    }

    @Test("a bad event between two good ones costs only itself, and is named with its line")
    func badNeighbour() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let bad = "UID:bad\r\nDTSTART:20260230T100000Z\r\nSUMMARY:Never"
        try await bench.add(try folder.write(Make.calendar(lunch, bad, dinner), to: "a.ics"))
        #expect(try await bench.lines() == ["2026-11-20 Lunch", "2026-11-21 Dinner"])
        let diagnostics = try bench.store.diagnostics()
        #expect(diagnostics.map(\.diagnostic.line) == [10])
        #expect(diagnostics.map(\.diagnostic.uid) == ["bad"])

        // Its line moves with it, though it is not parsed again.
        let text = Make.calendar(
            "UID:new\r\nDTSTART:20261122T100000Z\r\nSUMMARY:New", lunch, bad, dinner)
        try folder.write(text, to: "a.ics")
        let report = try await bench.importer.refresh()
        #expect(report.componentsParsed == 1)
        #expect(try bench.store.diagnostics().map(\.diagnostic.line) == [15])
    }

    @Test("a change of a file's VTIMEZONE moves the events that use it")
    func zoneChange() async throws {
        func text(offset: String) -> String {
            "BEGIN:VCALENDAR\r\n" + Make.timeZone(offset: offset) + """
                BEGIN:VEVENT\r
                UID:a\r
                DTSTART;TZID=Ours:20261120T120000\r
                SUMMARY:Zoned\r
                END:VEVENT\r
                END:VCALENDAR\r

                """
        }
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(try folder.write(text(offset: "+0200"), to: "a.ics"))
        let provider = bench.provider()
        let before = try await provider.timeline().nodes[120].events.map(\.span.start)
        #expect(before == [.instant(try Make.instant("20261120T100000Z"))])
        try folder.write(text(offset: "-0500"), to: "a.ics")
        _ = try await bench.importer.refresh()
        let after = try await provider.timeline().nodes[120].events.map(\.span.start)
        #expect(after == [.instant(try Make.instant("20261120T170000Z"))])
    }

    @Test("an override that changes does not lose its series")
    func siblings() async throws {
        let master =
            "UID:s\r\nDTSTART:20261120T120000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:Series"
        func override(_ hour: String) -> String {
            "UID:s\r\nRECURRENCE-ID:20261121T120000Z\r\nDTSTART:20261121T\(hour)0000Z\r\n"
                + "SUMMARY:Moved to \(hour)"
        }
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(Make.calendar(master, override("14")), to: "a.ics"))
        try folder.write(Make.calendar(master, override("15")), to: "a.ics")
        _ = try await bench.importer.refresh()
        #expect(
            try await bench.lines()
                == ["2026-11-20 Series", "2026-11-21 Moved to 15", "2026-11-22 Series"])
    }

    @Test("the same file under two names changes nothing but alsoIn")
    func twice() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(try folder.write(Make.calendar(lunch), to: "a.ics"))
        try await bench.add(try folder.write(Make.calendar(lunch), to: "b.ics"))
        let events = try await bench.provider().timeline().nodes[120].events
        #expect(events.map(\.calendar) == ["a"])
        #expect(events.map(\.alsoIn) == [["b"]])
    }

    @Test("a rebuild gives the same timeline and leaves local events alone")
    func rebuild() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench(path: folder.path + "/data/agenda.db")
        try await bench.add(
            try folder.write(
                Make.calendar(lunch, "UID:w\r\nDTSTART:20261101T080000Z\r\nRRULE:FREQ=WEEKLY"),
                to: "a.ics"))
        var own = Event(uid: "own", start: .date(try Make.date("2026-11-25")))
        own.summary = "Mine"
        _ = try await bench.editor.add(own)
        let before = try await bench.lines()
        let report = try await bench.importer.refresh(rebuild: true)
        #expect(report.componentsParsed == 3)
        #expect(report.resourcesRemoved == 0)
        #expect(try await bench.lines() == before)
        #expect(before.contains("2026-11-25 Mine"))
    }

    @Test("a subfolder that cannot be listed keeps its events; its neighbours go on")
    func unreadableSubfolder() async throws {
        // Root may read everything; for root this only shows that neighbours go.
        let folder = try TemporaryFolder()
        let inner = folder.path + "/inner"
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: true)
        try folder.write(Make.calendar(lunch), to: "inner/a.ics")
        try folder.write(Make.calendar(dinner), to: "b.ics")
        let bench = try Bench()
        try await bench.add(folder.path, kind: .folder)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: inner)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: inner)
        }
        try folder.remove("b.ics")
        let isRoot = geteuid() == 0
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        #expect(try bench.store.sources().map(\.status) == [isRoot ? .ok : .failed])
    }

    @Test("a file's own name and colour become the source's")
    func ownProperties() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let text = Make.calendar(lunch).replacing(
            "VERSION:2.0", with: "VERSION:2.0\r\nX-WR-CALNAME:Meals\r\nCOLOR:teal")
        try await bench.add(try folder.write(text, to: "a.ics"))
        let event = try #require(try await bench.provider().timeline().nodes[120].events.first)
        #expect(event.calendar == "Meals")
        #expect(event.color == "teal")
    }

    @Test("what is no calendar is refused, and nothing is stored")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let file = try folder.write("GIF89a", to: "a.ics")
        for (path, kind, code) in [
            (file, CalendarSource.Kind.file, AgendaError.Code.notACalendar),
            (folder.path + "/none.ics", .file, .notFound),
            (folder.path + "/none", .folder, .notFound),
        ] {
            await #expect(throws: AgendaError.self) { try await bench.add(path, kind: kind) }
            do {
                try await bench.add(path, kind: kind)
            } catch let error as AgendaError {
                #expect(error.code == code)
                #expect(error.place == path)
            }
        }
        #expect(try bench.store.sources().isEmpty)
    }
}

@Suite("Warm start")
struct WarmStartTests {
    @Test("when nothing changed, no calendar is opened and nothing is written")
    func nothing() async throws {
        let folder = try TemporaryFolder()
        let database = folder.path + "/agenda.db"
        let file = try folder.write(
            Make.calendar("UID:a\r\nDTSTART:20261120T100000Z\r\nSUMMARY:A"), to: "a.ics")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/vdir", withIntermediateDirectories: false)
        let inFolder = try folder.write(
            Make.calendar("UID:b\r\nDTSTART:20261121T100000Z\r\nSUMMARY:B"), to: "vdir/b.ics")
        do {
            let bench = try Bench(path: database)
            try await bench.add(file)
            try await bench.add(folder.path + "/vdir", kind: .folder)
            try await Task.sleep(for: .nanoseconds(FileStamp.settlingNanoseconds))
            // Notes that the versions have settled.
            _ = try await bench.importer.refresh()
        }
        var opened = Inotify()
        let anyUse = UInt32(IN_OPEN | IN_ACCESS | IN_MODIFY | IN_ATTRIB)
        #expect(opened.watch(file, mask: anyUse) == 0 && opened.watch(inFolder, mask: anyUse) == 0)
        var written = Inotify()
        let anyChange = UInt32(IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_TO)
        #expect(written.watch(database, mask: anyChange) == 0)
        #expect(written.watch(folder.path + "/agenda.backup", mask: anyChange) == 0)

        let bench = try Bench(path: database)
        let report = try await bench.importer.refresh()
        #expect(report.resourcesUnchanged == 2 && report.resourcesRead == 0)
        #expect(try await bench.lines() == ["2026-11-20 A", "2026-11-21 B"])
        #expect(opened.read() == [] && written.read() == [])
        // The watch itself works.
        _ = try FileContent.read(path: file)
        #expect(!opened.read().isEmpty)
    }
}
