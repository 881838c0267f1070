import AgendaKit
import ICalendar
import Testing

/// The Swift of `GettingStarted.md`.
enum GettingStartedSnippets {
    static func example(path: String, team: String) async throws -> [String] {
        let print = Printed()
        // snippet: open
        let store = try EventStore.open(path: path, createsMissing: true)
        // end

        // snippet: clock
        let today = CivilDate(uncheckedYear: 2026, month: 11, day: 20)
        // A program takes SystemClock().
        let clock = FixedClock(now: Instant(utc: CivilDateTime(today, hour: 11, minute: 0)))
        // end

        // snippet: import
        let importer = Importer(store: store, clock: clock)
        let (source, report) = try await importer.addSource(
            CalendarSource(name: "team", kind: .file, location: team))
        print(source.name, report.componentsAdded)
        // end

        // snippet: today
        let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
        let provider = EventProvider(store: store, clock: clock, zone: zone)
        for event in try await provider.timeline().nodes[NodeWindow.todayIndex].events {
            print(event.summary ?? "", event.calendar)
        }
        // end

        // snippet: add
        let noon = CivilDateTime(today, hour: 12, minute: 30)
        var lunch = Event(
            uid: EventIdentifier.random(), start: .zoned(noon, tzid: "Europe/Berlin"))
        lunch.end = .duration(CalendarDuration(seconds: 3_600))
        lunch.summary = "Lunch with Kim"
        let editor = CalendarEditor(importer)
        let id = try await editor.add(lunch)
        // end

        // snippet: edit
        let found = try store.details(of: id.description, clock: clock, zone: zone)
        var draft = try await editor.draft(of: found.occurrence, scope: .all)
        draft.event.location = "Cafe Nord"
        let change = try await editor.edit(draft)
        print(change.kind, change.summary ?? "")
        // end

        // snippet: undo
        _ = try await editor.undo()
        print(
            try store.details(of: id.description, clock: clock, zone: zone).event.location
                ?? "nowhere")
        _ = try await editor.redo()
        print(
            try store.details(of: id.description, clock: clock, zone: zone).event.location
                ?? "nowhere")
        // end

        // snippet: search
        let search = EventSearch(store: store, clock: clock, zone: zone)
        if let query = SearchQuery("cafe kim") {
            for event in try search.events(query, limit: 10).events { print(event.summary ?? "") }
        }
        // end

        // snippet: changes
        var updates = await provider.changes().makeAsyncIterator()
        _ = try await updates.next()
        try await editor.delete(found.occurrence, scope: .all)
        await provider.checkForChanges()
        for change in try await updates.next()?.changes ?? [] {
            print(change.kind, change.event.summary ?? "")
        }
        // end
        return print.lines
    }
}

// snippet: follow
func follow(_ store: EventStore, _ importer: Importer, _ provider: EventProvider) async throws {
    let live = LiveTimeline(store: store, importer: importer, provider: provider)
    let following = Task { await live.follow { notice in print(notice) } }
    defer { following.cancel() }
    for try await update in await provider.changes() {
        for change in update.changes { print(change.kind, change.event.summary ?? "") }
    }
}
// end

@Suite("The article for beginners")
struct GettingStartedSnippetTests {
    @Test("its example prints what it says")
    func example() async throws {
        let folder = try TemporaryFolder()
        let team = try folder.write(
            Make.calendar(
                "UID:1\r\nDTSTART;TZID=Europe/Berlin:20261116T093000\r\nDURATION:PT15M\r\n"
                    + "RRULE:FREQ=DAILY\r\nSUMMARY:Stand-up"), to: "team.ics")
        let printed = try await GettingStartedSnippets.example(
            path: folder.path + "/agenda.db", team: team)
        #expect(
            printed == [
                "team 1", "Stand-up team", "edit Lunch with Kim", "nowhere", "Cafe Nord",
                "Lunch with Kim", "removed Lunch with Kim",
            ])
    }

    @Test("its function follows changes until it is cancelled")
    func follows() async throws {
        let store = try EventStore.inMemory()
        let clock = SystemClock()
        let provider = EventProvider(store: store, clock: clock, zone: .utc)
        let importer = Importer(store: store, clock: clock)
        let task = Task { try await follow(store, importer, provider) }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        try await task.value
    }
}
