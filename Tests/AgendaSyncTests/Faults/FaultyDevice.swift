import CalendarMerge
import FoundationEssentials
import Glibc
import ICalendar

@testable import AgendaSync

/// A folder with its `sync.db`, which synchronises over the network with whatever server, each time as another process.
struct FaultyDevice: Sendable {
    let folder = TemporaryFolder()
    let calendar: Href
    let clock: TestClock
    var user: String?
    var password: String?

    var files: Folder { Folder(path: folder.path + "/work") }
    var names: [String] { files.names.filter { $0.hasSuffix(".ics") } }
    var texts: [String] { names.compactMap { files.read($0) }.sorted() }

    func replica() throws -> FolderReplica {
        try FolderReplica(
            database: RoomDatabase.open(path: folder.path + "/sync.db"), key: "1",
            path: files.path, now: { clock.now })
    }

    /// - Parameter patience: Seconds after which an answer that has not come is given up; nil for the usual ones.
    func sync(
        with url: URL, patience: Int? = nil, meanwhile: @escaping @Sendable () -> Void = {}
    ) async throws -> SyncReport {
        let credentials = user.flatMap { user in
            password.flatMap { HTTPCredentials(user: user, password: Secret($0), for: url) }
        }
        return await Self.sync(
            try replica(), with: url, calendar, clock, as: credentials, patience: patience,
            meanwhile: meanwhile)
    }

    /// The same with any replica.
    static func sync(
        _ replica: any AgendaSync.Replica, with url: URL, _ calendar: Href, _ clock: TestClock,
        as credentials: HTTPCredentials? = nil, patience: Int?,
        meanwhile: @escaping @Sendable () -> Void = {}
    ) async -> SyncReport {
        let client = CalDAVClient(
            base: url, http: HTTPClient(now: { clock.now }),
            exchange: Impatient(
                exchange: CurlExchange(.init(agent: "agenda-tests/1")), seconds: patience),
            credentials: credentials)
        return await CollectionSync(
            client: client, collection: calendar, replica: replica,
            merging: ThreeWayMerge(zones: SystemZones.database), now: { clock.now },
            progress: { _ in meanwhile() }
        ).run()
    }

    /// What is left of a synchronisation that nothing disturbed, in words.
    func remains() throws -> [String] {
        let state = try replica().state()
        var faults: [String] = []
        if !state.operations.isEmpty { faults.append("operations: \(state.operations)") }
        if !state.setApart.isEmpty { faults.append("set apart: \(state.setApart)") }
        if !state.holds.isEmpty { faults.append("held: \(state.holds)") }
        let open = state.conflicts.values.filter(\.isOpen)
        if !open.isEmpty { faults.append("conflicts: \(open)") }
        if try replica().look() != .differences(.init(), count: names.count) {
            faults.append("differs from what was agreed")
        }
        let others = files.names.filter { !$0.hasSuffix(".ics") && $0 != ".agenda-sync" }
        if !others.isEmpty { faults.append("files: \(others)") }
        return faults
    }
}

/// Has less patience, and room for less, than the limits of the library.
private struct Impatient: HTTPExchange {
    let exchange: any HTTPExchange
    let seconds: Int?

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        var request = request
        request.limits.bodySize = WireFault.bodyLimit
        if let seconds { request.limits.deadline = seconds }
        return try await exchange.send(request, as: credentials)
    }
}
