import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Events that are the same")
struct SameEventsTests {
    private let folder: TemporaryFolder
    private let bench: Bench
    private let pair: EventPair

    private static let evening =
        "DTSTART:20261125T183000Z\r\nDTEND:20261125T200000Z\r\nSUMMARY:Parents’ Evening"
    private static let weekly =
        "DTSTART:20261124T090000Z\r\nDTEND:20261124T100000Z\r\nSUMMARY:Chess\r\nRRULE:FREQ=WEEKLY;COUNT=3"

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
        pair = try #require(EventPair("b", "a"))
    }

    /// Two calendars, `home` with event a and `school` with event b.
    private func add(_ home: [String], _ school: [String]) async throws {
        try await write(home, "home", "a", age: 60)
        try await write(school, "school", "b", age: 60)
        // A filter that hides a calendar makes readers choose for themselves.
        try folder.write(Make.calendar("UID:old\r\nDTSTART:20000101T090000Z"), to: "old.ics")
        for name in ["home", "school", "old"] {
            try await bench.add(folder.path + "/\(name).ics")
        }
    }

    private func write(_ parts: [String], _ name: String, _ uid: String, age: Double) async throws {
        let events = parts.map { "BEGIN:VEVENT\r\nUID:\(uid)\r\n\($0)\r\nEND:VEVENT\r\n" }
        try folder.write(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + events.joined() + "END:VCALENDAR\r\n",
            to: name + ".ics", age: age)
    }

    /// `2026-11-25 home school`: each event's day and calendars; of a reader of all, who must see what one sees that chooses
    /// without the notes.
    private func shown() async throws -> [String] {
        func lines(_ filter: EventFilter) async throws -> [String] {
            try await bench.provider(filter: filter).timeline().nodes.flatMap { node in
                node.events.map {
                    ([node.date.iso, $0.calendar] + $0.alsoIn).joined(separator: " ")
                }
            }
        }
        var choosing = EventFilter()
        choosing.hiddenCalendars = ["old"]
        let noted = try await lines(EventFilter())
        #expect(try await lines(choosing) == noted)
        #expect(try await bench.importer.verify().isEmpty)
        return noted
    }

    @Test("are one with two calendars from then on, after an import and a rebuild")
    func one() async throws {
        try await add([Self.evening], [Self.evening + "\r\nLOCATION:Aula"])
        let joined = ["2026-11-25 home school"]
        #expect(try await shown() == ["2026-11-25 home", "2026-11-25 school"])
        #expect(try await bench.editor.note(pair, isSame: true, title: "Parents’ Evening") != nil)
        #expect(try await bench.editor.note(pair, isSame: true, title: nil) == nil)
        #expect(try await shown() == joined)
        // What the one that is shown lacks, the other one has.
        let event = try await bench.provider().timeline().nodes.flatMap(\.events)
            .first
        #expect(event?.location == "Aula")
        // Either id names it, with both copies.
        for uid in ["a", "b"] {
            let id = OccurrenceID(uid: uid, recurrenceID: nil).description
            let details = try bench.store.details(of: id, clock: bench.clock, zone: bench.zone)
            #expect(details.source.name == "home")
            #expect(details.copies.map(\.calendar) == ["school"])
        }
        // Whoever hides one sees the other.
        var filter = EventFilter()
        filter.hiddenCalendars = ["home"]
        #expect(try await bench.lines(filter: filter) == ["2026-11-25 Parents’ Evening"])
        // Another text of the same time.
        try await write([Self.evening + "\r\nSEQUENCE:3"], "school", "b", age: 30)
        _ = try await bench.importer.refresh()
        #expect(try await shown() == joined)
        try await bench.importer.removeSource(named: "school")
        #expect(try await shown() == ["2026-11-25 home"])
        try await bench.add(folder.path + "/school.ics")
        #expect(try await shown() == joined)
    }

    @Test("undo and redo take it back and note it again; what is not the same is noted, too")
    func undo() async throws {
        try await add([Self.evening], [Self.evening])
        _ = try await bench.editor.note(pair, isSame: true, title: "Parents’ Evening")
        #expect(try await shown() == ["2026-11-25 home school"])
        _ = try await bench.editor.undo()
        #expect(try await shown() == ["2026-11-25 home", "2026-11-25 school"])
        #expect(try bench.store.pairs().isEmpty)
        _ = try await bench.editor.redo()
        #expect(try await shown() == ["2026-11-25 home school"])
        _ = try await bench.editor.note(pair, isSame: false, title: "Parents’ Evening")
        #expect(try await shown() == ["2026-11-25 home", "2026-11-25 school"])
        #expect(try await bench.provider().similar().isEmpty)
        _ = try await bench.editor.undo()
        #expect(try bench.store.pairs() == [pair: true])
        #expect(try await shown() == ["2026-11-25 home school"])
    }

    @Test("what one of them moves to another time is shown for itself, and never hides the other")
    func apart() async throws {
        try await add([Self.evening], [Self.evening])
        _ = try await bench.editor.note(pair, isSame: true, title: nil)
        // School says another hour in a newer version.
        let moved = Self.evening.replacing("20261125T183000Z", with: "20261125T173000Z")
        try await write([moved + "\r\nSEQUENCE:9"], "school", "b", age: 30)
        _ = try await bench.importer.refresh()
        #expect(try await shown() == ["2026-11-25 school", "2026-11-25 home"])
        try await write([Self.evening], "school", "b", age: 20)
        _ = try await bench.importer.refresh()
        #expect(try await shown() == ["2026-11-25 home school"])
        try await write([Self.evening + "\r\nSTATUS:CANCELLED"], "school", "b", age: 10)
        _ = try await bench.importer.refresh()
        #expect(try await shown() == ["2026-11-25 home", "2026-11-25 school"])
    }

    @Test(
        "of a series the instances in which both agree are one, the others are shown for themselves"
    )
    func series() async throws {
        // School takes the first one out and moves the second one by a day.
        let override =
            "RECURRENCE-ID:20261201T090000Z\r\nDTSTART:20261202T090000Z\r\n"
            + "DTEND:20261202T100000Z\r\nSUMMARY:Chess"
        try await add(
            [Self.weekly], [Self.weekly + "\r\nEXDATE:20261124T090000Z", override])
        _ = try await bench.editor.note(pair, isSame: true, title: "Chess")
        #expect(
            try await shown() == [
                "2026-11-24 home", "2026-12-01 home", "2026-12-02 school",
                "2026-12-08 home school",
            ])
        // A rule that is another one is no copy at all.
        try await write(
            [Self.weekly.replacing("COUNT=3", with: "COUNT=2")], "school", "b", age: 30)
        _ = try await bench.importer.refresh()
        #expect(
            try await shown() == [
                "2026-11-24 home", "2026-11-24 school", "2026-12-01 home", "2026-12-01 school",
                "2026-12-08 home",
            ])
    }

    @Test("a writable calendar's event is the one that is shown, whatever SEQUENCE says")
    func writable() async throws {
        try await add([Self.evening + "\r\nSEQUENCE:5"], [Self.evening])
        var change = SourceSettings()
        change.isWritable = true
        try await bench.importer.updateSource(named: "school", change)
        _ = try await bench.editor.note(pair, isSame: true, title: nil)
        #expect(try await shown() == ["2026-11-25 school home"])
        change.isWritable = false
        try await bench.importer.updateSource(named: "school", change)
        #expect(try await shown() == ["2026-11-25 home school"])
    }

    @Test("are said again by the backup, and one text has them once")
    func backup() async throws {
        try await add([Self.evening], [Self.evening + "\r\nLOCATION:Aula"])
        _ = try await bench.editor.note(pair, isSame: true, title: nil)
        let backup = StoreBackup(storePath: folder.path + "/agenda.db")
        #expect(backup.content(of: backup.newest)?.pairs == [pair: true])
        let other = try #require(EventPair("x;,\n", "y"))
        _ = try await bench.editor.note(other, isSame: false, title: nil)
        #expect(backup.content(of: backup.newest)?.pairs == [pair: true, other: false])
        let restored = try Bench()
        try await restored.importer.restore(try #require(backup.content(of: backup.newest)))
        #expect(try restored.store.pairs() == [pair: true, other: false])
        _ = try await restored.importer.refresh()
        #expect(try await restored.lines() == ["2026-11-25 Parents’ Evening"])
        var link = SharedLink(name: "all", created: bench.clock.now)
        link.calendars = ["home", "school"]
        let feed = try await SharedFeed(link).text(
            of: bench.store, clock: bench.clock, zone: bench.zone)
        let text = String(decoding: feed, as: UTF8.self)
        #expect(text.contains("UID:a") && !text.contains("UID:b"))
        #expect(text.contains("LOCATION:Aula"))
    }

    @Test("a reader who follows changes sees both become one, and the other one change")
    func following() async throws {
        try await add([Self.evening], [Self.evening])
        let provider = bench.provider()
        let before = try #require(try await provider.update(after: nil)).timeline
        _ = try await bench.editor.note(pair, isSame: true, title: nil)
        let joined = try #require(try await provider.update(after: before))
        #expect(joined.timeline.nodes == (try await provider.timeline()).nodes)
        try await write([Self.evening + "\r\nLOCATION:Aula"], "school", "b", age: 30)
        _ = try await bench.importer.refresh()
        let filled = try #require(try await provider.update(after: joined.timeline))
        #expect(filled.timeline.nodes == (try await provider.timeline()).nodes)
        #expect(filled.timeline.nodes.flatMap(\.events).map(\.location) == ["Aula"])
    }
}
