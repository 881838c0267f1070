import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Store repair")
struct StoreRepairTests {
    /// A store with a source, a local event, and a local series without one of its days.
    private struct Setting {
        let folder: TemporaryFolder
        let path: String

        init() async throws {
            folder = try TemporaryFolder()
            path = folder.path + "/agenda.db"
            let bench = try Bench(path: path)
            let body = (0..<200).map { "UID:\($0)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:S\($0)" }
            let events = body.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            try await bench.add(
                try folder.write("BEGIN:VCALENDAR\r\n\(events)END:VCALENDAR\r\n", to: "team.ics"))
            var single = Event(uid: "single", start: .utc(try Make.instant("20261121T100000Z")))
            single.summary = "Single"
            _ = try await bench.editor.add(single)
            var series = Event(uid: "series", start: .utc(try Make.instant("20261119T100000Z")))
            series.summary = "Series"
            series.recurrenceRules = [try RecurrenceRule(icalendar: "FREQ=DAILY;COUNT=5")]
            _ = try await bench.editor.add(series)
            let id = OccurrenceID(
                uid: "series", recurrenceID: .instant(try Make.instant("20261122T100000Z")))
            let day = try bench.store.details(
                of: id.description, clock: bench.clock, zone: bench.zone, filter: EventFilter())
            try await bench.editor.delete(day.occurrence, scope: .this)
            try bench.store.close()
        }

        func lines() async throws -> [String] {
            let bench = try Bench(path: path)
            _ = try await bench.importer.refresh()
            return try await bench.lines()
        }

        func repair() async throws -> StoreRepair? {
            try await StoreRepair.run(path: path, clock: try Make.clock())
        }
    }

    /// Ways in which a file is damaged; each must be one that a check finds.
    private static let damages: [(name: String, change: @Sendable (inout Data) -> Void)] = [
        ("no database at all", { $0 = Data("hello".utf8) }),
        ("cut to a half", { $0 = $0.prefix($0.count / 2) }),
        ("the header is gone", { $0.replaceSubrange(0..<100, with: Data(count: 100)) }),
        (
            "the second page is gone",
            { $0.replaceSubrange(4_096..<8_192, with: Data(count: 4_096)) }
        ),
        (
            "every page but the first is garbage",
            { data in for index in 4_096..<data.count { data[index] = UInt8(index % 251) } }
        ),
    ]

    @Test("sources and local events are back, and the rest is imported", arguments: damages.indices)
    func damaged(index: Int) async throws {
        let setting = try await Setting()
        let before = try await setting.lines()
        #expect(before.count == 205 && before.contains("2026-11-21 Single"))
        #expect(before.count { $0.hasSuffix("Series") } == 4)
        let file = URL(filePath: setting.path)
        var data = try Data(contentsOf: file)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: setting.path + suffix)
        }
        Self.damages[index].change(&data)
        try data.write(to: file)
        let repair = try #require(try await setting.repair())
        #expect(repair.sourceCount == 1 && repair.componentCount == 2)
        #expect(repair.backupPath == setting.folder.path + "/agenda.backup/local.ics")
        #expect(try await setting.lines() == before)
        // Nothing is thrown away.
        let aside = try #require(repair.asidePath)
        #expect(try Data(contentsOf: URL(filePath: aside)) == data)
    }

    @Test("a store that is gone comes back, and one that was emptied", arguments: [false, true])
    func missing(isEmptied: Bool) async throws {
        let setting = try await Setting()
        let before = try await setting.lines()
        #expect(!StoreRepair.isNeeded(at: setting.path))
        try setting.folder.remove("agenda.db")
        if isEmptied { try setting.folder.write("", to: "agenda.db") }
        #expect(StoreRepair.isNeeded(at: setting.path))
        let repair = try #require(try await setting.repair())
        #expect(repair.asidePath == nil)
        #expect(try await setting.lines() == before)
    }

    @Test("a sound store is left alone, also when it was repaired meanwhile")
    func sound() async throws {
        let setting = try await Setting()
        let before = FileIdentity(path: setting.path)
        #expect(try await setting.repair() == nil)
        #expect(FileIdentity(path: setting.path) == before)
    }

    @Test("without a backup nothing is touched")
    func noBackup() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("notes of mine", to: "notes.txt")
        let error = await #expect(throws: AgendaError.self) {
            _ = try await StoreRepair.run(path: path, clock: try Make.clock())
        }
        #expect(error?.code == .storeDamaged)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes.txt"])
    }

    @Test("a backup that is cut off gives way to an earlier day's")
    func brokenBackup() async throws {
        let setting = try await Setting()
        let backup = StoreBackup(storePath: setting.path)
        let text = try Data(contentsOf: URL(filePath: backup.newest))
        try text.write(to: URL(filePath: backup.folder + "/local-2026-11-19.ics"))
        try text.prefix(text.count - 30).write(to: URL(filePath: backup.newest))
        try setting.folder.remove("agenda.db")
        let repair = try #require(try await setting.repair())
        #expect(repair.backupPath.hasSuffix("/local-2026-11-19.ics"))
        #expect(repair.componentCount == 2)
    }

    @Test("of several processes one repairs, and all go on")
    func several() async throws {
        let setting = try await Setting()
        let before = try await setting.lines()
        try Data("hello".utf8).write(to: URL(filePath: setting.path))
        let (path, clock) = (setting.path, try Make.clock())
        let repairs = try await withThrowingTaskGroup(of: StoreRepair?.self) { group in
            for _ in 0..<4 {
                group.addTask { try await StoreRepair.run(path: path, clock: clock) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(repairs.count { $0 != nil } == 1)
        #expect(try await setting.lines() == before)
    }

    /// Flips a bit of the stored text of the events that a condition chooses.
    private func flip(_ setting: Setting, _ condition: String) async throws {
        try await DatabaseQueue(path: setting.path).write { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT id, text FROM component WHERE \(condition)")
            try #require(!rows.isEmpty)
            for row in rows {
                var text: Data = row[1]
                // Of the packed title: nothing but the digest tells.
                text[text.count / 2] ^= 1
                try database.execute(
                    sql: "UPDATE component SET text = ? WHERE id = ?",
                    arguments: [text, row[0] as Int64])
            }
        }
    }

    private static let ofFile = "id IN (SELECT event.id FROM event WHERE summary = 'S7')"

    @Test("a text with a flipped bit is never shown, and is read again from its file")
    func flippedBit() async throws {
        let setting = try await Setting()
        let before = try await setting.lines()
        try await flip(setting, Self.ofFile)
        func text() async throws -> String {
            let bench = try Bench(path: setting.path)
            _ = try await bench.importer.refresh()
            let id = OccurrenceID(uid: "7", recurrenceID: nil)
            let details = try bench.store.details(
                of: id.description, clock: bench.clock, zone: bench.zone, filter: EventFilter())
            _ = try bench.store.componentText(of: details.occurrence)
            return String(decoding: details.rawText, as: UTF8.self)
        }
        let error = await #expect(throws: AgendaError.self) { try await text() }
        #expect(error?.reason == .textDamaged && error?.code == .storeDamaged)
        let repair = try #require(try await setting.repair())
        #expect(repair.readAgain == [setting.folder.path + "/team.ics"])
        #expect(repair.asidePath == nil)
        #expect(try await text().contains("SUMMARY:S7\r\n"))
        #expect(try await setting.lines() == before)
        #expect(try await setting.repair() == nil)
    }

    @Test("a local text with a flipped bit comes back from the backup")
    func flippedLocalBit() async throws {
        let setting = try await Setting()
        let before = try await setting.lines()
        try await flip(setting, "id IN (SELECT event.id FROM event WHERE summary = 'Single')")
        let repair = try #require(try await setting.repair())
        #expect(repair.readAgain.isEmpty && repair.asidePath != nil)
        #expect(try await setting.lines() == before)
    }

    @Test("an export of a file's events with a damaged text is refused")
    func damagedExport() async throws {
        let setting = try await Setting()
        try await flip(setting, Self.ofFile)
        let bench = try Bench(path: setting.path)
        let source = try #require(
            try bench.store.sources(counting: false).first { $0.kind == .file })
        let record = try #require(try bench.store.resources(of: source).first)
        let error = #expect(throws: AgendaError.self) { try bench.store.text(of: record) }
        #expect(error?.reason == .textDamaged)
    }
}
