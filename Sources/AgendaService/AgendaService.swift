package import AgendaActions
public import AgendaKit
internal import AgendaSync
internal import Synchronization

/// The timeline for browsers, scripts and status bars: answers requests, however they came in.
///
/// ```swift
/// let service = try AgendaService(store: path, for: person, access: access)
/// let following = Task { await service.follow { notice in print(notice) } }
/// let response = await service.answer(ServiceRequest("GET", "/v1/next"))
/// ```
public final class AgendaService: Sendable {
    /// Who may come in.
    public struct Access: Sendable {
        /// What requests over TCP must know; nil where nobody comes in so.
        public var token: String?
        /// The browsers that may come in over TCP, and the installation's own name; nil where none may.
        package var browsers: (sessions: BrowserSessions, host: String)?
        /// Further names of the service.
        public var hosts: Set<String> = []
        /// Whether nothing may be changed.
        public var isReadOnly = false
        /// Whether devices are served by CalDAV, once there is one.
        public var servesDAV = true
        /// Whether devices are also shown the merge of all calendars.
        public var servesMerge = false
        /// Whether devices may want to be told of changes by services in private networks and on this machine.
        public var allowsPrivatePushes = false
        /// Takes a line of what the service's owner should know.
        public var log: @Sendable (String) -> Void = { _ in }
        /// Whether the page may subscribe to calendars in private networks and on this machine.
        public var allowsPrivateSources = false
        /// Whose service it is, among those of several people; nil where one person is served.
        package var seat: UserSeat?

        /// - Parameter token: 128 bits or more that nobody can guess; nil to let nobody in over TCP.
        public init(token: String?) { self.token = token }
    }

    let parts: ServiceParts
    let turns = Turns()
    /// Of those that ask other servers.
    private let slowTurns = Turns()
    /// Whether devices are served by CalDAV, and whether they also see the merge of all calendars.
    let (servesDAV, servesMerge): (Bool, Bool)
    let merges = MergeCache()
    /// What devices have made and set.
    let calendars: CalendarTable
    let pushes: Pushes

    /// - Parameters:
    ///   - path: the store's file; it is made where there is none.
    ///   - person: whom the service serves: their zone is that of who does not name another.
    ///   - access: who may come in.
    /// - Throws: what opening the store throws.
    package convenience init(
        store path: String, for person: Person, access: Access
    ) throws(AgendaError) {
        let store = try EventStore.open(path: path, createsMissing: true)
        self.init(opened: store, path: path, for: person, access: access)
    }

    /// - Parameters:
    ///   - store: an open one, which may be in memory.
    ///   - path: its file, beside which links and the state of accounts are.
    package init(opened store: EventStore, path: String, for person: Person, access: Access) {
        (servesDAV, servesMerge) = (access.servesDAV, access.servesMerge)
        let noteFirstUse = access.seat?.noteFirstUse ?? { @Sendable () -> Void in }
        parts = ServiceParts(
            live: LiveStore(store, path: path, for: person, isOneOfMany: access.seat != nil),
            links: SharedLinks(database: path),
            gate: Gate(
                token: access.token,
                browsers: access.browsers.map {
                    Gate.Browsers(sessions: $0.sessions, host: $0.host)
                },
                hosts: Gate.loopbackHosts.union(access.hosts.map { $0.lowercased() }),
                isReadOnly: access.isReadOnly, clock: person.clock,
                devices: Devices(
                    ServiceDatabase(beside: path), noteFirstUse: noteFirstUse),
                wrongTries: access.seat?.wrongTries ?? WrongTries()),
            allowsPrivateSources: access.allowsPrivateSources, seat: access.seat)
        calendars = CalendarTable(parts.database)
        pushes = Pushes(
            parts.devices, clock: person.clock, allowsPrivate: access.allowsPrivatePushes,
            log: access.log
        ) { [parts, calendars, servesMerge, merges] device, slugs in
            let home = Self.home(
                of: device, parts.live.present, parts.live.person, parts, calendars, servesMerge,
                merges)
            return try? home.states(of: slugs)
        }
    }

    var live: LiveStore { parts.live }

    /// Keeps what is answered up to date until the task is cancelled, which also ends all streams.
    public func follow(_ tell: @escaping @Sendable (LiveTimeline.Notice) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            if let path = live.person.configurationFile {
                group.addTask { [live] in await live.follow(configuration: path) }
            }
            if servesDAV {
                group.addTask { [live, pushes] in await pushes.follow(live.log) }
                group.addTask { [live, parts] in await Self.sweep(live, parts.database) }
                // The first device does not wait for the look that it needs.
                if parts.devices.isAny {
                    group.addTask { [live] in _ = await live.presentAsRead() }
                }
            }
            await live.follow(tell)
            group.cancelAll()
        }
    }

    /// Removes once a day what is left of calendars that were removed long ago, until the task is cancelled.
    private static func sweep(_ live: LiveStore, _ service: ServiceDatabase) async {
        while !Task.isCancelled {
            // What cannot be removed today may be tomorrow.
            try? RemovedCalendars(
                store: live.present.store, service: service, kept: live.person.kept
            ).sweep(at: live.clock.now)
            try? await Task.sleep(for: .seconds(86_400))
        }
    }

    /// Notes an address at which browsers find the service, such as `http://agenda-….localhost:8017`.
    public func listens(at address: String) {
        parts.addresses.withLock { $0.append(address) }
    }

    /// A path that lets one browser in, once, within a minute.
    public func oncePath() -> String { parts.oncePath() }

    /// Answers a request.
    public func answer(_ request: ServiceRequest) async -> ServiceResponse {
        let start = ContinuousClock.now
        var (name, response): (String, ServiceResponse)
        if let answer = await dav(request) {
            (name, response) = answer
        } else {
            (name, response) = await route(request)
            if !["GET", "HEAD"].contains(request.method), response.status < 300 {
                await live.lookNow()
            }
            encode(&response, for: request)
        }
        giveBack(after: &response)
        if request.method == "HEAD" {
            // What a GET would send; a stream has no length.
            if case .bytes(let bytes) = response.body {
                response.fields["Content-Length"] = "\(bytes.count)"
            }
            response.body = .bytes([])
        }
        response.fields["X-Content-Type-Options"] = "nosniff"
        response.fields["Referrer-Policy"] = "no-referrer"
        response.fields["Cross-Origin-Resource-Policy"] = "same-origin"
        if response.fields["Cache-Control"] == nil { response.fields["Cache-Control"] = "no-store" }
        response.route = name
        parts.metrics.note(name, status: response.status, ContinuousClock.now - start)
        return response
    }

    /// Bytes of an answer, or of a piece of it, from which on memory is given back when it is quiet.
    private static let much = 128 << 10

    /// Gives back the memory that an answer has needed.
    private func giveBack(after response: inout ServiceResponse) {
        switch response.body {
        case .bytes(let bytes): if bytes.count >= Self.much { live.releaseMemory() }
        case .stream(let next):
            response.body = .stream { [live] in
                let piece = await next()
                if let piece, piece.count >= Self.much { live.releaseMemory() }
                return piece
            }
        }
    }

    /// Compresses what becomes smaller by it, for who takes that.
    private func encode(_ response: inout ServiceResponse, for request: ServiceRequest) {
        guard ContentCoding.isUseful(for: response), case .bytes(let bytes) = response.body else {
            return
        }
        response.fields["Vary"] =
            (response.fields["Vary"].map { $0 + ", " } ?? "") + "Accept-Encoding"
        guard ContentCoding.isTaken(by: request) else { return }
        let tag = response.fields["ETag"]
        let target = "gzip " + request.target
        let isForGood = response.fields["Cache-Control"]?.contains("immutable") == true
        let isKept = tag != nil || isForGood
        var packed = isKept ? parts.documents.bytes(for: target, tag: tag ?? "") : nil
        if packed == nil {
            packed = ContentCoding.gzip(
                bytes, isForGood ? ContentCoding.bestLevel : ContentCoding.level)
            if isKept, let packed { parts.documents.keep(packed, for: target, tag: tag ?? "") }
        }
        guard let packed else { return }
        response.body = .bytes(packed)
        response.fields["Content-Encoding"] = "gzip"
        response.fields["ETag"] = tag.map(ContentCoding.tag)
    }

    /// Lets a route answer; those that change something one after the other.
    private func answer(_ call: Call, by route: Route) async throws -> ServiceResponse {
        guard route.method != "GET" else { return try await route.answer(call) }
        let turns = route.asksServers ? slowTurns : turns
        await turns.take()
        do {
            let answer = try await parts.answered.answer(call, by: route)
            await turns.give()
            return answer
        } catch {
            await turns.give()
            throw error
        }
    }

    /// Finds who answers; also the name under which the answer is counted.
    private func route(_ request: ServiceRequest) async -> (String, ServiceResponse) {
        var name = "none"
        do {
            var asked = request
            if request.method == "HEAD" { asked.method = "GET" }
            guard let segments = request.segments else { throw Problem.notFound }
            let found = RouteTable.all.matches(segments)
            guard let match = found.first(where: { $0.route.method == asked.method }) else {
                // Who may not come in does not learn what there is.
                _ = try parts.gate.check(request, for: .owner, changes: asked.method != "GET")
                guard !found.isEmpty else { throw Problem.notFound }
                var problem = Problem(
                    405, "bad-method", "\(request.method) is not for this address",
                    remedy: "use \(found.map(\.route.method).joined(separator: " or "))")
                problem.fields = ["Allow": found.map(\.route.method).joined(separator: ", ")]
                throw problem
            }
            let route = match.route
            name = route.path
            let visitor = try parts.gate.check(
                request, for: route.audience, changes: asked.method != "GET" && route.changesStore)
            let call = Call(
                request: asked, query: try Query(asked.target, known: match.queryNames),
                values: match.values, visitor: visitor, service: parts)
            try call.query.check(route.parameters)
            return (name, try await answer(call, by: route))
        } catch let problem as Problem {
            return (name, problem.response)
        } catch let error as AgendaError {
            return (name, Problem(error).response)
        } catch let error as RoomDatabaseError {
            return (name, Problem(error).response)
        } catch {
            return (
                name,
                Problem(500, "failed", "\(error)", remedy: "see the service's log").response
            )
        }
    }
}
