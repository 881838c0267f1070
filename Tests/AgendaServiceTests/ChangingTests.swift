import Foundation
import Testing

@testable import AgendaService

@Suite("Changes through the service")
struct ChangingTests {
    private func tag(_ id: String, _ bench: ServiceBench) async throws -> String {
        try #require(await bench.get("/v1/events/\(id)").fields["ETag"])
    }

    @Test("words are understood first, then added, and undone")
    func words() async throws {
        let bench = try ServiceBench()
        let words = "{\"words\": \"Lunch with Kim tomorrow 12:30-13:30 @ Cafe Nord\"}"
        let dry = await bench.ask("POST", "/v1/events?dryRun=true", words)
        let understood = try #require(dry.json["understood"] as? [String: Any])
        #expect(dry.status == 200 && dry.json["id"] is NSNull)
        #expect(understood["summary"] as? String == "Lunch with Kim")
        #expect(understood["location"] as? String == "Cafe Nord")
        #expect(understood["start"] as? String == "2026-11-21T12:30:00+01:00")
        #expect(try await bench.summaries() == [])
        let added = await bench.ask("POST", "/v1/events", words)
        #expect(added.status == 201 && added.json["change"] as? Int == 1)
        #expect(try await bench.summaries() == ["Lunch with Kim"])
        let undone = await bench.ask("POST", "/v1/undo", "{}")
        #expect(undone.status == 200)
        #expect(try await bench.summaries() == [])
        #expect(await bench.ask("POST", "/v1/redo").status == 200)
        #expect(try await bench.summaries() == ["Lunch with Kim"])
    }

    @Test(
        "what is unclear is never guessed",
        arguments: [
            ("Lunch", "unclear-no-time"), ("tomorrow 12:30", "unclear-no-title"),
            ("Tea tomorrow 25:00", "unclear-time"),
        ])
    func unclear(words: String, code: String) async throws {
        let answer = try await ServiceBench().ask("POST", "/v1/events", "{\"words\": \"\(words)\"}")
        #expect(answer.status == 422 && answer.code == code, "\(answer.text)")
    }

    @Test(
        "each choice is a whole text that keeps the day, and a time without a day says that it is today"
    )
    func choices() async throws {
        let bench = try ServiceBench()
        let unclear = await bench.ask("POST", "/v1/events", #"{"words": "Tea tomorrow at 3"}"#)
        #expect(unclear.status == 422)
        #expect(
            unclear.json["choices"] as? [String]
                == ["Tea tomorrow at 03:00", "Tea tomorrow at 15:00"])
        // It is noon: what is over would be refused again.
        let over = await bench.ask("POST", "/v1/todos", #"{"words": "call at 10"}"#)
        #expect(over.json["choices"] as? [String] == ["call at 22:00"])
        let clear = await bench.ask("POST", "/v1/events?dryRun=true", #"{"words": "Tea 23:30"}"#)
        let understood = try #require(clear.json["understood"] as? [String: Any])
        #expect(understood["takesToday"] as? Bool == true)
        let slip = await bench.ask("POST", "/v1/events", #"{"words": "Tea tomorow 23:30"}"#)
        #expect(slip.status == 422 && slip.code == "unclear-day", "\(slip.text)")
    }

    @Test(
        "what the document does not allow is refused, also where nothing would look at it",
        arguments: [
            ("POST", "/v1/events", #"{"words": "Tea tomorrow 15:00", "start": "2026-11-21"}"#),
            ("POST", "/v1/events", #"{"words": "Tea tomorrow 15:00", "colour": "red"}"#),
            ("PATCH", "/v1/events/x", #"{"start": null}"#),
            ("PATCH", "/v1/events/x?scope=some", "{}"),
            ("DELETE", "/v1/events/x?dryRun=perhaps", nil),
            ("GET", "/v1/next?days=0", nil),
        ])
    func undeclared(method: String, target: String, content: String?) async throws {
        let answer = try await ServiceBench().ask(method, target, content)
        #expect(answer.status == 400, "\(answer.text)")
    }

    @Test("values: a day, a time, a rule; and what makes no event")
    func values() async throws {
        let bench = try ServiceBench()
        let day = await bench.ask(
            "POST", "/v1/events",
            "{\"summary\": \"Fair\", \"start\": \"2026-11-21\", \"end\": \"2026-11-23\"}")
        #expect(day.status == 201)
        let weekly = await bench.ask(
            "POST", "/v1/events",
            "{\"summary\": \"Weekly\", \"start\": \"2026-11-23T09:00:00+01:00\", \"rules\": [\"FREQ=WEEKLY;COUNT=3\"]}"
        )
        #expect(weekly.status == 201)
        let events = try #require(
            await bench.get("/v1/events?days=30").json["events"] as? [[String: Any]])
        #expect(
            events.map { $0["start"] as? String } == [
                "2026-11-21", "2026-11-23T09:00:00+01:00", "2026-11-30T09:00:00+01:00",
                "2026-12-07T09:00:00+01:00",
            ])
        #expect(
            events[0]["end"] as? String == "2026-11-23"
                && events[1]["end"] as? String == "2026-11-23T10:00:00+01:00")
        for bad in [
            "{}", "{\"summary\": \"x\"}", "{\"summary\": \"x\", \"start\": \"soon\"}",
            "{\"summary\": \"x\", \"start\": \"2026-11-23\", \"end\": \"2026-11-20\"}",
            "{\"summary\": 1, \"start\": \"2026-11-23\"}",
            "{\"summary\": \"x\", \"start\": \"2026-11-23\", \"id\": \"1\"}", "[]", "{",
            "{\"summary\": \"x\", \"start\": \"2026-11-23\", \"rules\": [\"FREQ=NEVER\"]}",
        ] {
            let answer = await bench.ask("POST", "/v1/events", bad)
            #expect(answer.status == 400 && answer.code == "bad-content", "\(bad): \(answer.text)")
        }
        #expect(
            await bench.ask("POST", "/v1/events", "{}", fields: ["Content-Type": "text/plain"])
                .status == 415)
    }

    @Test("a change names the state that it changes, and is refused where that is another one")
    func conditions() async throws {
        let bench = try ServiceBench()
        let id = try await bench.add("Lunch tomorrow 12:30-13:30")
        let target = "/v1/events/\(id)"
        #expect(await bench.ask("PATCH", target, "{\"location\": \"Nord\"}").code == "no-if-match")
        let old = try await tag(id, bench)
        let dry = await bench.ask(
            "PATCH", target + "?dryRun=true", "{\"location\": \"Nord\"}", fields: ["If-Match": old])
        #expect(dry.status == 200 && dry.json["dryRun"] as? Bool == true)
        #expect(
            await bench.ask("PATCH", target, "{\"location\": \"Nord\"}", fields: ["If-Match": old])
                .status == 200)
        let late = await bench.ask(
            "PATCH", target, "{\"location\": \"Sud\"}", fields: ["If-Match": old])
        #expect(late.status == 412)
        #expect((late.json["present"] as? [String: Any])?["location"] as? String == "Nord")
        // Other events do not matter.
        let present = try await tag(id, bench)
        _ = try await bench.add("Tea tomorrow 15:00")
        #expect(try await tag(id, bench) == present)
        #expect(await bench.ask("DELETE", target, fields: ["If-Match": present]).status == 200)
        #expect(try await bench.summaries() == ["Tea"])
        #expect(await bench.ask("DELETE", target, fields: ["If-Match": present]).status == 404)
    }

    @Test("a new start takes the end along; null removes; days become times and back")
    func patches() async throws {
        let bench = try ServiceBench()
        let id = try await bench.add("Lunch tomorrow 12:30-13:30 @ Nord")
        func patch(_ json: String) async throws -> [String: Any] {
            let answer = await bench.ask(
                "PATCH", "/v1/events/\(id)", json, fields: ["If-Match": try await tag(id, bench)])
            #expect(answer.status == 200, "\(answer.text)")
            return await bench.get("/v1/events/\(id)").json
        }
        var event = try await patch(
            "{\"start\": \"2026-11-22T18:00:00+01:00\", \"location\": null}")
        #expect(event["start"] as? String == "2026-11-22T18:00:00+01:00")
        #expect(
            event["end"] as? String == "2026-11-22T19:00:00+01:00" && event["location"] is NSNull)
        event = try await patch("{\"allDay\": true}")
        #expect(
            event["start"] as? String == "2026-11-22" && event["end"] as? String == "2026-11-23")
        event = try await patch(
            "{\"start\": \"2026-11-24T08:00:00+01:00\", \"allDay\": false, \"timeZone\": \"America/New_York\"}"
        )
        #expect(
            event["start"] as? String == "2026-11-24T08:00:00+01:00"
                && event["timeZone"] as? String == "America/New_York")
        event = try await patch(
            "{\"summary\": \"Supper\", \"categories\": [\"Food\"], \"transparent\": true, \"status\": \"tentative\"}"
        )
        #expect(event["summary"] as? String == "Supper" && event["transparent"] as? Bool == true)
        #expect(
            event["status"] as? String == "tentative"
                && event["categories"] as? [String] == ["Food"])
    }

    @Test("of a series: one day, the later ones, all; and the question when nothing is said")
    func series() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Standup every day tomorrow 9:00 for 5 days")
        func ids() async throws -> [String] {
            let events = try #require(
                await bench.get("/v1/events?days=10").json["events"] as? [[String: Any]])
            return events.compactMap { $0["id"] as? String }
        }
        let second = try await ids()[1]
        func change(_ method: String, _ query: String, _ json: String? = nil) async throws
            -> ServiceBench.Answer
        {
            await bench.ask(
                method, "/v1/events/\(second)\(query)", json,
                fields: ["If-Match": try await tag(second, bench)])
        }
        let unsaid = try await change("PATCH", "", "{\"summary\": \"x\"}")
        #expect(unsaid.status == 422 && unsaid.code == "no-scope")
        #expect(try await change("PATCH", "?scope=this", "{\"summary\": \"Once\"}").status == 200)
        #expect(
            try await bench.summaries("/v1/events?days=10") == [
                "Standup", "Once", "Standup", "Standup", "Standup",
            ])
        #expect(try await change("DELETE", "?scope=this").status == 200)
        #expect(try await ids().count == 4)
        #expect(await bench.ask("POST", "/v1/undo", "{}").status == 200)
        #expect(try await change("DELETE", "?scope=future").status == 200)
        #expect(try await bench.summaries("/v1/events?days=10") == ["Standup"])
    }

    @Test("PUT replaces all values")
    func replacing() async throws {
        let bench = try ServiceBench()
        let id = try await bench.add("Lunch tomorrow 12:30-13:30 @ Nord")
        func put(_ json: String) async throws -> ServiceBench.Answer {
            await bench.ask(
                "PUT", "/v1/events/\(id)", json, fields: ["If-Match": try await tag(id, bench)])
        }
        #expect(try await put("{\"summary\": \"Supper\"}").code == "bad-content")
        let start = "\"start\": \"2026-11-21T18:00:00+01:00\""
        #expect(try await put("{\"summary\": \"Supper\", \(start)}").status == 200)
        let event = await bench.get("/v1/events/\(id)").json
        #expect(event["summary"] as? String == "Supper" && event["location"] is NSNull)
        #expect(event["start"] as? String == "2026-11-21T18:00:00+01:00")
        #expect(event["end"] as? String == "2026-11-21T19:00:00+01:00")
    }

    @Test("a repetition after a restart finds what was done, also what was taken back since")
    func repetitionLater() async throws {
        let bench = try ServiceBench()
        let key: HeaderFields = ["Idempotency-Key": "one"]
        let words = "{\"words\": \"Lunch tomorrow 12:30\"}"
        let first = await bench.ask("POST", "/v1/events", words, fields: key)
        let later = try ServiceBench(after: bench)
        let again = await later.ask("POST", "/v1/events", words, fields: key)
        #expect(again.status == 201 && again.json["id"] as? String == first.json["id"] as? String)
        #expect(again.json["change"] as? Int == first.json["change"] as? Int)
        #expect(try await later.summaries() == ["Lunch"])
        let undo: HeaderFields = ["Idempotency-Key": "two"]
        #expect(await later.ask("POST", "/v1/undo", "{}", fields: undo).status == 200)
        let last = try ServiceBench(after: bench)
        #expect(await last.ask("POST", "/v1/undo", "{}", fields: undo).status == 200)
        #expect(await last.ask("POST", "/v1/events", words, fields: key).status == 201)
        #expect(try await last.summaries() == [], "the undo was one, and so was the event")
    }

    @Test("what was refused may be tried again with its key")
    func refusedOnce() async throws {
        let bench = try ServiceBench()
        let key: HeaderFields = ["Idempotency-Key": "one"]
        #expect(await bench.ask("POST", "/v1/redo", fields: key).status == 404)
        _ = try await bench.add("Lunch tomorrow 12:30")
        #expect(await bench.ask("POST", "/v1/undo", "{}").status == 200)
        #expect(await bench.ask("POST", "/v1/redo", fields: key).status == 200)
        let bad: HeaderFields = ["Idempotency-Key": "two words"]
        #expect(await bench.ask("POST", "/v1/redo", fields: bad).code == "bad-key")
    }

    @Test("a repetition with the same key does nothing a second time")
    func repetition() async throws {
        let bench = try ServiceBench()
        let key: HeaderFields = ["Idempotency-Key": "one"]
        let words = "{\"words\": \"Lunch tomorrow 12:30\"}"
        async let first = bench.ask("POST", "/v1/events", words, fields: key)
        async let second = bench.ask("POST", "/v1/events", words, fields: key)
        let answers = await [first, second]
        #expect(answers[0].text == answers[1].text && answers[0].status == 201)
        #expect(try await bench.summaries() == ["Lunch"])
        #expect(
            await bench.ask(
                "POST", "/v1/events", "{\"words\": \"Tea tomorrow 15:00\"}", fields: key
            ).code == "key-reused")
    }
}
