import AgendaJSON
import AgendaKit
import CalendarMerge
import Foundation
import ICalendar
import Testing

/// The Swift in the comments of what people ask and type.
enum PlanningSnippets {
    static func words(_ context: WordContext) throws -> [String] {
        let print = Printed()
        // snippet: EventWords
        let words = EventWords(reading: "Lunch with Kim tomorrow 12:30 for 1h @ Cafe", in: context)
        let plan = try words.when.plan(in: context)
        print(words.title, words.place ?? "nowhere", plan.start.icalendar, plan.end.icalendar)
        // end

        // snippet: TodoWords
        let todo = TodoWords(reading: "Pay rent by friday !1 #home", in: context)
        print(todo.title, todo.priority ?? 0, todo.categories)
        // end

        // snippet: MomentWords
        do {
            let moment = try MomentWords("friday 10:00", in: context)
            print(moment.hasDay)
            _ = try MomentWords("soon", in: context)
        } catch {
            print(error.text)
        }
        // end

        // snippet: DayWords
        if let day = DayWords("tomorrow", vocabulary: context.vocabulary) {
            print(try day.date(today: context.today).iso)
        }
        // end

        // snippet: RepetitionWords
        let weekly = try RepetitionWords("every 2 weeks", vocabulary: context.vocabulary)
        print(weekly.rule.icalendar)
        // end
        return print.lines
    }

    static func planning(
        _ store: EventStore, _ clock: FixedClock, _ berlin: TimeZoneRules
    ) async throws -> [String] {
        let print = Printed()
        let provider = EventProvider(store: store, clock: clock, zone: berlin)
        let today = berlin.wallTime(at: clock.now).date
        // snippet: NextEvent
        if let (current, following) = try await provider.next() {
            print(current.event.summary ?? "", current.isRunning, current.minutes)
            print(following?.event.summary ?? "nothing")
        }
        // end

        // snippet: Conflicts
        for conflict in try await provider.conflicts(on: today..<today + 1).pairs {
            print(conflict.first.summary ?? "", "and", conflict.second.summary ?? "")
        }
        // end

        // snippet: FreeTime
        let hours = WorkingHours(
            start: 9 * 3_600, end: 17 * 3_600, weekdays: WorkingHours.workweek)
        let search = FreeTime(hours: hours, zone: berlin, otherZones: [], shortest: 1_800)
        for slot in try await provider.free(search, on: today..<today + 1) {
            let (start, end) = (slot.lowerBound, slot.upperBound)
            print(berlin.wallTime(at: start).iso, "for", (end - start) / 60, "minutes")
        }
        // end

        // snippet: WorkingHours
        let day = hours.times(on: today..<today + 1, in: berlin).ranges
        print(day.map { ($0.upperBound - $0.lowerBound) / 3_600 })
        // end

        // snippet: InstantRanges
        let morning = InstantRanges([clock.now..<clock.now + 3_600])
        let gaps = morning.gaps(in: clock.now - 600..<clock.now + 4_200)
        print(gaps.map { ($0.upperBound - $0.lowerBound) / 60 })
        // end

        // snippet: MeetingTimes
        let tokyo = SystemZones.database.rules(named: "Asia/Tokyo") ?? .utc
        let meeting = MeetingTimes(
            hours: WorkingHours(start: 8 * 3_600, end: 18 * 3_600, weekdays: WorkingHours.workweek),
            zone: berlin,
            people: [
                MeetingTimes.Person(zone: berlin, availability: Availability()),
                MeetingTimes.Person(zone: tokyo, availability: Availability()),
            ], length: 3_600)
        for slot in meeting.slots(on: today + 3..<today + 4, now: clock.now, limit: 1) {
            print(berlin.wallTime(at: slot.times.lowerBound).iso)
        }
        // end

        // snippet: BusyCalendar
        let busy = BusyCalendar(try await provider.days(today..<today + 1))
        print(busy.times.count, busy.calendar(name: "Busy").contains("Stand-up"))
        // end

        // snippet: HoldCalendar
        let hold = HoldCalendar(
            times: [clock.now..<clock.now + 1_800], summary: "Perhaps", stamp: clock.now)
        print(hold.calendar().contains("\r\nSTATUS:TENTATIVE\r\n"))
        // end

        // snippet: alarms
        let alarms = try await provider.alarms(from: clock.now, until: clock.now + 86_400)
        let plan = ReminderPlan(alarms, notes: [:], now: clock.now)
        print(plan.due.count, plan.next.map { ($0 - clock.now) / 60 } ?? -1)
        // end
        return print.lines
    }

    static func changes(
        _ store: EventStore, _ clock: FixedClock, _ berlin: TimeZoneRules
    ) async throws -> [String] {
        let print = Printed()
        let importer = Importer(store: store, clock: clock)
        let provider = EventProvider(store: store, clock: clock, zone: berlin)
        let (today, editor) = (clock.now.utc.date, CalendarEditor(importer))
        // snippet: a to-do
        var rent = Event(uid: EventIdentifier.random(), start: .date(today))
        rent.todo = Todo()
        rent.summary = "Pay rent"
        try await editor.add(rent)
        for item in try await provider.todos() { print(item.occurrence.summary ?? "") }
        // end

        // snippet: a draft
        if let item = try await provider.todos().first {
            var draft = try await editor.draft(of: item.occurrence, scope: .all)
            draft.event.location = "The bank"
            try await editor.edit(draft)
        }
        // end

        // snippet: history
        for change in try store.history(last: 20) {
            print(change.kind, change.summary ?? "", change.operations.count)
        }
        // end

        // snippet: errors
        do {
            _ = try await editor.undo(99)
        } catch {
            guard error.code == .notFound else { throw error }
            print(error)
        }
        // end

        // snippet: a stream
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:9\nDTSTART:20261120\nEND:VEVENT\nEND:VCALENDAR\n"
        let (source, _) = try await importer.addStream(Array(text.utf8), name: "pasted")
        print(source.name, try store.diagnostics().count)
        // end

        // snippet: merge sources
        let sources = try store.mergeSources()
        print(sources.map(\.name))
        // end

        // snippet: OccurrenceID
        let id = OccurrenceID(uid: "9", recurrenceID: nil)
        print(try store.details(of: "\(id)", clock: clock, zone: berlin).href)
        // end
        return print.lines
    }

    static func json(
        _ store: EventStore, _ clock: FixedClock, _ berlin: TimeZoneRules
    ) async throws -> [String] {
        let print = Printed()
        let provider = EventProvider(store: store, clock: clock, zone: berlin)
        // snippet: JSON of a timeline
        let timeline = try await provider.timeline()
        let document = timeline.json()
        print(document.prefix(13))
        // end

        // snippet: JSON of an event
        for event in timeline.nodes[NodeWindow.todayIndex].events.prefix(1) {
            print(event.json(in: berlin).contains("\"summary\":\"Stand-up\""))
        }
        // end
        return print.lines
    }
}

// snippet: live
func follow(path: String, zone: TimeZoneRules) async throws -> LiveTimeline.End {
    let clock = SystemClock()
    let store = try EventStore.open(path: path, createsMissing: true)
    let importer = Importer(store: store, clock: clock)
    let provider = EventProvider(store: store, clock: clock, zone: zone)
    let live = LiveTimeline(store: store, importer: importer, provider: provider)
    async let end = live.follow { notice in print(notice) }
    for try await update in await provider.changes() {
        print(update.timeline.nodes[NodeWindow.todayIndex].events.count, "events today")
    }
    return await end
}
// end

// snippet: watcher
func printChanges(of path: String) async {
    let watcher = FileWatcher([path])
    for await changes in watcher.changes { print(changes.paths) }
}
// end

// snippet: repair
func openOrRepair(_ path: String) async throws -> EventStore {
    do {
        return try EventStore.open(path: path, createsMissing: true)
    } catch {
        guard error.code == .storeDamaged else { throw error }
        _ = try await StoreRepair.run(path: path, clock: SystemClock())
        return try EventStore.open(path: path, createsMissing: false)
    }
}
// end

// snippet: collections
func addAll(below path: String, to importer: Importer) async throws {
    for calendar in try CalendarCollection.collections(in: path) {
        _ = try await importer.addSource(
            CalendarSource(name: calendar.name, kind: .folder, location: calendar.path))
    }
}
// end

// snippet: shares
func share(_ calendar: String, of database: String) throws -> String {
    var link = SharedLink(name: "for Kim", created: SystemClock().now)
    link.calendars = [calendar]
    link.isBusyOnly = true
    try SharedLinks(database: database).add(link)
    return link.path
}
// end

@Suite("The comments of what people ask and type")
struct PlanningSnippetTests {
    private let clock: FixedClock
    private let berlin: TimeZoneRules
    private let store: EventStore

    /// November 20, 2026, a Friday, 10:10 in Berlin.
    init() async throws {
        clock = FixedClock(now: try Make.instant("20261120T091000Z"))
        berlin = try Make.zone("Europe/Berlin")
        store = try EventStore.inMemory()
        let text = Make.calendar(
            "UID:1\r\nDTSTART:20261120T090000Z\r\nDTEND:20261120T093000Z\r\nSUMMARY:Stand-up",
            "UID:2\r\nDTSTART:20261120T092000Z\r\nDTEND:20261120T100000Z\r\nSUMMARY:Call\r\n"
                + "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM")
        let importer = Importer(store: store, clock: clock)
        _ = try await importer.addStream(Array(text.utf8), name: "team.ics")
    }

    @Test("have examples of words that print what they say")
    func words() throws {
        let printed = try PlanningSnippets.words(WordContext(now: clock.now, zone: berlin))
        #expect(
            printed == [
                "Lunch with Kim Cafe 20261121T123000 20261121T133000", "Pay rent 1 [\"home\"]",
                "true", "soon", "2026-11-21", "FREQ=WEEKLY;INTERVAL=2",
            ])
    }

    /// From 10:10 the rest of the working day in Berlin is free but for 10:10 to 11:00. Its 9:00 is Tokyo's 17:00, the
    /// last hour that suits both, and 8:00 the first; in between nobody is at an edge of the working hours.
    @Test("have examples of planning that print what they say")
    func planning() async throws {
        let printed = try await PlanningSnippets.planning(store, clock, berlin)
        #expect(
            printed == [
                "Stand-up true 20", "Call", "Stand-up and Call",
                "2026-11-20T11:00:00 for 360 minutes", "[8]", "[10, 10]", "2026-11-23T08:30:00",
                "1 false", "true", "0 5",
            ])
    }

    @Test("have examples of changes that print what they say")
    func changes() async throws {
        let printed = try await PlanningSnippets.changes(store, clock, berlin)
        #expect(printed.first == "Pay rent")
        #expect(printed.count == 7)
    }

    @Test("have examples of JSON that print what they say")
    func json() async throws {
        let printed = try await PlanningSnippets.json(store, clock, berlin)
        #expect(printed == ["{\"version\":1,", "true"])
    }

    @Test("have functions that do what they say")
    func functions() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        #expect(try await openOrRepair(path).sources().isEmpty)
        #expect(try share("team", of: path).hasPrefix("/feeds/"))
        let home = folder.path + "/calendars/home"
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true)
        _ = try folder.write(
            Make.calendar("UID:1\r\nDTSTART:20261120T100000Z"), to: "calendars/home/1.ics")
        let importer = Importer(store: store, clock: clock)
        try await addAll(below: folder.path + "/calendars", to: importer)
        #expect(try store.sources().map(\.name).contains("home"))
        let following = Task { try await follow(path: path, zone: berlin) }
        let watching = Task { await printChanges(of: path) }
        try await Task.sleep(for: .milliseconds(50))
        following.cancel()
        watching.cancel()
        _ = try await following.value
        await watching.value
    }
}
