import GRDB
import Glibc
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Who made a change", .timeLimit(.minutes(30)))
struct ChangeOriginTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/agenda.db" }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["team", "account", "feeds"] { mkdir(folder.path + "/" + name, 0o700) }
    }

    /// Follows the timeline of a store, and says of each change what, whose and by which number.
    private final class Follower {
        private let provider: EventProvider
        private var last: Timeline?

        init(_ bench: Bench) async throws {
            provider = bench.provider()
            last = try await provider.update(after: nil)?.timeline
        }

        func news() async throws -> [String] {
            guard let update = try await provider.update(after: last) else { return [] }
            last = update.timeline
            func text(_ kind: TimelineUpdate.Kind, _ item: AgendaEvent, _ by: ChangeOrigin?)
                -> String
            {
                let number = by?.number.map { " \($0)" } ?? ""
                return "\(kind) \(item.summary ?? "") by \(by?.kind.rawValue ?? "nobody")" + number
            }
            return update.changes.map { text($0.kind, $0.event, $0.by) }
                + update.itemChanges.map { text($0.kind, $0.item, $0.by) }
        }
    }

    private func put(_ name: String, _ summary: String, in place: String = "team") throws {
        try folder.write(
            Make.calendar("UID:\(name)\r\nDTSTART:20261121T100000Z\r\nSUMMARY:\(summary)"),
            to: "\(place)/\(name).ics")
    }

    private func add(_ bench: Bench, _ name: String = "team") async throws {
        var source = CalendarSource(name: name, kind: .folder, location: folder.path + "/" + name)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
    }

    private func event(_ uid: String) throws -> Event {
        var event = Event(uid: uid, start: .utc(try Make.instant("20261121T100000Z")))
        event.summary = uid
        return event
    }

    private func shown(_ summary: String, _ bench: Bench) async throws -> AgendaEvent {
        try #require(
            try await bench.provider().timeline()[try Make.date("2026-11-21")]?.events
                .first { $0.summary == summary })
    }

    @Test(
        "an edit of the own calendar has the number by which it is undone; so have undo and to-do")
    func own() async throws {
        let bench = try Bench(path: path)
        let follower = try await Follower(bench)
        let change = try await bench.editor.addEvent(event("Lunch"))
        #expect(try await follower.news() == ["added Lunch by edit \(change.id)"])
        let undo = try await bench.editor.undo(change.id)
        #expect(try await follower.news() == ["removed Lunch by edit \(undo.id)"])
        var todo = try event("Rent")
        todo.todo = Todo()
        todo.todo?.anchor = .due
        let other = try await bench.editor.addEvent(todo)
        #expect(try await follower.news() == ["added Rent by edit \(other.id)"])
    }

    @Test("an edit that writes and removes files is no other program's change")
    func files() async throws {
        try put("a", "Old")
        let bench = try Bench(path: path)
        try await add(bench)
        let follower = try await Follower(bench)
        let added = try await bench.editor.addEvent(event("Lunch"), to: "team")
        #expect(try await follower.news() == ["added Lunch by edit \(added.id)"])
        let old = try await shown("Old", bench)
        let edited = try await bench.editor.edit(old, scope: .all) { $0.event.summary = "New" }
        #expect(try await follower.news() == ["changed New by edit \(edited.id)"])
        let gone = try await bench.editor.delete(try await shown("New", bench), scope: .all)
        #expect(try await follower.news() == ["removed New by edit \(gone.id)"])
        try put("Lunch", "Dinner")
        _ = try await bench.importer.refresh()
        #expect(try await follower.news() == ["changed Dinner by file"])
        #expect(try bench.store.read { try ExpectedTable.isEmpty($0) })
    }

    /// Writes an edit into its file and ends before it imports that, as a process that is killed.
    private func writeOnly(
        _ summary: String, _ bench: Bench, _ then: () throws -> Void = {}
    ) async throws -> Int64 {
        let source = try bench.store.source(named: "team")
        var calendar = FileCalendar(source, bench.importer.context)
        let present = try calendar.read(SeriesName(kind: .event, uid: "a"), href: nil)
        var change = EventChange(.edit, at: bench.clock.now, calendar: "team")
        let text = String(decoding: present.texts.flatMap { $0 }, as: UTF8.self)
        change.add(
            "a", source, present,
            [Array(text.replacing("SUMMARY:Old", with: "SUMMARY:\(summary)").utf8)])
        try calendar.prepare(&change.operations[0])
        let id = try bench.store.journal(
            change, of: [source], expecting: calendar.outcome, by: .edit)
        try calendar.commit()
        try then()
        return id
    }

    @Test("another process that imports an edit's file first takes it for the edit's")
    func otherProcess() async throws {
        try put("a", "Old")
        let (bench, daemon) = (try Bench(path: path), try Bench(path: path))
        try await add(bench)
        let follower = try await Follower(daemon)
        let id = try await writeOnly("New", bench)
        _ = try await daemon.importer.refresh()
        #expect(try await follower.news() == ["changed New by edit \(id)"])
        // It is taken once.
        try put("a", "Old")
        _ = try await daemon.importer.refresh()
        #expect(try await follower.news() == ["changed Old by file"])
    }

    @Test(
        "what another program wrote over an edit is the other program's, also where the edit comes back"
    )
    func overwritten() async throws {
        try put("a", "Old")
        let (bench, daemon) = (try Bench(path: path), try Bench(path: path))
        try await add(bench)
        let follower = try await Follower(daemon)
        var text = ""
        _ = try await writeOnly("New", bench) {
            text = try String(
                decoding: FileContent.read(path: folder.path + "/team/a.ics"), as: UTF8.self)
            try put("a", "Theirs")
        }
        _ = try await daemon.importer.refresh()
        #expect(try await follower.news() == ["changed Theirs by file"])
        try folder.write(text, to: "team/a.ics")
        _ = try await daemon.importer.refresh()
        #expect(try await follower.news() == ["changed New by file"])
    }

    @Test("a move between the own calendar and a folder is one edit in both")
    func move() async throws {
        let bench = try Bench(path: path)
        try await add(bench)
        _ = try await bench.editor.addEvent(event("Lunch"))
        let follower = try await Follower(bench)
        let change = try await bench.editor.move(try await shown("Lunch", bench), to: "team")
        #expect(try await follower.news() == ["changed Lunch by edit \(change.id)"])
    }

    @Test(
        "one import of several sources tells each change by its source; an assistant's edits are its own"
    )
    func several() async throws {
        for name in ["team", "account", "feeds"] { try put(name, name, in: name) }
        let store = try Bench(path: path).store
        let rule = OriginRule(edits: .assistant) { source in
            source.name == "account" ? .sync : source.name == "feeds" ? .feed : .file
        }
        let importer = Importer(store: store, clock: try Make.clock(), origins: rule)
        let bench = try Bench(path: path)
        for name in ["team", "account", "feeds"] { try await add(bench, name) }
        let follower = try await Follower(bench)
        for name in ["team", "account", "feeds"] { try put(name, name + " 2", in: name) }
        _ = try await importer.refresh()
        #expect(
            Set(try await follower.news()) == [
                "changed team 2 by file", "changed account 2 by sync", "changed feeds 2 by feed",
            ])
        let change = try await CalendarEditor(importer).addEvent(event("Lunch"), to: "account")
        #expect(try await follower.news() == ["added Lunch by assistant \(change.id)"])
    }

    @Test("a calendar that a person adds or removes is their edit, however many events it has")
    func calendars() async throws {
        let events = (0..<1_001).map { "UID:\($0)\r\nDTSTART:20261121T100000Z" }
        let team = try folder.write(events.map { Make.calendar($0) }.joined(), to: "big.ics")
        let bench = try Bench(path: path)
        let follower = try await Follower(bench)
        _ = try await bench.importer.addSource(
            CalendarSource(name: "big", kind: .file, location: team), isUndoable: true)
        let number = try #require(try bench.store.history().first?.id)
        #expect(Set(try await follower.news()) == ["added  by edit \(number)"])
        _ = try await bench.importer.removeSource(named: "big")
        let removal = try #require(try bench.store.history().first?.id)
        #expect(Set(try await follower.news()) == ["removed  by edit \(removal)"])
        _ = try await bench.editor.undo()
        let undo = try #require(try bench.store.history().first?.id)
        #expect(Set(try await follower.news()) == ["added  by edit \(undo)"])
        try folder.write(
            events.map { Make.calendar($0.replacing("T10", with: "T11")) }.joined(), to: "big.ics")
        _ = try await bench.importer.refresh()
        #expect(Set(try await follower.news()) == ["changed  by file"])
    }

    @Test("an edit does not hide what somebody else did to the event before it")
    func joined() {
        func joined(_ earlier: ChangeOrigin?, _ later: ChangeOrigin?) -> ChangeOrigin? {
            ChangeOrigin.joined(earlier, later)
        }
        let (edit, file) = (ChangeOrigin(.edit, number: 1), ChangeOrigin(.file))
        #expect(joined(edit, ChangeOrigin(.edit, number: 2)) == ChangeOrigin(.edit, number: 2))
        #expect(joined(edit, file) == file && joined(file, edit) == file)
        #expect(joined(nil, edit) == edit && joined(edit, nil) == edit)
        #expect(joined(ChangeOrigin(.sync), file) == file)
        #expect(joined(ChangeOrigin(.assistant, number: 3), edit)?.kind == .assistant)
    }

    @Test("of a store of the schema before, it is not known whose earlier changes were")
    func earlierStore() async throws {
        let bench = try Bench(path: path)
        let first = try #require(try await bench.provider().update(after: nil)).timeline
        _ = try await bench.editor.addEvent(event("Lunch"))
        try bench.store.close()
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    ALTER TABLE change DROP COLUMN origin;
                    ALTER TABLE change DROP COLUMN edit_id;
                    DROP TABLE expected;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%origins%';
                    PRAGMA user_version = 23
                    """)
        }
        let again = try Bench(path: path)
        let update = try #require(try await again.provider().update(after: first))
        #expect(update.changes.map(\.event.summary) == ["Lunch"] && update.changes[0].by == nil)
        let follower = try await Follower(again)
        let change = try await again.editor.addEvent(event("Tea"))
        #expect(try await follower.news() == ["added Tea by edit \(change.id)"])
    }
}
