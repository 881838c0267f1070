import AgendaKit
import AgendaSync
import Foundation
import Testing

@testable import AgendaService

@Suite("What the service answers")
struct RoutesTests {
    @Test("the timeline: 488 days, today at 120; a slice has 61 of them")
    func timeline() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Lunch today 12:30")
        let whole = await bench.get("/v1/timeline").json
        let nodes = try #require(whole["nodes"] as? [[String: Any]])
        try #require(nodes.count == 488 && whole["todayIndex"] as? Int == 120)
        #expect(nodes[120]["date"] as? String == "2026-11-20")
        #expect((nodes[120]["events"] as? [[String: Any]])?.first?["summary"] as? String == "Lunch")
        let slice = await bench.get("/v1/timeline?slice=1").json
        let part = try #require(slice["nodes"] as? [[String: Any]])
        #expect(
            part.count == 61 && part[0]["index"] as? Int == 61 && slice["todayIndex"] as? Int == 120
        )
        #expect(await bench.get("/v1/timeline?slice=8").code == "bad-parameter")
    }

    @Test("what is unchanged is not sent again; a change has another tag")
    func unchanged() async throws {
        let bench = try ServiceBench()
        for target in [
            "/v1/timeline", "/v1/events?days=3", "/v1/calendars", "/v1/history", "/v1/ribbon",
        ] {
            let first = await bench.get(target)
            let tag = try #require(first.fields["ETag"])
            #expect(first.status == 200 && !tag.hasPrefix("W/"))
            let second = await bench.get(target, fields: ["If-None-Match": "\"x\", " + tag])
            #expect(second.status == 304 && second.text.isEmpty)
            _ = try await bench.add("Tea tomorrow 15:00")
            #expect(await bench.get(target, fields: ["If-None-Match": tag]).status == 200)
        }
    }

    @Test("days, and what are none")
    func days() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("One tomorrow 9:00")
        _ = try await bench.add("Two on 2026-12-20 at 9:00")
        #expect(try await bench.summaries() == ["One"])
        #expect(try await bench.summaries("/v1/events?from=2026-12-20&to=2026-12-20") == ["Two"])
        #expect(try await bench.summaries("/v1/events?days=60") == ["One", "Two"])
        for bad in [
            "from=20.12.2026", "days=0", "days=x", "to=2026-11-19", "days=2&to=2026-12-20",
            "zone=Mars", "calendar=none", "q=1", "from=2026-12-01&from=2026-12-02", "from=%zz",
            "days=99999",
        ] {
            let answer = await bench.get("/v1/events?" + bad)
            #expect(answer.status == 400 && answer.code == "bad-parameter", "\(bad)")
            #expect(answer.fields["Content-Type"] == "application/problem+json")
            #expect(answer.json["remedy"] as? String != nil)
        }
    }

    @Test("a long list comes in pages, all from one revision")
    func pages() async throws {
        let bench = try ServiceBench()
        for hour in 9..<14 { _ = try await bench.add("E\(hour) tomorrow \(hour):00") }
        let first = await bench.get("/v1/events?limit=2")
        let next = try #require(first.json["next"] as? String)
        let second = await bench.get("/v1/events?limit=2&cursor=\(next)")
        let events = try #require(second.json["events"] as? [[String: Any]])
        #expect(events.map { $0["summary"] as? String } == ["E11", "E12"])
        _ = try await bench.add("Later tomorrow 20:00")
        let third = await bench.get(
            "/v1/events?limit=2&cursor=\(try #require(second.json["next"] as? String))")
        #expect(third.status == 410 && third.code == "cursor-too-old")
        #expect(await bench.get("/v1/events?limit=2&cursor=x").code == "bad-parameter")
    }

    @Test("search, next, free, conflicts")
    func questions() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Dentist today 13:00-14:00 @ Nord")
        _ = try await bench.add("Review today 13:30-14:30")
        #expect(try await bench.summaries("/v1/search?q=denti") == ["Dentist"])
        #expect(await bench.get("/v1/search?q=").status == 400)
        let next = await bench.get("/v1/next").json
        let event = try #require(next["event"] as? [String: Any])
        #expect(event["summary"] as? String == "Dentist" && event["minutesToStart"] as? Int == 60)
        let conflicts = try #require(
            await bench.get("/v1/conflicts").json["conflicts"] as? [[String: Any]])
        #expect(
            conflicts.count == 1 && conflicts[0]["start"] as? String == "2026-11-20T13:30:00+01:00")
        let slots = try #require(
            await bench.get("/v1/free?days=1&for=2h").json["slots"] as? [[String: Any]])
        #expect(slots.map { $0["start"] as? String } == ["2026-11-20T14:30:00+01:00"])
        #expect(await bench.get("/v1/free?between=25:00").status == 400)
        let ribbon = await bench.get("/v1/ribbon").json
        #expect((ribbon["counts"] as? [Int])?[120] == 2 && ribbon["conflicts"] as? [Int] == [120])
    }

    @Test("what the user has declined is named, and marked on the page")
    func declined() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Lunch today 12:30")
        let calendar = """
            BEGIN:VCALENDAR\r
            BEGIN:VEVENT\r
            UID:1\r
            DTSTAMP:20260101T000000Z\r
            DTSTART:20261120T150000Z\r
            SUMMARY:Review\r
            ATTENDEE;PARTSTAT=DECLINED:mailto:Kim@example.org\r
            END:VEVENT\r
            END:VCALENDAR\r

            """
        let path = bench.folder.appending(path: "work.ics")
        try Data(calendar.utf8).write(to: path)
        _ = try await bench.service.live.present.importer.addSource(
            CalendarSource(name: "work", kind: .file, location: path.path))
        let ids = try #require(await bench.get("/v1/declined").json["ids"] as? [String])
        let events = try #require(
            await bench.get("/v1/events?days=1").json["events"] as? [[String: Any]])
        let review = try #require(events.first { $0["summary"] as? String == "Review" })
        #expect(ids == [try #require(review["id"] as? String)])
        let page = await bench.get("/").text
        #expect(page.matches(of: /<em>declined<\/em>/).count == 1)
    }

    @Test("what there is not, and methods that are not for it")
    func none() async throws {
        let bench = try ServiceBench()
        #expect(await bench.get("/v1/nothing").code == "not-found")
        #expect(await bench.get("/v1/events/none").status == 404)
        let answer = await bench.ask("PUT", "/v1/timeline", "{}")
        #expect(answer.status == 405 && answer.fields["Allow"] == "GET")
        let head = await bench.ask("HEAD", "/v1/timeline")
        #expect(head.status == 200 && head.text.isEmpty && head.fields["ETag"] != nil)
        let length = await bench.get("/v1/timeline").text.utf8.count
        #expect(head.fields["Content-Length"] == "\(length)")
        let refused = await bench.ask("HEAD", "/v1/nothing")
        #expect(refused.status == 404 && refused.text.isEmpty)
    }

    @Test("the OpenAPI document has each route, and nothing else; each parameter is taken")
    func openAPI() async throws {
        let bench = try ServiceBench()
        let answer = await bench.get("/v1/openapi.json")
        #expect(answer.json["openapi"] as? String == "3.1.0")
        let paths = try #require(answer.json["paths"] as? [String: [String: [String: Any]]])
        let listed = Set(
            paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(path)" }
            })
        #expect(listed == Set(Route.all.map { "\($0.method) \($0.path)" }))
        for (path, operations) in paths {
            for (method, operation) in operations
            where method == "get" && !path.contains("stream") && path != "/login" {
                let parameters = try #require(operation["parameters"] as? [[String: Any]])
                for parameter in parameters where parameter["in"] as? String == "query" {
                    let name = try #require(parameter["name"] as? String)
                    let reached = path.replacing("{id}", with: "none")
                    let problem =
                        await bench.get("\(reached)?\(name)=%00").json["detail"] as? String
                    #expect(problem?.contains("no such parameter") != true, "\(path) \(name)")
                }
            }
        }
    }

    @Test("a month is one of the calendar")
    func badMonth() async throws {
        let bench = try ServiceBench()
        #expect(await bench.get("/v1/month?month=--ids").code == "bad-parameter")
        #expect(await bench.get("/v1/month?month=2026-12").json["month"] as? String == "2026-12")
        #expect(await bench.get("/v1/month").json["month"] as? String == "2026-11")
    }

    @Test("the state of synchronisation is summed up, without the accounts' names")
    func syncState() async throws {
        let bench = try ServiceBench()
        #expect(!(await bench.get("/metrics").text.contains("agenda_accounts")))
        let database = try RoomDatabase.open(path: bench.folder.appending(path: "sync.db").path)
        let accounts = try AccountStore(database)
        let url = try #require(URL(string: "https://dav.example.org"))
        for name in ["kim@example.org", "work"] {
            _ = try accounts.add(
                Account(id: name, name: name, address: "dav.example.org", url: url, user: "kim"))
        }
        let text = await bench.get("/metrics").text
        #expect(text.contains("agenda_accounts 2\n"))
        #expect(!text.contains("kim@"))
    }

    @Test("a sync.db that cannot be used is not said to be the list of devices")
    func brokenSyncState() async throws {
        let bench = try ServiceBench()
        try Data("no database".utf8).write(to: bench.folder.appending(path: "sync.db"))
        let answer = await bench.get("/v1/calendars?details=true")
        #expect(answer.status == 503 && answer.code == "no-accounts", "\(answer.text)")
        #expect(answer.text.contains("what is known of accounts and feeds cannot be used"))
    }

    @Test("metrics count what was answered, and name no event")
    func metrics() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Secret tomorrow 9:00")
        _ = await bench.get("/v1/search?q=secret")
        let text = await bench.get("/metrics").text
        #expect(
            text.contains("agenda_request_seconds_count{route=\"/v1/search\",status=\"200\"} 1\n"))
        #expect(text.contains("agenda_store_revision "))
        #expect(!text.lowercased().contains("secret"))
    }
}
