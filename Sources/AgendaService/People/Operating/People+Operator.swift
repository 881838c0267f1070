internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import FoundationEssentials
internal import Glibc
internal import ICalendar

extension People {
    /// What whoever operates a node sees of it.
    package struct OperatorOptions: Sendable {
        /// What proves over an address that the operator asks; nil where only the operator's socket is answered.
        package var secret: String?
        /// Further numbers, as of the database that nodes share: their names begin with `agenda_bank_`.
        package var figures: @Sendable () async -> [NodeMetrics.Figure] = { [] }
        /// Why the node cannot serve now, beside what it finds itself; nil if it can.
        package var fault: @Sendable () async -> String? = { nil }
        /// What takes longer is logged.
        package var slow = Duration.seconds(1)

        package init() {}
    }

    /// Answers what is asked of the node and not of a user's service; nil for everything else.
    ///
    /// `/livez` and `/readyz` are for balancers, and say one word; why, and the numbers, only the operator learns.
    func operated(_ request: ServiceRequest) async -> ServiceResponse? {
        let isRead = ["GET", "HEAD"].contains(request.method)
        guard let path = request.segments, path.count == 1,
            ["livez", "readyz", "healthz", "metrics"].contains(path[0])
        else {
            return request.line == .operatorSocket ? Problem.notFound.response : nil
        }
        guard isRead else {
            return Problem(405, "bad-method", "only GET", remedy: "use GET").response
        }
        var response: ServiceResponse
        switch path[0] {
        case "livez": response = .text("ok\n")
        case "metrics":
            guard isOperator(request) else { return Problem.notFound.response }
            response = .text(metrics.text(await figures()), type: "text/plain; version=0.0.4")
        default:
            let fault = await self.fault()
            let words = isOperator(request) ? fault ?? "ok" : fault == nil ? "ok" : "not ready"
            response = .text(words + "\n")
            response.status = fault == nil ? 200 : 503
            if fault != nil { response.fields["Retry-After"] = "30" }
        }
        response.fields["Cache-Control"] = "no-store"
        response.route = "/" + path[0]
        return response
    }

    private func isOperator(_ request: ServiceRequest) -> Bool {
        if request.line == .operatorSocket { return true }
        guard let secret = options.operating.secret,
            let field = request.fields["Authorization"], field.lowercased().hasPrefix("bearer ")
        else { return false }
        return SecretToken.isEqual(String(field.dropFirst(7)), secret)
    }

    /// Bytes that must be free for anything to be written.
    private static let room: UInt = 16 << 20

    /// Why the node cannot serve now; nil if it can.
    private func fault() async -> String? {
        do throws(RoomDatabaseError) { _ = try table.user(0) } catch {
            return "who is served here cannot be read: \(error)"
        }
        var status = statvfs()
        guard statvfs(table.folder, &status) == 0 else {
            return "\(table.folder): cannot be read (\(String(cString: strerror(errno))))"
        }
        // ST_RDONLY (statvfs(3)).
        if status.f_flag & 1 != 0 { return "\(table.folder): is read only" }
        if status.f_bavail * status.f_frsize < Self.room {
            return
                "\(table.folder): the disk is full: \(status.f_bavail * status.f_frsize >> 20) MiB are free"
        }
        return await options.operating.fault()
    }

    private func figures() async -> [NodeMetrics.Figure] {
        typealias Figure = NodeMetrics.Figure
        var found = [
            Figure(
                "agenda_node_info", "The node.",
                labels:
                    "node=\"\(options.upkeep.node.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" })\"",
                1),
            Figure(
                "agenda_node_open_users", "Users whose services are held open.",
                Double(await open.count)),
            Figure(
                "agenda_node_views", "Users of whom anything is open, streams among them.",
                Double(await open.users.count)),
            Figure("agenda_node_memory_bytes", "Memory of the process.", Double(Self.memory)),
        ]
        let counts = await upkeep.counts
        for kind in Duty.Kind.allCases {
            found.append(
                Figure(
                    "agenda_node_runs_total", "What was done without being asked, by kind.",
                    kind: "counter", labels: "kind=\"\(kind.rawValue)\"",
                    Double(counts.runs[kind] ?? 0)))
        }
        for kind in Duty.Kind.allCases {
            found.append(
                Figure(
                    "agenda_node_run_failures_total", "How much of that failed.", kind: "counter",
                    labels: "kind=\"\(kind.rawValue)\"", Double(counts.failures[kind] ?? 0)))
        }
        found.append(
            Figure(
                "agenda_node_runs_lost_total", "Runs that another node had taken over.",
                kind: "counter", Double(counts.lost)))
        if let leases = try? book.figures(at: options.clock.now.secondsSinceEpoch) {
            found += [
                Figure(
                    "agenda_duties", "Duties of all users, on all nodes.", Double(leases.duties)),
                Figure("agenda_duties_held", "Those that a node has.", Double(leases.held)),
                Figure(
                    "agenda_duties_failing", "Those that failed the last time.",
                    Double(leases.failing)),
                Figure(
                    "agenda_duties_lag_seconds",
                    "For how long the one that is due longest has waited.",
                    Double(leases.lag)),
            ]
        }
        return found + (await options.operating.figures())
    }

    /// Bytes that the process has in memory (proc(5)).
    private static var memory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Logs an answer that took long: whose, and what was asked by its route, without a text of anybody's.
    func noteSlow(
        _ request: ServiceRequest, _ response: ServiceResponse, _ user: ServedUser, _ time: Duration
    ) {
        guard time >= options.operating.slow else { return }
        let milliseconds = Int(time / .milliseconds(1))
        options.access.log(
            "slow: user \(user.id): \(request.method) \(response.route): \(response.status) after \(milliseconds) ms"
        )
    }
}
