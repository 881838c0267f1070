import AgendaKit
import Foundation
import Testing

@testable import AgendaService

/// Journal entries through the service. Today is 2026-11-20.
@Suite("Journal entries through the service")
struct JournalRoutesTests {
    private let bench: ServiceBench

    init() throws { bench = try ServiceBench() }

    /// Adds an entry; returns its id.
    private func add(_ json: String) async throws -> String {
        let answer = await bench.ask("POST", "/v1/journals", json)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.json["id"] as? String)
    }

    @Test("made in words and by values, changed, deleted, and undone")
    func changes() async throws {
        let words = await bench.ask(
            "POST", "/v1/journals", #"{"words": "Met Kim yesterday #work"}"#)
        #expect(words.status == 201)
        let understood = try #require(words.json["understood"] as? [String: Any])
        #expect(understood["start"] as? String == "2026-11-19" && understood["due"] == nil)
        let id = try await add(
            #"{"summary": "Diary", "start": "2026-11-20", "description": "one"}"#)
        let shown = await bench.get("/v1/journals/\(id)")
        #expect(shown.json["descriptions"] as? [String] == ["one"])
        #expect(shown.json["status"] is NSNull)
        let tag = try #require(shown.fields["ETag"])
        let edit = await bench.ask(
            "PATCH", "/v1/journals/\(id)",
            #"{"description": "two", "start": "2026-11-20T18:30", "status": "draft"}"#,
            fields: ["If-Match": tag])
        #expect(edit.status == 200, "\(edit.text)")
        let present = await bench.get("/v1/events/\(id)")
        #expect(present.json["descriptions"] as? [String] == ["two"])
        #expect(present.json["start"] as? String == "2026-11-20T18:30:00+01:00")
        #expect(present.json["status"] as? String == "draft")
        let stale = await bench.ask("DELETE", "/v1/journals/\(id)", fields: ["If-Match": tag])
        #expect(stale.status == 412)
        let gone = await bench.ask("DELETE", "/v1/journals/\(id)", fields: ["If-Match": "*"])
        #expect(gone.status == 200)
        #expect(await bench.get("/v1/journals/\(id)").status == 404)
        #expect(await bench.ask("POST", "/v1/undo", "{}").status == 200)
        let listed = await bench.get("/v1/events?days=1").json["journals"] as? [[String: Any]]
        #expect(listed?.compactMap { $0["summary"] as? String } == ["Diary"])
    }

    @Test(
        "what no entry has is refused",
        arguments: [
            #"{"summary": "a", "location": "x"}"#, #"{"summary": "a", "due": "2026-11-20"}"#,
            #"{"summary": "a", "status": "confirmed"}"#, #"{"start": "2026-11-20"}"#,
        ])
    func refused(json: String) async throws {
        let answer = await bench.ask("POST", "/v1/journals", json)
        #expect(answer.status == 400, "\(answer.text)")
    }

    @Test("an event's route names theirs; a dry run changes nothing; a state has to be named")
    func doors() async throws {
        let id = try await add(#"{"summary": "b", "class": "private"}"#)
        let change = #"{"summary": "x"}"#
        let other = await bench.ask(
            "PATCH", "/v1/events/\(id)", change, fields: ["If-Match": "*"])
        #expect(other.status == 404 && other.json["code"] as? String == "is-journal")
        let dry = await bench.ask(
            "PATCH", "/v1/journals/\(id)?dryRun=true", change, fields: ["If-Match": "*"])
        #expect(dry.status == 200)
        let present = await bench.get("/v1/journals/\(id)")
        #expect(present.json["summary"] as? String == "b" && present.text.contains("PRIVATE"))
        #expect(await bench.ask("PATCH", "/v1/journals/\(id)", change).status == 428)
    }
}
