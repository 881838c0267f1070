import AgendaActions
@testable import AgendaKit
import Foundation
import ICalendar
import Synchronization
import Testing

@testable import AgendaService

/// A service of several people in a folder of its own, at noon of 20 November 2026 in Berlin.
final class PeopleBench: Sendable {
    let folder: URL
    let desk: UserDesk
    /// The nodes that serve them; one where the folder is all that there is.
    let nodes: [People]
    private let routing: Routing
    private let random = Mutex(SplitMix64(state: 1))
    private let isOwner: Bool
    static let secret = "fedcba9876543210fedcba9876543210"

    /// Which node is asked.
    enum Routing: Sendable, CaseIterable {
        /// One for all requests of a user, as a proxy sends them.
        case byUser
        /// Any one, with each request.
        case random
    }

    /// The first node.
    var people: People { nodes[0] }

    /// - Parameter folder: removed in the end.
    init(_ nodes: [People], _ desk: UserDesk, folder: URL, _ routing: Routing) {
        (self.nodes, self.desk, self.folder, self.routing) = (nodes, desk, folder, routing)
        isOwner = true
    }

    /// What nodes are served with.
    static func options(_ zone: TimeZoneRules) -> People.Options {
        var options = People.Options(zone: zone)
        (options.clock, options.proxySecret) = (ServiceBench.Clock(), secret)
        options.access.hosts = ["calendar.example.org"]
        options.refusalTime = .zero
        return options
    }

    /// - Parameter other: the folder of another one, which has the people; nil for a new one.
    init(_ other: URL? = nil, _ change: (inout People.Options) -> Void = { _ in }) throws {
        isOwner = other == nil
        folder =
            other
            ?? FileManager.default.temporaryDirectory.appending(
                path: "agenda-people-\(UUID().uuidString)")
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        let table = try UserTable(folder: folder.path)
        var desk = UserDesk(table, zone: zone)
        desk.clock = ServiceBench.Clock()
        self.desk = desk
        var options = Self.options(zone)
        change(&options)
        (nodes, routing) = ([try People(table, options)], .byUser)
    }

    /// The node that is asked for somebody.
    private func node(_ fields: HeaderFields) -> People {
        guard nodes.count > 1 else { return people }
        if routing == .random {
            return nodes[random.withLock { Int.random(in: nodes.indices, using: &$0) }]
        }
        let words = (fields["Authorization"] ?? "").split(separator: " ")
        let number =
            switch (words.first, words.last.map(String.init)) {
            case ("Bearer", let token?): ServedUser.number(in: token)
            case ("Basic", let proof?):
                Data(base64Encoded: proof).flatMap {
                    let name = String(decoding: $0, as: UTF8.self).prefix { $0 != ":" }
                    return try? desk.table.user(named: String(name))?.id
                }
            default: nil as Int64?
            }
        return nodes[Int(number ?? 0) % nodes.count]
    }

    deinit { if isOwner { try? FileManager.default.removeItem(at: folder) } }

    struct Seat {
        let user: ServedUser
        let token: String
        let password: String
    }

    /// Adds a user with a token, a device `phone` and an event of the day of `ServiceBench.Clock`.
    func seat(_ name: String, event: String) async throws -> Seat {
        let user = try await desk.add(name, addresses: ["\(name)@example.org"])
        let token = try desk.token(for: user)
        let made = await ask("POST", "/v1/devices", "{\"name\": \"phone\"}", token: token)
        #expect(made.status == 201 && made.json["user"] as? String == name, "\(made.text)")
        let password = try #require(made.json["password"] as? String)
        let event = """
            {"summary": "\(event)", "start": "2026-11-20T15:00", "end": "2026-11-20T16:00"}
            """
        let added = await ask("POST", "/v1/events", event, token: token)
        #expect(added.status == 201, "\(added.text)")
        return Seat(user: user, token: token, password: password)
    }

    static func basic(_ user: String, _ password: String) -> HeaderFields {
        ["Authorization": "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()]
    }

    func ask(
        _ method: String, _ target: String, _ body: String? = nil, token: String? = nil,
        fields: HeaderFields = [:], line: ServiceRequest.Line = .network,
        peer: String? = "127.0.0.1"
    ) async -> ServiceBench.Answer {
        var fields = fields
        if fields["Host"] == nil { fields["Host"] = "127.0.0.1:8017" }
        if let token { fields["Authorization"] = "Bearer " + token }
        if body != nil, fields["Content-Type"] == nil {
            fields["Content-Type"] = "application/json"
        }
        let response = await node(fields).answer(
            ServiceRequest(
                method, target, fields: fields, body: Array((body ?? "").utf8), line: line,
                peer: line == .network ? peer : nil))
        guard case .bytes(let bytes) = response.body else {
            return ServiceBench.Answer(
                status: response.status, fields: response.fields, text: "(stream)")
        }
        return ServiceBench.Answer(
            status: response.status, fields: response.fields,
            text: String(decoding: bytes, as: UTF8.self))
    }

    /// The titles of the day's events that a request sees; nil where it is refused.
    func titles(
        token: String? = nil, fields: HeaderFields = [:], line: ServiceRequest.Line = .network
    )
        async -> [String]?
    {
        let answer = await ask("GET", "/v1/events?days=2", token: token, fields: fields, line: line)
        guard answer.status == 200 else { return nil }
        return (answer.json["events"] as? [[String: Any]])?.compactMap { $0["summary"] as? String }
    }

    /// The status of a PROPFIND of a user's home.
    func home(_ name: String, as user: String, _ password: String) async -> ServiceBench.Answer {
        var fields = Self.basic(user, password)
        fields["Depth"] = "1"
        return await ask("PROPFIND", "/dav/c/\(name)/", fields: fields)
    }

    func proxy(_ name: String) -> HeaderFields {
        ["Agenda-User": name, "Agenda-Proxy-Secret": Self.secret]
    }
}
