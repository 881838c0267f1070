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
                        OR identifier LIKE '%to-dos' OR identifier LIKE '%alarms';
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
                    CREATE TEMPORARY TABLE kept AS SELECT * FROM source;
                    DROP TABLE source;
                    \(FirstSchema.source)
                    INSERT INTO source SELECT * FROM kept;
                    UPDATE resource SET version = CASE substr(version, 1, 1)
                        WHEN x'01' THEN substr(version, 2)
                        ELSE CAST(x'FFFFFFFFFFFFFFFF' || substr(version, 2) || zeroblob(16) AS BLOB)
                    END;
                    INSERT INTO resource VALUES (9, 1, 'c.ics',
                        CAST(x'FFFFFFFFFFFFFFFF' || zeroblob(24) AS BLOB), x'05', x'06', NULL);
                    DELETE FROM diagnostic;
                    ALTER TABLE diagnostic RENAME COLUMN reason TO message;
                    ALTER TABLE diagnostic ADD COLUMN remedy TEXT;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%reasons%'
                        OR identifier = '2026-11 sources and versions of any kind'
                        OR identifier LIKE '%alarms';
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
    private static let added: Set<String> = ["is_told", "reminder"]

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

/// The tables as the first schema had them.
private enum FirstSchema {
    /// What is aggregated, and the files found there with the version that was imported.
    fileprivate static let sources =
        source + """
            CREATE TABLE resource (
                id INTEGER PRIMARY KEY,
                source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
                href TEXT NOT NULL,
                version BLOB NOT NULL,
                digest BLOB NOT NULL,
                zones_digest BLOB NOT NULL,
                calendar_name TEXT,
                UNIQUE (source_id, href)
            ) STRICT;
            """

    fileprivate static let source = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('file', 'folder', 'local')),
            path TEXT,
            color TEXT,
            is_writable INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        """

    /// The raw text, whole, one row a component; what was wrong with it.
    fileprivate static let components = """
        CREATE TABLE component (
            id INTEGER PRIMARY KEY,
            resource_id INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
            digest BLOB NOT NULL,
            kind TEXT NOT NULL,
            line INTEGER NOT NULL,
            participant_count INTEGER NOT NULL,
            text BLOB NOT NULL,
            UNIQUE (resource_id, digest)
        ) STRICT;
        CREATE TABLE diagnostic (
            id INTEGER PRIMARY KEY,
            source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
            resource_id INTEGER REFERENCES resource ON DELETE CASCADE,
            component_id INTEGER REFERENCES component ON DELETE CASCADE,
            origin TEXT NOT NULL CHECK (origin IN ('read', 'stale', 'parse', 'expand')),
            severity TEXT NOT NULL,
            line INTEGER NOT NULL,
            uid TEXT,
            property TEXT,
            message TEXT NOT NULL,
            remedy TEXT
        ) STRICT;
        CREATE INDEX diagnostic_source ON diagnostic (source_id);
        CREATE INDEX diagnostic_resource ON diagnostic (resource_id);
        CREATE INDEX diagnostic_component ON diagnostic (component_id);
        """

    /// A series is one resource's copy of an event: its master and overrides.
    fileprivate static let series = """
        CREATE TABLE series (
            id INTEGER PRIMARY KEY,
            resource_id INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
            uid TEXT NOT NULL,
            uid_key INTEGER NOT NULL,
            is_recurring INTEGER NOT NULL,
            is_shared INTEGER NOT NULL DEFAULT 0,
            UNIQUE (resource_id, uid)
        ) STRICT;
        CREATE INDEX series_uid_key ON series (uid_key);
        CREATE INDEX series_recurring ON series (id) WHERE is_recurring;
        CREATE TABLE event (
            id INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
            series_id INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
            recurrence_id TEXT,
            time_zone TEXT,
            summary TEXT, location TEXT, details TEXT, url TEXT, categories TEXT,
            status TEXT NOT NULL,
            is_transparent INTEGER NOT NULL,
            color TEXT,
            organizer TEXT,
            participant_count INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            last_modified INTEGER,
            stamp INTEGER
        ) STRICT;
        CREATE INDEX event_series ON event (series_id);
        """

    /// Expanded occurrences; ``SpanColumns`` says how time is written.
    fileprivate static let occurrences = """
        CREATE TABLE occurrence (
            bucket INTEGER NOT NULL,
            start INTEGER NOT NULL,
            series_id INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
            recurrence_id TEXT NOT NULL,
            end INTEGER NOT NULL,
            event_id INTEGER NOT NULL,
            PRIMARY KEY (bucket, start, series_id, recurrence_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX occurrence_series ON occurrence (series_id);
        """

    /// One row: the revision that each commit raises, and the days for which recurrence sets are
    /// expanded, half-open, in days since 1970-01-01.
    fileprivate static let state = """
        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL,
            horizon_start INTEGER NOT NULL,
            horizon_end INTEGER NOT NULL
        ) STRICT;
        INSERT INTO state VALUES (1, 0, 0, 0);
        """

    fileprivate static let migrations = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('2026-11 sources, components, occurrences');
        PRAGMA user_version = 1;
        """

    /// Something of everything.
    fileprivate static let rows = """
        INSERT INTO source VALUES (1, 'a', 'file', '/a.ics', NULL, 0);
        INSERT INTO resource VALUES (1, 1, '', x'00', x'01', x'02', 'A');
        INSERT INTO component VALUES (7, 1, x'03', 'VEVENT', 5, 2, x'0405');
        INSERT INTO diagnostic VALUES
            (1, 1, 1, 7, 'parse', 'warning', 5, 'u', NULL, 'odd', NULL),
            (2, 1, 1, 7, 'parse', 'error', 5, 'u', NULL, 'sour', 'stir it');
        INSERT INTO series VALUES (3, 1, 'u', 99, 0, 0);
        INSERT INTO event VALUES (7, 3, NULL, NULL, 'S', NULL, NULL, NULL, NULL, 'confirmed', 0,
            NULL, NULL, 2, 0, NULL, NULL);
        INSERT INTO occurrence VALUES (0, 100, 3, '', 200, 7);
        """
}
