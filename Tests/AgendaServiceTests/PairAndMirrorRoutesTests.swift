import Foundation
import Testing

@testable import AgendaService

/// Today is Friday, 2026-11-20.
@Suite("What is the same, and mirrors, through the service")
struct PairAndMirrorRoutesTests {
    private let bench: ServiceBench

    init() throws { bench = try ServiceBench() }

    /// A calendar of one's own with events on 2026-11-23, each of an hour.
    private func upload(_ name: String, _ events: (uid: String, title: String, hour: Int)...) async
    {
        func hour(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let texts = events.map { event in
            """
            BEGIN:VEVENT
            UID:\(event.uid)
            DTSTAMP:20260101T000000Z
            DTSTART:20261123T\(hour(event.hour))0000Z
            DTEND:20261123T\(hour(event.hour + 1))0000Z
            SUMMARY:\(event.title)
            LOCATION:Elbe Hall \(event.hour)
            END:VEVENT

            """
        }
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//tests//EN\n" + texts.joined()
            + "END:VCALENDAR\n"
        let answer = await bench.ask(
            "POST", "/v1/calendars/file?name=\(name)", text.replacing("\n", with: "\r\n"),
            fields: ["Content-Type": "text/calendar"])
        #expect(answer.status == 201, "\(answer.text)")
    }

    private func list(_ target: String, _ member: String) async throws -> [[String: Any]] {
        let answer = await bench.get(target)
        return try #require(answer.json[member] as? [[String: Any]], "\(answer.text)")
    }

    @Test(
        "two events are offered with why, become one, two again by undo, or are offered no more")
    func pairs() async throws {
        await upload("Home", ("a", "Parents’ Evening", 18))
        await upload("Class", ("b", "Parents' evening", 18), ("c", "Swimming", 8))
        let pair = try #require(try await list("/v1/similar", "similar").first)
        #expect(pair["reasons"] as? [String] == ["same-title", "same-place"], "\(pair)")
        let events = try #require(pair["events"] as? [[String: Any]])
        let ids = events.compactMap { $0["id"] as? String }
        func say(_ isSame: Bool, _ ids: [String]) async -> ServiceBench.Answer {
            await bench.ask(
                "POST", "/v1/similar",
                "{\"first\": \"\(ids[0])\", \"second\": \"\(ids[1])\", \"same\": \(isSame)}")
        }
        let noted = await say(true, ids)
        #expect(noted.status == 200 && noted.json["notes"] as? [String] == [], "\(noted.text)")
        let shown = try await list("/v1/events", "events")
        #expect(shown.count == 2 && shown.contains { ($0["alsoIn"] as? [String])?.count == 1 })
        #expect(try await list("/v1/similar", "similar").isEmpty)
        let number = try #require(noted.json["number"] as? Int)
        #expect(await bench.ask("POST", "/v1/undo", "{\"only\": \(number)}").status == 200)
        #expect(try await list("/v1/events", "events").count == 3)
        #expect(try await list("/v1/similar", "similar").count == 1)
        #expect(await say(false, ids).status == 200)
        #expect(await say(false, ids).json["number"] is NSNull)
        #expect(try await list("/v1/similar", "similar").isEmpty)
        // Words would search, and of two that one calendar has none is the other.
        #expect(await say(true, ["Swimming", ids[0]]).status == 422)
        let own = try await list("/v1/events?calendar=Class", "events")
            .compactMap { $0["id"] as? String }
        try #require(own.count == 2)
        #expect(await say(true, own).code == "no-pair")
        #expect(await say(true, ["ffffffffffff", ids[0]]).status == 404)
    }

    @Test("a mirror is made, stands in the list, is stopped, run, and ended with its blocks")
    func mirrors() async throws {
        await upload("Home", ("a", "Secret one", 9), ("b", "Secret two", 11))
        #expect(await bench.ask("POST", "/v1/calendars", "{\"name\": \"Work\"}").status == 201)
        let wanted = "{\"calendars\": [\"home\"], \"target\": \"Work\", \"days\": 30}"
        let made = await bench.ask("POST", "/v1/mirrors", wanted)
        let run = (made.json["runs"] as? [[String: Any]])?.first
        #expect(made.status == 201 && run?["added"] as? Int == 2, "\(made.text)")
        #expect(try await bench.summaries("/v1/events?calendar=Work") == ["Busy", "Busy"])
        #expect(await bench.ask("POST", "/v1/mirrors", wanted).code == "name-taken")

        let text = await bench.get("/v1/mirrors").text
        #expect(!text.contains(bench.folder.path) && !text.contains("secret"), "\(text)")
        let mirror = try #require(try await list("/v1/mirrors", "mirrors").first)
        #expect(mirror["name"] as? String == "Home to Work" && mirror["days"] as? Int == 30)
        #expect(mirror["state"] as? String == "current" && mirror["blocks"] as? Int == 2)
        let tag = try #require(mirror["tag"] as? String)
        let path = "/v1/mirrors/Home%20to%20Work"
        #expect(await bench.ask("PATCH", path, "{\"paused\": true}").status == 428)
        let paused = await bench.ask(
            "PATCH", path, "{\"paused\": true}", fields: ["If-Match": tag])
        #expect(paused.status == 200, "\(paused.text)")
        let stale = await bench.ask(
            "PATCH", path, "{\"days\": 3}", fields: ["If-Match": tag])
        #expect(stale.status == 412)
        func state() async throws -> String? {
            try await list("/v1/mirrors", "mirrors").first?["state"] as? String
        }
        #expect(try await state() == "paused")
        let shown = await bench.ask(
            "PATCH", path, "{\"shows\": [\"title\"], \"paused\": false}",
            fields: ["If-Match": "*"])
        #expect(shown.status == 200, "\(shown.text)")
        #expect(
            try await bench.summaries("/v1/events?calendar=Work") == ["Secret one", "Secret two"])
        // Undo of its run would be undone by the next one.
        let number = try #require(shown.json["number"] as? Int)
        #expect(await bench.ask("POST", "/v1/undo", "{\"only\": \(number)}").status == 200)
        #expect(try await bench.summaries("/v1/events?calendar=Work") == ["Busy", "Busy"])
        #expect(try await state() == "paused")
        let waits = await bench.ask("POST", path + "/run")
        let why = (waits.json["runs"] as? [[String: Any]])?.first?["state"] as? String
        #expect(waits.status == 200 && why == "paused", "\(waits.text)")
        #expect(await bench.ask("POST", path + "/run?confirm=true").status == 200)
        #expect(try await state() == "current")

        let ended = await bench.ask("DELETE", path, fields: ["If-Match": "*"])
        #expect(ended.status == 200 && ended.json["blocks"] as? Int == 2, "\(ended.text)")
        #expect(try await list("/v1/mirrors", "mirrors").isEmpty)
        #expect(try await bench.summaries("/v1/events?calendar=Work").isEmpty)
        // Its blocks come back without it.
        let last = try #require(ended.json["number"] as? Int)
        #expect(await bench.ask("POST", "/v1/undo", "{\"only\": \(last)}").status == 200)
        #expect(await bench.ask("POST", path + "/run").status == 404)
    }

    @Test("what cannot be mirrored is refused with what to do")
    func refusals() async throws {
        await upload("Home", ("a", "One", 9))
        #expect(await bench.ask("POST", "/v1/calendars", "{\"name\": \"Work\"}").status == 201)
        for (json, status) in [
            (#"{"calendars": ["Home"]}"#, 400), (#"{"calendars": ["No"], "target": "Work"}"#, 400),
            (#"{"calendars": [], "target": "Work"}"#, 422),
            (#"{"calendars": ["Work"], "target": "Work"}"#, 409),
            (#"{"calendars": ["Home"], "target": "Work", "days": 0}"#, 422),
            (#"{"calendars": ["Home"], "target": "Work", "shows": ["guests"]}"#, 422),
            (#"{"calendars": ["Home"], "target": "Work", "shows": ["title"], "flat": true}"#, 422),
        ] {
            let answer = await bench.ask("POST", "/v1/mirrors", json)
            #expect(answer.status == status, "\(json): \(answer.text)")
        }
        #expect(try await list("/v1/mirrors", "mirrors").isEmpty)
    }
}
