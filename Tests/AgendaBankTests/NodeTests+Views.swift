@testable import AgendaService
import Foundation
import Testing

// What a view counts by itself is nothing that another view takes for its own.
extension NodeTests {
    @Test("calendars have one number and one tag at each node, whichever were there before")
    func numbers() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let nora = try await user("nora", at: first)
        func calendars(_ node: Node) async throws -> [[String: Any]] {
            let list = await node.ask("GET", "/v1/calendars?details", fields: nora.token)
            let json =
                try JSONSerialization.jsonObject(with: Data(list.text.utf8)) as? [String: Any]
            return json?["calendars"] as? [[String: Any]] ?? []
        }
        func number(_ name: String, at node: Node) async throws -> (id: Int, tag: String) {
            let found = try await calendars(node).first { $0["name"] as? String == name }
            let id = try #require(found?["id"] as? Int)
            return (id, try #require(found?["tag"] as? String))
        }
        for name in ["Old", "Work", "Home"] {
            let made = await first.ask(
                "POST", "/v1/calendars", "{\"name\": \"\(name)\"}", fields: nora.token)
            #expect(made.status == 201, "\(made.text)")
        }
        let old = try await number("Old", at: first)
        var fields = nora.token
        fields["If-Match"] = old.tag
        #expect(
            await first.ask("DELETE", "/v1/calendars/\(old.id)", fields: fields).status == 200)
        // The other one has never seen the first of them.
        for name in ["Work", "Home", "Calendar"] {
            let (here, there) = (
                try await number(name, at: first), try await number(name, at: second)
            )
            #expect(here == there, "\(name)")
        }
        let home = try await number("Home", at: first)
        fields["If-Match"] = home.tag
        let gone = await second.ask("DELETE", "/v1/calendars/\(home.id)", fields: fields)
        #expect(gone.status == 200, "\(gone.text)")
        let left = try await calendars(first).compactMap { $0["name"] as? String }
        #expect(Set(left) == ["Calendar", "Work"])
    }

    @Test("who knows a revision of one node is told by another to begin anew")
    func revisions() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let omar = try await user("omar", at: first)
        func revision(_ node: Node) async throws -> Int {
            let page = await node.ask("GET", "/", fields: omar.token)
            let found = page.text.firstMatch(of: /data-revision="([0-9]+)"/)?.1
            return try #require(found.flatMap { Int($0) }, "\(page.text.prefix(2_000))")
        }
        let known = try await revision(first)
        let own = try await revision(second)
        #expect(abs(own - known) > 100)
        #expect(await put("Lunch", "lunch", at: first, omar.device, of: "omar").status == 201)
        #expect(await put("Tea", "tea", at: second, omar.device, of: "omar").status == 201)
        /// What another node says is new, once it says so or refuses.
        func news(since revision: Int, _ title: String) async throws -> (status: Int, text: String)
        {
            var answer = (status: 0, text: "nothing")
            for _ in 0..<500 where answer.status == 0 {
                let found = await second.ask(
                    "GET", "/v1/changes?since=\(revision)", fields: omar.token)
                if found.status != 200 || found.text.contains(title) {
                    answer = (found.status, found.text)
                } else {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            return answer
        }
        let refused = try await news(since: known, "Tea")
        #expect(refused.status == 410, "\(refused.text)")
        // Of its own it tells what is new, and goes on counting.
        let tea = try await news(since: own, "Tea")
        let json = try JSONSerialization.jsonObject(with: Data(tea.text.utf8)) as? [String: Any]
        let next = try #require(json?["revision"] as? Int)
        #expect((own..<own + 100).contains(next))
        #expect(await put("Dinner", "dinner", at: first, omar.device, of: "omar").status == 201)
        let dinner = try await news(since: next, "Dinner")
        #expect(dinner.status == 200 && !dinner.text.contains("Tea"), "\(dinner.text)")
    }
}
