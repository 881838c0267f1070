import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("A store and its backup: which is the later one")
struct StoreStampTests {
    /// A folder with a store that was closed when it had the event "One", and then got "Two".
    private final class Setting {
        let folder: TemporaryFolder
        let other: TemporaryFolder
        var path: String { folder.path + "/agenda.db" }
        /// The file when it had "One" alone.
        let yesterday: Data
        var bench: Bench

        init() async throws {
            (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
            bench = try Bench(path: folder.path + "/agenda.db")
            try await Self.add("One", bench)
            try bench.store.close()
            yesterday = try Data(contentsOf: URL(filePath: folder.path + "/agenda.db"))
            bench = try Bench(path: folder.path + "/agenda.db")
            try await Self.add("Two", bench)
        }

        static func add(_ summary: String, _ bench: Bench) async throws {
            var event = Event(uid: summary, start: .utc(try Make.instant("20261121T100000Z")))
            event.summary = summary
            _ = try await bench.editor.add(event)
        }

        /// The folder as a power cut leaves it, the process still alive; gives the store's path.
        func cut(_ change: (_ log: inout Data?) throws -> Void = { _ in }) throws -> String {
            let copy = other.path + "/agenda.db"
            try? FileManager.default.removeItem(atPath: other.path)
            try FileManager.default.copyItem(atPath: folder.path, toPath: other.path)
            try FileManager.default.removeItem(atPath: copy + "-shm")
            var log: Data? = try Data(contentsOf: URL(filePath: copy + "-wal"))
            try change(&log)
            if let log {
                try log.write(to: URL(filePath: copy + "-wal"))
            } else {
                try FileManager.default.removeItem(atPath: copy + "-wal")
            }
            return copy
        }
    }

    private static func summaries(_ path: String) async throws -> [String] {
        let bench = try Bench(path: path)
        _ = try await bench.importer.refresh()
        let lines = try await bench.lines()
        try bench.store.close()
        return lines.map { String($0.suffix(from: $0.index($0.startIndex, offsetBy: 11))) }.sorted()
    }

    private static func stamp(_ path: String) throws -> StoreStamp? {
        StoreBackup(storePath: path).stamp
    }

    @Test("with its log a store is as late as its backup")
    func whole() async throws {
        let setting = try await Setting()
        #expect(try await Self.summaries(try setting.cut()) == ["One", "Two"])
    }

    private static let losses: [(name: String, change: @Sendable (inout Data?) -> Void)] = [
        ("removed", { $0 = nil }),
        ("emptied", { $0 = Data() }),
        ("overwritten with zeros", { $0 = $0.map { Data(count: $0.count) } }),
        ("one bit of its header", { $0?[17] ^= 1 }),
        ("one bit of its first frame", { $0?[32 + 24 + 100] ^= 1 }),
    ]

    @Test("without its log it is older, says so, and is mended", arguments: losses.indices)
    func lostLog(index: Int) async throws {
        let setting = try await Setting()
        let path = try setting.cut { Self.losses[index].change(&$0) }
        let error = #expect(throws: AgendaError.self) {
            _ = try EventStore.open(path: path, createsMissing: false)
        }
        #expect(error?.code == .storeOutdated && error?.place == path)
        let repair = try #require(
            try await StoreRepair.run(path: path, clock: try Make.clock()))
        #expect(repair.componentCount == 2 && repair.asidePath != nil)
        #expect(try await Self.summaries(path) == ["One", "Two"])
        // The store is the same one, and goes on from there.
        let before = try Self.stamp(path)
        try await Setting.add("Three", try Bench(path: path))
        let after = try Self.stamp(path)
        #expect(after?.store == before?.store)
        #expect(before?.isOlder(than: try #require(after)) == true)
    }

    @Test("yesterday's file, put back, is mended, and put aside")
    func yesterday() async throws {
        let setting = try await Setting()
        let path = try setting.cut { $0 = nil }
        try setting.yesterday.write(to: URL(filePath: path))
        #expect(throws: AgendaError.self) {
            _ = try EventStore.open(path: path, createsMissing: false)
        }
        let repair = try #require(
            try await StoreRepair.run(path: path, clock: try Make.clock()))
        #expect(try await Self.summaries(path) == ["One", "Two"])
        let aside = try #require(repair.asidePath)
        #expect(try Data(contentsOf: URL(filePath: aside)) == setting.yesterday)
    }

    @Test("yesterday's file of the schema before, put back, is mended, too")
    func yesterdayOfEarlierSchema() async throws {
        let setting = try await Setting()
        let path = try setting.cut { $0 = nil }
        try setting.yesterday.write(to: URL(filePath: path))
        try Self.downgrade(path)
        #expect(throws: AgendaError.self) {
            _ = try EventStore.open(path: path, createsMissing: false)
        }
        _ = try await StoreRepair.run(path: path, clock: try Make.clock())
        #expect(try await Self.summaries(path) == ["One", "Two"])
    }

    /// Takes back the step that gave stores an identity.
    private static func downgrade(_ path: String) throws {
        try DatabaseQueue(path: path).writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    DROP TABLE identity;
                    DROP TABLE edit_digest;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%identity%';
                    PRAGMA user_version = 5;
                    PRAGMA application_id = 0;
                    """)
        }
    }

    private func asides(_ path: String) throws -> [String] {
        let folder = StoreBackup(storePath: path).folder
        return FileSystem.names(in: folder).filter { $0.hasPrefix("aside-") }.map {
            folder + "/" + $0
        }
    }

    /// Writes the full copy, so that nothing is in its log.
    private func writeCopy(_ setting: Setting) throws -> String {
        let backup = StoreBackup(storePath: setting.path)
        _ = try backup.write(setting.bench.store, zones: SystemZones.database, isWhole: true)
        return backup.newest
    }

    private func summaries(inBackup path: String, of setting: Setting) throws -> [String] {
        let content = try #require(StoreBackup(storePath: setting.path).content(of: path))
        return content.components.compactMap { text in
            text.split(separator: "\r\n").first { $0.hasPrefix("SUMMARY:") }.map {
                String($0.dropFirst(8))
            }
        }.sorted()
    }

    @Test("another store's backup is put aside, not overwritten")
    func otherStore() async throws {
        let setting = try await Setting()
        try setting.bench.store.close()
        let foreign = try TemporaryFolder()
        let other = try Bench(path: foreign.path + "/agenda.db")
        try await Setting.add("Other", other)
        try other.store.close()
        try setting.folder.remove("agenda.db")
        try FileManager.default.copyItem(
            atPath: foreign.path + "/agenda.db", toPath: setting.path)
        let bench = try Bench(path: setting.path)
        try await Setting.add("More", bench)
        let aside = try #require(try asides(setting.path).first)
        #expect(try summaries(inBackup: aside, of: setting) == ["One", "Two"])
        #expect(await bench.importer.backupAside == aside)
        let newest = StoreBackup(storePath: setting.path).newest
        #expect(try summaries(inBackup: newest, of: setting) == ["More", "Other"])
    }

    @Test("a later state of this store is put aside, not overwritten")
    func laterState() async throws {
        let setting = try await Setting()
        let newest = try writeCopy(setting)
        let stamp = try #require(try Self.stamp(setting.path))
        let text = try String(contentsOfFile: newest, encoding: .utf8)
        let later = text.replacing(
            "\(stamp.store);\(stamp.revision)", with: "\(stamp.store);\(stamp.revision + 5)")
        #expect(later != text)
        try later.write(toFile: newest, atomically: true, encoding: .utf8)
        try await Setting.add("Three", setting.bench)
        let aside = try #require(try asides(setting.path).first)
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == later)
    }

    @Test("of a backup without a revision only what the store does not have is kept")
    func withoutRevision() async throws {
        let setting = try await Setting()
        let newest = StoreBackup(storePath: setting.path).newest
        func strip() throws {
            let lines = try String(contentsOfFile: try writeCopy(setting), encoding: .utf8)
                .split(separator: "\r\n")
                .filter { !$0.hasPrefix("X-AGENDA-STORE") && !$0.hasPrefix("X-AGENDA-LOG") }
            try (lines.joined(separator: "\r\n") + "\r\n").write(
                toFile: newest, atomically: true, encoding: .utf8)
        }
        try strip()
        #expect(try Self.stamp(setting.path) == nil)
        _ = try await setting.bench.importer.refresh()
        #expect(try Self.stamp(setting.path) != nil)
        #expect(try asides(setting.path).isEmpty)
        try strip()
        let text = try String(contentsOfFile: newest, encoding: .utf8)
        try text.replacing("SUMMARY:Two", with: "SUMMARY:Six")
            .write(toFile: newest, atomically: true, encoding: .utf8)
        try await Setting.add("Three", setting.bench)
        let aside = try #require(try asides(setting.path).first)
        #expect(try summaries(inBackup: aside, of: setting) == ["One", "Six"])
        #expect(try summaries(inBackup: newest, of: setting) == ["One", "Three", "Two"])
    }

    @Test("a backup that a killed process did not write is written by the next refresh")
    func behind() async throws {
        let setting = try await Setting()
        let newest = try writeCopy(setting)
        let before = try Data(contentsOf: URL(filePath: newest))
        try await Setting.add("Three", setting.bench)
        _ = try writeCopy(setting)
        try before.write(to: URL(filePath: newest))
        _ = try await setting.bench.importer.refresh()
        #expect(try summaries(inBackup: newest, of: setting) == ["One", "Three", "Two"])
        #expect(try asides(setting.path).isEmpty)
    }

    @Test("a backup that cannot be read, but is later, is kept, and the store is restored once")
    func unreadable() async throws {
        let setting = try await Setting()
        let backup = StoreBackup(storePath: setting.path)
        let text = try Data(contentsOf: URL(filePath: try writeCopy(setting)))
        try await Setting.add("Three", setting.bench)
        _ = try writeCopy(setting)
        try setting.bench.store.close()
        try text.write(to: URL(filePath: backup.folder + "/local-2026-11-19.ics"))
        let cut = try Data(contentsOf: URL(filePath: backup.newest)).dropLast(30)
        try cut.write(to: URL(filePath: backup.newest))
        try setting.folder.remove("agenda.db")
        _ = try await StoreRepair.run(path: setting.path, clock: try Make.clock())
        #expect(try await Self.summaries(setting.path) == ["One", "Two"])
        let aside = try #require(try asides(setting.path).first)
        #expect(try Data(contentsOf: URL(filePath: aside)) == cut)
    }

    @Test("who opens a store beside one who adds never finds it older")
    func beside() async throws {
        let setting = try await Setting()
        let (path, bench) = (setting.path, setting.bench)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<40 { try await Setting.add("Event \(number)", bench) }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<150 {
                        _ = try EventStore.open(path: path, createsMissing: false, readers: 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try summaries(
                inBackup: StoreBackup(storePath: path).newest, of: setting
            ).count == 42)
    }
}
