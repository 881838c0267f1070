import CalendarFiles
import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Damage anywhere in a store", .serialized, .timeLimit(.minutes(30)))
struct StoreDamageTests {
    /// A store with something in all its tables, closed.
    private struct Setting {
        let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            let bench = try Bench(path: folder.path + "/agenda.db")
            var events: [String] = []
            for number in 0..<60 {
                let day = 10 + number % 20
                // One has no end, so that the last of the stored days matters.
                let count = number == 0 ? "" : ";COUNT=\(number + 3)"
                let rule = number % 6 == 0 ? "RRULE:FREQ=WEEKLY\(count)\r\n" : ""
                events.append(
                    "UID:\(number)@example.org\r\nDTSTART;TZID=Europe/Berlin:202611\(day)T"
                        + "\(10 + number % 9)0000\r\nDURATION:PT\(number % 3 + 1)H\r\n\(rule)"
                        + "LOCATION:Room \(number)\r\nCATEGORIES:Work,Team \(number % 4)\r\n"
                        + "DESCRIPTION:\(String(repeating: "What is said of it. ", count: number % 9))"
                        + "\r\nSUMMARY:Event \(number)\r\nORGANIZER:mailto:kim@example.org")
            }
            // Not yet known for certain, so that a diagnostic is stored, too.
            events.append("UID:bad\r\nDTSTART:20261399T090000Z\r\nSUMMARY:Bad")
            let team = events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            try await bench.add(
                try folder.write("BEGIN:VCALENDAR\r\n\(team)END:VCALENDAR\r\n", to: "team.ics"))
            for number in 0..<12 {
                var event = Event(
                    uid: "local-\(number)",
                    start: .utc(try Make.instant("202611\(10 + number)T100000Z")))
                event.summary = "Mine \(number)"
                if number % 4 == 0 {
                    event.recurrenceRules = [try RecurrenceRule(icalendar: "FREQ=DAILY;COUNT=5")]
                }
                let id = try await bench.editor.add(event)
                guard number % 3 == 0, number % 4 != 0 else { continue }
                let details = try bench.store.details(
                    of: id.description, clock: bench.clock, zone: bench.zone, filter: EventFilter())
                try await bench.editor.delete(details.occurrence, scope: .this)
            }
            // Another copy of an event, an override, and what was done to a source.
            let other = try folder.write(
                Make.calendar(
                    "UID:3@example.org\r\nDTSTART:20261113T110000Z\r\nSUMMARY:Event 3 again",
                    "UID:w\r\nDTSTART:20261109T080000Z\r\nRRULE:FREQ=WEEKLY\r\nSUMMARY:Weekly",
                    "UID:w\r\nRECURRENCE-ID:20261116T080000Z\r\nDTSTART:20261116T093000Z\r\n"
                        + "SUMMARY:Weekly, later"),
                to: "other.ics")
            try await bench.add(other)
            for (name, color) in [("other", "teal"), ("local", "navy")] {
                var change = SourceSettings()
                change.color = color
                _ = try await bench.importer.updateSource(named: name, change)
            }
            _ = try await bench.editor.undo()
            _ = try EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
                .events(try #require(SearchQuery("event")))
            try bench.store.close()
        }

        /// Copies the database with its backup.
        func copy(to path: String) throws {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: folder.path, toPath: path)
        }
    }

    /// All that a person can see of a store, but for the search.
    private struct Outputs: Equatable {
        var nodes: [Node]
        var sources: [CalendarSource]
        var diagnostics: [SourceDiagnostic]
        var history: [EventChange]
        /// In no order.
        var texts: [[UInt8]] = []

        init(_ bench: Bench) async throws {
            _ = try await bench.importer.refresh()
            let store = bench.store
            nodes = try await bench.provider().timeline().nodes
            sources = try store.sources()
            // Its number is nobody's affair, nor whether somebody has been told: a check tells all.
            diagnostics = try store.diagnostics().map { diagnostic in
                var diagnostic = diagnostic
                (diagnostic.id, diagnostic.isTold) = (0, false)
                return diagnostic
            }
            history = try store.history()
            for source in sources {
                texts += try store.read { try ComponentTable.fetchGroups(sourceID: source.id, $0) }
                    .joined().map { Array($0.text) }
            }
            texts.sort { $0.lexicographicallyPrecedes($1) }
        }
    }

    private static func found(_ bench: Bench) throws -> [String] {
        let search = EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
        return try ["event", "room 7", "mine", "kim"].flatMap { words in
            try search.events(try #require(SearchQuery(words))).events.map { "\(words): \($0.id)" }
        }
    }

    /// What came of a damage: it was said, changed nothing, was found by a check, or was missed.
    private enum Outcome: String { case said, harmless, found, missed }

    private static func outcome(
        _ path: String, _ expected: Outputs, _ expectedFound: [String]
    ) async throws -> Outcome {
        let bench: Bench
        let isShown: Bool
        do throws(any Error) {
            bench = try Bench(path: path)
            isShown = try await Outputs(bench) == expected
            if isShown, try found(bench) == expectedFound {
                // It must not end the process either, where there is nothing to be found.
                _ = try? await bench.importer.verify()
                return .harmless
            }
        } catch let error as AgendaError {
            #expect(error.place == path)
            return .said
        }
        defer { try? bench.store.close() }
        do throws(any Error) {
            let faults = try await bench.importer.verify()
            try bench.store.discardSearchIndex()
            guard !faults.isEmpty else {
                return try isShown && found(bench) == expectedFound ? .found : .missed
            }
            guard faults.allSatisfy({ $0.kind == .derived }) else { return .found }
            // What was found is mended by the remedy that is named.
            _ = try await bench.importer.refresh(rebuild: true)
            let isMended = try await bench.importer.verify().isEmpty
            let isSame = try await Outputs(bench) == expected
            return isMended && isSame ? .found : .missed
        } catch is AgendaError {
            return .said
        }
    }

    // All 300: `AGENDA_DAMAGE=1 swift test --filter StoreDamageTests`.
    @Test(
        "is said, or changes nothing that is shown, or is found by a check",
        arguments: StoreDamage.allCases)
    func damage(kind: StoreDamage) async throws {
        let isWhole = ProcessInfo.processInfo.environment["AGENDA_DAMAGE"] != nil
        let setting = try await Setting()
        let copy = try TemporaryFolder()
        let path = copy.path + "/store/agenda.db"
        try setting.copy(to: copy.path + "/store")
        let sound = try Bench(path: path)
        let expected = try await Outputs(sound)
        let expectedFound = try Self.found(sound)
        #expect(expected.texts.count > 70 && expectedFound.count > 60)
        #expect(try await sound.importer.verify().isEmpty)
        try sound.store.close()
        var numbers = DamageNumbers(
            state: 20_261_122 + UInt64(try #require(StoreDamage.allCases.firstIndex(of: kind))))
        var outcomes: [Outcome: Int] = [:]
        for _ in 0..<(isWhole ? kind.share : kind.share / 20) {
            try setting.copy(to: copy.path + "/store")
            let place = try kind.apply(to: path, &numbers)
            let outcome = try await Self.outcome(path, expected, expectedFound)
            #expect(outcome != .missed, "\(kind) \(place)")
            outcomes[outcome, default: 0] += 1
        }
        if isWhole { print("damage", kind, outcomes.map { "\($0.key) \($0.value)" }.sorted()) }
    }

    @Test("a text, an occurrence, a change of history that is another one is named")
    func named() async throws {
        let setting = try await Setting()
        let copy = try TemporaryFolder()
        let path = copy.path + "/store"
        func faults(_ sql: String) async throws -> [StoreFault] {
            try setting.copy(to: path)
            let bench = try Bench(path: path + "/agenda.db")
            try bench.store.write { database in
                try database.execute(sql: sql)
                return ((), .nothing)
            }
            return try await bench.importer.verify()
        }
        let team = setting.folder.path + "/team.ics"
        for sql in [
            "UPDATE event SET summary = 'Other' WHERE summary = 'Event 3'",
            "UPDATE occurrence SET start = start + 60, end = end + 60 WHERE series_id = 5",
            """
            UPDATE component SET text = (
                SELECT text FROM component JOIN event USING (id) WHERE summary = 'Event 8')
            WHERE id = (SELECT id FROM event WHERE summary = 'Event 7')
            """,
            // Of a packed text, the length and a piece.
            """
            UPDATE component SET text = CAST(substr(text, 1, 1) || x'7F' || substr(text, 3) AS BLOB)
            WHERE id = (SELECT id FROM event WHERE summary = 'Event 7')
            """,
            """
            UPDATE component SET text = CAST(substr(text, 1, 3) || x'FFFFFFFF' || substr(text, 8) AS BLOB)
            WHERE id = (SELECT id FROM event WHERE summary = 'Event 7')
            """,
            "DELETE FROM occurrence WHERE series_id = 9",
            "UPDATE series SET is_shared = 1 WHERE id = 8",
        ] {
            #expect(try await faults(sql) == [StoreFault(kind: .derived, place: team)], "\(sql)")
        }
        // Both have a series without an end.
        let other = setting.folder.path + "/other.ics"
        let moved =
            "UPDATE state SET horizon_start = horizon_start + 7, horizon_end = horizon_end + 7"
        #expect(try await faults(moved).map(\.place) == [other, team])
        #expect(
            try await faults("UPDATE operation SET before = x'00' WHERE id = 4").map(\.kind)
                == [.history])
        for sql in [
            "UPDATE occurrence SET start = start + 60, end = end + 60 WHERE series_id = ",
            "UPDATE event SET summary = 'Other' WHERE series_id = ",
            "UPDATE series SET uid_key = uid_key + 1 WHERE id = ",
        ] {
            let local = "(SELECT id FROM series WHERE uid = 'local-1')"
            #expect(
                try await faults(sql + local) == [StoreFault(kind: .derived, place: "local")],
                "\(sql)")
        }
        for sql in [
            "UPDATE operation SET source_id = (SELECT id FROM source WHERE name = 'team') WHERE id = 4",
            "UPDATE edit SET source_id = (SELECT id FROM source WHERE name = 'team') WHERE id = 4",
            "UPDATE source_edit SET path = '/elsewhere'",
        ] {
            #expect(try await faults(sql).first?.kind == .history, "\(sql)")
        }
        for sql in [
            "UPDATE source SET color = 'red' WHERE kind = 'local'",
            "UPDATE source SET path = '/elsewhere' WHERE id = 1",
            "UPDATE component SET text = x'00' WHERE resource_id = 2",
        ] {
            let error = await #expect(throws: AgendaError.self) { _ = try await faults(sql) }
            #expect(error?.code == .storeDamaged, "\(sql)")
        }
    }

    @Test(
        "NULL or another type in a row is told as damage",
        arguments: [
            "UPDATE source SET name = NULL", "UPDATE source SET is_writable = x'01'",
            "UPDATE component SET text = 7", "UPDATE component SET digest = NULL",
            "UPDATE diagnostic SET reason = NULL", "UPDATE diagnostic SET line = x'01'",
            "UPDATE edit SET instant = NULL", "UPDATE operation SET uid = x'FF'",
            "UPDATE operation SET dependencies = NULL", "UPDATE source_edit SET name = NULL",
            "UPDATE state SET revision = NULL", "UPDATE identity SET digest_key = 7",
            "UPDATE edit_digest SET digest = 7", "UPDATE series SET uid_key = NULL",
            "UPDATE event SET summary = x'37'", "UPDATE event SET stamp = 'x'",
            "UPDATE resource SET calendar_name = x'37'", "UPDATE resource SET zones_digest = NULL",
            "UPDATE component SET line = 'x'",
        ])
    func types(sql: String) async throws {
        let setting = try await Setting()
        let path = setting.folder.path + "/agenda.db"
        try StoreDamage.change(path, isTyped: false) { try $0.execute(sql: sql) }
        let error = await #expect(throws: AgendaError.self) {
            let bench = try Bench(path: path)
            _ = try await Outputs(bench)
            _ = try await bench.importer.verify()
        }
        #expect(error?.code == .storeDamaged && error?.place == path)
    }

    @Test("more stored days than there ever are last until the next refresh")
    func horizon() async throws {
        let setting = try await Setting()
        let bench = try Bench(path: setting.folder.path + "/agenda.db")
        try bench.store.write { database in
            try database.execute(sql: "UPDATE state SET horizon_end = horizon_end + (1 << 40)")
            return ((), .nothing)
        }
        #expect(try await bench.importer.verify().contains { $0.place == bench.store.path })
        _ = try await bench.importer.refresh()
        #expect(try bench.store.horizon() == Horizon.days(around: bench.clock.now.utc.date))
        #expect(try await bench.importer.verify().isEmpty)
    }

    @Test("removing a calendar does not vouch for a change that was damaged before")
    func removed() async throws {
        let setting = try await Setting()
        let bench = try Bench(path: setting.folder.path + "/agenda.db")
        try bench.store.write { database in
            try database.execute(sql: "UPDATE operation SET before = x'00' WHERE id = 4")
            return ((), .nothing)
        }
        let damaged = { try bench.store.read { try EditDigestTable.fetchDamaged($0) } }
        #expect(try damaged() == [4])
        _ = try await bench.importer.removeSource(named: "other")
        #expect(try damaged() == [4])
    }

    @Test("a file whose newer content was not taken is no damage")
    func stale() async throws {
        let setting = try await Setting()
        let bench = try Bench(path: setting.folder.path + "/agenda.db")
        let path = setting.folder.path + "/other.ics"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let broken = text.replacing("END:VCALENDAR", with: "BEGIN:VEVENT")
        // Old enough for its version to be trusted.
        try broken.write(toFile: path, atomically: false, encoding: .utf8)
        try await Task.sleep(for: .nanoseconds(FileStamp.settlingNanoseconds))
        for _ in 0..<2 { _ = try await bench.importer.refresh() }
        #expect(try bench.store.diagnostics().contains { $0.path == path })
        #expect(try await bench.importer.verify().isEmpty)
    }

    @Test("own events and to-dos are no damage, also of one UID; one under another name is")
    func names() async throws {
        let bench = try Bench()
        let todo = "BEGIN:VTODO\r\nUID:a\r\nDUE:20261127T100000Z\r\nEND:VTODO\r\n"
        let series = todo.replacing("UID:a", with: "UID:b").replacing(
            "DUE", with: "DTSTART:20261127T090000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\nDUE")
        let text = Make.calendar("UID:a\r\nDTSTART:20261127T100000Z")
            .replacing("END:VCALENDAR", with: todo + series + "END:VCALENDAR")
        let incoming = try IncomingCalendar(
            Array(text.utf8), place: "file", kinds: [.event, .todo])
        let received = try await bench.editor.receive(incoming)
        #expect(received.items.map(\.outcome) == [.added, .added, .added])
        #expect(try await bench.importer.verify().isEmpty)
        let name = OccurrenceID(uid: "b", recurrenceID: nil).description + ".ics"
        try bench.store.write { database in
            try database.execute(
                sql: "UPDATE resource SET href = ? WHERE href = ?",
                arguments: [name, "todo-" + name])
            return ((), .nothing)
        }
        #expect(try await bench.importer.verify().contains { $0.place == "local" })
    }

    @Test("a rebuild mends what is derived")
    func rebuild() async throws {
        let setting = try await Setting()
        let bench = try Bench(path: setting.folder.path + "/agenda.db")
        let expected = try await Outputs(bench)
        try bench.store.write { database in
            try database.execute(sql: "UPDATE event SET summary = 'Other'; DELETE FROM occurrence")
            return ((), .nothing)
        }
        // The file and the local calendar.
        let places = try await bench.importer.verify().map(\.place)
        #expect(places.contains(setting.folder.path + "/team.ics"))
        #expect(places.contains("local"))
        _ = try await bench.importer.refresh(rebuild: true)
        #expect(try await bench.importer.verify().isEmpty)
        let mended = try await Outputs(bench)
        #expect(
            mended.nodes.map { $0.events.map(\.summary) }
                == expected.nodes.map { $0.events.map(\.summary) })
    }
}
