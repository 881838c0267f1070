import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// To-dos in what the service answers. Today is 2026-11-20, node 120.
@Suite("To-dos through the service")
struct TodoRoutesTests {
    private let bench: ServiceBench

    init() throws { bench = try ServiceBench() }

    /// A writable calendar with these to-dos, or events.
    private func add(_ name: String, _ components: String..., writable: Bool = true) async throws {
        let path = bench.folder.appending(path: name + ".ics")
        let text = "BEGIN:VCALENDAR\r\n\(components.joined())END:VCALENDAR\r\n"
        try Data(text.utf8).write(to: path)
        var source = CalendarSource(name: name, kind: .file, location: path.path)
        source.isWritable = writable
        _ = try await bench.service.live.present.importer.addSource(source)
    }

    private func todo(_ uid: String, _ lines: String...) -> String {
        (["BEGIN:VTODO", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "SUMMARY:\(uid)"] + lines
            + ["END:VTODO", ""]).joined(separator: "\r\n")
    }

    private func todos(_ target: String) async throws -> [[String: Any]] {
        try #require(await bench.get(target).json["todos"] as? [[String: Any]])
    }

    private func names(_ todos: [[String: Any]]) -> [String] {
        todos.compactMap { $0["summary"] as? String }
    }

    private func id(_ uid: String) -> String {
        OccurrenceID(uid: uid, kind: .todo, recurrenceID: nil).description
    }

    @Test("a document without to-dos has no member for them")
    func none() async throws {
        _ = try await bench.add("Lunch today 12:30")
        for target in ["/v1/timeline", "/v1/events", "/v1/search?q=lunch", "/v1/ribbon"] {
            let text = await bench.get(target).text
            #expect(!text.contains("todos") && !text.contains("items"), "\(target)")
        }
        #expect(!(await bench.get("/v1/changes?since=1").text.contains("items")))
    }

    @Test("the timeline has them with the nodes of their days, a slice those of its days")
    func timeline() async throws {
        try await add(
            "a", todo("late", "DUE;VALUE=DATE:20261118"), todo("today", "DUE:20261120T160000Z"),
            todo("far", "DUE;VALUE=DATE:20261231"), todo("never"))
        let whole = try await todos("/v1/timeline")
        #expect(names(whole) == ["late", "today", "far"])
        try #require(whole.map { $0["nodes"] as? [Int] } == [[118, 120], [120], [161]])
        #expect(whole[1]["due"] as? String == "2026-11-20T17:00:00+01:00")
        #expect(names(try await todos("/v1/timeline?slice=1")) == ["late", "today"])
        #expect(names(try await todos("/v1/timeline?slice=2")) == ["far"])
        #expect(await bench.get("/v1/timeline?slice=3").json["todos"] == nil)
        let counts = try #require(await bench.get("/v1/ribbon").json["items"] as? [Int])
        #expect(counts.count == 488 && counts[118] == 1 && counts[120] == 2 && counts[161] == 1)
        #expect(names(try await todos("/v1/events?days=2")) == ["late", "today"])
        #expect(names(try await todos("/v1/events?days=2&limit=5")) == ["late", "today"])
        #expect(names(try await todos("/v1/search?q=nev")) == ["never"])
        #expect(names(try await todos("/v1/search?q=late&from=2026-11-01&days=30")) == ["late"])
        #expect(
            await bench.get("/v1/search?q=never&from=2026-11-01&days=30").json["todos"] == nil)
    }

    @Test("an id names a to-do where it names no event, and edits of events do not take it")
    func one() async throws {
        try await add("a", todo("milk", "DUE;VALUE=DATE:20261121"))
        for target in ["/v1/events/\(id("milk"))", "/v1/todos/\(id("milk").prefix(6))"] {
            let answer = await bench.get(target)
            #expect(answer.status == 200 && answer.json["due"] as? String == "2026-11-21")
            let tag = try #require(answer.fields["ETag"])
            #expect(await bench.get(target, fields: ["If-None-Match": tag]).status == 304)
        }
        let milk = await bench.get("/v1/todos/\(id("milk"))").json
        #expect((milk["jcal"] as? [Any])?.first as? String == "vtodo")
        #expect(await bench.get("/v1/todos/none").status == 404)
        let any: HeaderFields = ["If-Match": "*"]
        for method in ["PATCH", "DELETE"] {
            let refused = await bench.ask(method, "/v1/events/\(id("milk"))", "{}", fields: any)
            #expect(refused.status == 404 && refused.code == "is-todo")
        }
        #expect(await bench.get("/v1/todos/\(id("milk"))").status == 200)
    }

    /// The text that the last change made.
    private func lastText() throws -> [String] {
        let change = try bench.service.live.present.store.history(last: 1).first
        let text = String(decoding: try #require(change?.operations.first?.after), as: UTF8.self)
        return text.split(separator: "\r\n").map(String.init)
    }

    @Test("all that a to-do has is set, and what depends on it with it; null removes")
    func changedValues() async throws {
        try await add(
            "a", todo("whole"), todo("part", "RELATED-TO;RELTYPE=PARENT:whole"),
            todo("rent", "DUE;VALUE=DATE:20261121", "CATEGORIES:home"))
        let any: HeaderFields = ["If-Match": "*"]
        func set(_ uid: String, _ json: String, _ query: String = "") async -> ServiceBench.Answer {
            await bench.ask("PATCH", "/v1/todos/\(id(uid))\(query)", json, fields: any)
        }
        var answer = await set(
            "rent",
            """
            {"summary": "Rent", "due": "2026-12-05T15:00", "priority": 1, "percent": 40, "categories": ["a", "b"],
            "description": "Bank", "parent": "whole"}
            """)
        #expect(answer.status == 200, "\(answer.text)")
        var lines = Set(try lastText())
        #expect(
            lines.isSuperset(of: [
                "SUMMARY:Rent", "DUE;TZID=Europe/Berlin:20261205T150000", "PRIORITY:1",
                "PERCENT-COMPLETE:40", "STATUS:IN-PROCESS", "CATEGORIES:a,b", "DESCRIPTION:Bank",
                "RELATED-TO:whole",
            ]), "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("DTSTART") })
        _ = await set("rent", "{\"percent\": 100}")
        lines = Set(try lastText())
        #expect(
            lines.isSuperset(of: [
                "PERCENT-COMPLETE:100", "STATUS:COMPLETED", "COMPLETED:20261120T110000Z",
            ]), "\(lines)")
        answer = await set(
            "rent",
            "{\"status\": \"needs-action\", \"due\": null, \"priority\": null, \"parent\": null, \"categories\": null}"
        )
        #expect(answer.status == 200, "\(answer.text)")
        let text = try lastText().joined(separator: "\n")
        for name in ["DUE", "PRIORITY", "RELATED-TO", "CATEGORIES", "COMPLETED", "PERCENT"] {
            #expect(!text.contains("\n\(name)"), "\(text)")
        }
        // Nothing is a part of itself, nor repeats without a day.
        for (uid, json, status) in [
            ("whole", "{\"parent\": \"part\"}", 400), ("whole", "{\"parent\": \"whole\"}", 400),
            ("whole", "{\"rules\": [\"FREQ=DAILY\"]}", 400), ("whole", "{\"percent\": 101}", 400),
            ("whole", "{\"priority\": 10}", 400), ("whole", "{\"due\": \"soon\"}", 400),
            ("whole", "{\"start\": \"2026-12-02\", \"due\": \"2026-12-01\"}", 400),
            ("whole", "{\"end\": \"2026-12-01\"}", 400),
        ] {
            let refused = await set(uid, json)
            #expect(refused.status == status, "\(json): \(refused.text)")
        }
    }

    @Test(
        "of one that repeats an instance is changed, the whole with its scope, and it is deleted with its parts"
    )
    func series() async throws {
        try await add(
            "a",
            todo(
                "rent", "DTSTART;VALUE=DATE:20261121", "DUE;VALUE=DATE:20261121",
                "RRULE:FREQ=DAILY"),
            todo("part", "RELATED-TO:rent"), todo("other"))
        let any: HeaderFields = ["If-Match": "*"]
        let path = "/v1/todos/\(id("rent"))"
        #expect(
            await bench.ask("PATCH", path, "{\"summary\": \"Once\"}", fields: any).status == 200)
        #expect(
            await bench.ask("PATCH", path + "?scope=all", "{\"priority\": 3}", fields: any).status
                == 200)
        let listed = try await todos("/v1/todos")
        #expect(Set(names(listed)) == ["Once", "part", "other"])
        let unsaid = await bench.ask("DELETE", path, fields: any)
        #expect(unsaid.status == 422 && unsaid.code == "no-scope")
        #expect(await bench.ask("DELETE", path + "?scope=all").status == 428)
        let answer = await bench.ask(
            "DELETE", path + "?scope=all&withSubtasks=true", fields: any)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(names(try await todos("/v1/todos")) == ["other"])
        #expect(await bench.ask("POST", "/v1/undo", "{}").status == 200)
        #expect(Set(names(try await todos("/v1/todos"))) == ["Once", "part", "other"])
    }

    @Test("done and open again, each in the journal; the state must be known; a repetition is one")
    func status() async throws {
        try await add("a", todo("milk", "DUE;VALUE=DATE:20261121"))
        let path = "/v1/todos/\(id("milk"))"
        let done = "{\"status\": \"completed\"}"
        #expect(await bench.ask("PATCH", path, done).status == 428)
        let tag = try #require(await bench.get(path).fields["ETag"])
        let dry = await bench.ask(
            "PATCH", path + "?dryRun=true", done, fields: ["If-Match": tag])
        #expect(dry.status == 200 && dry.json["number"] is NSNull)
        #expect(await bench.get(path).json["status"] as? String == "needs-action")
        let fields: HeaderFields = ["If-Match": tag, "Idempotency-Key": "one"]
        let first = await bench.ask("PATCH", path, done, fields: fields)
        #expect(first.status == 200, "\(first.text)")
        #expect(await bench.get(path).json["status"] as? String == "completed")
        #expect(await bench.get(path).json["completed"] as? String == "2026-11-20T12:00:00+01:00")
        #expect(await bench.ask("PATCH", path, done, fields: fields).text == first.text)
        #expect(try bench.service.live.present.store.history().count == 1)
        // A new process knows the repetition, too.
        let again = try ServiceBench(after: bench)
        #expect(await again.ask("PATCH", path, done, fields: fields).text == first.text)
        let stale = await bench.ask(
            "PATCH", path, "{\"status\": \"cancelled\"}", fields: ["If-Match": tag])
        #expect(stale.status == 412 && stale.json["present"] is [String: Any])
        #expect(await bench.ask("POST", "/v1/undo", "{}").status == 200)
        #expect(await bench.get(path).json["status"] as? String == "needs-action")
    }

    @Test("of one that repeats the instance of the id, else what is next")
    func repeating() async throws {
        try await add(
            "a",
            todo(
                "bins", "DTSTART;VALUE=DATE:20261116", "DUE;VALUE=DATE:20261116",
                "RRULE:FREQ=WEEKLY"))
        let any: HeaderFields = ["If-Match": "*"]
        let done = "{\"status\": \"completed\"}"
        let path = "/v1/todos/\(id("bins"))"
        #expect(await bench.get(path).json["due"] as? String == "2026-11-16")
        #expect(await bench.ask("PATCH", path + "-20261116", done, fields: any).status == 200)
        #expect(await bench.get(path).json["due"] as? String == "2026-11-23")
        #expect(await bench.get(path + "-20261116").json["status"] as? String == "completed")
        let open = "{\"status\": \"needs-action\"}"
        #expect(await bench.ask("PATCH", path + "-20261116", open, fields: any).status == 200)
        #expect(await bench.get(path).json["due"] as? String == "2026-11-16")
    }

    @Test("journal entries stand last on their day, in documents, by their id and on the page")
    func journals() async throws {
        let entry = todo("diary", "DTSTART;VALUE=DATE:20261120", "DESCRIPTION:dear <diary>")
            .replacing("VTODO", with: "VJOURNAL")
        try await add("a", entry, todo("call", "DUE:20261120T160000Z"))
        let found = try #require(
            await bench.get("/v1/timeline").json["journals"] as? [[String: Any]])
        #expect(names(found) == ["diary"] && found[0]["nodes"] as? [Int] == [120])
        #expect(found[0]["descriptions"] as? [String] == ["dear <diary>"])
        for target in ["/v1/events?days=1", "/v1/search?q=dear"] {
            let listed = await bench.get(target).json["journals"] as? [[String: Any]]
            #expect(listed?.count == 1, "\(target)")
        }
        let id = try #require(found[0]["id"] as? String)
        let shown = await bench.get("/v1/events/\(id)").json
        #expect(shown["start"] as? String == "2026-11-20")
        #expect((shown["jcal"] as? [Any])?.first as? String == "vjournal")
        let any: HeaderFields = ["If-Match": "*"]
        #expect(await bench.ask("DELETE", "/v1/events/\(id)", fields: any).status == 404)
        let page = await bench.get("/").text
        let row =
            "<li class=\"event journal c-0\"><span class=\"box\" aria-hidden=\"true\">✎</span>"
            + "<a href=\"/events/\(id)\"><time datetime=\"2026-11-20\"></time> "
            + "<span class=\"what\" dir=\"auto\">diary</span> <span class=\"in\">a</span></a></li></ol>"
        #expect(page.contains(row), "\(page)")
        #expect(await bench.get("/events/\(id)").text.contains("dear &lt;diary&gt;"))
    }

    @Test("one is added in words, as a person types them, and taken back")
    func words() async throws {
        let words = "{\"words\": \"pay rent tomorrow !1 #home every month\"}"
        let dry = await bench.ask("POST", "/v1/todos?dryRun=true", words)
        #expect(dry.status == 200 && dry.json["id"] is NSNull, "\(dry.text)")
        #expect(await bench.get("/v1/events?days=3").json["todos"] == nil)
        let fields: HeaderFields = ["Idempotency-Key": "rent"]
        let added = await bench.ask("POST", "/v1/todos", words, fields: fields)
        #expect(added.status == 201, "\(added.text)")
        let understood = try #require(added.json["understood"] as? [String: Any])
        #expect(understood["summary"] as? String == "pay rent")
        #expect(understood["due"] as? String == "2026-11-21" && understood["start"] is NSNull)
        #expect(understood["priority"] as? Int == 1)
        #expect(understood["categories"] as? [String] == ["home"])
        #expect(understood["rules"] as? [String] == ["FREQ=MONTHLY"])
        // A repeated request adds no second one.
        #expect(await bench.ask("POST", "/v1/todos", words, fields: fields).text == added.text)
        let again = try ServiceBench(after: bench)
        let repeated = await again.ask("POST", "/v1/todos", words, fields: fields)
        #expect(repeated.json["id"] as? String == added.json["id"] as? String, "\(repeated.text)")
        #expect(names(try await todos("/v1/events?days=3")) == ["pay rent"])
        let id = try #require(added.json["id"] as? String)
        #expect(await bench.get("/v1/todos/\(id)").json["due"] as? String == "2026-11-21")
        #expect(await bench.ask("POST", "/v1/undo", "{}").status == 200)
        #expect(await bench.get("/v1/todos/\(id)").status == 404)
    }

    @Test("or by values; what does not fit is refused by name")
    func values() async throws {
        let added = await bench.ask(
            "POST", "/v1/todos",
            """
            {"summary": "Report", "due": "2026-11-27T17:00:00+01:00", "rules": ["FREQ=WEEKLY"],
            "priority": 5, "description": "long", "parent": "thesis"}
            """)
        #expect(added.status == 201, "\(added.text)")
        let id = try #require(added.json["id"] as? String)
        let found = await bench.get("/v1/todos/\(id)").json
        #expect(found["due"] as? String == "2026-11-27T17:00:00+01:00")
        #expect(found["start"] as? String == "2026-11-27T00:00:00+01:00")
        #expect(found["parent"] as? String == "thesis" && found["priority"] as? Int == 5)
        for (bad, word) in [
            ("{}", "summary"), ("{\"summary\": \"a\", \"due\": \"soon\"}", "due"),
            ("{\"summary\": \"a\", \"priority\": 10}", "priority"),
            ("{\"summary\": \"a\", \"rules\": [\"FREQ=DAILY\"]}", "rules"),
            (
                "{\"summary\": \"a\", \"start\": \"2026-11-28\", \"due\": \"2026-11-27\"}",
                "start"
            ),
            ("{\"summary\": \"a\", \"end\": \"2026-11-28\"}", "'end'"),
            ("{\"words\": \"a\", \"due\": \"2026-11-28\"}", "'due'"),
        ] {
            let refused = await bench.ask("POST", "/v1/todos", bad)
            let detail = refused.json["detail"] as? String ?? ""
            #expect(
                [400, 422].contains(refused.status) && detail.hasPrefix(word),
                "\(bad): \(refused.text)")
        }
        let long = "{\"words\": \"\(String(repeating: "a", count: 10_001))\"}"
        for target in ["/v1/todos", "/v1/events"] {
            #expect(await bench.ask("POST", target, long).code == "too-long")
        }
        let unclear = await bench.ask("POST", "/v1/todos", "{\"words\": \"call at 10\"}")
        #expect(unclear.status == 422, "\(unclear.text)")
    }

    @Test("what cannot be changed, and what is no status, is refused")
    func refused() async throws {
        try await add("a", todo("milk"), writable: false)
        let any: HeaderFields = ["If-Match": "*"]
        let path = "/v1/todos/\(id("milk"))"
        for bad in [
            "{\"status\": \"COMPLETED\"}", "{\"status\": \"confirmed\"}", "{\"end\": null}", "[]",
        ] {
            let answer = await bench.ask("PATCH", path, bad, fields: any)
            #expect(answer.status == 400 && answer.code == "bad-content", "\(bad): \(answer.text)")
        }
        let answer = await bench.ask("PATCH", path, "{\"status\": \"completed\"}", fields: any)
        #expect(answer.status == 409, "\(answer.text)")
        let reading = try ServiceBench(isReadOnly: true, after: bench)
        #expect(await reading.ask("PATCH", path, "{}", fields: any).code == "read-only")
    }

    @Test("a stream tells them as items, once, and who was away what he missed")
    func stream() async throws {
        let following = try await bench.following()
        defer { following.cancel() }
        let reader = try await StreamListener(bench)
        let revision = try bench.service.live.present.store.revision()
        try await add("a", todo("milk", "DUE;VALUE=DATE:20261118"), todo("never"))
        await bench.service.live.lookNow()
        let told = await reader.change()
        #expect(told.name == "item" && told.data.count == 1, "\(told)")
        let start = "{\"change\":\"added\",\"nodes\":[118,120],\"todo\":{\"id\":\"\(id("milk"))\""
        #expect(told.data.first?.hasPrefix(start) == true, "\(told)")
        let document = await bench.get("/v1/changes?since=\(revision)").json
        #expect((document["changes"] as? [Any])?.isEmpty == true)
        #expect((document["items"] as? [[String: Any]])?.count == 1)
        // The kept timeline has them, as a fresh one does.
        #expect(names(try await todos("/v1/timeline")) == ["milk"])
        // Lists have also what the timeline does not show.
        try await add("b", todo("someday"))
        await bench.service.live.lookNow()
        let present = try bench.service.live.present.store.revision()
        while await bench.service.live.log.timeline.map({ $0.revision < present }) != false {
            try await Task.sleep(for: .milliseconds(5))
        }
        // There is something to tell by now: it tells nothing else, nor waits.
        var id: Int64 = 0
        while id < present, let event = await reader.any() {
            #expect(event.name == "commit" && event.data == [], "\(event)")
            id = event.id ?? present
        }
    }

    @Test("the page without scripts has them among the events, with a box")
    func page() async throws {
        try await add(
            "a", todo("late", "DUE;VALUE=DATE:20261118"),
            todo("done & gone", "DUE:20261120T160000Z", "STATUS:COMPLETED"))
        let page = await bench.get("/").text
        let late =
            "<li class=\"event todo c-0 late\"><span class=\"box\" aria-hidden=\"true\">☐</span>"
            + "<a href=\"/events/\(id("late"))\"><time datetime=\"2026-11-18\">overdue</time> "
            + "<span class=\"what\" dir=\"auto\">late</span> <span class=\"in\">a</span></a></li>"
        #expect(page.contains(late), "\(page)")
        #expect(
            page.contains("<li class=\"event todo c-0\"><span class=\"box\" aria-hidden=\"true\">☐")
        )
        #expect(
            page.contains(
                "<li class=\"event todo c-0 closed\"><span class=\"box\" aria-hidden=\"true\">☑</span>"
            ))
        #expect(
            page.contains(
                ">17:00</time> <span class=\"what\" dir=\"auto\">done &amp; gone</span> <em>done</em>"
            ))
        #expect(await bench.get("/events/\(id("late"))").text.contains("<h2 dir=\"auto\">"))
        #expect(await bench.get("/search?q=late").text.contains("event todo c-0"))
    }
}
