import ICalendar
import Testing

@testable import AgendaKit

/// A kind of source that neither Importing nor Editing knows.
@Suite("A source of a third kind")
struct MemorySourceTests {
    private let server = MemoryServer()
    private let store: EventStore
    private let importer: Importer
    private let editor: CalendarEditor
    private let provider: EventProvider

    private static let lunch = Make.calendar(
        "UID:lunch\r\nDTSTART:20261120T110000Z\r\nSUMMARY:Lunch")

    init() throws {
        let (server, store) = (server, try EventStore.inMemory())
        self.store = store
        importer = Importer(
            store: store, clock: try Make.clock(),
            readers: SourceReaders([.memory: { MemoryReader(location: $0, server: server) }]))
        editor = CalendarEditor(importer) { MemoryCalendar($0, server) }
        provider = EventProvider(
            store: store, clock: try Make.clock(), zone: try Make.zone("Europe/Berlin"))
    }

    @discardableResult
    private func addSource() async throws -> CalendarSource {
        var source = CalendarSource(name: "", kind: .memory, location: "memory:1")
        source.isWritable = true
        return try await importer.addSource(source).source
    }

    private func lines() async throws -> [String] {
        try await provider.timeline().nodes.flatMap { node in
            node.events.map { "\(node.date.iso) \($0.summary ?? "")" }
        }
    }

    /// Whether a condition comes true within 20 seconds.
    private func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<2_000 {
            if try await condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test("it is imported, and read again only where its own versions differ")
    func versions() async throws {
        await server.put(Self.lunch, at: "lunch.ics")
        await server.put(
            Make.calendar("UID:tea\r\nDTSTART:20261121T150000Z\r\nSUMMARY:Tea"), at: "tea.ics")
        let source = try await addSource()
        #expect([source.name, source.color] == ["Far away", "teal"])
        #expect(source.eventCount == 2)
        #expect(try await lines() == ["2026-11-20 Lunch", "2026-11-21 Tea"])
        let again = try await importer.refresh()
        #expect([again.resourcesRead, again.resourcesUnchanged] == [0, 2])
        // The same text under another version is read, and nothing more.
        await server.put(Self.lunch, at: "lunch.ics")
        let touched = try await importer.refresh()
        #expect([touched.resourcesRead, touched.componentsParsed] == [1, 0])
        await server.put(["tea.ics": nil])
        #expect(try await importer.refresh().resourcesRemoved == 1)
        #expect(try await lines() == ["2026-11-20 Lunch"])
        #expect(try await importer.verify().isEmpty)
    }

    @Test("while it is out of reach its events stay, and it says so")
    func failure() async throws {
        await server.put(Self.lunch, at: "lunch.ics")
        try await addSource()
        await server.setReachable(false)
        _ = try await importer.refresh()
        #expect(try await lines() == ["2026-11-20 Lunch"])
        #expect(try store.sources().map(\.status) == [.failed])
        #expect(
            try store.diagnostics().map(\.diagnostic.reason)
                == [.value("no route", .cannotRead)])
        await server.setReachable(true)
        #expect(try await importer.refresh().resourcesRead == 0)
        #expect(try store.sources().map(\.status) == [.ok])
        // The listing is there, but the content is not.
        await server.put(Self.lunch.replacing("Lunch", with: "Late lunch"), at: "lunch.ics")
        await server.breakConnection(afterChunks: 0)
        _ = try await importer.refresh()
        #expect(try await lines() == ["2026-11-20 Lunch"])
        #expect(try store.sources().map(\.status) == [.partial])
        _ = try await importer.refresh()
        #expect(try await lines() == ["2026-11-20 Late lunch"])
        #expect(try store.sources().map(\.status) == [.ok])
    }

    @Test("a kind without a reader is refused, and keeps its events where it is registered")
    func unknownKind() async throws {
        await server.put(Self.lunch, at: "lunch.ics")
        try await addSource()
        let other = Importer(store: store, clock: try Make.clock())
        _ = try await other.refresh()
        #expect(try await lines() == ["2026-11-20 Lunch"])
        #expect(try store.sources().map(\.status) == [.failed])
        await #expect(throws: AgendaError(.noReader, place: "memory:2")) {
            try await other.addSource(
                CalendarSource(name: "x", kind: .memory, location: "memory:2"))
        }
    }

    @Test("its own signals say when to look, and nobody looks in between")
    func watching() async throws {
        await server.put(Self.lunch, at: "lunch.ics")
        try await addSource()
        let live = LiveTimeline(store: store, importer: importer, provider: provider)
        let following = Task { await live.follow { _ in } }
        defer { following.cancel() }
        await server.put(Self.lunch.replacing("Lunch", with: "Brunch"), at: "lunch.ics")
        #expect(try await eventually { try await lines() == ["2026-11-20 Brunch"] })
        await server.setReachable(false)
        #expect(try await eventually { try store.sources().map(\.status) == [.failed] })
        #expect(try await lines() == ["2026-11-20 Brunch"])
        await server.put(Self.lunch, at: "lunch.ics")
        await server.setReachable(true)
        #expect(try await eventually { try await lines() == ["2026-11-20 Lunch"] })
        let isQuiet = try await eventually {
            let count = await server.listCount
            try await Task.sleep(for: .milliseconds(300))
            return await server.listCount == count
        }
        #expect(isQuiet)
    }

    @Test("its events are edited on the server, undone, and refused when others were faster")
    func editing() async throws {
        await server.put(Self.lunch, at: "lunch.ics")
        try await addSource()
        let event = try #require(try await provider.timeline().nodes[120].events.first)
        try await editor.edit(event, scope: .all) { $0.event.summary = "Brunch" }
        #expect(try await lines() == ["2026-11-20 Brunch"])
        #expect(await server.text(at: "lunch.ics")?.contains("SUMMARY:Brunch\r\n") == true)
        _ = try await editor.undo()
        #expect(try await lines() == ["2026-11-20 Lunch"])
        #expect(await server.text(at: "lunch.ics") == Self.lunch)

        let draft = try await editor.draft(of: event, scope: .all)
        await server.put(Self.lunch.replacing("Lunch", with: "Supper"), at: "lunch.ics")
        var changed = draft
        changed.event.summary = "Breakfast"
        let late = changed
        let count = try store.history().count
        await #expect(throws: AgendaError.self) { try await editor.edit(late) }
        #expect(try store.history().count == count)
        #expect(await server.text(at: "lunch.ics")?.contains("SUMMARY:Supper\r\n") == true)

        let start = CalendarTime(icalendar: "20261122T100000Z")
        try await editor.add(
            Event(uid: "walk", start: try #require(start)), to: "Far away")
        #expect(await server.text(at: "walk.ics")?.contains("UID:walk\r\n") == true)
        let walk = try #require(
            try await provider.timeline().nodes.flatMap(\.events).first { $0.uid == "walk" })
        try await editor.delete(walk, scope: .all)
        #expect(await server.text(at: "walk.ics") == nil)
    }

    @Test("a resource of 40 MB comes in chunks, and goes on where the connection broke")
    func largeResource() async throws {
        try await addSource()
        let text = Self.largeText
        #expect(text.count > 40_000_000)
        await server.put(["big.ics": text])
        // It takes five chunks, once to be surveyed and once to be imported: the last one is lost.
        await server.breakConnection(afterChunks: 9)
        await #expect(throws: AgendaError.self) { try await importer.refresh() }
        let first = try store.sources()[0]
        // 32 MiB, at some 20,180 bytes an event.
        #expect((1_600...1_700).contains(first.eventCount))
        #expect(
            try store.diagnostics().map(\.diagnostic.reason) == [.fault(.partlyImported)])
        let report = try await importer.refresh()
        #expect(report.componentsAdded < 1_000)
        // 2,000 events of their own, and one series whose components lie 40 MB apart.
        #expect(try store.sources()[0].eventCount == 2_001)
        #expect(try store.otherComponentCount() == 2_000)
        #expect(try store.diagnostics().isEmpty)
        let days = try await provider.timeline().nodes[120..<134].map { node in
            (node.date.iso, node.events.count)
        }
        #expect(days.prefix(10).allSatisfy { $0.1 == 200 })
        #expect(days[10].0 == "2026-11-30")
        #expect(days[10].1 == 0)
        #expect(
            try await lines().suffix(3) == [
                "2026-12-01 Course", "2026-12-02 Course elsewhere", "2026-12-03 Course",
            ])
        // Surveyed (5) and imported without the last chunk (4); surveyed, imported and its scattered series
        // gathered (15). It is never read whole, but in chunks of 8 MiB.
        let sizes = await server.chunkSizes
        #expect(sizes.count == 24)
        #expect(sizes.max() == 8_388_608)
        #expect(try await importer.refresh().resourcesRead == 0)
    }

    /// 2,000 events on ten days, each with a journal entry of 20 kB behind it, between a series and an
    /// override of its second instance.
    private static var largeText: [UInt8] {
        let line = "X-PAD:" + String(repeating: "x", count: 994) + "\r\n"
        let pad = Array(String(repeating: line, count: 20).utf8)
        let course = "BEGIN:VEVENT\r\nUID:course\r\n"
        var text = Array(
            ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + course + "DTSTART:20261201T100000Z\r\n"
                + "RRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:Course\r\nEND:VEVENT\r\n").utf8)
        for index in 0..<2_000 {
            let event = """
                BEGIN:VEVENT\r
                UID:event-\(index)\r
                DTSTART:202611\(20 + index % 10)T100000Z\r
                SUMMARY:Event \(index)\r
                END:VEVENT\r
                BEGIN:VJOURNAL\r
                UID:journal-\(index)\r

                """
            text += event.utf8
            text += pad
            text += "END:VJOURNAL\r\n".utf8
        }
        let moved =
            course + "RECURRENCE-ID:20261202T100000Z\r\nDTSTART:20261202T120000Z\r\n"
            + "SUMMARY:Course elsewhere\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        return text + moved.utf8
    }

    /// How many components a refresh adds that waits for another one for as long as a busy machine takes.
    private func patientRefresh() async throws -> Int {
        while true {
            do {
                return try await importer.refresh().componentsAdded
            } catch {
                guard error.reason == .stillImporting else { throw error }
            }
        }
    }

    @Test("two refreshes at once import a large resource once")
    func twoRefreshes() async throws {
        try await addSource()
        await importer.use(LargeFileLimits(minimal: 1, part: 4_096))
        let events = (0..<300).map { "UID:\($0)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:\($0)" }
        await server.put(
            "BEGIN:VCALENDAR\r\n"
                + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
                + "END:VCALENDAR\r\n", at: "a.ics")
        async let first = patientRefresh()
        async let second = patientRefresh()
        #expect(try await [first, second].sorted() == [0, 300])
        #expect(try await provider.timeline().nodes[120].events.count == 300)
    }
}
