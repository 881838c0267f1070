import AgendaActions
import AgendaKit
import Foundation
import Testing

@testable import AgendaService

/// Today is Friday, 2026-11-20.
@Suite("An assistant's proposals through the service")
struct ProposalRoutesTests {
    private let bench: ServiceBench

    init() throws { bench = try ServiceBench() }

    /// What `agenda mcp --review` does with a call.
    private func propose(_ tool: String, _ arguments: [String: MCPValue]) async throws {
        var person = bench.service.live.person
        person.editor = bench.service.live.present.editor
        let asked = AskedChange(tool: tool, arguments: arguments)
        var change = try asked.change()
        change.isDryRun = true
        let done = try #require(try await change.outcome(person) { _, _ in "" })
        let request = String(decoding: try JSONEncoder().encode(asked), as: UTF8.self)
        _ = try Proposals(database: bench.service.live.path)
            .add(request, version: done.change.version, at: bench.service.live.clock.now)
    }

    private func waiting() async throws -> [[String: Any]] {
        let answer = await bench.get("/v1/proposals")
        return try #require(answer.json["proposals"] as? [[String: Any]], "\(answer.text)")
    }

    private func accept(_ number: Int, _ json: String = "{}") async -> ServiceBench.Answer {
        await bench.ask("POST", "/v1/proposals/\(number)", json)
    }

    private func starts() async throws -> [String] {
        let events = await bench.get("/v1/events").json["events"] as? [[String: Any]]
        return try #require(events).map { "\($0["start"] ?? "") \($0["summary"] ?? "")" }
    }

    @Test("one waits with what it overlaps and its own zone, is counted, made, and taken back")
    func add() async throws {
        _ = try await bench.add("Tea 2026-11-23 10:00-11:00")
        try await propose(
            "add_event",
            [
                "summary": "Call Kim", "start": "2026-11-23T04:30", "for": "30m",
                "time_zone": "America/New_York", "attendee": ["kim@example.org"], "alarm": ["10m"],
            ])
        #expect(await bench.get("/v1/invitations").json["proposals"] as? Int == 1)
        let shown = try #require(try await waiting().first)
        #expect(shown["number"] as? Int == 1 && shown["tool"] as? String == "add_event")
        #expect(shown["stale"] as? Bool == false && shown["about"] is NSNull)
        let event = try #require((shown["becomes"] as? [[String: Any]])?.first)
        // 4:30 in New York is 10:30 in Berlin.
        #expect(event["start"] as? String == "2026-11-23T10:30:00+01:00")
        #expect(event["timeZone"] as? String == "America/New_York")
        let alarms = event["alarms"] as? [[String: Any]]
        #expect(alarms?.first?["trigger"] as? String == "-PT10M")
        let guests = event["participants"] as? [[String: Any]]
        #expect(guests?.first?["address"] as? String == "mailto:kim@example.org")
        let overlaps = shown["overlaps"] as? [[String: Any]]
        #expect(overlaps?.compactMap { $0["summary"] as? String } == ["Tea"])
        #expect(try await bench.summaries() == ["Tea"])

        let made = await accept(1)
        #expect(made.status == 200 && made.json["summary"] as? String == "Call Kim", "\(made.text)")
        #expect(try await bench.summaries() == ["Tea", "Call Kim"])
        #expect(try await waiting().isEmpty)
        let number = try #require(made.json["number"] as? Int)
        #expect(await bench.ask("POST", "/v1/undo", "{\"only\": \(number)}").status == 200)
        #expect(try await bench.summaries() == ["Tea"])
        #expect(await accept(1).code == "no-proposal")
    }

    @Test("one of an event that was changed since is stale, and made only if that is known")
    func stale() async throws {
        let id = try await bench.add("Tea 2026-11-23 10:00-11:00")
        try await propose("edit_event", ["id": .text(id), "start": "2026-11-23T14:00"])
        try await propose("delete_event", ["id": .text(id)])
        #expect(try await waiting().map { $0["stale"] as? Bool } == [false, false])
        let edited = await bench.ask(
            "PATCH", "/v1/events/\(id)", "{\"location\": \"Cafe\"}", fields: ["If-Match": "*"])
        #expect(edited.status == 200)
        #expect(try await waiting().map { $0["stale"] as? Bool } == [true, true])
        let refused = await accept(1)
        #expect(refused.status == 409 && refused.code == "stale", "\(refused.text)")
        #expect(await accept(1, "{\"stale\": true}").status == 200)
        #expect(try await starts() == ["2026-11-23T14:00:00+01:00 Tea"])
        #expect(await bench.ask("DELETE", "/v1/proposals/2").status == 200)
        #expect(await bench.ask("DELETE", "/v1/proposals/2").code == "no-proposal")
        #expect(try await starts().count == 1)
    }

    @Test("one is changed in the form before it is made: what was not typed stays as proposed")
    func values() async throws {
        let id = try await bench.add("Tea 2026-11-23 10:00-11:00")
        try await propose(
            "edit_event",
            ["id": .text(id), "start": "2026-11-23T14:00", "location": "Cafe"])
        #expect(await accept(1, "{\"values\": {\"summary\": \"Green tea\"}}").status == 200)
        #expect(try await starts() == ["2026-11-23T14:00:00+01:00 Green tea"])
        #expect(await bench.get("/v1/events/\(id)").json["location"] as? String == "Cafe")
        try await propose("edit_event", ["id": .text(id), "start": "2026-11-23T15:00"])
        let times = "{\"start\": \"2026-11-23T16:00\", \"end\": \"2026-11-23T16:30\"}"
        #expect(await accept(2, "{\"values\": \(times)}").status == 200)
        #expect(try await starts() == ["2026-11-23T16:00:00+01:00 Green tea"])
        // A new event is all that the form has.
        try await propose("add_event", ["words": "Lunch 2026-11-24 12:00", "alarm": ["10m"]])
        let all = "{\"summary\": \"Brunch\", \"start\": \"2026-11-24T11:00\"}"
        let made = await accept(3, "{\"values\": \(all)}")
        #expect(made.status == 200, "\(made.text)")
        let new = try #require(made.json["id"] as? String)
        let brunch = await bench.get("/v1/events/\(new)").json
        #expect(brunch["start"] as? String == "2026-11-24T11:00:00+01:00")
        #expect((brunch["alarms"] as? [Any])?.isEmpty == true)
        // What cannot have values waits on.
        try await propose("delete_event", ["id": .text(id)])
        let refused = await accept(4, "{\"values\": {\"summary\": \"x\"}}")
        #expect(refused.status == 422, "\(refused.text)")
        #expect(try await waiting().map { $0["number"] as? Int } == [4])
    }
}
