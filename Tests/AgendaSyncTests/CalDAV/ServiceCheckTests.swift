import FoundationEssentials
import ICalendar
import TestServers
import Testing

@testable import AgendaSync

@Suite("Asking a service from outside")
struct ServiceCheckTests {
    private typealias Table = [String: [Answers.Answer]]

    private static let redirect = Answers.Answer.status(301, "", ["Location": "/dav/"])
    private static let refused = Answers.Answer.status(
        401, "", ["WWW-Authenticate": #"Basic realm="agenda", charset="UTF-8""#])

    /// What a service behind a good proxy answers who has no password.
    private static let good: Table = [
        "PROPFIND /.well-known/caldav": [redirect], "GET /.well-known/caldav": [redirect],
        "PROPFIND /dav/": [refused], "REPORT /dav/": [refused], "PROPPATCH /dav/": [refused],
        "MKCALENDAR /dav/": [refused],
        "OPTIONS /dav/": [.status(200, "", ["DAV": "1, 3, extended-mkcol, calendar-access"])],
    ]

    private static func response(_ path: String, _ properties: String) -> String {
        "<response><href>\(path)</href><propstat><prop>\(properties)</prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    }

    private static func multistatus(_ responses: String) -> Answers.Answer {
        .multistatus(
            "<multistatus xmlns=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\">\(responses)<sync-token>1</sync-token></multistatus>"
        )
    }

    /// What it answers a device, behind ``good``.
    private static func device(etag: String = "\"1\"") -> Table {
        let (home, work) = ("/dav/c/me/", "/dav/c/me/work/")
        let calendar =
            "<resourcetype><collection/><C:calendar/></resourcetype><current-user-privilege-set><privilege><all/></privilege></current-user-privilege-set>"
        return good.merging([
            "PROPFIND /dav/": [
                refused,
                multistatus(
                    response(
                        "/dav/",
                        "<current-user-principal><href>/dav/u/me/</href></current-user-principal>")
                ),
            ],
            "PROPFIND /dav/u/me/": [
                multistatus(
                    response(
                        "/dav/u/me/",
                        "<C:calendar-home-set><href>\(home)</href></C:calendar-home-set>"))
            ],
            "PROPFIND \(home)": [
                multistatus(
                    response(home, "<resourcetype><collection/></resourcetype>")
                        + response(work, calendar))
            ],
            "REPORT \(work)": [multistatus(response(work + "a.ics", "<getetag>\"1\"</getetag>"))],
            "GET \(work)a.ics": [
                .status(200, "BEGIN:VCALENDAR", ["ETag": etag, "Content-Type": "text/calendar"])
            ],
        ]) { _, new in new }
    }

    private func check(
        _ answers: Answers, _ address: String = "https://cal.example", password: String? = nil,
        writes: Bool = false
    ) async throws -> ServiceCheck {
        var check = try #require(
            ServiceCheck(
                address, http: HTTPClient { Instant(secondsSinceEpoch: 1_795_341_600) },
                exchange: answers, user: "me", password: password.map { Secret($0) }))
        await check.run(writes: writes)
        return check
    }

    /// The questions whose answer is wrong.
    private func wrong(_ check: ServiceCheck) -> [ServiceCheck.Question] {
        check.findings.filter { $0.problem != nil }.map(\.question)
    }

    @Test("where all is well nothing is wrong, and no password is sent without one")
    func good() async throws {
        let answers = Answers(Self.good)
        let check = try await check(answers)
        #expect(check.isGood, "\(check.findings)")
        #expect(
            check.findings.map(\.question) == [
                .address, .connection, .signIn, .wellKnown, .features, .methods,
            ])
        #expect(await !answers.hadCredentials.contains(true))
        let writing: Set = ["PUT", "DELETE", "MOVE"]
        #expect(await answers.asked.allSatisfy { !writing.contains($0.method) })
    }

    @Test("a device's password leads to its calendars, and writes only where that is asked for")
    func device() async throws {
        let reading = try await check(Answers(Self.device()), password: "x")
        #expect(reading.isGood, "\(reading.findings)")
        #expect(
            reading.findings.suffix(4).map(\.question) == [
                .password, .calendars, .changes, .versions,
            ])
        let weak = try await check(Answers(Self.device(etag: "W/\"1\"")), password: "x")
        #expect(wrong(weak) == [.versions] && weak.isGood)
        // Answered 404 here, whatever the name.
        #expect(
            wrong(try await check(Answers(Self.device()), password: "x", writes: true)) == [
                .writing
            ])
        #expect(wrong(try await check(Answers(Self.good), password: "x")) == [.password])
    }

    @Test(
        "where the well-known address leads",
        arguments: [
            ("https://cal.example/dav/", nil), ("http://cal.example/dav/", "scheme is lost"),
            ("https://cal.example:8443/dav/", "port is lost"),
            ("https://127.0.0.1/dav/", "name is lost"), ("/.well-known/caldav", "leads to itself"),
        ] as [(String, String?)])
    func wellKnown(location: String, problem: String?) async throws {
        var table = Self.good
        table["GET /.well-known/caldav"] = [.status(302, "", ["Location": location])]
        let check = try await check(Answers(table))
        #expect(wrong(check) == (problem == nil ? [] : [.wellKnown]))
        if let problem {
            #expect(check.findings.contains { $0.problem?.contains(problem) ?? false })
        }
    }

    @Test(
        "what is answered without a password",
        arguments: [
            (.status(403, #"{"code":"not-encrypted"}"#), "X-Forwarded-Proto"),
            (.status(421), "--allow-host cal.example"), (.status(405), "PROPFIND, REPORT"),
            (.status(501), "PROPFIND, REPORT"), (.status(404), "agenda device add"),
            (.status(502), "start 'agenda serve'"), (.status(200), "as it comes"),
            (.status(403), "PROPFIND, REPORT"), (.multistatus("<x/>"), "as it comes"),
            (.status(401, "", ["WWW-Authenticate": "Bearer"]), "agenda device add"),
            (
                .status(401, "", ["WWW-Authenticate": "Basic realm=\"Restricted\""]),
                "ask for none below /dav/"
            ),
        ] as [(Answers.Answer, String)])
    func signIn(answer: Answers.Answer, remedy: String) async throws {
        var table = Self.good
        table["PROPFIND /dav/"] = [answer]
        let answers = Answers(table)
        let check = try await check(answers, password: "x")
        #expect(wrong(check) == [.signIn])
        let said = check.findings.last?.remedy ?? ""
        #expect(said.contains(remedy), "\(said)")
        #expect(await !answers.hadCredentials.contains(true))
    }

    @Test("methods that do not come through, and a proxy that answers OPTIONS itself")
    func methods() async throws {
        var table = Self.good
        table["OPTIONS /dav/"] = [.status(204, "", ["Allow": "GET"])]
        table["MKCALENDAR /dav/"] = [.status(405)]
        let check = try await check(Answers(table))
        #expect(wrong(check) == [.features, .methods])
    }

    @Test(
        "an address without TLS is refused, one of this machine is not, and names of nobody are said"
    )
    func addresses() async throws {
        let plain = Answers([:])
        #expect(wrong(try await check(plain, "http://cal.example/")) == [.address])
        #expect(await plain.asked.isEmpty)
        let local = try await check(
            Answers(["PROPFIND http://127.0.0.1:8017/dav/": [.status(404)]]),
            "http://127.0.0.1:8017")
        #expect(local.findings.first?.problem == nil)
        #expect(wrong(try await check(Answers([:]), "https://none.example")) == [.connection])
        let answers = Answers([:])
        #expect(
            ServiceCheck(
                "ftp://x", http: HTTPClient { Instant(secondsSinceEpoch: 0) }, exchange: answers,
                user: "me", password: nil) == nil)
    }

    @Test(
        "what is wrong with a certificate is said in plain words",
        arguments: [
            ("SSL certificate problem: self-signed certificate", "made by the server itself"),
            ("SSL certificate problem: certificate has expired", "renew"),
            (
                "SSL: no alternative certificate subject name matches target host name 'x'",
                "for another name"
            ),
            ("SSL certificate problem: unable to get local issuer certificate", "fullchain.pem"),
        ])
    func certificates(words: String, remedy: String) async throws {
        struct Refusing: HTTPExchange {
            let words: String
            func send(
                _ request: HTTPRequest, as credentials: HTTPCredentials?
            ) async throws(HTTPError) -> HTTPResponse {
                throw HTTPError(.notTrusted(words), host: "cal.example")
            }
        }
        var check = try #require(
            ServiceCheck(
                "https://cal.example", http: HTTPClient { Instant(secondsSinceEpoch: 0) },
                exchange: Refusing(words: words), user: "me", password: nil))
        await check.run()
        #expect(wrong(check) == [.connection])
        #expect(check.findings.last?.remedy?.contains(remedy) == true, "\(check.findings)")
    }
}
