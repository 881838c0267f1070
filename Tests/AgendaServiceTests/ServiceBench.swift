import AgendaActions
@testable import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// A service over a store of its own, at noon of 20 November 2026 in Berlin.
final class ServiceBench: Sendable {
    let folder: URL
    let service: AgendaService
    private let earlier: ServiceBench?

    struct Clock: AgendaClock {
        // 2026-11-20T11:00:00Z.
        var now: Instant { Instant(secondsSinceEpoch: 1_795_172_400) }
    }

    static let token = "0123456789abcdef0123456789abcdef"

    /// - Parameter earlier: one whose store this service opens anew.
    init(
        isReadOnly: Bool = false, after earlier: ServiceBench? = nil,
        preferences configuration: Configuration = .init()
    ) throws {
        self.earlier = earlier
        folder =
            earlier?.folder
            ?? FileManager.default.temporaryDirectory.appending(
                path: "agenda-service-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var access = AgendaService.Access(token: Self.token)
        access.isReadOnly = isReadOnly
        let sessions = BrowserSessions(tokenFile: folder.appending(path: "token").path)
        access.browsers = (sessions, try sessions.host(under: Self.token))
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        var person = Person(clock: Clock(), zone: zone, configuration: configuration)
        person.addresses = ["kim@example.org"]
        person.configurationFile = folder.appending(path: "config/config.toml").path
        service = try AgendaService(
            store: folder.appending(path: "agenda.db").path, for: person, access: access)
    }

    deinit { if earlier == nil { try? FileManager.default.removeItem(at: folder) } }

    /// An answer with its content.
    struct Answer {
        var status: Int
        var fields: HeaderFields
        var text: String

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]) ?? [:]
        }
        var code: String? { json["code"] as? String }
    }

    func ask(
        _ method: String, _ target: String, _ json: String? = nil, fields: HeaderFields = [:],
        line: ServiceRequest.Line = .privateSocket
    ) async -> Answer {
        var fields = fields
        if json != nil, fields["Content-Type"] == nil {
            fields["Content-Type"] = "application/json"
        }
        let response = await service.answer(
            ServiceRequest(
                method, target, fields: fields, body: Array((json ?? "").utf8), line: line))
        guard case .bytes(let bytes) = response.body else {
            return Answer(status: response.status, fields: response.fields, text: "")
        }
        return Answer(
            status: response.status, fields: response.fields,
            text: String(decoding: bytes, as: UTF8.self))
    }

    /// What a browser sends that has been let in under a name; the installation's own by default.
    func signIn(at name: String? = nil) async throws -> HeaderFields {
        let name = try #require(name ?? service.parts.gate.browsers?.host)
        var fields: HeaderFields = ["Host": name + ":8017"]
        let answer = await ask("GET", service.oncePath(), fields: fields, line: .network)
        let secret = try #require(answer.text.firstMatch(of: /data-secret="([0-9a-f]{32})"/)).1
        fields["Agenda-Page"] = String(secret)
        fields["Cookie"] = answer.fields["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
        return fields
    }

    /// Follows changes until it is cancelled, and has read the whole timeline.
    func following() async throws -> Task<Void, Never> {
        let task = Task { [service] in await service.follow { _ in } }
        while await service.live.log.timeline == nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        return task
    }

    func get(_ target: String, fields: HeaderFields = [:]) async -> Answer {
        await ask("GET", target, fields: fields)
    }

    /// Adds an event in words, and returns its id.
    func add(_ words: String) async throws -> String {
        let answer = await ask("POST", "/v1/events", "{\"words\": \"\(words)\"}")
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.json["id"] as? String)
    }

    func summaries(_ target: String = "/v1/events") async throws -> [String] {
        let events = try #require(await get(target).json["events"] as? [[String: Any]])
        return events.compactMap { $0["summary"] as? String }
    }
}
