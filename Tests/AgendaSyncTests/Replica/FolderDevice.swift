import CalendarMerge
import FoundationEssentials
import Glibc
import ICalendar
import Synchronization

@testable import AgendaSync
@testable import CalendarFiles

/// A device whose replica is a folder, and whose process can be killed between any two steps.
///
/// A kill is a copy of the disk at that moment: what the process does afterwards is undone with it, and the server, which
/// stays as it is, hears nothing more of it.
struct FolderDevice: Sendable {
    let folder = TemporaryFolder()
    let server: MemoryServer
    let clock: TestClock

    var calendar: Folder { Folder(path: folder.path + "/work") }
    var names: [String] { calendar.names.filter { $0.hasSuffix(".ics") } }
    var texts: [String] { names.compactMap { calendar.read($0) } }

    func replica(atStep: @escaping @Sendable (Page.Step) -> Void = { _ in }) throws -> FolderReplica
    {
        try FolderReplica(
            database: RoomDatabase.open(path: folder.path + "/state/sync.db"), key: "1",
            path: calendar.path, now: { clock.now }, atStep: atStep)
    }

    /// Synchronises as a process of its own does, which dies after so many steps.
    ///
    /// - Returns: What it reports; nil if it was killed.
    func sync(
        steps: Int = .max, meanwhile: @escaping @Sendable () -> Void = {}
    ) async throws -> SyncReport? {
        let life = Life(steps) { copy("work", to: "dead-work") && copy("state", to: "dead-state") }
        let report = try await run(life, meanwhile)
        guard life.isOver else { return report }
        calendar.removeFiles()
        Folder(path: folder.path + "/state").remove()
        guard copy("dead-work", to: "work"),
            rename(folder.path + "/dead-state", folder.path + "/state") == 0
        else { throw SystemFailure(errno) }
        Folder(path: folder.path + "/dead-work").remove()
        return nil
    }

    /// Its connection to the database is closed at its end.
    private func run(
        _ life: Life, _ meanwhile: @escaping @Sendable () -> Void
    ) async throws -> SyncReport {
        let replica = try replica { step in
            if !life.isOver, step == .listed { meanwhile() }
            life.step()
        }
        let client = CalDAVClient(
            base: MemoryServer.base, http: HTTPClient(now: { clock.now }),
            exchange: MortalExchange(server: server, life: life), credentials: nil)
        return await CollectionSync(
            client: client, collection: Device.collection, replica: replica,
            merging: ThreeWayMerge(zones: SystemZones.database, policy: .server),
            now: { clock.now }
        ).run()
    }

    /// Copies the files of a folder, without those that are links or folders, into another one, which stays the same.
    private func copy(_ source: String, to target: String) -> Bool {
        let (source, target) = ("\(folder.path)/\(source)", "\(folder.path)/\(target)")
        mkdir(target, 0o700)
        for name in Folder(path: source).names {
            // The index of the log lives as long as its processes.
            if name.hasSuffix("-shm") || name.hasSuffix("-locks") { continue }
            guard let data = try? Data(contentsOf: URL(filePath: "\(source)/\(name)")),
                (try? data.write(to: URL(filePath: "\(target)/\(name)"))) != nil
            else { return false }
        }
        return true
    }
}

/// The steps that a process has left.
final class Life: Sendable {
    private let left: Mutex<Int>
    private let atEnd: @Sendable () -> Bool

    init(_ steps: Int, atEnd: @escaping @Sendable () -> Bool) {
        left = Mutex(steps)
        self.atEnd = atEnd
    }

    var isOver: Bool { left.withLock { $0 == 0 } }

    /// Whether the process lives on.
    @discardableResult func step() -> Bool {
        let isLast = left.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return left == 0
        }
        if isLast, !atEnd() { fatalError("the disk cannot be copied") }
        return !isOver
    }
}

/// Dies before the server hears of a request, or before the answer comes.
private struct MortalExchange: HTTPExchange {
    let server: MemoryServer
    let life: Life

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        guard life.step() else { throw HTTPError(.cancelled, host: "dead") }
        let response = try await server.send(request, as: credentials)
        guard life.step() else { throw HTTPError(.cancelled, host: "dead") }
        return response
    }
}

extension Folder {
    /// Removes the files and keeps the folder.
    func removeFiles() {
        for name in names { unlink("\(path)/\(name)") }
    }
}
