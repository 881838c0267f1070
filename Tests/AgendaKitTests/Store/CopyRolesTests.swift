import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Roles of copies")
struct CopyRolesTests {
    @Test("whatever changes, the notes show what choosing on reading shows", arguments: 0..<12)
    func random(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        var numbers = Numbers(state: seed)
        let names = ["a", "b", "c", "d"]
        for name in names {
            try folder.write(Self.calendar(&numbers), to: name + ".ics")
            try await bench.add(folder.path + "/\(name).ics")
        }
        // A filter that hides a calendar makes readers choose for themselves.
        let old = Make.calendar("UID:old\r\nDTSTART:20000101T090000Z")
        try await bench.add(try folder.write(old, to: "old.ics"))
        var choosing = EventFilter()
        choosing.hiddenCalendars = ["old"]
        for step in 0..<8 {
            let name = numbers.pick("a", "b", "c", "d")
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0:
                var change = SourceSettings()
                change.isWritable = Bool.random(using: &numbers)
                try await bench.importer.updateSource(named: name, change)
            case 1:
                try await bench.importer.removeSource(named: name)
                try await bench.add(folder.path + "/\(name).ics")
            case 2:
                // Another horizon expands all series again.
                let day = bench.clock.now.utc.date + step
                try bench.store.moveHorizon(to: day - 200..<day + 400, zones: SystemZones.database)
                try bench.store.moveHorizon(
                    to: Horizon.days(around: bench.clock.now.utc.date), zones: SystemZones.database)
            default:
                try folder.write(Self.calendar(&numbers), to: name + ".ics", age: 60 - Double(step))
                _ = try await bench.importer.refresh()
            }
            let noted = try await bench.provider().timeline()
            let chosen = try await bench.provider(filter: choosing).timeline()
            for (noted, chosen) in zip(noted.nodes, chosen.nodes) {
                #expect(
                    noted.events == chosen.events, "seed \(seed), step \(step), \(noted.date.iso)")
            }
            // What was noted change by change is what a new store notes.
            let faults = try await bench.importer.verify()
            #expect(faults.isEmpty, "seed \(seed), step \(step)")
        }
    }

    /// Some of ten events, each in one of several versions.
    private static func calendar(_ numbers: inout Numbers) -> String {
        var events: [String] = []
        for uid in 0..<10 where numbers.pick(true, true, false) {
            let start = "DTSTART:202611\(10 + uid)T090000Z"
            let version = numbers.pick("", "", "SEQUENCE:1", "LAST-MODIFIED:20261101T000000Z")
            let place = numbers.pick("", "", "LOCATION:Room")
            let rule = uid < 5 ? "RRULE:FREQ=WEEKLY;COUNT=4" : ""
            let master = ["UID:\(uid)", "SUMMARY:\(uid)", start, version, place, rule]
            let override = [
                "UID:\(uid)", "SUMMARY:moved", "RECURRENCE-ID:202611\(10 + uid)T090000Z",
                "DTSTART:202611\(10 + uid)T120000Z", numbers.pick("", "SEQUENCE:2"),
            ]
            let second = ["UID:\(uid)", "SUMMARY:second", "DTSTART:20261205T090000Z"]
            let chosen =
                switch numbers.pick(0, 0, 0, 0, 1, 2, 3) {
                case 0: [master]
                case 1: [master, override]
                case 2: [override]
                default: [master, second]
                }
            events += chosen.map { $0.filter { !$0.isEmpty }.joined(separator: "\r\n") }
        }
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
    }

    private static let plain = "UID:1\r\nSUMMARY:Plain\r\nDTSTART:20261120T090000Z"

    @Test(
        "a copy is hidden if nothing of it is ever shown",
        arguments: [
            ([plain, plain], [3, 2]),
            ([plain, plain + "\r\nSEQUENCE:1"], [2, 3]),
            ([plain, plain, plain], [3, 2, 2]),
            // What fills the copy that is shown is read with it.
            ([plain, plain + "\r\nLOCATION:Room"], [1, 1]),
            ([plain + "\r\nLOCATION:Room", plain], [3, 2]),
            ([plain, plain + "\r\nATTENDEE:mailto:a@example.org"], [1, 1]),
            // A newer instance is laid over the series, an older one is not.
            (
                [
                    plain + "\r\nRRULE:FREQ=DAILY;COUNT=2",
                    plain + "\r\nRECURRENCE-ID:20261120T090000Z\r\nSEQUENCE:1",
                ], [1, 1]
            ),
            (
                [
                    plain + "\r\nSEQUENCE:2\r\nRRULE:FREQ=DAILY;COUNT=2",
                    plain + "\r\nRECURRENCE-ID:20261120T090000Z\r\nSEQUENCE:1",
                ], [3, 2]
            ),
            ([plain, "UID:2\r\nDTSTART:20261120T090000Z"], [0, 0]),
        ])
    func roles(_ events: [String], _ expected: [Int]) async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        for (number, event) in events.enumerated() {
            try await bench.add(try folder.write(Make.calendar(event), to: "\(number).ics"))
        }
        #expect(try Self.roles(bench) == expected)
        // What readers of all calendars do not meet, and nothing else.
        let hidden = try bench.store.read {
            try Int.fetchAll(
                $0,
                sql:
                    "SELECT MAX(bucket) >= 256 FROM occurrence GROUP BY series_id ORDER BY series_id"
            )
        }
        #expect(hidden == expected.map { $0 == 2 ? 1 : 0 })
    }

    private static func roles(_ bench: Bench) throws -> [Int] {
        try bench.store.read {
            try Int.fetchAll($0, sql: "SELECT is_shared FROM series ORDER BY resource_id")
        }
    }

    @Test("the copy of a writable calendar is shown, and the last copy left is the only one")
    func sourcesChange() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        for name in ["a", "b"] {
            try await bench.add(try folder.write(Make.calendar(Self.plain), to: name + ".ics"))
        }
        var change = SourceSettings()
        change.isWritable = true
        try await bench.importer.updateSource(named: "b", change)
        #expect(try Self.roles(bench) == [2, 3])
        try await bench.importer.removeSource(named: "b")
        #expect(try Self.roles(bench) == [0])
        #expect(try await bench.lines() == ["2026-11-20 Plain"])
    }

    @Test("a store of an earlier version notes the roles of its copies")
    func earlierStore() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        do {
            let bench = try Bench(path: path)
            for name in ["a", "b"] {
                try await bench.add(try folder.write(Make.calendar(Self.plain), to: name + ".ics"))
            }
        }
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    UPDATE series SET is_shared = is_shared <> 0;
                    UPDATE occurrence SET bucket = bucket % 256;
                    ALTER TABLE series DROP COLUMN others;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%roles%';
                    PRAGMA user_version = 15
                    """)
        }
        let bench = try Bench(path: path)
        #expect(try Self.roles(bench) == [3, 2])
        let events = try await bench.provider().timeline().nodes[120].events
        #expect(events.map(\.alsoIn) == [["b"]])
    }
}
