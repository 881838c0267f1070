import ICalendar
import Testing

@testable import AgendaKit

@Suite("Several events with one UID in a file")
struct SeveralEventsTests {
    private static let lectures = [
        "UID:course\r\nDTSTART:20261116T080000Z\r\nDTEND:20261116T100000Z\r\nSUMMARY:Monday",
        "UID:course\r\nDTSTART:20261118T080000Z\r\nDTEND:20261118T100000Z\r\nSUMMARY:Wednesday",
        "UID:course\r\nDTSTART:20261120T080000Z\r\nDTEND:20261120T100000Z\r\nSUMMARY:Friday",
    ]

    private func calendar(_ events: [String]) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
    }

    private func stream(_ bench: Bench, _ text: String, _ name: String) async throws {
        _ = try await bench.importer.addStream(Array(text.utf8), name: name)
    }

    private func events(_ bench: Bench) async throws -> [AgendaEvent] {
        try await bench.provider().timeline().nodes.flatMap(\.events)
    }

    @Test("are shown as the events that they are, each with an id of its own, and are reported")
    func shown() async throws {
        let bench = try Bench()
        try await stream(bench, calendar(Self.lectures), "course")
        let events = try await events(bench)
        #expect(events.map(\.summary) == ["Monday", "Wednesday", "Friday"])
        #expect(events.map(\.uid) == ["course", "course", "course"])
        #expect(events.allSatisfy { !$0.isRecurring && $0.recurrenceID == nil })
        #expect(Set(events.map(\.id.description)).count == 3)
        let problems = try bench.store.diagnostics().map(\.diagnostic)
        #expect(problems.count == 1)
        #expect(problems.first?.property == "UID")
        #expect(problems.first?.reason == .number(3, .events))
    }

    @Test("the id finds the one; the UID's alone is refused where several may be meant")
    func details() async throws {
        let bench = try Bench()
        try await stream(bench, calendar(Self.lectures), "course")
        for event in try await events(bench) {
            let details = try bench.store.details(
                of: event.id.description, clock: bench.clock, zone: bench.zone)
            #expect(details.occurrence.summary == event.summary)
            #expect(details.event.summary == event.summary)
            let text = try #require(try bench.store.componentText(of: event))
            #expect(String(decoding: text, as: UTF8.self).contains(event.summary ?? "-"))
        }
        let key = OccurrenceID(uid: "course", recurrenceID: nil).description
        let error = #expect(throws: AgendaError.self) {
            try bench.store.details(of: key, clock: bench.clock, zone: bench.zone)
        }
        #expect(error?.code == .invalid)
    }

    @Test("the same event twice still is one, and so is a newer text of the same start")
    func duplicates() async throws {
        let bench = try Bench()
        let twin = Self.lectures[0].replacing("Monday", with: "Moved room")
        try await stream(
            bench, calendar([Self.lectures[0], Self.lectures[0], twin + "\r\nSEQUENCE:1"]), "course"
        )
        #expect(try await events(bench).map(\.summary) == ["Moved room"])
    }

    @Test("across sources what starts at the same time is one event, the other ones stay")
    func sources() async throws {
        let bench = try Bench()
        try await stream(bench, calendar(Self.lectures), "course")
        try await stream(
            bench,
            calendar([
                Self.lectures[1].replacing("Wednesday", with: "Newer") + "\r\nSEQUENCE:1"
            ]), "mine")
        let events = try await events(bench)
        #expect(events.map(\.summary) == ["Monday", "Newer", "Friday"])
        #expect(events.map(\.calendar) == ["course", "mine", "course"])
        #expect(events.map(\.alsoIn) == [[], ["course"], []])
        // Each id leads to its event, that of the other source's copy, too.
        for event in events {
            let details = try bench.store.details(
                of: event.id.description, clock: bench.clock, zone: bench.zone)
            #expect(details.occurrence.summary == event.summary)
        }
        // Hidden, it takes nothing along.
        var filter = EventFilter()
        filter.hiddenCalendars = ["course"]
        let mine = try await bench.provider(filter: filter).timeline().nodes.flatMap(\.events)
        #expect(mine.map(\.summary) == ["Newer"])
    }

    @Test("a single event of another file with the same UID is one event, as ever")
    func singles() async throws {
        let bench = try Bench()
        try await stream(bench, calendar([Self.lectures[0]]), "a")
        try await stream(bench, calendar([Self.lectures[1] + "\r\nSEQUENCE:1"]), "b")
        #expect(try await events(bench).map(\.summary) == ["Wednesday"])
    }

    @Test("an override belongs to the series that has its instance")
    func overrides() async throws {
        let bench = try Bench()
        try await stream(
            bench,
            calendar([
                "UID:x\r\nDTSTART:20261116T080000Z\r\nRRULE:FREQ=WEEKLY;COUNT=2\r\nSUMMARY:A",
                "UID:x\r\nDTSTART:20261117T090000Z\r\nRRULE:FREQ=WEEKLY;COUNT=2\r\nSUMMARY:B",
                "UID:x\r\nRECURRENCE-ID:20261124T090000Z\r\nDTSTART:20261125T090000Z\r\nSUMMARY:B moved",
            ]), "test")
        let events = try await events(bench)
        #expect(events.map(\.summary) == ["A", "B", "A", "B moved"])
        #expect(Set(events.map(\.id)).count == 4)
    }

    @Test("of an invitation and its update the newer counts: they are versions of one event")
    func messages() async throws {
        let bench = try Bench()
        let first = calendar([Self.lectures[0]]).replacing("VERSION:2.0", with: "METHOD:REQUEST")
        let second = calendar([Self.lectures[1] + "\r\nSEQUENCE:1"])
            .replacing("VERSION:2.0", with: "METHOD:REQUEST")
        try await stream(bench, first + second, "mail")
        #expect(try await events(bench).map(\.summary) == ["Wednesday"])
    }

    @Test("search finds each of them")
    func search() async throws {
        let bench = try Bench()
        try await stream(
            bench, calendar(Self.lectures.map { $0.replacing("SUMMARY:", with: "SUMMARY:Law ") }),
            "course")
        let search = EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
        let found = try search.events(try #require(SearchQuery("law"))).events
        #expect(
            Set(found.map(\.summary)) == ["Law Monday", "Law Wednesday", "Law Friday"])
    }

    @Test("an edit or a deletion touches the one that is meant, and no other")
    func editing() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(calendar(Self.lectures), to: "a.ics")
        let bench = try Bench()
        var source = CalendarSource(name: "a", kind: .file, location: file)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        func event(_ summary: String) async throws -> AgendaEvent {
            try #require(try await events(bench).first { $0.summary == summary })
        }
        _ = try await bench.editor.edit(try await event("Wednesday"), scope: .all) { draft in
            draft.event.summary = "Lab"
        }
        #expect(try await events(bench).map(\.summary) == ["Monday", "Lab", "Friday"])
        try await bench.editor.delete(try await event("Monday"), scope: .all)
        #expect(try await events(bench).map(\.summary) == ["Lab", "Friday"])
        // What could not be told apart any more is refused.
        let friday = try await event("Friday")
        let error = await #expect(throws: AgendaError.self) {
            _ = try await bench.editor.edit(friday, scope: .all) { draft in
                draft.event.start = .utc(Instant(secondsSinceEpoch: 1_794_988_800))
            }
        }
        #expect(error?.code == .invalid)
        #expect(try await events(bench).map(\.summary) == ["Lab", "Friday"])
        _ = try await bench.editor.undo()
        #expect(try await events(bench).map(\.summary) == ["Monday", "Lab", "Friday"])
    }

    @Test("a move takes the one that is meant to the other calendar, and its undo brings it back")
    func moving() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        for (name, events) in [("a", Self.lectures), ("b", [])] {
            let path = try folder.write(calendar(events), to: name + ".ics")
            var source = CalendarSource(name: name, kind: .file, location: path)
            source.isWritable = true
            _ = try await bench.importer.addSource(source)
        }
        let event = try #require(try await events(bench).first { $0.summary == "Wednesday" })
        _ = try await bench.editor.move(event, to: "b")
        let moved = try await events(bench)
        #expect(moved.map(\.summary) == ["Monday", "Wednesday", "Friday"])
        #expect(moved.map(\.calendar) == ["a", "b", "a"])
        _ = try await bench.editor.undo()
        #expect(try await events(bench).map(\.calendar) == ["a", "a", "a"])
    }

    @Test("an event that is added to the feed is added, and one that goes, goes")
    func feed() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(calendar([Self.lectures[0]]), to: "a.ics", age: 90)
        let bench = try Bench()
        try await bench.add(file)
        #expect(try await events(bench).map(\.summary) == ["Monday"])
        try folder.write(calendar(Self.lectures), to: "a.ics", age: 60)
        _ = try await bench.importer.refresh()
        #expect(try await events(bench).map(\.summary) == ["Monday", "Wednesday", "Friday"])
        try folder.write(calendar(Array(Self.lectures.dropFirst())), to: "a.ics", age: 30)
        _ = try await bench.importer.refresh()
        #expect(try await events(bench).map(\.summary) == ["Wednesday", "Friday"])
        #expect(try bench.store.diagnostics().count == 1)
        // What is stored is what a new import would store.
        #expect(try await bench.importer.verify().isEmpty)
    }
}
