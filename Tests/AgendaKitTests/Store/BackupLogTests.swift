import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("The log of a backup")
struct BackupLogTests {
    /// A store in a folder of its own.
    private struct Setting {
        let folder: TemporaryFolder
        let bench: Bench
        var path: String { folder.path + "/agenda.db" }
        var backup: StoreBackup { StoreBackup(storePath: path) }

        init() throws {
            folder = try TemporaryFolder()
            bench = try Bench(path: folder.path + "/agenda.db")
        }

        func add(_ summary: String, description: String? = nil) async throws {
            var event = Event(uid: summary, start: .utc(try Make.instant("20261121T100000Z")))
            (event.summary, event.details) = (summary, description)
            _ = try await bench.editor.add(event)
        }

        /// The only log.
        func log() throws -> String {
            let names = FileSystem.names(in: backup.folder).filter { $0.hasSuffix(".log") }
            try #require(names.count == 1)
            return backup.folder + "/" + names[0]
        }

        /// Compares what a restoring would start from with what is stored; all but the numbers.
        func expectBackup(_ what: String, location: Testing.SourceLocation = #_sourceLocation)
            throws
        {
            let stored = try bench.store.read { try PreciousContent($0) }.withoutNumbers
            let saved = try #require(backup.content(of: backup.newest), sourceLocation: location)
            #expect(saved.stamp == stored.stamp, "\(what)", sourceLocation: location)
            #expect(saved.sources == stored.sources, "\(what)", sourceLocation: location)
            #expect(saved.local == stored.local, "\(what)", sourceLocation: location)
            #expect(
                saved.isContained(in: stored) && stored.isContained(in: saved), "\(what)",
                sourceLocation: location)
            #expect(
                saved.components.count == stored.components.count, "\(what)",
                sourceLocation: location)
        }
    }

    private static func summaries(_ content: PreciousContent) -> [String] {
        content.components.compactMap { text in
            text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("SUMMARY:") }.map {
                String($0.dropFirst(8))
            }
        }.sorted()
    }

    /// What a state of the store's folder is made of, and the events that were acknowledged at that time.
    private struct State {
        var database: Data
        var log: Data
        var copy: Data
        var events: [String]
    }

    /// The states after each of ten edits; the first one made the full copy.
    private static let states = Task { () throws -> (states: [State], logName: String) in
        let setting = try Setting()
        var states: [State] = []
        for number in 0..<10 {
            try await setting.add("E\(number)")
            // Another connection's checkpoint: the file alone is whole.
            try await DatabaseQueue(path: setting.path).writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            func data(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
            states.append(
                State(
                    database: try data(setting.path), log: try data(setting.log()),
                    copy: try data(setting.backup.newest), events: (0...number).map { "E\($0)" }))
        }
        return (states, FileSystem.name(path: try setting.log()))
    }

    /// Whatever an interruption or a disk leaves of database, log and full copy, what one of the whole parts has is there, and
    /// nothing ends in an error.
    @Test("of torn copies nothing that was acknowledged is lost", arguments: 0..<200)
    func torn(seed: Int) async throws {
        let (states, logName) = try await Self.states.value
        var random = DamageNumbers(state: UInt64(seed))
        let present = Int.random(in: 0..<10, using: &random)
        let state = states[present]
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let backup = StoreBackup(storePath: path)
        try FileManager.default.createDirectory(
            atPath: backup.folder, withIntermediateDirectories: true)
        func put(_ data: Data, _ path: String) throws { try data.write(to: URL(filePath: path)) }

        // The log: whole, cut anywhere, with the beginning of a record that was never acknowledged, or with garbage behind.
        var log = state.log
        switch seed % 4 {
        case 1: log = log.prefix(Int.random(in: 0...log.count, using: &random))
        case 2 where present < 9:
            let next = states[present + 1].log
            log = next.prefix(Int.random(in: log.count..<next.count, using: &random))
        case 3:
            let garbage = Int.random(in: 1...5_000, using: &random)
            log += Data((0..<garbage).map { _ in UInt8.random(in: 0...255, using: &random) })
        default: break
        }
        try put(log, backup.folder + "/" + logName)
        // A record counts once its line is whole: one for each edit after the first.
        let records = states.lastIndex { log.starts(with: $0.log) } ?? 0
        let saved = states[records].events

        // The full copy: whole, cut, or gone.
        let copy = [state.copy, state.copy.prefix(state.copy.count - 40), nil][
            [0, 0, 0, 1, 2][seed / 4 % 5]]
        if let copy { try put(copy, backup.newest) }

        // The database: whole, of an earlier edit, cut, overwritten or gone.
        let kind = seed / 20 % 5
        let isCopyWhole = copy?.count == state.copy.count
        switch kind {
        case 0: try put(state.database, path)
        case 1: try put(states[Int.random(in: 0...present, using: &random)].database, path)
        case 2:
            try put(
                state.database.prefix(
                    Int.random(in: 1..<state.database.count, using: &random)), path)
        case 3: try put(Data(repeating: 7, count: 9_000), path)
        default: break
        }
        var expected = kind == 0 ? state.events : saved
        var opened: Bench?
        do {
            // The command restores a store that is missing before it opens one.
            if kind == 4 { throw AgendaError(.damaged(cause: nil)) }
            let bench = try Bench(path: path)
            opened = bench
            if kind == 1 {
                // Not older than the backup, as far as that can be read.
                let count = try await bench.lines().count
                if isCopyWhole { #expect(count >= saved.count) }
                expected = Array(states[count - 1].events)
            } else {
                try bench.store.check()
                if kind != 0 { throw AgendaError(.damaged(cause: nil)) }
            }
        } catch {
            try? opened?.store.close()
            opened = nil
            guard isCopyWhole else {
                // Neither the database nor the backup can be read: nothing is touched.
                let failure = await #expect(throws: AgendaError.self) {
                    _ = try await StoreRepair.run(path: path, clock: try Make.clock())
                }
                #expect(failure?.code == .storeDamaged)
                return
            }
            _ = try await StoreRepair.run(path: path, clock: try Make.clock())
        }
        let bench = try opened ?? Bench(path: path)
        _ = try await bench.importer.refresh()
        let lines = try await bench.lines()
        #expect(lines.map { String($0.dropFirst(11)) }.sorted() == expected)
        // The next edit is kept beside all others.
        var event = Event(uid: "next", start: .utc(try Make.instant("20261121T100000Z")))
        event.summary = "Next"
        _ = try await bench.editor.add(event)
        #expect(await bench.importer.backupFailure == nil)
        let content = try #require(backup.content(of: backup.newest))
        #expect(Self.summaries(content) == (expected + ["Next"]).sorted())
        #expect(backup.stamp == content.stamp)
    }

    @Test("cut at any byte it has the records before, and a broken one costs no other")
    func cut() async throws {
        let (states, _) = try await Self.states.value
        let folder = try TemporaryFolder()
        let head = try #require(BackupMark(head: Array(states[0].copy.prefix(1_024))))
        let log = BackupLog(head.log, in: folder.path)
        let whole = states[3].log
        for length in 0...whole.count {
            try whole.prefix(length).write(to: URL(filePath: log.path))
            let count = states.prefix(4).lastIndex { $0.log.count <= length } ?? 0
            #expect(try log.records().count == count)
            let (record, end) = try log.last()
            #expect(end == states[count].log.count)
            #expect(record.isEmpty == (count == 0))
        }
        for _ in 0..<50 {
            var broken = whole
            let place = Int.random(in: 0..<whole.count)
            broken[place] ^= 1
            try broken.write(to: URL(filePath: log.path))
            #expect(try log.records().count == 2, "byte \(place)")
        }
    }

    @Test("of another full copy it is not applied")
    func foreign() async throws {
        let setting = try Setting()
        for name in ["One", "Two"] { try await setting.add(name) }
        let text = try String(contentsOfFile: setting.backup.newest, encoding: .utf8)
        let name = try #require(text.firstRange(of: "X-AGENDA-LOG:"))
        let log = text[name.upperBound...].prefix(16)
        try text.replacing(log, with: "0123456789abcdef")
            .write(toFile: setting.backup.newest, atomically: true, encoding: .utf8)
        try FileManager.default.moveItem(
            atPath: try setting.log(),
            toPath: BackupLog("0123456789abcdef", in: setting.backup.folder).path)
        let content = try #require(setting.backup.content(of: setting.backup.newest))
        #expect(Self.summaries(content) == ["One"])
        try await setting.add("Three")
        try setting.expectBackup("after an edit")
    }

    @Test(
        "an edit appends no more than it changed, and the full copy is written when the log outgrows it"
    )
    func growth() async throws {
        let setting = try Setting()
        try await setting.add("First")
        let first = try Data(contentsOf: URL(filePath: setting.backup.newest))
        var lengths: [Int] = []
        for number in 0..<20 {
            try await setting.add("E\(number)")
            lengths.append(FileSystem.size(path: try setting.log()))
        }
        #expect(try Data(contentsOf: URL(filePath: setting.backup.newest)) == first)
        let steps = zip(lengths.dropFirst(), lengths).map { $0 - $1 }
        #expect(steps.allSatisfy { (300...800).contains($0) }, "\(steps)")
        let long = String(repeating: "words ", count: 9_000)
        for number in 0..<6 {
            try await setting.add("Long \(number)", description: long)
            #expect(FileSystem.size(path: try setting.log()) <= StoreBackup.shortLog + 100_000)
            try setting.expectBackup("long \(number)")
        }
        #expect(try Data(contentsOf: URL(filePath: setting.backup.newest)) != first)
    }

    @Test("a full copy that is cut off, and a log that is gone, are written anew by the next edit")
    func lost() async throws {
        let setting = try Setting()
        for name in ["One", "Two"] { try await setting.add(name) }
        let copy = try Data(contentsOf: URL(filePath: setting.backup.newest))
        try copy.dropLast(20).write(to: URL(filePath: setting.backup.newest))
        try await setting.add("Three")
        try setting.expectBackup("after a copy that was cut")
        try await setting.add("Four")
        try FileManager.default.removeItem(atPath: try setting.log())
        try await setting.add("Five")
        try setting.expectBackup("after a log that was removed")
    }

    @Test("a check finds another text in it, puts it aside, and writes it anew")
    func mended() async throws {
        let setting = try Setting()
        for name in ["One", "Two", "Three"] { try await setting.add(name) }
        #expect(try await setting.bench.importer.verify().isEmpty)
        let text = try String(contentsOfFile: setting.backup.newest, encoding: .utf8)
            .replacing("SUMMARY:One", with: "SUMMARY:Ono")
        try text.write(toFile: setting.backup.newest, atomically: true, encoding: .utf8)
        let faults = try await setting.bench.importer.verify()
        #expect(faults.map(\.kind) == [.backup])
        let aside = try #require(faults.first?.place)
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
        try setting.expectBackup("after the check")
        #expect(try await setting.bench.importer.verify().isEmpty)
    }

    @Test("what a killed process did not write stands in the next record")
    func behind() async throws {
        let setting = try Setting()
        for name in ["One", "Two", "Three"] { try await setting.add(name) }
        let log = try setting.log()
        let before = try Data(contentsOf: URL(filePath: log))
        try await setting.add("Four")
        let events = try await setting.bench.provider().timeline().nodes.flatMap(\.events)
        let two = try #require(events.first { $0.summary == "Two" })
        try await setting.bench.editor.delete(two, scope: .all)
        try before.write(to: URL(filePath: log))
        try await setting.add("Five")
        try setting.expectBackup("after what was not written")
        #expect(try setting.log() == log)
    }

    @Test("after random edits it holds what is stored, and what is made of it is the same")
    func random() async throws {
        let setting = try Setting()
        let (bench, store) = (setting.bench, setting.bench.store)
        var random = DamageNumbers(state: 36)
        for step in 0..<150 {
            let events = try await bench.provider().timeline().nodes.flatMap(\.events)
                .filter { $0.calendar == "local" }
            let event = events.randomElement(using: &random)
            switch (Int.random(in: 0..<12, using: &random), event) {
            case (0, let event?):
                try await bench.editor.delete(event, scope: .all)
            case (1...2, let event?):
                try await bench.editor.edit(event, scope: .all) {
                    $0.event.location = "Room \(step)"
                }
            case (3, let event?) where event.isRecurring:
                try await bench.editor.edit(event, scope: .this) {
                    $0.event.summary = "Once \(step)"
                }
            case (4, _?): _ = try? await bench.editor.undo()
            case (5, _): _ = try? await bench.editor.redo()
            case (6, _):
                var change = SourceSettings()
                change.color = ["teal", "red", "blue"].randomElement(using: &random)
                if try store.sources().contains(where: \.isOnlyInStore) {
                    try await bench.importer.updateSource(named: "local", change)
                }
            case (7, _):
                let text = Make.calendar("UID:f\(step)\r\nDTSTART:20261121T080000Z")
                try await bench.add(try setting.folder.write(text, to: "f\(step).ics"))
            case (8, _):
                // Brings a zone of its own.
                let text = """
                    BEGIN:VCALENDAR\r\nVERSION:2.0\r
                    \(Make.timeZone(offset: "+0\(step % 7)00"))BEGIN:VEVENT\r\nUID:z\(step)\r
                    DTSTAMP:20261101T000000Z\r\nDTSTART;TZID=Ours:20261122T090000\r\nSUMMARY:Z\(step)\r
                    END:VEVENT\r\nEND:VCALENDAR\r\n
                    """
                _ = try await bench.editor.receive(
                    try IncomingCalendar(Array(text.utf8), place: "mail"))
            case (9, _):
                var series = Event(
                    uid: "s\(step)", start: .utc(try Make.instant("20261119T100000Z")))
                series.summary = "Series \(step)"
                series.recurrenceRules = [try RecurrenceRule(icalendar: "FREQ=DAILY;COUNT=5")]
                _ = try await bench.editor.add(series)
            default:
                try await setting.add(
                    "E\(step)",
                    description: step % 7 == 0 ? String(repeating: "x", count: 40_000) : nil)
            }
            guard setting.backup.exists else { continue }
            try setting.expectBackup("step \(step)")
            guard step % 25 == 24 else { continue }
            let other = try Bench()
            try await other.importer.restore(
                try #require(setting.backup.content(of: setting.backup.newest)))
            _ = try await other.importer.refresh()
            #expect(try await other.lines().sorted() == bench.lines().sorted(), "step \(step)")
        }
        #expect(await bench.importer.backupFailure == nil)
    }
}
