import ICalendar
import Testing

@testable import AgendaKit

/// One calendar in which a series and its changed instances stand in files of their own.
@Suite("A series in several files of one calendar")
struct SplitSeriesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let series = Make.calendar(
        """
        UID:daily\r
        DTSTAMP:20260101T000000Z\r
        DTSTART:20261126T100000Z\r
        DTEND:20261126T110000Z\r
        RRULE:FREQ=DAILY;COUNT=3\r
        SUMMARY:Daily\r
        LOCATION:Room
        """)

    private static func instance(
        stamp: String = "20260101T000000Z", hour: Int = 15, title: String = "Moved",
        range: String = ""
    ) -> String {
        Make.calendar(
            """
            UID:daily\r
            DTSTAMP:\(stamp)\r
            RECURRENCE-ID\(range):20261127T100000Z\r
            DTSTART:20261127T\(hour)0000Z\r
            DTEND:20261127T\(hour + 1)0000Z\r
            SUMMARY:\(title)
            """)
    }

    private func bench(_ files: [String: String]) async throws -> Bench {
        let bench = try Bench(zone: "UTC", path: folder.path + "/agenda.db")
        try await folder.shell("mkdir team")
        for (name, text) in files { try folder.write(text, to: "team/" + name) }
        var source = CalendarSource(name: "team", kind: .folder, location: folder.path + "/team")
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return bench
    }

    /// `27 15 Moved Room`.
    private func lines(_ bench: Bench) async throws -> [String] {
        try await bench.provider().timeline().nodes.flatMap(\.events).map { event in
            guard case .instants(let range) = event.span else { return "all day" }
            let start = range.lowerBound.utc
            return "\(start.date.yearMonthDay.day) \(start.hour) \(event.summary ?? "")"
                + (event.location.map { " " + $0 } ?? "")
        }
    }

    private func event(_ bench: Bench, _ day: Int) async throws -> AgendaEvent {
        let timeline = try await bench.provider().timeline()
        return try #require(timeline[try Make.date("2026-11-\(day)")]?.events.first)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try FileContent.read(path: folder.path + "/team/" + name), as: UTF8.self)
    }

    private func names() throws -> [String] {
        FileSystem.names(in: folder.path + "/team").filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test(
        "an instance replaces that of its series, however old it is and whichever name comes first",
        arguments: ["20250101T000000Z", "20260101T000000Z", "20260601T000000Z"], ["0", "z"])
    func shown(stamp: String, name: String) async throws {
        let bench = try await bench([
            "a.ics": Self.series, name + ".ics": Self.instance(stamp: stamp),
        ])
        // It has no place of its own, and takes none from the series.
        #expect(try await lines(bench) == ["26 10 Daily Room", "27 15 Moved", "28 10 Daily Room"])
        let timeline = try await bench.provider().days(
            Make.date("2026-11-27")..<Make.date("2026-11-28"))
        #expect(timeline.nodes.flatMap(\.events).count == 1)
        #expect(try bench.store.overlooked().isEmpty)
    }

    @Test("a cancelled instance in its own file is cancelled")
    func cancelled() async throws {
        let text = Self.instance(hour: 10).replacing("SUMMARY", with: "STATUS:CANCELLED\r\nSUMMARY")
        let bench = try await bench(["a.ics": Self.series, "b.ics": text])
        let statuses = try await bench.provider().timeline().nodes.flatMap(\.events).map(\.status)
        #expect(statuses == [.confirmed, .cancelled, .confirmed])
    }

    @Test("of two files for one instance the newer counts, and the other is named")
    func twoInstances() async throws {
        let bench = try await bench([
            "a.ics": Self.series, "b.ics": Self.instance(stamp: "20260301T000000Z", title: "Newer"),
            "c.ics": Self.instance(stamp: "20260201T000000Z", hour: 17, title: "Older"),
        ])
        #expect(try await lines(bench)[1] == "27 15 Newer")
        let problems = try bench.store.overlooked()
        try #require(problems.map { $0.path.suffix(5) } == ["c.ics"])
        #expect(problems[0].diagnostic.reason == .value("20261127T100000Z Older", .hiddenInstance))
    }

    @Test(
        "an older state of the whole event in another file is named, and what it says is not shown")
    func twoSeries() async throws {
        let older = Self.series.replacing("DTSTAMP:2026", with: "DTSTAMP:2024")
            .replacing("SUMMARY:Daily", with: "SUMMARY:Old")
        let bench = try await bench(["a.ics": Self.series, "b.ics": older])
        #expect(try await lines(bench).allSatisfy { $0.hasSuffix("Daily Room") })
        let problems = try bench.store.overlooked()
        try #require(problems.map { $0.path.suffix(5) } == ["b.ics"])
        #expect(problems[0].diagnostic.reason == .fault(.olderCopy))
        // An edit of the one that is shown leaves the other; a deletion takes both.
        try await bench.editor.edit(try await event(bench, 26), scope: .all) {
            $0.event.summary = "New"
        }
        #expect(try text("b.ics") == older)
        try await bench.editor.delete(try await event(bench, 26), scope: .all)
        #expect(try names().isEmpty)
        _ = try await bench.editor.undo()
        #expect(try text("b.ics") == older)
        _ = try await bench.editor.undo()
        #expect(try text("a.ics") == Self.series)
    }

    @Test(
        "two descriptions of one instance in one file: the hidden one is named, the shown one edited"
    )
    func oneFile() async throws {
        let both =
            Self.series.replacing("END:VCALENDAR\r\n", with: "")
            + Self.instance(title: "Older").split(separator: "VERSION:2.0\r\n")[1]
            .replacing("END:VCALENDAR\r\n", with: "")
            + Self.instance(stamp: "20260301T000000Z", title: "Newer")
            .split(separator: "VERSION:2.0\r\n")[1]
        let bench = try await bench(["a.ics": both])
        #expect(try await lines(bench)[1] == "27 15 Newer")
        let reasons = try bench.store.diagnostics().map(\.diagnostic.reason)
        #expect(reasons == [.value("20261127T100000Z Older", .hiddenInstance)])
        let draft = try await bench.editor.draft(of: try await event(bench, 27), scope: .this)
        #expect(draft.event.summary == "Newer")
    }

    @Test("an edit goes to the file that has the component, and undo gives back each byte for byte")
    func edit() async throws {
        let files = ["a.ics": Self.series, "b.ics": Self.instance()]
        let bench = try await bench(files)
        try await bench.editor.edit(try await event(bench, 27), scope: .this) {
            $0.event.summary = "Again"
        }
        #expect(try text("a.ics") == Self.series)
        #expect(try text("b.ics").contains("SUMMARY:Again"))
        // A day without a file of its own gets its change in that of the series.
        try await bench.editor.edit(try await event(bench, 28), scope: .this) {
            $0.event.summary = "Last"
        }
        #expect(try text("a.ics").contains("SUMMARY:Last"))
        try await bench.editor.edit(try await event(bench, 26), scope: .all) {
            $0.event.location = "Hall"
        }
        #expect(
            try await lines(bench) == ["26 10 Daily Hall", "27 15 Again", "28 10 Last Hall"])
        for _ in 0..<3 { _ = try await bench.editor.undo() }
        for (name, content) in files { #expect(try text(name) == content) }
        _ = try await bench.editor.redo()
        #expect(try text("b.ics").contains("SUMMARY:Again"))
    }

    @Test(
        "a deletion takes the components from each file, and undo puts them back",
        arguments: RecurrenceScope.allCases)
    func delete(scope: RecurrenceScope) async throws {
        let files = ["a.ics": Self.series, "b.ics": Self.instance()]
        let bench = try await bench(files)
        try await bench.editor.delete(try await event(bench, 27), scope: scope)
        let left: [String] =
            switch scope {
            case .this: ["26 10 Daily Room", "28 10 Daily Room"]
            case .future: ["26 10 Daily Room"]
            case .all: []
            }
        #expect(try await lines(bench) == left)
        #expect(try names() == (scope == .all ? [] : ["a.ics"]))
        _ = try await bench.editor.undo()
        for (name, content) in files { #expect(try text(name) == content) }
        #expect(try await lines(bench)[1] == "27 15 Moved")
    }

    @Test(
        "a series that moves takes its instances along, and one that goes elsewhere is whole there")
    func move() async throws {
        let bench = try await bench(["a.ics": Self.series, "b.ics": Self.instance(hour: 10)])
        try await bench.editor.edit(try await event(bench, 26), scope: .all) {
            $0.event.start = $0.event.start.with(wallTime: $0.event.start.wallTime + 3_600)
            $0.event.end = .duration(CalendarDuration(days: 0, seconds: 3_600))
        }
        #expect(try await lines(bench) == ["26 11 Daily Room", "27 11 Moved", "28 11 Daily Room"])
        try await bench.editor.move(try await event(bench, 26), to: nil)
        #expect(try names().isEmpty)
        #expect(try await lines(bench) == ["26 11 Daily Room", "27 11 Moved", "28 11 Daily Room"])
    }

    @Test("a change of all later instances in another file is reported: they do not follow it")
    func range() async throws {
        let bench = try await bench([
            "a.ics": Self.series, "b.ics": Self.instance(range: ";RANGE=THISANDFUTURE"),
        ])
        #expect(try await lines(bench)[1] == "27 15 Moved")
        #expect(
            try bench.store.overlooked().map(\.diagnostic.reason) == [.fault(.rangeElsewhere)])
    }

    @Test(
        "what lists show of it is what an edit begins with, for its own instance and for later ones"
    )
    func rangeEdits() async throws {
        let files = [
            "a.ics": Self.series, "b.ics": Self.instance(range: ";RANGE=THISANDFUTURE"),
        ]
        let bench = try await bench(files)
        try await bench.editor.edit(try await event(bench, 28), scope: .this) {
            $0.event.start = $0.event.start.with(wallTime: $0.event.start.wallTime + 1_800)
        }
        #expect(
            try await lines(bench) == ["26 10 Daily Room", "27 15 Moved", "28 10 Daily Room"])
        #expect(try text("a.ics").contains("DTSTART:20261128T103000Z"))
        _ = try await bench.editor.undo()
        try await bench.editor.edit(try await event(bench, 27), scope: .this) {
            $0.event.location = "Hall"
        }
        #expect(
            try await lines(bench) == ["26 10 Daily Room", "27 15 Moved Hall", "28 10 Daily Room"])
        #expect(try text("b.ics").contains("RANGE=THISANDFUTURE"))
        _ = try await bench.editor.undo()
        try await bench.editor.delete(try await event(bench, 27), scope: .this)
        #expect(try await lines(bench) == ["26 10 Daily Room", "28 10 Daily Room"])
        _ = try await bench.editor.undo()
        try await bench.editor.edit(try await event(bench, 28), scope: .future) {
            $0.event.summary = "Last"
        }
        #expect(
            try await lines(bench) == ["26 10 Daily Room", "27 15 Moved", "28 10 Last Room"])
        _ = try await bench.editor.undo()
        for (name, content) in files { #expect(try text(name) == content) }
    }

    @Test(
        "a done day of a to-do that repeats counts in its own file; so does one that is opened again"
    )
    func todo() async throws {
        func todo(_ lines: String) -> String {
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:job\r\n"
                + "DTSTAMP:20260101T000000Z\r\n\(lines)\r\nSUMMARY:Job\r\nEND:VTODO\r\n"
                + "END:VCALENDAR\r\n"
        }
        let bench = try await bench([
            "a": todo("DTSTART:20261119T100000Z\r\nRRULE:FREQ=DAILY"),
            "b": todo(
                "RECURRENCE-ID:20261119T100000Z\r\nDTSTART:20261119T100000Z\r\n"
                    + "STATUS:COMPLETED\r\nCOMPLETED:20261119T120000Z"),
        ])
        func items() async throws -> [String] {
            try await bench.provider().todos().map { item in
                "\(item.occurrence.recurrenceID?.icalendar ?? "") \(item.isClosed)"
            }.sorted()
        }
        #expect(try await items() == ["20261119T100000Z true", "20261120T100000Z false"])
        let open = try #require(try await bench.provider().todos().first { !$0.isClosed })
        try await bench.editor.setStatus(.completed, of: open.occurrence)
        #expect(try await items().last == "20261121T100000Z false")
        let done = try #require(
            try await bench.provider().todos().first {
                $0.occurrence.recurrenceID?.icalendar == "20261119T100000Z"
            })
        try await bench.editor.setStatus(.needsAction, of: done.occurrence)
        #expect(try !names().contains("b"))
    }

    @Test(
        "calendars that are given together are one; two that are registered are not, but a tie goes to the instance"
    )
    func together() async throws {
        let first = try folder.write(Self.series, to: "a.ics")
        for (stamp, isOne, title) in [
            ("20250101T000000Z", true, "Moved"), ("20250101T000000Z", false, "Daily"),
            ("20260101T000000Z", false, "Moved"),
        ] {
            let second = try folder.write(Self.instance(stamp: stamp), to: "b.ics")
            let store = try EventStore.inMemory(isOneCalendar: isOne)
            let clock = try Make.clock()
            let importer = Importer(store: store, clock: clock)
            for path in [first, second] {
                _ = try await importer.addSource(
                    CalendarSource(name: "", kind: .file, location: path))
            }
            let provider = EventProvider(
                store: store, clock: clock, zone: try Make.zone("UTC"), filter: EventFilter())
            let day = try await provider.timeline()[try Make.date("2026-11-27")]
            #expect(day?.events.map(\.summary) == [title], "\(stamp) \(isOne)")
        }
    }
}
