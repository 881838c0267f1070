import ICalendar
import Testing

@testable import AgendaKit

@Suite("Provider")
struct EventProviderTests {
    private func bench(zone: String, now: String, _ events: String...) async throws -> Bench {
        let bench = try Bench(zone: zone, now: now)
        let text = events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        _ = try await bench.importer.addStream(
            Array("BEGIN:VCALENDAR\r\n\(text)END:VCALENDAR\r\n".utf8), name: "test")
        return bench
    }

    @Test("makes 488 nodes, today at 120, also where nothing is stored")
    func empty() async throws {
        let timeline = try await Bench().provider().timeline()
        try #require(timeline.nodes.count == 488)
        #expect(timeline.todayIndex == 120)
        #expect(timeline.nodes[120].date == (try Make.date("2026-11-20")))
        #expect(timeline.nodes.map(\.index) == Array(0..<488))
        #expect(timeline.nodes.allSatisfy { $0.events.isEmpty })
    }

    @Test("of days that are not wanted whole the first events, and which days have more")
    func heads() async throws {
        let bench = try await bench(
            zone: "Europe/Berlin", now: "20261120T120000Z",
            "UID:a\r\nDTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261123\r\nSUMMARY:A",
            "UID:b\r\nDTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261123\r\nSUMMARY:B",
            "UID:c\r\nDTSTART;VALUE=DATE:20261121\r\nDTEND;VALUE=DATE:20261123\r\nSUMMARY:C")
        let day = try Make.date("2026-11-20")
        let heads = try await bench.provider().heads(
            DayHeads.Wish(dates: day..<day + 3, whole: day + 2..<day + 3, count: 2))
        #expect(
            heads.timeline.nodes.map { $0.events.compactMap(\.summary) } == [
                ["A", "B"], ["A", "B"], ["A", "B", "C"],
            ])
        #expect(heads.cut == [day + 1])
    }

    @Test("today follows the clock and the zone")
    func today() async throws {
        // 2026-11-20 12:00Z is 2026-11-21 01:00 in Apia.
        let bench = try Bench(zone: "Pacific/Apia")
        #expect(await bench.provider().today == (try Make.date("2026-11-21")))
    }

    @Test(
        "answers what is next, what overlaps, when there is time, what has a word, and all of one")
    func questions() async throws {
        // Now is 13:00 on Friday 2026-11-20 in Berlin.
        let bench = try await bench(
            zone: "Europe/Berlin", now: "20261120T120000Z",
            "UID:a\r\nDTSTART:20261120T130000Z\r\nDTEND:20261120T140000Z\r\nSUMMARY:Stand-up",
            "UID:b\r\nDTSTART:20261120T133000Z\r\nDTEND:20261120T150000Z\r\nSUMMARY:Dentist",
            "UID:c\r\nDTSTART;VALUE=DATE:20261120\r\nSUMMARY:Holiday")
        let provider = bench.provider()
        let today = try Make.date("2026-11-20")

        let next = try #require(try await provider.next())
        #expect(next.current.event.summary == "Stand-up")
        #expect(next.current.minutes == 60)
        #expect(next.following?.event.summary == "Dentist")

        let pair = try #require(try await provider.conflicts(on: today..<today + 1).pairs.first)
        #expect([pair.first.uid, pair.second.uid] == ["a", "b"])
        #expect(try await provider.conflicts(on: today + 1..<today + 2).pairs.isEmpty)

        let zone = await provider.zone
        let hours = WorkingHours(start: 9 * 3_600, end: 17 * 3_600, weekdays: WorkingHours.workweek)
        let search = FreeTime(hours: hours, zone: zone, otherZones: [], shortest: 1_800)
        // 13:00 to 14:00, and 16:00 to 17:00.
        let free = try await provider.free(search, on: today..<today + 1)
        #expect(
            free.map { zone.wallTime(at: $0.lowerBound).hour } == [13, 16])

        let query = try #require(SearchQuery("dent"))
        try #require(try await provider.search(query).events.map(\.uid) == ["b"])
        #expect(try await provider.search(query, on: today + 1..<today + 2).events.isEmpty)
    }

    @Test("publishes today's slice first, then the other seven, then the whole")
    func progress() async throws {
        let bench = try await bench(
            zone: "Europe/Berlin", now: "20261120T120000Z",
            "UID:a\r\nDTSTART:20261120T120000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:Daily")
        var firsts: [Int] = []
        var finished: Timeline?
        for try await progress in await bench.provider().progress() {
            switch progress {
            case .slice(let nodes, _):
                #expect(finished == nil)
                try #require(nodes.count == 61)
                firsts.append(nodes[0].index)
            case .finished(let timeline): finished = timeline
            }
        }
        #expect(firsts.first == 61)
        #expect(firsts.sorted() == [0, 61, 122, 183, 244, 305, 366, 427])
        let timeline = try #require(finished)
        #expect(timeline.nodes.map(\.events.count).reduce(0, +) == 368)
    }

    @Test(
        "slices of any length give the same timeline", arguments: [0, 1, 7, 60, 122, 488, 10_000])
    func sliceLength(_ length: Int) async throws {
        let folder = try TemporaryFolder()
        // In a file: there several slices are read at the same time.
        let bench = try Bench(path: folder.path + "/agenda.db")
        let file = try folder.write(
            Make.calendar(
                "UID:a\r\nDTSTART:20250101T223000Z\r\nDURATION:PT3H\r\nRRULE:FREQ=DAILY",
                "UID:b\r\nDTSTART;VALUE=DATE:20261001\r\nDTEND;VALUE=DATE:20270401",
                "UID:c\r\nDTSTART:20261121T090000\r\nSUMMARY:Floating"), to: "a.ics")
        try await bench.add(file)
        let provider = EventProvider(
            store: bench.store, clock: bench.clock, zone: bench.zone, sliceLength: length)
        let expected = try await bench.provider().timeline()
        #expect(expected.nodes[121].events.count == 4)
        #expect(try await provider.timeline().nodes == expected.nodes)
        // Longer than the timeline, and shorter.
        for count in [1_000, 3] {
            let dates = expected.today..<(expected.today + count)
            #expect(
                try await provider.days(dates).nodes == bench.provider().days(dates).nodes)
        }
    }

    @Test("an event stands in every node that it spans, at a slice's edge, too")
    func spanning() async throws {
        // Index 122 is the first of the third slice: 2026-11-22.
        let bench = try await bench(
            zone: "Europe/Berlin", now: "20261120T120000Z",
            "UID:a\r\nDTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261124\r\nSUMMARY:Trip",
            "UID:b\r\nDTSTART:20261121T200000Z\r\nDTEND:20261122T040000Z\r\nSUMMARY:Night",
            "UID:c\r\nDTSTART;VALUE=DATE:20250101\r\nDTEND;VALUE=DATE:20280101\r\nSUMMARY:Years")
        let nodes = try await bench.provider().timeline().nodes
        func indices(_ summary: String) -> [Int] {
            nodes.filter { $0.events.contains { $0.summary == summary } }.map(\.index)
        }
        #expect(indices("Trip") == [120, 121, 122, 123])
        #expect(indices("Night") == [121, 122])
        #expect(indices("Years") == Array(0..<488))
        // Whole days first, the longest before the others.
        #expect(nodes[121].events.map(\.summary) == ["Years", "Trip", "Night"])
    }

    @Test("all slices of one load show one revision")
    func revision() async throws {
        let bench = try await bench(zone: "Europe/Berlin", now: "20261120T120000Z")
        let timeline = try await bench.provider().timeline()
        #expect(timeline.revision == (try bench.store.revision()))
    }

    @Test("days outside of the stored ones are right, too")
    func farAway() async throws {
        let bench = try await bench(
            zone: "Europe/Berlin", now: "20261120T120000Z",
            "UID:a\r\nDTSTART;TZID=Europe/Berlin:20000103T090000\r\nRRULE:FREQ=WEEKLY\r\n"
                + "SUMMARY:Mondays",
            "UID:b\r\nDTSTART;VALUE=DATE:20990706\r\nSUMMARY:Far")
        // 2099-07-06 is a Monday; 09:00 in Berlin is 07:00Z in summer.
        let first = try Make.date("2099-07-06")
        let nine = try Make.instant("20990706T070000Z")
        let far = try await bench.provider().days(first..<(first + 7))
        try #require(far.nodes.map(\.events.count) == [2, 0, 0, 0, 0, 0, 0])
        #expect(
            far.nodes[0].events.map(\.span.start)
                == [.date(first), .instant(nine)])
        let past = try await bench.provider().days(
            try Make.date("2000-01-01")..<(try Make.date("2000-01-31")))
        #expect(
            past.nodes.filter { !$0.events.isEmpty }.map(\.date.iso)
                == ["2000-01-03", "2000-01-10", "2000-01-17", "2000-01-24"])
    }

    @Test("when today leaves the stored days they move on, and nothing is lost")
    func horizon() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Make.calendar("UID:a\r\nDTSTART:20260101T120000Z\r\nRRULE:FREQ=DAILY"), to: "a.ics")
        try await Bench(path: folder.path + "/agenda.db").add(file)
        for now in ["20280229T120000Z", "20250101T120000Z", "20261120T120000Z"] {
            let bench = try Bench(now: now, path: folder.path + "/agenda.db")
            _ = try await bench.importer.refresh()
            let timeline = try await bench.provider().timeline()
            let start = try Make.date("2026-01-01")
            for node in timeline.nodes {
                #expect(node.events.count == (node.date < start ? 0 : 1), "\(now) \(node.date.iso)")
            }
            let stored = try bench.store.horizon()
            #expect(stored.contains(timeline.today - 121) && stored.contains(timeline.today + 369))
        }
    }

    @Test("a hidden calendar's copy is left out before the choice between copies")
    func hidden() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        func event(_ sequence: Int, _ summary: String) -> String {
            Make.calendar(
                "UID:a\r\nDTSTART:20261120T120000Z\r\nSEQUENCE:\(sequence)\r\nSUMMARY:\(summary)")
        }
        try await bench.add(try folder.write(event(0, "Old"), to: "old.ics"))
        try await bench.add(try folder.write(event(1, "New"), to: "new.ics"))
        #expect(try await bench.lines() == ["2026-11-20 New"])
        var filter = EventFilter()
        filter.hiddenCalendars = ["new"]
        #expect(try await bench.lines(filter: filter) == ["2026-11-20 Old"])
        filter = EventFilter()
        filter.calendars = ["old"]
        #expect(try await bench.lines(filter: filter) == ["2026-11-20 Old"])
    }

    @Test("what the winner leaves empty comes from the copies that lost, never a time")
    func gaps() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                Make.calendar(
                    "UID:a\r\nDTSTART:20261120T090000Z\r\nSUMMARY:Old\r\nLOCATION:Room 1\r\n"
                        + "ATTENDEE:mailto:kim@example.org"), to: "old.ics"))
        try await bench.add(
            try folder.write(
                Make.calendar("UID:a\r\nDTSTART:20261120T120000Z\r\nSEQUENCE:2\r\nSUMMARY:New"),
                to: "new.ics"))
        let event = try #require(try await bench.provider().timeline().nodes[120].events.first)
        #expect(event.summary == "New")
        #expect(event.location == "Room 1")
        #expect(event.participantCount == 1)
        #expect(event.alsoIn == ["old"])
        #expect(event.span.start == .instant(try Make.instant("20261120T120000Z")))
        let details = try bench.store.details(
            of: event.id.description, clock: bench.clock, zone: bench.zone)
        #expect(details.participants.map(\.address) == ["mailto:kim@example.org"])
        #expect(details.copies.map(\.reason) == ["SEQUENCE 0 < 2"])
    }

    @Test("an attendee is found by address and by name")
    func attendee() async throws {
        let bench = try await bench(
            zone: "Europe/Berlin", now: "20261120T120000Z",
            "UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:With Kim\r\n"
                + "ATTENDEE;CN=Kim Novak:mailto:kim\r\n @example.org",
            "UID:b\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Without")
        for wanted in ["KIM@example", "novak"] {
            var filter = EventFilter()
            filter.attendee = wanted
            #expect(try await bench.lines(filter: filter) == ["2026-11-20 With Kim"])
        }
    }

    @Test("likely duplicates are folded on request alone")
    func similar() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        for (uid, summary) in [("a", "Team lunch!"), ("b", "team  LUNCH")] {
            let text = Make.calendar("UID:\(uid)\r\nDTSTART:20261120T120000Z\r\nSUMMARY:\(summary)")
            try await bench.add(try folder.write(text, to: uid + ".ics"))
        }
        #expect(try await bench.lines().count == 2)
        var filter = EventFilter()
        filter.foldsSimilar = true
        let events = try await bench.provider(filter: filter).timeline().nodes[120].events
        #expect(events.map(\.alsoIn).count == 1)
        #expect(Set(events.flatMap { [$0.calendar] + $0.alsoIn }) == ["a", "b"])
    }
}
