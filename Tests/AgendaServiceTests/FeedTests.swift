import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Feeds for others")
struct FeedTests {
    private let host: HeaderFields = ["Host": "localhost:8017"]

    private func link(_ bench: ServiceBench, isBusyOnly: Bool = false) throws -> SharedLink {
        var link = SharedLink(name: "Kim", created: ServiceBench.Clock().now)
        link.isBusyOnly = isBusyOnly
        try bench.service.parts.links.add(link)
        return link
    }

    @Test("who has the link reads the calendar without the token, and nothing else")
    func link() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Lunch tomorrow 12:30-13:30")
        let link = try link(bench)
        func get(_ path: String, _ tag: String? = nil) async -> ServiceBench.Answer {
            var fields = host
            fields["If-None-Match"] = tag
            return await bench.ask("GET", path, fields: fields, line: .network)
        }
        let feed = await get(link.path)
        #expect(feed.status == 200 && feed.text.contains("SUMMARY:Lunch\r\n"))
        #expect(feed.fields["Content-Type"] == "text/calendar; charset=utf-8")
        let busy = await get(link.busyPath)
        // 12:30 in Berlin.
        #expect(busy.text.contains("DTSTART:20261121T113000Z\r\n") && !busy.text.contains("Lunch"))
        let tag = try #require(feed.fields["ETag"])
        #expect(await get(link.path, tag).status == 304)
        #expect(busy.fields["ETag"] != tag)
        #expect(await get("/v1/events").status == 401)
        let write = await bench.ask("POST", link.path, "{}", fields: host, line: .network)
        #expect(write.status == 401)
        _ = try await bench.add("Tea tomorrow 15:00")
        #expect(await get(link.path, tag).text.contains("SUMMARY:Tea\r\n"))
        var ended = SharedLink(name: "Ended", created: ServiceBench.Clock().now)
        ended.expires = ServiceBench.Clock().now.secondsSinceEpoch
        try bench.service.parts.links.add(ended)
        #expect(await get(ended.path).code == "no-such-link")
        try bench.service.parts.links.revoke("Kim")
        #expect(await get(link.path, tag).code == "no-such-link")
        #expect(await get("/feeds/" + String(repeating: "0", count: 32) + ".ics").status == 404)
        #expect(await get("/feeds/.ics").status == 401)
    }

    @Test("a link tells nothing of changes that it does not show")
    func unseen() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Lunch tomorrow 12:30-13:30")
        let busy = try link(bench, isBusyOnly: true)
        var other = SharedLink(name: "Public", created: ServiceBench.Clock().now)
        other.calendars = ["Elsewhere"]
        try bench.service.parts.links.add(other)
        for path in [busy.path, busy.busyPath, other.path] {
            let before = await bench.get(path)
            let tag = try #require(before.fields["ETag"])
            #expect(before.fields["X-Agenda-Revision"] == nil)
            // As busy as before.
            let id = try await bench.add("Secret tomorrow 12:30-13:30")
            let after = await bench.get(path)
            #expect(after.text == before.text && after.fields["ETag"] == tag, "\(path)")
            let none = await bench.get(path, fields: ["If-None-Match": tag])
            #expect(none.status == 304 && none.fields["X-Agenda-Revision"] == nil)
            let packed = String(tag.dropLast()) + "-gzip\""
            #expect(await bench.get(path, fields: ["If-None-Match": packed]).status == 304)
            let event = await bench.get("/v1/events/" + id)
            _ = await bench.ask(
                "DELETE", "/v1/events/" + id,
                fields: ["If-Match": try #require(event.fields["ETag"])])
        }
        let tag = try #require(await bench.get(busy.path).fields["ETag"])
        // Another service over the same store.
        let again = try ServiceBench(after: bench)
        #expect(await again.get(busy.path).fields["ETag"] == tag)
        _ = try await bench.add("Tea tomorrow 15:00")
        #expect(await bench.get(busy.path).fields["ETag"] != tag)
    }

    @Test("a link to busy times never shows more")
    func busy() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Lunch tomorrow 12:30-13:30")
        let link = try link(bench, isBusyOnly: true)
        for path in [link.path, link.busyPath] {
            let text = await bench.get(path).text
            #expect(text.contains("SUMMARY:Busy") && !text.contains("Lunch"))
        }
    }
}
