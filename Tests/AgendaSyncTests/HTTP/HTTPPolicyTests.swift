import FoundationEssentials
import ICalendar
import TestServers
import Testing

@testable import AgendaSync

/// Sun, 22 Nov 2026 10:00:00 UTC.
private let now = Instant(secondsSinceEpoch: 1_795_341_600)

@Suite("What servers say in header fields")
struct HeaderTests {
    @Test(
        "dates in three forms",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ])
    func dates(text: String) {
        #expect(HTTPDate.instant(text, now: now) == Instant(secondsSinceEpoch: 784_111_777))
    }

    @Test(
        "what is no date",
        arguments: [
            "", "0", "-1", "Sun, 31 Feb 2026 08:49:37 GMT", "Sun, 06 Nov 1994 25:00:00 GMT",
            "Sun, 06 Nov 1994 08:49:37 EST", "tomorrow",
        ])
    func noDates(text: String) { #expect(HTTPDate.instant(text, now: now) == nil) }

    @Test("a year of two digits is at most 50 years ahead")
    func century() {
        let year = { (text: String) in HTTPDate.instant(text, now: now)?.utc.date.year }
        #expect(year("Friday, 06-Nov-76 08:49:37 GMT") == 2076)
        #expect(year("Saturday, 06-Nov-77 08:49:37 GMT") == 1977)
    }

    @Test(
        "how long to wait",
        arguments: [
            ("120", 120), ("5", 60), ("0", 60), ("-3", 60), ("86400", 7_200),
            ("99999999999999999999", 7_200), ("90.5", 90), ("soon", 60),
            // The server's own clock counts: it is a day behind ours.
            ("Sat, 21 Nov 2026 10:10:00 GMT", 600), ("Sat, 21 Nov 2026 09:00:00 GMT", 60),
        ])
    func retryAfter(value: String, seconds: Int) throws {
        let url = try #require(URL(string: "https://a.example/"))
        for status in [429, 503] {
            let answer = HTTPResponse(
                status: status,
                fields: ["Retry-After": value, "Date": "Sat, 21 Nov 2026 10:00:00 GMT"], url: url)
            #expect(RetryAfter.seconds(answer, now: now) == seconds)
        }
        let fine = HTTPResponse(status: 200, fields: ["Retry-After": value], url: url)
        #expect(RetryAfter.seconds(fine, now: now) == nil)
    }

    @Test(
        "addresses that are nobody's on the Internet",
        arguments: [
            [0, 0, 0, 0], [10, 1, 2, 3], [100, 64, 0, 1], [100, 127, 255, 255], [127, 0, 0, 1],
            [169, 254, 169, 254], [172, 16, 0, 1], [172, 31, 255, 255], [192, 168, 1, 1],
            [198, 19, 0, 1], [224, 0, 0, 1], [255, 255, 255, 255],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1],
            [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1],
            [0x20, 0x02, 192, 168, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
            [0xFC, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
            [0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
            [0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
            [0xFF, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [1],
        ] as [[UInt8]])
    func privateAddresses(address: [UInt8]) {
        #expect(!AddressPolicy.publicOnly.allows(address))
        #expect(AddressPolicy.any.allows(address))
    }

    @Test(
        "addresses of the Internet",
        arguments: [
            [1, 1, 1, 1], [9, 255, 255, 255], [11, 0, 0, 0], [100, 63, 0, 1], [100, 128, 0, 1],
            [172, 15, 0, 1], [172, 32, 0, 1], [198, 17, 0, 1], [198, 20, 0, 1],
            [223, 255, 255, 255],
            [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 8, 8, 8, 8],
            [0x20, 0x02, 8, 8, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        ] as [[UInt8]])
    func publicAddresses(address: [UInt8]) { #expect(AddressPolicy.publicOnly.allows(address)) }
}

@Suite("Redirects")
struct RedirectTests {
    private func next(
        _ policy: RedirectPolicy, _ status: Int, _ location: String, method: String = "PROPFIND",
        from: String = "https://a.example/dav/"
    ) throws -> String? {
        let url = try #require(URL(string: from))
        let answer = HTTPResponse(status: status, fields: ["Location": location], url: url)
        return try policy.next(after: answer, to: HTTPRequest(method, url))?.absoluteString
    }

    @Test(
        "within the origin, relative or not",
        arguments: [
            ("/cal/", "https://a.example/cal/"), ("me/", "https://a.example/dav/me/"),
            ("https://A.example:443/x", "https://A.example:443/x"),
            ("//a.example/y", "https://a.example/y"),
        ])
    func sameOrigin(location: String, target: String) throws {
        for status in [301, 302, 307, 308] {
            #expect(try next(.sameOrigin, status, location) == target)
        }
    }

    @Test("to another origin only where the policy says so, and for good where it must")
    func otherOrigin() throws {
        for location in ["https://b.example/", "https://a.example:8443/", "//b.example/"] {
            #expect(throws: HTTPError.self) { try next(.sameOrigin, 301, location) }
            #expect(throws: HTTPError.self) { try next(.permanentMoves, 302, location) }
            #expect(try next(.permanentMoves, 301, location) != nil)
            #expect(try next(.permanentMoves, 308, location) != nil)
            #expect(try next(.anyOrigin, 302, location) != nil)
        }
    }

    @Test("never from https to http, and from http to https of the same host always")
    func encryption() throws {
        for policy in [RedirectPolicy.sameOrigin, .permanentMoves, .anyOrigin] {
            #expect(throws: HTTPError.self) { try next(policy, 301, "http://a.example/") }
            #expect(
                try next(policy, 302, "https://a.example/", from: "http://a.example/")
                    == "https://a.example/")
        }
    }

    @Test("a target that is no address is refused, and not shown")
    func unsafe() throws {
        for location in [
            "file:///etc/passwd", "javascript:x", "https://u:token@a.example/", "http://",
        ] {
            let error = #expect(throws: HTTPError.self) { try next(.anyOrigin, 301, location) }
            #expect(error.map { !"\($0)".contains("token") } == true)
        }
    }

    @Test("303 is followed for GET alone; what is no redirect stays an answer")
    func others() throws {
        #expect(try next(.sameOrigin, 303, "/x", method: "GET") == "https://a.example/x")
        #expect(throws: HTTPError.self) { try next(.sameOrigin, 303, "/x", method: "PUT") }
        for status in [200, 300, 304, 404] { #expect(try next(.sameOrigin, status, "/x") == nil) }
    }
}

/// Answers from a table, and notes who was asked with what.
private actor Table: HTTPExchange {
    typealias Asked = (
        url: String, method: String, body: [UInt8], hasCredentials: Bool, names: [String]
    )
    private var answers: [String: (Int, HTTPFields)]
    private(set) var asked: [Asked] = []
    private(set) var most = 0
    private var inside = 0

    init(_ answers: [String: (Int, HTTPFields)]) { self.answers = answers }

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        let url = request.url.absoluteString
        let names = request.fields.all.map(\.name)
        asked.append((url, request.method, request.body, credentials != nil, names))
        inside += 1
        most = max(most, inside)
        try? await Task.sleep(for: .milliseconds(5))
        inside -= 1
        let (status, fields) = answers[url] ?? (200, [:])
        return HTTPResponse(status: status, fields: fields, url: request.url)
    }
}

@Suite("Manners towards servers")
struct HTTPClientTests {
    private let client = HTTPClient { now }
    private let start = address("https://a.example/")

    @Test("a chain keeps method and content; credentials stay with their origin")
    func chain() async throws {
        let table = Table([
            "https://a.example/": (302, ["Location": "/dav/"]),
            "https://a.example/dav/": (301, ["Location": "https://b.example/"]),
        ])
        let answer = try await client.send(
            HTTPRequest("REPORT", start, body: [7]), through: table,
            as: HTTPCredentials(user: "a", password: Secret("b"), for: start), redirects: .anyOrigin
        )
        #expect(answer.url.absoluteString == "https://b.example/")
        #expect(answer.movedTo == nil)
        let asked = await table.asked
        #expect(
            asked.map(\.url) == [
                "https://a.example/", "https://a.example/dav/", "https://b.example/",
            ])
        #expect(asked.allSatisfy { $0.method == "REPORT" && $0.body == [7] })
        #expect(asked.map(\.hasCredentials) == [true, true, false])
    }

    @Test(
        "a move to https of the same host takes credentials along, one to its other port does not")
    func upgrade() async throws {
        let http = address("http://a.example/")
        let table = Table([
            "http://a.example/": (301, ["Location": "https://a.example/"]),
            "https://a.example/": (301, ["Location": "https://a.example:8443/"]),
        ])
        let request = HTTPRequest("GET", http, fields: ["Accept": "b/c", "X-Customer": "7"])
        _ = try await client.send(
            request, through: table,
            as: HTTPCredentials(user: "a", password: Secret("b"), for: http),
            redirects: .permanentMoves)
        let asked = await table.asked
        #expect(asked.map(\.hasCredentials) == [true, true, false])
        #expect(
            asked.map(\.names) == [
                ["Accept", "X-Customer"], ["Accept", "X-Customer"], ["Accept"],
            ])
    }

    @Test("a chain of permanent redirects says where the feed is now")
    func moved() async throws {
        let table = Table([
            "https://a.example/": (301, ["Location": "/2"]),
            "https://a.example/2": (308, ["Location": "https://b.example/3"]),
        ])
        let answer = try await client.send(
            HTTPRequest("GET", start), through: table, redirects: .permanentMoves)
        #expect(answer.movedTo?.absoluteString == "https://b.example/3")
    }

    @Test("a circle ends after five redirects")
    func circle() async throws {
        let table = Table(["https://a.example/": (302, ["Location": "/"])])
        await #expect(throws: HTTPError(.redirectedTooOften(limit: 5), host: "a.example")) {
            try await client.send(HTTPRequest("GET", start), through: table)
        }
        #expect(await table.asked.count == 6)
    }

    @Test("a host that asks for a pause is not asked again; others are")
    func pause() async throws {
        let table = Table(["https://a.example/": (503, ["Retry-After": "300"])])
        let other = try #require(URL(string: "https://b.example/"))
        #expect(try await client.send(HTTPRequest("GET", start), through: table).status == 503)
        await #expect(throws: HTTPError(.mustWait(seconds: 300), host: "a.example")) {
            try await client.send(HTTPRequest("GET", start), through: table)
        }
        #expect(try await client.send(HTTPRequest("GET", other), through: table).status == 200)
        #expect(await table.asked.count == 2)
    }

    @Test("two requests at a time to one host, and all get through")
    func few() async throws {
        let table = Table([:])
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...20 {
                group.addTask { [client, start] in
                    try await client.send(HTTPRequest("GET", start), through: table).status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(await table.most == 2)
        #expect(await table.asked.count == 20)
    }
}
