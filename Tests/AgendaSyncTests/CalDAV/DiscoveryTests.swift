import FoundationEssentials
import ICalendar
import Synchronization
import TestServers
import Testing

@testable import AgendaSync

/// What a server says of a place.
private func place(
    _ path: String, principal: String? = nil, homes: [String] = [], types: String = "<collection/>"
) -> Answers.Answer {
    let home = homes.map { "<href>\($0)</href>" }.joined()
    return .multistatus(
        """
        <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>\(path)</href><propstat><prop>\
        \(principal.map { "<current-user-principal><href>\($0)</href></current-user-principal>" } ?? "")\
        \(homes.isEmpty ? "" : "<C:calendar-home-set>\(home)</C:calendar-home-set>")<resourcetype>\(types)</resourcetype>\
        </prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
        """)
}

/// A home with one calendar.
private func home(_ path: String, _ calendar: String) -> Answers.Answer {
    .multistatus(
        """
        <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>\(path)</href><propstat><prop>\
        <resourcetype><collection/></resourcetype></prop></propstat></response><response><href>\(calendar)</href><propstat>\
        <prop><resourcetype><collection/><C:calendar/></resourcetype></prop></propstat></response></multistatus>
        """)
}

@Suite("Finding an account")
struct DiscoveryTests {
    /// What was found, or why not, and whom the user was asked about.
    private func find(
        _ text: String, _ answers: Answers, accepts: Bool = true,
        _ locations: [ServiceLocation] = []
    ) async -> (account: DiscoveredAccount?, error: DiscoveryError?, accepted: [String]) {
        let accepted = Mutex<[String]>([])
        let discovery = Discovery(
            http: HTTPClient { Instant(secondsSinceEpoch: 1_795_341_600) }, exchange: answers,
            credentials: { HTTPCredentials(user: "anna", password: Secret("x"), for: $0) },
            lookup: { _ in locations },
            accepts: { host in
                accepted.withLock { $0.append(host) }
                return accepts
            })
        do {
            let account = try await discovery.find(text)
            return (account, nil, accepted.withLock { $0 })
        } catch { return (nil, error, accepted.withLock { $0 }) }
    }

    /// Hosts that were sent credentials.
    private func trusted(_ answers: Answers) async -> Set<String> {
        let hosts = await zip(answers.asked, answers.hadCredentials).filter(\.1).map {
            $0.0.url.host()
        }
        return Set(hosts.compactMap { $0 })
    }

    @Test(
        "Radicale, by its name: the well-known place is the root, the principal is the home")
    func address() async {
        let answers = Answers([
            "PROPFIND /.well-known/caldav": [.status(301, "", ["Location": "/"])],
            "PROPFIND /": [place("/", principal: "/anna/")],
            "PROPFIND /anna/": [
                place("/anna/", principal: "/anna/", homes: ["/anna/"]),
                home("/anna/", "/anna/work/"),
            ],
        ])
        let found = await find("cal.example", answers)
        #expect(found.account?.base.absoluteString == "https://cal.example/anna/")
        #expect(found.account?.principal?.absoluteString == "https://cal.example/anna/")
        #expect(found.account?.homes.map(\.description) == ["/anna/"])
        #expect(found.account?.calendars.map(\.href.description) == ["/anna/work/"])
        #expect(found.accepted == [])
        #expect(
            await answers.log == [
                "PROPFIND /.well-known/caldav", "PROPFIND /", "PROPFIND /anna/", "PROPFIND /anna/",
            ])
        #expect(await answers.asked.map { $0.fields["Depth"] } == ["0", "0", "0", "1"])
    }

    @Test(
        "by an address of mail: the domain's own host, where nothing else is said; its well-known place redirects"
    )
    func domain() async {
        let answers = Answers([
            "PROPFIND /.well-known/caldav": [
                .status(301, "", ["Location": "https://dav.cal.example/home/"])
            ],
            "PROPFIND https://dav.cal.example/home/": [
                .status(401), place("/home/", homes: ["/home/"]), home("/home/", "/home/work/"),
            ],
        ])
        let found = await find("anna@cal.example", answers)
        #expect(found.account?.base.absoluteString == "https://dav.cal.example/home/")
        // A host below the domain is the domain's.
        #expect(found.accepted == [])
        #expect(await trusted(answers) == ["dav.cal.example"])
        // Only once it was known where they go: the first two requests went without.
        #expect(await answers.hadCredentials == [false, false, true, true])
    }

    @Test("the name server sends us to another host: only if that is accepted")
    func service() async {
        let locations = [ServiceLocation(host: "dav.fast.example", port: 8443, path: "/dav/")]
        let answers = {
            Answers([
                "PROPFIND https://dav.fast.example:8443/dav/": [
                    .status(401), place("/dav/", principal: "/dav/anna/"),
                ],
                "PROPFIND https://dav.fast.example:8443/dav/anna/": [
                    place("/dav/anna/", homes: ["/dav/anna/cals/"])
                ],
                "PROPFIND https://dav.fast.example:8443/dav/anna/cals/": [
                    home("/dav/anna/cals/", "/dav/anna/cals/1/")
                ],
            ])
        }
        let yes = answers()
        var found = await find("anna@example.org", yes, locations)
        #expect(found.account?.calendars.map(\.href.description) == ["/dav/anna/cals/1/"])
        #expect(found.accepted == ["dav.fast.example:8443"])
        let no = answers()
        found = await find("anna@example.org", no, accepts: false, locations)
        #expect(found.error?.reason == .notAccepted(host: "dav.fast.example:8443"))
        #expect(await trusted(no) == [])
    }

    @Test("iCloud keeps the calendars on another host, which must be accepted, too")
    func otherHome() async {
        let answers = {
            Answers([
                "PROPFIND /": [place("/", principal: "/123/principal/")],
                "PROPFIND /123/principal/": [
                    place(
                        "/123/principal/", homes: ["https://p42.other.example:443/123/calendars/"])
                ],
                "PROPFIND https://p42.other.example:443/123/calendars/": [
                    home("/123/calendars/", "/123/calendars/work/")
                ],
                "PROPFIND https://p42.other.example/123/calendars/": [
                    home("/123/calendars/", "/123/calendars/work/")
                ],
            ])
        }
        let yes = answers()
        var found = await find("https://cal.example/", yes)
        #expect(found.account?.calendars.map(\.href.description) == ["/123/calendars/work/"])
        #expect(found.account?.base.host() == "p42.other.example")
        #expect(found.accepted == ["p42.other.example"])
        let no = answers()
        found = await find("https://cal.example/", no, accepts: false)
        #expect(found.error?.reason == .notAccepted(host: "p42.other.example"))
        #expect(await trusted(no) == ["cal.example"])
    }

    @Test("SOGo answers its well-known place with a page, sabre with 404: other places are tried")
    func fallbacks() async {
        for (status, path) in [(200, "/SOGo/dav/"), (404, "/dav.php/"), (405, "/remote.php/dav/")] {
            let answers = Answers([
                "PROPFIND /.well-known/caldav": [.status(status, "<html>")],
                "PROPFIND \(path)": [place(path, homes: ["/c/"])],
                "PROPFIND /c/": [home("/c/", "/c/1/")],
            ])
            let found = await find("anna@cal.example", answers)
            #expect(found.account?.calendars.map(\.href.description) == ["/c/1/"])
        }
    }

    @Test("wrong credentials end the search at once: no storm")
    func unauthorized() async {
        let answers = Answers(["PROPFIND /": [.status(401)]])
        let found = await find("https://cal.example/", answers)
        #expect(found.error?.reason == .unauthorized(host: "cal.example"))
        #expect(await answers.asked.count == 1)
    }

    @Test("never from https to http, by redirect or by href")
    func unencrypted() async {
        var answers = Answers([
            "PROPFIND /": [.status(302, "", ["Location": "http://dav.example/"])]
        ])
        var found = await find("https://cal.example/", answers)
        #expect(found.error?.reason == .notFound)
        answers = Answers(["PROPFIND /": [place("/", homes: ["http://dav.example/c/"])]])
        found = await find("https://cal.example/", answers)
        #expect(found.error?.reason == .notEncrypted(host: "dav.example"))
        #expect(await trusted(answers) == ["cal.example"])
    }

    @Test("hrefs that lead out of the server's paths lead nowhere")
    func hostile() async {
        let answers = Answers([
            "PROPFIND /": [
                place("/", principal: "/a/../../etc/", homes: ["file:///etc/passwd", "/%2e%2e/"])
            ]
        ])
        let found = await find("https://cal.example/", answers)
        #expect(found.error?.reason == .notFound)
        #expect(found.error?.attempts.first?.outcome == "it names no collection of calendars")
        #expect(found.error?.failure == nil)
    }

    @Test("a host that does not answer is asked once, and the error says what was tried")
    func silent() async {
        let answers = Answers([:])
        let found = await find("anna@nowhere.example", answers)
        #expect(await answers.asked.count == 1)
        #expect(found.error?.failure == HTTPError(.hostUnknown, host: "nowhere.example"))
        #expect(found.error?.sentence == "no calendars were found at 'anna@nowhere.example'")
        #expect(
            found.error?.description
                == "no calendars were found at 'anna@nowhere.example'. Tried _caldavs._tcp.nowhere.example: no such record; "
                + "https://nowhere.example/.well-known/caldav: nowhere.example: the host has no address"
        )
    }

    @Test("a calendar of somebody else's is listed with the user's own")
    func shared() async {
        let shared = place("/team/", principal: "/anna/", types: "<collection/><C:calendar/>")
        let answers = Answers([
            "PROPFIND /team/": [shared], "PROPFIND /anna/": [place("/anna/", homes: ["/c/"])],
            "PROPFIND /c/": [home("/c/", "/c/1/")],
        ])
        let found = await find("https://cal.example/team/", answers)
        #expect(found.account?.calendars.map(\.href.description) == ["/c/1/", "/team/"])
    }

    @Test(
        "what is no address",
        arguments: [
            "", "@", "anna@", "ftp://cal.example/", "https://", "https://a:b@cal.example/", "a@b/c",
            "a@b:1",
        ])
    func invalid(text: String) async {
        let answers = Answers([:])
        #expect(await find(text, answers).error?.reason == .invalidAddress)
        #expect(await answers.asked.isEmpty)
    }
}

@Suite(
    "Finding an account on real servers", .enabled(if: RealServer.areInstalled, RealServer.whyNot))
struct RealDiscoveryTests {
    @Test(
        "from the root, from the well-known place, from the home and from a calendar",
        arguments: RealServer.kinds)
    func found(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let work = try server.href(ofCalendar: "work")
        try await server.client().makeCalendar(work, CalendarProperties(name: "Work"))
        let discovery = Discovery(
            http: server.http, exchange: CurlExchange(.init(agent: "agenda-tests/1")),
            credentials: { [credentials = server.credentials] _ in credentials },
            lookup: { _ in [] },
            accepts: { _ in false })
        for path in ["/", "/.well-known/caldav", server.home, work.description] {
            let account = try await discovery.find(server.url.absoluteString + path.dropFirst())
            #expect(account.homes.map(\.description) == [server.home], "\(path)")
            #expect(account.calendars.map(\.href).contains(work))
            #expect(account.calendars.first { $0.href == work }?.name == "Work")
        }
    }
}
