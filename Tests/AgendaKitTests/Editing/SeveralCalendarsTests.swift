import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// A store with a file and a folder that are writable, and a file that is not.
private struct Calendars {
    let bench: Bench
    let folder: TemporaryFolder

    static let tea = "UID:a\r\nDTSTART:20261120T140000Z\r\nSUMMARY:Tea\r\nX-ODD:1"

    init(team: String = tea, home: String? = nil, feed: String? = nil) async throws {
        (bench, folder) = (try Bench(), try TemporaryFolder())
        let lunch = "UID:lunch\r\nDTSTART:20261121T120000Z\r\nSUMMARY:Lunch"
        try FileManager.default.createDirectory(
            atPath: folder.path + "/home", withIntermediateDirectories: false)
        try folder.write(Make.calendar(team), to: "team.ics")
        try folder.write(Make.calendar(home ?? lunch), to: "home/b.ics")
        try folder.write(Make.calendar(feed ?? lunch), to: "feed.ics")
        for (name, kind) in [("team", "file"), ("home", "folder"), ("feed", "file")] {
            var source = CalendarSource(
                name: name, kind: kind == "file" ? .file : .folder,
                location: "\(folder.path)/\(name)" + (kind == "file" ? ".ics" : ""))
            source.isWritable = name != "feed"
            _ = try await bench.importer.addSource(source)
        }
    }

    func event(_ uid: String = "a") async throws -> AgendaEvent {
        try #require(
            try await bench.provider().timeline().nodes.flatMap(\.events).first { $0.uid == uid })
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: "\(folder.path)/\(name)"), encoding: .utf8)
    }

    /// The calendars that have the event, by the store.
    func holders(_ uid: String = "a") throws -> [String] {
        try bench.store.sources(holding: uid).map(\.name)
    }
}

@Suite("Changes in several calendars")
struct SeveralCalendarsTests {
    @Test(
        "a move is one change, undone and made again whole",
        arguments: [("team", "home"), ("team", nil), ("home", "team"), ("home", nil)])
    func move(from: String, to: String?) async throws {
        let calendars =
            from == "team"
            ? try await Calendars()
            : try await Calendars(team: "UID:x\r\nDTSTART:20261120T100000Z", home: Calendars.tea)
        let before = (try calendars.text("team.ics"), try calendars.text("home/b.ics"))
        let editor = calendars.bench.editor
        let change = try await editor.move(try await calendars.event(), to: to)
        #expect(change.kind == .move)
        #expect(change.operations.map(\.calendar) == [to ?? "local", from])
        #expect(try calendars.holders() == [to ?? "local"])
        #expect(try calendars.bench.store.history().map(\.kind) == [.move])
        _ = try await editor.undo()
        #expect(try calendars.holders() == [from])
        #expect(try calendars.text("team.ics") == before.0)
        #expect(try calendars.text("home/b.ics") == before.1)
        _ = try await editor.redo()
        #expect(try calendars.holders() == [to ?? "local"])
        _ = try await editor.undo()
        #expect(try calendars.holders() == [from])
    }

    @Test("from the local calendar, too")
    func moveFromLocal() async throws {
        let calendars = try await Calendars()
        var event = Event(uid: "own", start: .date(try Make.date("2026-11-20")))
        event.summary = "Own"
        try await calendars.bench.editor.add(event)
        _ = try await calendars.bench.editor.move(
            try await calendars.event("own"), to: "home"
        ) { $0.event.summary = "Theirs" }
        #expect(try calendars.holders("own") == ["home"])
        #expect(try calendars.text("home/own.ics").contains("SUMMARY:Theirs\r\n"))
        _ = try await calendars.bench.editor.undo()
        #expect(try calendars.holders("own") == ["local"])
        #expect(try await calendars.event("own").summary == "Own")
        #expect(!FileManager.default.fileExists(atPath: calendars.folder.path + "/home/own.ics"))
    }

    @Test("an interruption leaves the event twice, and an undo takes back what was done")
    func interrupted() async throws {
        let calendars = try await Calendars()
        let (store, editor) = (calendars.bench.store, calendars.bench.editor)
        let change = try await editor.move(
            try await calendars.event(), to: nil, commits: false)
        let sources = ["team", "local"].compactMap { name in
            try? store.sources().first { $0.name == name }
        }
        _ = try store.journal(change, of: sources)
        try await editor.make([change.operations[0]], in: sources[1])
        #expect(try calendars.holders() == ["team", "local"])
        _ = try await editor.undo()
        #expect(try calendars.holders() == ["team"])
        await #expect(throws: AgendaError.self) { try await editor.undo() }
    }

    @Test("where the old place cannot be written, the new one is as before, and nothing is noted")
    func refused() async throws {
        let calendars = try await Calendars()
        let event = try await calendars.event()
        // A program has the file open for writing, and does not close it.
        let descriptor = open(calendars.folder.path + "/team.ics", O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        await #expect(throws: AgendaError.self) {
            try await calendars.bench.editor.move(event, to: nil)
        }
        #expect(try calendars.holders() == ["team"])
        #expect(try calendars.bench.store.history().isEmpty)
    }

    @Test("everywhere: a deletion and an edit in all writable calendars are one change")
    func everywhere() async throws {
        let calendars = try await Calendars(home: Calendars.tea, feed: Calendars.tea)
        let editor = calendars.bench.editor
        #expect(try calendars.holders() == ["team", "home", "feed"])
        let edit = try await editor.edit(
            try await calendars.event(), scope: .all, everywhere: true
        ) { $0.event.summary = "Green tea" }
        #expect(Set(edit.operations.map(\.calendar)) == ["team", "home"])
        for file in ["team.ics", "home/b.ics"] {
            #expect(try calendars.text(file).contains("SUMMARY:Green tea\r\n"))
            #expect(try calendars.text(file).contains("X-ODD:1\r\n"))
        }
        #expect(try calendars.text("feed.ics").contains("SUMMARY:Tea\r\n"))
        try await editor.delete(try await calendars.event(), scope: .all, everywhere: true)
        #expect(try calendars.holders() == ["feed"])
        #expect(try calendars.bench.store.history().map(\.kind) == [.delete, .edit])
        _ = try await editor.undo()
        #expect(try calendars.holders() == ["team", "home", "feed"])
        _ = try await editor.undo()
        #expect(try calendars.text("home/b.ics") == Make.calendar(Calendars.tea))
    }

    @Test("a copy that has no such instance stays as it is; both later parts have one UID")
    func everywhereInstances() async throws {
        let weekly = "UID:a\r\nDTSTART:20261120T140000Z\r\nSUMMARY:Tea\r\nRRULE:FREQ=WEEKLY;COUNT="
        let calendars = try await Calendars(team: weekly + "4", home: weekly + "3")
        let editor = calendars.bench.editor
        let timeline = try await calendars.bench.provider().timeline()
        let last = try #require(timeline[try Make.date("2026-12-11")]?.events.first)
        try await editor.delete(last, scope: .this, everywhere: true)
        #expect(try !calendars.text("home/b.ics").contains("EXDATE"))
        let second = try #require(timeline[try Make.date("2026-11-27")]?.events.first)
        let change = try await editor.edit(second, scope: .future, everywhere: true) {
            $0.event.summary = "Late"
        }
        #expect(change.operations.map(\.calendar) == ["team", "team", "home", "home"])
        #expect(Set(change.operations.map(\.uid)).count == 2)
        #expect(
            try await calendars.bench.lines().filter { !$0.hasSuffix("Lunch") } == [
                "2026-11-20 Tea", "2026-11-27 Late", "2026-12-04 Late",
            ])
    }

    @Test("an event that another file of its folder holds by now is not brought back")
    func otherFile() async throws {
        let calendars = try await Calendars(
            team: "UID:x\r\nDTSTART:20261120T100000Z", home: Calendars.tea)
        let editor = calendars.bench.editor
        try await editor.delete(try await calendars.event(), scope: .all)
        try calendars.folder.write(Make.calendar(Calendars.tea), to: "home/renamed.ics")
        let error = await #expect(throws: AgendaError.self) { try await editor.undo() }
        #expect(error?.place == calendars.folder.path + "/home/renamed.ics")
        #expect(!FileManager.default.fileExists(atPath: calendars.folder.path + "/home/b.ics"))
        try calendars.folder.remove("home/renamed.ics")
        _ = try await editor.undo()
        #expect(try calendars.text("home/b.ics") == Make.calendar(Calendars.tea))
    }
}
