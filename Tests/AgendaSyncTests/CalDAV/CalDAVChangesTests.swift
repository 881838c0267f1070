import FoundationEssentials
import ICalendar
import Testing

@testable import AgendaSync

private let work = place("/work/")

/// The error of a request that must fail.
func davError(_ request: () async throws -> Void) async -> DAVError? {
    do {
        try await request()
        return nil
    } catch { return error as? DAVError }
}

@Suite("Changes and listings, as servers give them")
struct CalDAVChangesTests {
    private func changes(_ answers: Answers.Answer...) async throws -> CollectionChanges {
        try await Answers(["REPORT /work/": answers]).client.changes(in: work, since: "t1")
    }

    @Test("Radicale: the token first, and a 404 for one that was never here")
    func radicale() async throws {
        let found = try await changes(
            .multistatus(
                """
                <?xml version='1.0' encoding='utf-8'?>
                <multistatus xmlns="DAV:"><sync-token>http://radicale.org/ns/sync/2684</sync-token><response>\
                <href>/work/1.ics</href><propstat><prop><getetag>"dd40"</getetag></prop><status>HTTP/1.1 200 OK</status>\
                </propstat></response><response><href>/work/never.ics</href><status>HTTP/1.1 404 Not Found</status>\
                </response></multistatus>
                """))
        #expect(
            found.changed == [CollectionMember(href: place("/work/1.ics"), etag: ETag("\"dd40\""))])
        #expect(found.gone == [place("/work/never.ics")])
        #expect(found.token == "http://radicale.org/ns/sync/2684")
    }

    @Test("Xandikos: the status before the properties")
    func xandikos() async throws {
        let found = try await changes(
            .multistatus(
                """
                <ns0:multistatus xmlns:ns0="DAV:"><ns0:response><ns0:href>/work/1.ics</ns0:href><ns0:propstat>\
                <ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop><ns0:getetag>"d332"</ns0:getetag></ns0:prop>\
                </ns0:propstat></ns0:response><ns0:sync-token>caa7</ns0:sync-token></ns0:multistatus>
                """))
        #expect(found.changed.map(\.etag) == [ETag("\"d332\"")])
        #expect(found.token == "caa7")
    }

    @Test("what comes twice counts once, and as there where one says so")
    func twice() async throws {
        let found = try await changes(
            .multistatus(
                """
                <D:multistatus xmlns:D="DAV:">\
                <D:response><D:href>/work/1.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>\
                <D:response><D:href>/work/1.ics</D:href><D:propstat><D:prop><D:getetag>"1"</D:getetag></D:prop>\
                <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>\
                <D:response><D:href>https://cal.example/work/%31.ics</D:href><D:propstat><D:prop/></D:propstat></D:response>\
                <D:response><D:href>/work/2.ics</D:href><D:status>HTTP/1.1 410 Gone</D:status></D:response>\
                <D:response><D:href>/work//2.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>\
                </D:multistatus>
                """))
        #expect(
            found.changed == [CollectionMember(href: place("/work/1.ics"), etag: ETag("\"1\""))])
        #expect(found.gone == [place("/work/2.ics")])
        #expect(found.token == nil)
    }

    @Test(
        "what is not in the calendar is left out and named; folders and the calendar itself are no events"
    )
    func foreign() async throws {
        let item = { (path: String) in
            "<response><href>\(path)</href><propstat><prop><getetag>\"1\"</getetag></prop></propstat></response>"
        }
        let foreign = [
            "https://evil.example/work/1.ics", "/work/../1.ics", "/work/%2e%2e/%2e%2e/etc/passwd",
            "/other/1.ics", "/work/sub/1.ics", "/",
        ]
        let found = try await changes(
            .multistatus(
                "<multistatus xmlns=\"DAV:\">"
                    + (foreign + ["/work/", "/work", "/work/sub/", "/work/1.ics"]).map(item)
                    .joined()
                    + "<sync-token>t</sync-token></multistatus>"))
        #expect(found.changed.map(\.href) == [place("/work/1.ics")])
        #expect(found.gone == [])
        #expect(found.foreign == foreign)
    }

    @Test("507 inside says that there is more")
    func truncated() async throws {
        let body = """
            <d:multistatus xmlns:d="DAV:"><d:response><d:href>/work/1.ics</d:href><d:propstat><d:prop><d:getetag>"1"\
            </d:getetag></d:prop></d:propstat></d:response><d:response><d:href>/work/</d:href><d:status>HTTP/1.1 507 \
            Insufficient Storage</d:status><d:error><d:number-of-matches-within-limits/></d:error></d:response>\
            <d:sync-token>t2</d:sync-token></d:multistatus>
            """
        let found = try await changes(.multistatus(body))
        #expect(found.isTruncated)
        #expect((found.changed.count, found.token) == (1, "t2"))
        // A listing that lacks something is none.
        let answers = Answers(["PROPFIND /work/": [.multistatus(body)]])
        let error = await davError { _ = try await answers.client.listing(of: work) }
        #expect(error?.isQuota == true)
    }

    @Test(
        "each dialect of a refused token",
        arguments: [
            (403, "<error xmlns=\"DAV:\"><valid-sync-token /></error>"), (409, ""), (410, ""),
            (
                412,
                "<ns0:error xmlns:ns0=\"DAV:\"><ns0:valid-sync-token /><ns0:responsedescription>x</ns0:responsedescription></ns0:error>"
            ),
            (
                403,
                "<d:error xmlns:d=\"DAV:\" xmlns:s=\"http://sabredav.org/ns\"><d:supported-report/></d:error>"
            ),
            (501, "<html>no</html>"),
        ])
    func refused(status: Int, body: String) async throws {
        let answers = Answers(["REPORT /work/": [.status(status, body)]])
        let error = await davError { _ = try await answers.client.changes(in: work, since: "t") }
        #expect(error?.isTokenRefused == true)
        #expect(error?.isMissing == false)
        #expect(error?.isReadOnly == false)
        #expect(error?.isPreconditionFailed == false)
        #expect(await answers.asked.count == 1)
    }

    @Test("a server that breaks once is asked again, one that breaks twice does not know the token")
    func broken() async throws {
        let fine = Answers.Answer.multistatus("<multistatus xmlns=\"DAV:\"/>")
        #expect(try await changes(.status(500), fine) == CollectionChanges())
        let answers = Answers(["REPORT /work/": [.status(500)]])
        let error = await davError { _ = try await answers.client.changes(in: work, since: "t") }
        #expect(error?.isTokenRefused == true)
        #expect(await answers.log == ["REPORT /work/", "REPORT /work/"])
    }

    @Test(
        "what is not about the token is not taken for it",
        arguments: [401, 404, 423, 429, 502, 503])
    func others(status: Int) async throws {
        let answers = Answers(["REPORT /work/": [.status(status)]])
        let error = await davError { _ = try await answers.client.changes(in: work, since: "t") }
        #expect(error?.status == status)
        #expect(error?.isTokenRefused == false)
        #expect(error?.isUnauthorized == (status == 401))
        #expect(error?.isMissing == (status == 404))
        #expect(error?.isLocked == (status == 423))
    }

    @Test("a sign-in page is no answer, whatever its status says")
    func page() async throws {
        let page = "<html><body>Sign in</body></html>"
        for (status, type) in [(200, "text/html"), (207, "text/xml")] {
            let answers = Answers([
                "REPORT /work/": [.status(status, page, ["Content-Type": type])],
                "PROPFIND /work/": [.status(status, page, ["Content-Type": type])],
            ])
            for request in [
                { _ = try await answers.client.changes(in: work, since: "t") },
                { _ = try await answers.client.listing(of: work) },
                { _ = try await answers.client.state(of: work) },
                { _ = try await answers.client.calendars(in: work) },
            ] {
                let error = await davError(request)
                #expect(error != nil)
                #expect(error?.isTokenRefused == false)
            }
        }
    }

    @Test(
        "a listing that may not be whole is an error: nothing, no word about the calendar, a 404 inside"
    )
    func listing() async throws {
        let item =
            "<response><href>/work/1.ics</href><propstat><prop><getetag>\"1\"</getetag></prop></propstat></response>"
        let own =
            "<response><href>/work/</href><propstat><prop><getetag>\"0\"</getetag></prop></propstat></response>"
        let missing =
            "<response><href>http://cal.example/work/</href><status>HTTP/1.1 404 Not Found</status></response>"
        let listing = { (content: String) in
            try await Answers([
                "PROPFIND /work/": [
                    .multistatus("<multistatus xmlns=\"DAV:\">\(content)</multistatus>")
                ]
            ]).client.listing(of: place("/work"))
        }
        #expect(try await listing(own + item).map(\.href.name) == ["1.ics"])
        #expect(try await listing(own) == [])
        #expect(await davError { _ = try await listing("") } != nil)
        #expect(await davError { _ = try await listing(item) } != nil)
        #expect(await davError { _ = try await listing(missing) }?.isMissing == true)
    }

    @Test(
        "a token that counts seconds is one older until its second is over",
        arguments: [
            ("1795385410", 1_795_385_410, "1795385409"),
            ("1795385410", 1_795_385_411, "1795385409"),
            ("1795385410", 1_795_385_412, "1795385410"), ("t1", 1_795_385_410, "t1"),
            ("data:,1_795385410", 1_795_385_410, "data:,1_795385410"),
        ])
    func seconds(token: String, sent: Int, expected: String) {
        let sent = Instant(secondsSinceEpoch: sent)
        #expect(CalDAVClient.complete(token, at: sent) == expected)
    }
}
