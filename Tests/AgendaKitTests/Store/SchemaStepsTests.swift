import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Schema")
struct SchemaStepsTests {
    @Test("a database of the first schema becomes what a new one is, with all that was in it")
    func firstSchema() throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old.db", folder.path + "/new.db")
        try DatabaseQueue(path: old).writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(
                sql: FirstSchema.sources + FirstSchema.components + FirstSchema.series
                    + FirstSchema.occurrences + FirstSchema.state + FirstSchema.migrations)
            try database.execute(sql: FirstSchema.rows)
        }
        // Without what later steps have added, and what lets a file be read again.
        let columns = [
            "resource": "id, source_id, href, zones_digest, calendar_name",
            "series": "id, resource_id, uid, uid_key, is_recurring, is_shared",
            "diagnostic": "id, source_id, resource_id, component_id, origin, severity, line, uid",
        ]
        func rows(_ path: String, _ table: String) throws -> [String] {
            try DatabaseQueue(path: path).read {
                // Columns that a later step added are left out.
                try Row.fetchAll($0, sql: "SELECT \(columns[table] ?? "*") FROM \(table)")
                    .map { row in row.filter { !Self.added.contains($0.0) }.description }
            }
        }
        let tables = [
            "source", "resource", "component", "diagnostic", "series", "event", "occurrence",
        ]
        let before = try tables.map { try rows(old, $0) }
        try #require(before.allSatisfy { !$0.isEmpty })
        for path in [old, new] {
            let store = try EventStore.open(path: path, createsMissing: true)
            #expect(try store.revision() == 0)
            try store.close()
        }
        let after = try tables.map { try rows(old, $0) }
        // Digests are others; which version of a file was read is forgotten, so that it is read again.
        for (table, (before, after)) in zip(tables, zip(before, after))
        where !["resource", "component"].contains(table) {
            #expect(after == before, "\(table)")
        }
        // A problem keeps its words until its file is read again.
        let problems = try EventStore.open(path: old, createsMissing: false).diagnostics()
        #expect(problems.map(\.diagnostic.reason) == [.other("odd"), .other("sour: stir it")])
        #expect(try Self.digestIsOfText(old))
        #expect(try Self.schema(old) == Self.schema(new))
        #expect(try rows(old, "grdb_migrations") == rows(new, "grdb_migrations"))
        // Small files are read again: they may be messages. Nothing is expanded any more.
        let unread = try DatabaseQueue(path: old).read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT COUNT(*) FROM resource JOIN source ON source.id = source_id
                    WHERE kind <> 'local' AND digest <> x''
                    """)
        }
        #expect(unread == 0)
        let horizon = try DatabaseQueue(path: old).read {
            try Int.fetchOne($0, sql: "SELECT horizon_end FROM state")
        }
        #expect(horizon == 0)
        let faults = try DatabaseQueue(path: old).read {
            try Row.fetchAll($0, sql: "PRAGMA foreign_key_check")
        }
        #expect(faults.isEmpty)
    }

    @Test(
        "messages that an earlier schema took for events, or passed over, are what they are after a refresh"
    )
    func messages() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let event = "UID:1\r\nDTSTART:20261120T100000Z\r\nSUMMARY:Lunch\r\n"
        let others = (2...12).map { "UID:\($0)\r\nDTSTART:20270301T100000Z" }
        let text =
            Make.calendar(event + "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:kim@example.org")
            + others.map { Make.calendar($0) }.joined()
            + message("REPLY", event + "ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org")
            + message("CANCEL", "UID:2\r\nSEQUENCE:1")
        do {
            let bench = try Bench(path: path)
            try await bench.add(try folder.write(text, to: "a.ics"))
            try bench.store.close()
        }
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    UPDATE component SET kind = 'VEVENT' WHERE kind = 'VEVENT;REPLY';
                    DROP TABLE alarm;
                    ALTER TABLE source DROP COLUMN reminder;
                    DROP TABLE todo;
                    DROP TABLE reply;
                    DROP TABLE source_mount;
                    DROP TABLE source_edit;
                    DROP TABLE edit_digest;
                    DROP TABLE identity;
                    ALTER TABLE diagnostic DROP COLUMN is_told;
                    ALTER TABLE diagnostic RENAME COLUMN reason TO message;
                    ALTER TABLE diagnostic ADD COLUMN remedy TEXT;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%answers%'
                        OR identifier LIKE '%sources,%told' OR identifier LIKE '%identity%'
                        OR identifier LIKE '%mounts%' OR identifier LIKE '%reasons%'
                        OR identifier LIKE '%to-dos' OR identifier LIKE '%alarms'
                        OR identifier LIKE '%journal entries';
                    PRAGMA application_id = 0;
                    PRAGMA user_version = 7
                    """)
        }
        // Stores of that schema had no number that a backup could be compared by.
        try await folder.shell("rm -r agenda.backup")
        let bench = try Bench(path: path)
        // As large as files that are else imported in parts.
        await bench.importer.use(LargeFileLimits(minimal: 1))
        // The cancellation is known before its file is read again.
        var filter = EventFilter()
        filter.statuses = [.cancelled]
        let days = try Make.date("2027-02-28")..<Make.date("2027-03-03")
        let first = try await bench.provider(filter: filter).days(days).nodes.flatMap(\.events)
        #expect(first.map(\.uid) == ["2"])
        _ = try await bench.importer.refresh()
        let details = try bench.store.details(
            of: OccurrenceID(uid: "1", recurrenceID: nil).description, clock: bench.clock,
            zone: bench.zone)
        #expect(details.participants.map(\.status) == ["DECLINED"])
        let events = try await bench.provider(filter: filter).days(days).nodes.flatMap(\.events)
        #expect(events.map(\.uid) == ["2"])
    }

    @Test(
        "a store that knew three kinds of sources takes any, and no file must be read again for it")
    func openKinds() async throws {
        let folder = try TemporaryFolder()
        let (path, calendars) = (folder.path + "/agenda.db", folder.path + "/team")
        try await folder.shell("mkdir team; mkfifo team/b.ics")
        try folder.write(
            Make.calendar("UID:1\r\nDTSTART:20261120T100000Z\r\nSUMMARY:Lunch"), to: "team/a.ics")
        do {
            let bench = try Bench(path: path)
            try await bench.add(calendars, kind: .folder)
            try bench.store.close()
        }
        func versions() throws -> [String] {
            try DatabaseQueue(path: path).read {
                try String.fetchAll($0, sql: "SELECT hex(version) FROM resource ORDER BY href")
            }
        }
        let before = try versions()
        // A file that was read, and one that could not be.
        #expect(before.map(\.count) == [66, 18])
        try await DatabaseQueue(path: path).writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA foreign_keys = OFF;
                    DROP TABLE alarm;
                    ALTER TABLE source DROP COLUMN reminder;
                    ALTER TABLE source_edit DROP COLUMN reminder;
                    ALTER TABLE source DROP COLUMN makes_busy;
                    ALTER TABLE source_edit DROP COLUMN makes_busy;
                    ALTER TABLE source DROP COLUMN position;
                    ALTER TABLE source DROP COLUMN shelf;
                    ALTER TABLE source_edit DROP COLUMN position;
                    ALTER TABLE source_edit DROP COLUMN shelf;
                    ALTER TABLE source DROP COLUMN oldest_revision;
                    ALTER TABLE source DROP COLUMN event_count;
                    ALTER TABLE source DROP COLUMN emptied;
                    CREATE TEMPORARY TABLE kept AS SELECT * FROM source;
                    DROP TABLE source;
                    \(FirstSchema.source)
                    INSERT INTO source SELECT * FROM kept;
                    UPDATE resource SET version = CASE substr(version, 1, 1)
                        WHEN x'01' THEN substr(version, 2)
                        ELSE CAST(x'FFFFFFFFFFFFFFFF' || substr(version, 2) || zeroblob(16) AS BLOB)
                    END;
                    INSERT INTO resource
                        (id, source_id, href, version, digest, zones_digest, calendar_name)
                    VALUES (9, 1, 'c.ics', CAST(x'FFFFFFFFFFFFFFFF' || zeroblob(24) AS BLOB), x'05', x'06', NULL);
                    DELETE FROM diagnostic;
                    ALTER TABLE diagnostic RENAME COLUMN reason TO message;
                    ALTER TABLE diagnostic ADD COLUMN remedy TEXT;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%reasons%'
                        OR identifier = '2026-11 sources and versions of any kind'
                        OR identifier LIKE '%leave free' OR identifier LIKE '%order and groups%' OR identifier LIKE '%members%'
                        OR identifier LIKE '%numbers of events'
                        OR identifier LIKE '%alarms' OR identifier LIKE '%journal entries';
                    PRAGMA user_version = 11;
                    """)
        }
        let bench = try Bench(path: path)
        // Of a file that is imported in parts no version is known.
        #expect(try versions() == before + [""])
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        let feed = CalendarSource(
            name: "feed", kind: CalendarSource.Kind(rawValue: "feed"), location: "feed:1")
        _ = try bench.store.insert(feed)
        let sources = try bench.store.sources()
        #expect(sources.map(\.kind.rawValue) == ["folder", "feed"])
        #expect(sources.map(\.location) == [calendars, "feed:1"])
    }

    @Test(
        "a problem that was stored in words has its reason after a refresh; meanwhile it is no damage"
    )
    func reasons() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        do {
            let bench = try Bench(path: path)
            let event = "UID:1\r\nDTSTART:20261120T100000Z\r\nEXDATE:20260231T100000Z"
            try await bench.add(try folder.write(Make.calendar(event), to: "a.ics"))
            try bench.store.close()
        }
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    UPDATE diagnostic SET reason = 'sour';
                    ALTER TABLE diagnostic RENAME COLUMN reason TO message;
                    ALTER TABLE diagnostic ADD COLUMN remedy TEXT;
                    UPDATE diagnostic SET remedy = 'stir it';
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%reasons%';
                    PRAGMA user_version = 12
                    """)
        }
        let bench = try Bench(path: path)
        func reasons() throws -> [Diagnostic.Reason] {
            try bench.store.diagnostics().map(\.diagnostic.reason)
        }
        #expect(try reasons() == [.other("sour: stir it")])
        #expect(try await bench.importer.verify().isEmpty)
        _ = try await bench.importer.refresh()
        #expect(try reasons() == [.value("20260231T100000Z", .impossibleTime)])
        #expect(try await bench.importer.verify().isEmpty)
    }

    @Test("a part of a rule that was left out with words is no damage")
    func wordsOfRule() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        do {
            let bench = try Bench(path: path)
            let event = "UID:1\r\nDTSTART:20261120T100000Z\r\nRRULE:FREQ=WEEKLY;COUNT=2;WKST=XX"
            try await bench.add(try folder.write(Make.calendar(event), to: "a.ics"))
            try bench.store.close()
        }
        let words = "rulePart\u{1F}WKST=XX\u{1F}cannot be read"
        try await DatabaseQueue(path: path).write { database in
            try database.execute(sql: "UPDATE diagnostic SET reason = ?", arguments: [words])
        }
        #expect(try await Bench(path: path).importer.verify().isEmpty)
    }

    private func message(_ method: String, _ lines: String) -> String {
        Make.calendar(lines).replacing("VERSION:2.0", with: "METHOD:\(method)")
    }

    /// Columns that the first schema did not have.
    private static let added: Set<String> = [
        "is_told", "reminder", "more", "makes_busy", "oldest_revision", "event_count",
        "emptied", "position", "shelf",
    ]

    private static func digestIsOfText(_ path: String) throws -> Bool {
        try DatabaseQueue(path: path).read { database in
            let key = try IdentityTable.fetch(database).digestKey
            let record = try #require(try ComponentTable.fetch(id: 7, database))
            return record.text == [4, 5] && record.line == 5
                && record.digest == ContentDigest(record.text, key: key)
        }
    }

    /// The definitions of all tables and indexes, and the version.
    private static func schema(_ path: String) throws -> Set<String> {
        try DatabaseQueue(path: path).read { database in
            let definitions = try String.fetchAll(
                database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            return Set(
                definitions.map { $0.filter { !$0.isWhitespace && $0 != "\"" } } + ["\(version)"])
        }
    }
}
