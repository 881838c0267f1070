import Foundation
import Testing

@testable import AgendaService

/// Today is Friday, 2026-11-20.
@Suite("Rules through the service")
struct RuleRoutesTests {
    private let bench: ServiceBench

    init() throws { bench = try ServiceBench() }

    private var file: URL { bench.folder.appending(path: "config/config.toml") }

    /// A rule as a request has it.
    private func rule(_ settings: (String, String)..., at place: Int? = nil) throws -> String {
        var members: [String: Any] = [
            "settings": settings.map { ["key": $0.0, "values": [$0.1]] }
        ]
        members["at"] = place
        return String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    private func listed() async throws -> (titles: [String], matches: [Int], tag: String) {
        let answer = await bench.get("/v1/rules")
        let rules = try #require(answer.json["rules"] as? [[String: Any]], "\(answer.text)")
        let titles = rules.map { rule in
            let settings = rule["settings"] as? [[String: Any]] ?? []
            return (settings.first?["values"] as? [String])?.first ?? ""
        }
        return (
            titles, rules.compactMap { $0["matches"] as? Int },
            try #require(answer.fields["ETag"])
        )
    }

    @Test("one is tried, added, and takes effect at once; undo takes it out of config.toml, too")
    func add() async throws {
        _ = try await bench.add("Lunch tomorrow 12:00")
        _ = try await bench.add("Tea tomorrow 15:00")
        let hide = try rule(("summary", "lunch*"), ("hide", "true"))
        let tried = await bench.ask("POST", "/v1/rules?dryRun=true", hide)
        #expect(tried.status == 200 && tried.json["count"] as? Int == 1, "\(tried.text)")
        let change = try #require((tried.json["events"] as? [[String: Any]])?.first)
        #expect((change["before"] as? [String: Any])?["summary"] as? String == "Lunch")
        #expect(change["after"] is NSNull)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(try await listed().titles.isEmpty)

        let added = await bench.ask("POST", "/v1/rules", hide)
        #expect(added.status == 201 && added.json["rule"] as? Int == 1, "\(added.text)")
        #expect(try await bench.summaries() == ["Tea"])
        #expect(try await listed().matches == [1])
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("[[rules]]") && text.contains("summary = \"lunch*\""), "\(text)")
        let number = try #require(added.json["number"] as? Int)
        #expect(await bench.ask("POST", "/v1/undo", "{\"only\": \(number)}").status == 200)
        #expect(try await bench.summaries() == ["Lunch", "Tea"])
        #expect(try await listed().titles.isEmpty)
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("lunch"))
    }

    @Test("they are moved, changed and removed by who knows the list as it is")
    func change() async throws {
        let id = try await bench.add("Tea tomorrow 15:00")
        for title in ["One", "Two", "Three"] {
            let text = try rule(("summary", "tea"), ("title", title))
            #expect(await bench.ask("POST", "/v1/rules", text).status == 201)
        }
        #expect(try await bench.summaries() == ["Three"])
        let applied = await bench.get("/v1/events/\(id)").json["appliedRules"] as? [[String: Any]]
        #expect(applied?.compactMap { $0["number"] as? Int } == [1, 2, 3])
        let first = try await listed().tag
        #expect(await bench.ask("PATCH", "/v1/rules/3", "{\"at\": 1}").status == 428)
        let moved = await bench.ask(
            "PATCH", "/v1/rules/3", "{\"at\": 1}", fields: ["If-Match": first])
        #expect(moved.status == 200 && moved.json["rule"] as? Int == 1, "\(moved.text)")
        #expect(try await bench.summaries() == ["Two"])
        let stale = await bench.ask("DELETE", "/v1/rules/3", fields: ["If-Match": first])
        #expect(stale.status == 412 && stale.code == "changed-meanwhile")
        let tag = try #require(moved.fields["ETag"])
        let other = try rule(("summary", "tea"), ("title", "Four"))
        let tried = await bench.ask(
            "PATCH", "/v1/rules/3?dryRun=true", other, fields: ["If-Match": tag])
        let change = (tried.json["events"] as? [[String: Any]])?.first?["after"]
        #expect((change as? [String: Any])?["summary"] as? String == "Four", "\(tried.text)")
        let changed = await bench.ask("PATCH", "/v1/rules/3", other, fields: ["If-Match": tag])
        #expect(changed.status == 200 && changed.json["rule"] as? Int == 3)
        #expect(try await bench.summaries() == ["Four"])
        let removed = await bench.ask("DELETE", "/v1/rules/3", fields: ["If-Match": "*"])
        #expect(removed.status == 200, "\(removed.text)")
        #expect(try await bench.summaries() == ["One"])
        #expect(await bench.ask("DELETE", "/v1/rules/3", fields: ["If-Match": "*"]).status == 404)
    }

    @Test("what is no rule is refused with what to write, and no place of the machine is told")
    func refusals() async throws {
        for (text, status) in [
            ("{}", 400), ("{\"settings\": []}", 422),
            (try rule(("summary", "Tea")), 422), (try rule(("hide", "true")), 422),
            (try rule(("summary", "/(/"), ("hide", "true")), 422),
            (try rule(("between", "noon"), ("hide", "true")), 422),
            (try rule(("summary", "Tea"), ("color", "no colour")), 422),
            (try rule(("colour", "red"), ("hide", "true")), 400),
            (try rule(("summary", "Tea"), ("hide", "true"), at: 3), 422),
        ] {
            let answer = await bench.ask("POST", "/v1/rules", text)
            #expect(answer.status == status && answer.code == "bad-content", "\(answer.text)")
        }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("[[rules]]\nsummary = 3\nhide = true\n".utf8).write(to: file)
        for method in ["GET", "POST"] {
            let answer = await bench.ask(
                method, "/v1/rules",
                method == "POST" ? try rule(("summary", "Tea"), ("hide", "true")) : nil)
            #expect(answer.status == 409 && answer.code == "unreadable-rules", "\(answer.text)")
            #expect(!answer.text.contains(bench.folder.path))
        }
    }
}
