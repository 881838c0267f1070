import FoundationEssentials
import Testing

@testable import AgendaSync

private let work = place("/work/")

@Suite("Fetching, as servers answer")
struct CalDAVFetchingTests {
    private let hrefs = [place("/work/1.ics"), place("/work/2.ics")]
    private let text = "BEGIN:VCALENDAR\nEND:VCALENDAR\n"
    private var bytes: [UInt8] { Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8) }

    private func found(_ path: String) -> String {
        """
        <response><href>\(path)</href><propstat><prop><getetag>"1"</getetag><C:calendar-data>\(text)</C:calendar-data>\
        </prop><status>HTTP/1.1 200 OK</status></propstat></response>
        """
    }

    private func report(_ content: String) -> Answers.Answer {
        .multistatus(
            "<multistatus xmlns=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\">\(content)</multistatus>"
        )
    }

    @Test("what is there comes with CRLF, what is missing is said to be, a poison item fails alone")
    func usual() async throws {
        let answers = Answers([
            "REPORT /work/": [
                report(
                    found("/work/%31.ics") + found("/work/unasked.ics")
                        + "<response><href>/work/2.ics</href><status>HTTP/1.1 404 Not Found</status></response>"
                        + "<response><href>/work/3.ics</href><status>HTTP/1.1 500 x</status></response>"
                )
            ]
        ])
        let third = place("/work/3.ics")
        #expect(
            try await answers.client.fetch(hrefs + [third], in: work) == [
                hrefs[0]: .found(bytes, ETag("\"1\"")), hrefs[1]: .missing,
                third: .failed(status: 500),
            ])
        #expect(await answers.log == ["REPORT /work/"])
        let sent = await String(decoding: answers.asked[0].body, as: UTF8.self)
        #expect(sent.contains("<d:href>/work/1.ics</d:href><d:href>/work/2.ics</d:href>"))
    }

    @Test("DAViCal keeps silent about a missing one: each is asked for")
    func silent() async throws {
        let answers = Answers([
            "REPORT /work/": [report("")],
            "GET /work/1.ics": [
                .status(200, text, ["ETag": "W/\"1\"", "Content-Type": "text/calendar"])
            ],
        ])
        #expect(
            try await answers.client.fetch(hrefs, in: work) == [
                hrefs[0]: .found(bytes, ETag("W/\"1\"")), hrefs[1]: .missing,
            ])
        #expect(await answers.log == ["REPORT /work/", "GET /work/1.ics", "GET /work/2.ics"])
    }

    @Test("sabre fails the whole report for one that is missing")
    func refused() async throws {
        let answers = Answers([
            "REPORT /work/": [.status(404)],
            "PROPFIND /work/": [
                report("<response><href>/work/</href><propstat><prop/></propstat></response>")
            ],
            "GET /work/2.ics": [.status(200, text)],
        ])
        #expect(
            try await answers.client.fetch(hrefs, in: work) == [
                hrefs[0]: .missing, hrefs[1]: .found(bytes, nil),
            ])
    }

    @Test("a calendar that is gone is no set of missing events")
    func gone() async throws {
        let answers = Answers(["REPORT /work/": [.status(404)]])
        let error = await davError { _ = try await answers.client.fetch(hrefs, in: work) }
        #expect(error?.isMissing == true)
        #expect(await answers.log == ["REPORT /work/", "PROPFIND /work/"])
    }

    @Test(
        "a report that fails is an error of the page, not of its events",
        arguments: [400, 403, 500, 503])
    func failed(status: Int) async throws {
        let answers = Answers(["REPORT /work/": [.status(status)]])
        let error = await davError { _ = try await answers.client.fetch(hrefs, in: work) }
        #expect(error?.status == status)
        #expect(await answers.log == ["REPORT /work/"])
    }

    @Test("nothing is never asked for")
    func empty() async throws {
        let answers = Answers([:])
        #expect(try await answers.client.fetch([], in: work) == [:])
        #expect(await answers.log == [])
    }

    @Test("one alone: what is about it, and what is about the account")
    func single() async throws {
        let get = { (answer: Answers.Answer) in
            try await Answers(["GET /work/1.ics": [answer]]).client.get(place("/work/1.ics"))
        }
        for status in [404, 410] { #expect(try await get(.status(status)) == .missing) }
        for status in [400, 403, 500] {
            #expect(try await get(.status(status)) == .failed(status: status))
        }
        for status in [401, 423, 429, 502, 503, 504] {
            #expect(await davError { _ = try await get(.status(status)) }?.status == status)
        }
        let page = Answers.Answer.status(
            200, "<html>", ["Content-Type": "text/html; charset=utf-8"])
        #expect(
            await davError { _ = try await get(page) }?.reason
                == .unexpected(status: 200, content: "text/html; charset=utf-8"))
    }

    @Test(
        "line ends",
        arguments: [
            ("a\nb\n", "a\r\nb\r\n"), ("a\r\nb\n\n", "a\r\nb\r\n\r\n"), ("\n", "\r\n"), ("a", "a"),
            ("a\r\n", "a\r\n"), ("a\rb", "a\rb"), ("", ""),
        ])
    func lineEnds(text: String, fixed: String) {
        #expect(FetchResult.withLineEnds(Array(text.utf8)) == Array(fixed.utf8))
    }
}
