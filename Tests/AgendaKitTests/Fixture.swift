import Foundation
import GRDB
import GRDBSQLite
import ICalendar
import Testing

@testable import AgendaKit

/// A folder of its own for one test, removed afterwards.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "agenda-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, as an old one: the importer then trusts its version.
    @discardableResult
    func write(_ text: String, to name: String, age: Double = 60) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: file)
        return file
    }

    /// Runs a script in the folder.
    func shell(_ script: String) async throws {
        _ = try await Self.shell("cd '\(path)'\n\(script)")
    }

    /// What a script prints; throws when it fails.
    static func shell(_ script: String) async throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.standardOutput = output
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        guard process.terminationStatus == 0 else { throw CocoaError(.executableNotLoadable) }
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + name)
    }
}

/// Values that tests state briefly.
enum Make {
    static func zone(_ name: String) throws -> TimeZoneRules {
        try #require(SystemZones.database.rules(named: name))
    }

    static func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(iso: text))
    }

    /// An instant written like `20261120T083000Z`.
    static func instant(_ text: String) throws -> Instant {
        guard case .utc(let instant) = CalendarTime(icalendar: text) else {
            throw AgendaError(.refused("no instant"), place: text)
        }
        return instant
    }

    /// A calendar around event lines.
    static func calendar(_ events: String...) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
    }

    /// A VTIMEZONE `Ours` that never changes its offset, given as `+0100`.
    static func timeZone(offset: String) -> String {
        """
        BEGIN:VTIMEZONE\r
        TZID:Ours\r
        BEGIN:STANDARD\r
        DTSTART:19700101T000000\r
        TZOFFSETFROM:\(offset)\r
        TZOFFSETTO:\(offset)\r
        END:STANDARD\r
        END:VTIMEZONE\r

        """
    }

    /// Noon of 2026-11-20 in UTC.
    static func clock() throws -> FixedClock {
        FixedClock(now: try instant("20261120T120000Z"))
    }
}

/// A store with its importer, editor and provider.
struct Bench {
    let store: EventStore
    let clock: FixedClock
    let importer: Importer
    let editor: CalendarEditor
    let zone: TimeZoneRules

    init(
        zone: String = "Europe/Berlin", now: String = "20261120T120000Z", path: String? = nil,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) throws {
        store = try path.map { try EventStore.open(path: $0, createsMissing: true) } ?? .inMemory()
        clock = FixedClock(now: try Make.instant(now))
        importer = Importer(store: store, clock: clock, progress: progress)
        editor = CalendarEditor(importer)
        self.zone = try Make.zone(zone)
    }

    func provider(filter: EventFilter = EventFilter()) -> EventProvider {
        EventProvider(store: store, clock: clock, zone: zone, filter: filter)
    }

    @discardableResult
    func add(_ path: String, name: String = "", kind: CalendarSource.Kind = .file) async throws
        -> ImportReport
    {
        try await importer.addSource(CalendarSource(name: name, kind: kind, location: path)).report
    }

    /// Dates and summaries of all events of the timeline, `2026-11-20 Lunch`.
    func lines(filter: EventFilter = EventFilter()) async throws -> [String] {
        try await provider(filter: filter).timeline().nodes.flatMap { node in
            node.events.map { "\(node.date.iso) \($0.summary ?? "")" }
        }
    }
}

// What tests change, in one call.
extension CalendarEditor {
    /// Reads the drafts of an event, changes each, and hands them back.
    @discardableResult
    func edit(
        _ event: AgendaEvent, scope: RecurrenceScope, everywhere: Bool = false,
        commits: Bool = true, _ change: @Sendable (inout EventDraft) throws -> Void
    ) async throws -> EventChange {
        var drafts = try await drafts(of: event, scope: scope, everywhere: everywhere)
        for index in drafts.indices { try change(&drafts[index]) }
        return try await edit(drafts, commits: commits)
    }

    @discardableResult
    func move(
        _ event: AgendaEvent, to name: String?, _ change: @Sendable (inout EventDraft) -> Void
    ) async throws -> EventChange {
        var draft = try await draft(of: event, scope: .all)
        change(&draft)
        return try await move(draft, to: name)
    }

    func copy(
        _ event: AgendaEvent, scope: RecurrenceScope, to name: String?,
        _ change: @Sendable (inout EventDraft) -> Void
    ) async throws -> (id: OccurrenceID, change: EventChange) {
        var draft = try await draft(copying: event, scope: scope)
        change(&draft)
        return try await copy(draft, to: name)
    }
}

extension EventStore {
    /// How many instructions SQLite's virtual machine executes in a store in memory, which does not depend on what runs
    /// beside (sqlite3_progress_handler).
    func steps(_ body: () async throws -> Void) async throws -> Int {
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        count.initialize(to: 0)
        defer { count.deallocate() }
        countSteps(in: count)
        defer { countSteps(in: nil) }
        try await body()
        return count.pointee
    }

    private func countSteps(in count: UnsafeMutablePointer<Int>?) {
        writer.writeWithoutTransaction { database in
            sqlite3_progress_handler(
                database.sqliteConnection, count == nil ? 0 : 1,
                { context in
                    context?.assumingMemoryBound(to: Int.self).pointee += 1
                    return 0
                }, count)
        }
    }
}

extension Importer {
    /// Imports in batches from these sizes on.
    func use(_ limits: LargeFileLimits) { partSizes = limits }
}

/// The processor time that the thread spends in a body: unlike the time on the wall, it does not depend on what runs beside.
func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
}
