import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Rules in the store")
struct StoredRulesTests: RuleTesting {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test("rules count for what is there and for what comes; without rules all is as before")
    func judging() async throws {
        try await add("work", event("Lunch"), event("Tea"))
        let before = try await events()
        try set(
            [.summary: ["lunch"], .hide: ["true"]], [.summary: ["tea"], .title: ["{calendar}!"]])
        #expect(try await bench.lines() == ["2026-11-23 work!"])
        try await add("home", event("LUNCH"), event("Tea 2"))
        #expect(try await bench.lines() == ["2026-11-23 Tea 2", "2026-11-23 work!"])
        var without = EventFilter()
        without.rules = nil
        #expect(try await events(without).count == 4)
        try set()
        #expect(try await events().filter { $0.calendar == "work" } == before)
        #expect(try bench.store.read { try RulingTable.isEmpty($0) })
        #expect(
            try bench.store.read {
                try Int.fetchOne($0, sql: "SELECT MAX(is_transparent) FROM event")
            } == 0)
    }

    @Test("of rules that match the later one decides each effect, by what the source says")
    func order() async throws {
        try await add("work", event("Lunch", "20261123T090000Z", "CATEGORIES:Food"))
        try set(
            [.summary: ["Lunch"], .title: ["Tea"], .color: ["red"]],
            [.summary: ["Lunch"], .color: ["blue"], .hide: ["true"], .addCategory: ["Break"]],
            [.summary: ["Tea"], .title: ["never"]], [.category: ["food"], .hide: ["false"]])
        let event = try #require(try await events().first)
        #expect(event.summary == "Tea" && event.color == "blue")
        #expect(event.categories == ["Food", "Break"])
    }

    @Test("a hidden copy leaves, and another stands in; so it is instance by instance")
    func copies() async throws {
        // Of equal copies the first source wins.
        let weekly = "RRULE:FREQ=WEEKLY;COUNT=3"
        try await add("work", event("Plan", "20261123T090000Z", weekly + "\r\nLOCATION:Work"))
        try await add(
            "home", event("Plan", "20261123T090000Z", weekly + "\r\nLOCATION:Home"),
            "UID:Plan\r\nDTSTAMP:20260101T000000Z\r\nRECURRENCE-ID:20261130T090000Z\r\n"
                + "DTSTART:20261130T120000Z\r\nDURATION:PT1H\r\nSUMMARY:Late")
        #expect(try await events().map(\.location) == ["Work", "Work", "Work"])
        try set([.calendar: ["work"], .hide: ["true"]])
        var shown = try await events()
        #expect(shown.map(\.calendar) == ["home", "home", "home"])
        #expect(shown.map(\.summary) == ["Plan", "Late", "Plan"])
        // Berlin is at 10:00 in the winter: nothing of home is later than that but the moved instance.
        try set(
            [.calendar: ["work"], .hide: ["true"]], [.between: ["12:00-14:00"], .hide: ["true"]])
        shown = try await events()
        #expect(
            shown.map(\.id.recurrenceID?.icalendar) == ["20261123T090000Z", "20261207T090000Z"])
        try set([.calendar: ["home"], .hide: ["true"]])
        #expect(try await events().map(\.location) == ["Work", "Work", "Work"])
        let faults = try await bench.importer.verify()
        #expect(faults.isEmpty)
    }

    @Test("of events that are the same another one stands in for one that is hidden")
    func same() async throws {
        try await add("work", event("A"))
        try await add("home", event("B"))
        let pair = try #require(EventPair("A", "B"))
        _ = try await bench.editor.note(pair, isSame: true, title: nil)
        #expect(try await events().map(\.calendar) == ["work"])
        try set([.calendar: ["work"], .hide: ["true"]])
        #expect(try await events().map(\.calendar) == ["home"])
        #expect(try await bench.importer.verify().isEmpty)
        try set([.calendar: ["home"], .hide: ["true"]])
        #expect(try await events().map(\.calendar) == ["work"])
        try set()
        #expect(try await events().map(\.alsoIn) == [["home"]])
    }

    @Test("days of the week judge each instance of a series, and hours the zone of the event")
    func instances() async throws {
        try await add(
            "work", event("Daily", "20261120T090000Z", "RRULE:FREQ=DAILY;COUNT=4"),
            "UID:zone\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID=America/New_York:20261120T080000\r\n"
                + "DURATION:PT1H\r\nSUMMARY:Zone")
        try set([.weekdays: ["saturday", "sunday"], .hide: ["true"]])
        #expect(
            try await bench.lines() == ["2026-11-20 Daily", "2026-11-20 Zone", "2026-11-23 Daily"])
        // 8:00 there, 14:00 here.
        try set([.between: ["7:00-9:00"], .summary: ["Zone"], .hide: ["true"]])
        #expect(try await bench.lines().contains("2026-11-20 Zone") == false)
    }

    @Test("to hide an event does not free its time; busy does, both ways")
    func busy() async throws {
        try await add("work", event("Hidden"), event("Free", "20261123T120000Z"))
        try await add("team", event("Theirs", "20261123T140000Z", "TRANSP:TRANSPARENT"))
        try set(
            [.summary: ["Hidden"], .hide: ["true"]], [.summary: ["Free"], .busy: ["false"]],
            [.summary: ["Theirs"], .busy: ["true"]])
        let day = try Make.date("2026-11-23")
        let hours = WorkingHours(start: 9 * 3_600, end: 17 * 3_600, weekdays: [.monday])
        let slots = try await bench.provider().free(
            FreeTime(hours: hours, zone: bench.zone, otherZones: [], shortest: 60),
            on: day..<(day + 1))
        // Berlin: busy 10-11 and 15-16.
        #expect(
            slots.map { Plan.text($0, bench.zone) } == [
                "2026-11-23 09:00-10:00", "2026-11-23 11:00-15:00", "2026-11-23 16:00-17:00",
            ])
    }

    @Test(
        "a hidden event's alarm is silent, a renamed one rings with its new name, and rules remind")
    func alarms() async throws {
        let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT10M\r\nEND:VALARM"
        try await add(
            "work", event("Hidden", "20261120T130000Z", alarm),
            event("Named", "20261120T131500Z", alarm), event("Plain", "20261120T133000Z"),
            event("Shared", "20261120T134500Z", alarm))
        try set(
            [.summary: ["Hidden"], .hide: ["true"]], [.summary: ["Named"], .title: ["New"]],
            [.summary: ["Plain"], .remind: ["20m"]],
            [.summary: ["Shared"], .hide: ["true"], .in: ["shares"]])
        let now = bench.clock.now
        let found = try await bench.provider().alarms(from: now, until: now + 7_200)
        #expect(found.map(\.event.summary) == ["New", "Plain", "Shared"])
        #expect(
            found.map(\.instant) == [
                try Make.instant("20261120T130500Z"), try Make.instant("20261120T131000Z"),
                try Make.instant("20261120T133500Z"),
            ])
    }

    @Test("conditions that ask the text: participants, class, organizer; and who declined")
    func texts() async throws {
        try await add(
            "work",
            event(
                "One", "20261123T090000Z",
                "ORGANIZER;CN=Kim Lee:mailto:kim@example.org\r\nATTENDEE;PARTSTAT=DECLINED:mailto:me@example.org\r\nATTENDEE:mailto:jo@example.org"
            ), event("Two", "20261123T100000Z", "CLASS:PRIVATE"))
        func shown(_ settings: [Rule.Key: [String]]) async throws -> [String] {
            try set(settings.merging([.hide: ["true"]]) { $1 }, me: ["me@example.org"])
            return try await events().compactMap(\.summary)
        }
        #expect(try await shown([.attendee: ["jo@*"]]) == ["Two"])
        #expect(try await shown([.organizer: ["kim lee"]]) == ["Two"])
        #expect(try await shown([.organizer: ["kim@example.org"]]) == ["Two"])
        #expect(try await shown([.class: ["private"]]) == ["One"])
        #expect(try await shown([.declined: ["true"]]) == ["Two"])
        #expect(try await shown([.attendee: ["nobody"]]) == ["One", "Two"])
    }

    @Test("another order, other effects and a rule that goes write no row of what stays the same")
    func cost() async throws {
        try await add("work", event("A"), event("B"), event("C"))
        let hide: [Rule.Key: [String]] = [.summary: ["A"], .hide: ["true"]]
        let name: [Rule.Key: [String]] = [.summary: ["B"], .title: ["New"]]
        try set(hide, name)
        func changed(_ change: () throws -> Void) async throws -> StoreChange {
            let before = try bench.store.revision()
            try change()
            return try bench.store.read {
                try ChangeTable.fetch(
                    after: before, present: try StateTable.fetch($0).revision, $0)
            }
        }
        #expect(try await changed { try set(name, hide) } == .events([]))
        #expect(
            try await changed { try set(name, [.summary: ["A"], .color: ["red"]]) }
                == .events([OccurrenceID.key(uid: "A")]))
        #expect(
            try await changed { try set([.summary: ["A"], .color: ["red"]]) }
                == .events([OccurrenceID.key(uid: "B")]))
        #expect(try await changed { try set([.summary: ["A"], .color: ["red"]]) } == .nothing)
    }

    @Test("rules of an older configuration, which a program has read long ago, change nothing")
    func stamps() throws {
        let rules = RuleSet([try Rule([.summary: ["A"], .hide: ["true"]])])
        #expect(try bench.store.setRules(rules, stamp: 20))
        #expect(try !bench.store.setRules(RuleSet(), stamp: 19))
        #expect(try bench.store.rules() == rules)
        #expect(try bench.store.setRules(RuleSet(), stamp: 20))
        #expect(try bench.store.rules() == RuleSet())
    }

    @Test("a calendar's new name is judged")
    func renaming() async throws {
        try await add("work", event("A"))
        try set([.calendar: ["team"], .hide: ["true"]])
        #expect(try await bench.lines().count == 1)
        var settings = SourceSettings()
        settings.name = "team"
        try await bench.importer.updateSource(named: "work", settings)
        #expect(try await bench.lines().isEmpty)
    }

    @Test("details of a hidden event are there, with the rule; of another the copy that is hidden")
    func details() async throws {
        try await add("work", event("A"))
        try await add("home", event("A"))
        func details() throws -> EventDetails {
            try bench.store.details(
                of: OccurrenceID(uid: "A", recurrenceID: nil).description, clock: bench.clock,
                zone: bench.zone)
        }
        try set([.calendar: ["work"], .hide: ["true"]], [.summary: ["a"], .title: ["B"]])
        var found = try details()
        #expect(found.occurrence.calendar == "home" && !found.isHidden)
        #expect(found.copies.map(\.calendar) == ["work"])
        #expect(found.copies.map(\.reason) == ["a rule hides it"])
        #expect(found.rules.map(\.number) == [2])
        try set([.summary: ["a"], .hide: ["true"]])
        found = try details()
        #expect(found.isHidden && found.rules.map(\.number) == [1])
    }

    @Test("to-dos are hidden, renamed and coloured, and take no time")
    func todos() async throws {
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + ["A", "B"].map {
                "BEGIN:VTODO\r\nUID:\($0)\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:\($0)\r\nEND:VTODO\r\n"
            }.joined() + "END:VCALENDAR\r\n"
        _ = try await bench.importer.addStream(Array(text.utf8), name: "tasks")
        try set(
            [.summary: ["A"], .hide: ["true"]],
            [.summary: ["B"], .title: ["C"], .busy: ["true"], .addCategory: ["x"]],
            [.weekdays: ["monday"], .hide: ["true"]])
        let found = try await bench.provider().todos()
        #expect(found.map(\.occurrence.summary) == ["C"])
        #expect(found[0].occurrence.categories == ["x"])
    }

    @Test("what was changed is undone and redone, unless the rules are others now")
    func undo() async throws {
        try await add("work", event("A"))
        let set = RuleSet([try Rule([.summary: ["A"], .hide: ["true"]])], zone: "UTC")
        _ = try await bench.editor.setRules(set)
        #expect(try await bench.lines().isEmpty)
        #expect(try await bench.editor.undo().rules?.after == "")
        #expect(try await bench.lines().count == 1)
        _ = try await bench.editor.redo()
        #expect(try bench.store.rules() == set)
        try bench.store.setRules(RuleSet())
        await #expect(throws: AgendaError.self) { try await bench.editor.undo() }
    }

    @Test("a rule is tried, and nothing is changed; rules tell how many events they match")
    func trying() async throws {
        try await add(
            "work", event("A", "20261123T090000Z", "RRULE:FREQ=DAILY;COUNT=3"), event("B"))
        let rule = try Rule([.summary: ["A"], .title: ["C"]])
        let tried = try await bench.provider().trying(RuleSet([rule]))
        #expect(tried.before.compactMap(\.summary).sorted() == ["A", "A", "A", "B"])
        #expect(tried.after.compactMap(\.summary).sorted() == ["B", "C", "C", "C"])
        #expect(try bench.store.rules() == RuleSet())
        #expect(try await bench.lines().filter { $0.hasSuffix("A") }.count == 3)
        try bench.store.setRules(
            RuleSet([rule, try Rule([.calendar: ["none"], .hide: ["true"]])]))
        #expect(try await bench.provider().ruleMatches() == [3, 0])
    }
}
