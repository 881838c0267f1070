import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// Asks as one user for everything that another has, by all routes of the table, all methods and all addresses of the other's.
@Suite("Two people on one service, of whom one pries")
struct PeopleFuzzTests {
    /// In what the other has; nothing else has it.
    private static let marker = "Basalt"

    /// What the other user's addresses and secrets hold.
    private struct Spoils {
        var hrefs: [String] = []
        var values: [String] = []
    }

    private static func spoils(_ bench: PeopleBench, _ lee: PeopleBench.Seat) async throws -> Spoils
    {
        var spoils = Spoils()
        var fields = PeopleBench.basic("lee", lee.password)
        fields["Depth"] = "1"
        for path in [
            "/dav/", "/dav/u/lee/", "/dav/c/lee/", "/dav/c/lee/calendar/", "/dav/c/lee/local/",
        ] {
            let listed = await bench.ask("PROPFIND", path, fields: fields)
            #expect(listed.status == 207)
            spoils.hrefs += listed.text.matches(of: /<D:href>([^<]+)/).map { String($0.1) }
        }
        spoils.hrefs = Set(spoils.hrefs).sorted()
        #expect(spoils.hrefs.contains { $0.hasSuffix(".ics") })
        let events = await bench.ask("GET", "/v1/events?days=2", token: lee.token)
        #expect(events.text.contains(marker))
        for event in (events.json["events"] as? [[String: Any]]) ?? [] {
            spoils.values += ["id", "uid"].compactMap { event[$0] as? String }
        }
        let share = await bench.ask("POST", "/v1/shares", "{\"name\": \"all\"}", token: lee.token)
        let link = try #require(share.json["link"] as? String)
        let token = try #require(link.split(separator: "/").last).dropLast(4)
        // Whoever has a link may read what it shows: that one is no secret of the other's from its readers.
        spoils.values += [
            String(token.dropLast()), "lee", "Calendar", "calendar", "1", "2", marker.lowercased(),
        ]
        return spoils
    }

    @Test(
        "0 bytes of the other, by 1,000 requests with each proof, but when they are busy if they share that",
        arguments: [false, true])
    func fuzz(sharesBusy: Bool) async throws {
        try await Self.pry(
            try PeopleBench { $0.limits.requests = 1_000_000 }, sharesBusy: sharesBusy,
            count: 1_000)
    }

    /// Asks so often with each proof.
    static func pry(_ bench: PeopleBench, sharesBusy: Bool, count most: Int) async throws {
        let kim = try await bench.seat("kim", event: "Aurora")
        let lee = try await bench.seat("lee", event: Self.marker)
        var spoils = try await Self.spoils(bench, lee)
        if sharesBusy {
            let grant = "{\"calendar\": \"Calendar\", \"user\": \"kim\", \"access\": \"busy\"}"
            let shared = await bench.ask("POST", "/v1/sharing", grant, token: lee.token)
            #expect(shared.status == 200)
            #expect(await bench.titles(token: kim.token)?.sorted() == ["Aurora", "Busy"])
            var fields = PeopleBench.basic("kim", kim.password)
            fields["Depth"] = "1"
            let listed = await bench.ask("PROPFIND", "/dav/c/kim/lee-calendar/", fields: fields)
            #expect(listed.status == 207)
            spoils.hrefs += listed.text.matches(of: /<D:href>([^<]+)/).map { String($0.1) }
        }
        var random = SystemRandomNumberGenerator()
        let proofs: [(String, HeaderFields, ServiceRequest.Line)] = [
            ("nothing", [:], .network), ("socket", [:], .privateSocket),
            ("token", ["Authorization": "Bearer " + kim.token], .network),
            ("device", PeopleBench.basic("kim", kim.password), .network),
            ("other name", PeopleBench.basic("lee", kim.password), .network),
            ("proxy", bench.proxy("kim"), .identitySocket),
            ("proxy elsewhere", bench.proxy("lee"), .network),
            (
                "mark", ["Agenda-Page": "\(lee.user.id)-" + String(repeating: "0", count: 32)],
                .network
            ),
        ]
        let methods = [
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "REPORT", "PROPPATCH",
            "MKCALENDAR",
            "MKCOL", "MOVE", "COPY", "OPTIONS", "TRACE",
        ]
        let report = """
            <C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop>\
            \(spoils.hrefs.map { "<D:href>\($0)</D:href>" }.joined())</C:calendar-multiget>
            """
        for count in 0..<most {
            for (proof, fields, line) in proofs {
                var (fields, target, method) = (
                    fields, "", methods.randomElement(using: &random) ?? "GET"
                )
                var body: String?
                if count % 3 == 0 {
                    target = spoils.hrefs.randomElement(using: &random) ?? "/"
                    if method == "REPORT" { body = report }
                    fields["Depth"] = ["0", "1", "infinity"].randomElement(using: &random)
                    fields["Destination"] = "/dav/c/kim/calendar/x\(count).ics"
                    if Bool.random(using: &random) {
                        target = target.replacing("/lee/", with: "/kim/")
                    }
                    if Bool.random(using: &random) {
                        target = target.replacing("/lee/", with: "/kim/%2e%2e/lee/")
                    }
                } else {
                    let route = Route.all[count % Route.all.count]
                    target = route.path
                    if Bool.random(using: &random) { method = route.method }
                    while let part = target.firstMatch(of: /\{[a-z]+\}/) {
                        target.replaceSubrange(
                            part.range, with: spoils.values.randomElement(using: &random) ?? "x")
                    }
                    let query = route.parameters.filter { _ in
                        Int.random(in: 0..<3, using: &random) == 0
                    }
                    .map { "\($0.name)=\(spoils.values.randomElement(using: &random) ?? "x")" }
                    if !query.isEmpty { target += "?" + query.joined(separator: "&") }
                    if method != "GET" { body = "{}" }
                }
                fields["Host"] = "127.0.0.1:8017"
                if Bool.random(using: &random) { fields["Sec-Fetch-Site"] = "same-origin" }
                // What the pryer puts away is the pryer's own: only removing it would end the test early.
                guard !(method == "DELETE" && target.hasPrefix("/v1/devices")) else { continue }
                let answer = await bench.ask(method, target, body, fields: fields, line: line)
                // A search says its words again.
                let echoes = target.contains(Self.marker.lowercased())
                #expect(
                    !answer.text.contains(Self.marker) || echoes,
                    "\(proof): \(method) \(target): \(answer.status)")
            }
        }
        // And nothing of the other's was changed.
        #expect(await bench.titles(token: lee.token) == [Self.marker])
        #expect(await bench.home("lee", as: "lee", lee.password).status == 207)
    }
}
