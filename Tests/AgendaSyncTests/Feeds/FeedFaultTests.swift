import FoundationEssentials
import Glibc
import ICalendar
import TestServers
import Testing

@testable import AgendaSync

@Suite("Feeds that fail", .serialized)
struct FeedFaultTests {
    private let desk: FeedDesk
    private let text = FeedDesk.calendar("1", "2")

    init() throws {
        desk = try FeedDesk()
        desk.answer = .ok(text, "ETag: \"1\"\r\n")
    }

    private func fault(_ outcome: FeedOutcome?) -> (fault: FeedFault, isNews: Bool)? {
        if case .kept(let fault, let isNews)? = outcome?.result { (fault, isNews) } else { nil }
    }

    /// Asks twice: the copy stays, and only the first time is news. Then all is well again.
    private func keeps(_ answer: LoopbackServer.Answer) async throws -> FeedFault? {
        desk.answer = .ok(text, "ETag: \"1\"\r\n")
        if try desk.fetcher().feeds().isEmpty { _ = try await desk.add() }
        desk.now = desk.now + 100_000
        desk.answer = answer
        let first = fault(try await desk.refresh())
        #expect(first?.isNews == true)
        desk.now = desk.now + 100_000
        let second = fault(try await desk.refresh())
        #expect(second?.isNews == false)
        #expect(desk.copies.read("1.ics") == text)
        let feed = try #require(try desk.fetcher().feeds().first)
        #expect((feed.failures, feed.faultStart) == (2, desk.now - 100_000))
        #expect(feed.fault == second?.fault)
        desk.answer = .ok(text, "ETag: \"1\"\r\n")
        desk.now = desk.now + 100_000
        let healed = try #require(try await desk.refresh())
        #expect((healed.result, healed.feed.fault, healed.feed.failures) == (.unchanged, nil, 0))
        return first?.fault
    }

    @Test("the last good copy stays, and it is said once")
    func keepsCopy() async throws {
        #expect(try await keeps(.ok("<!DOCTYPE html><p>Log in")) == .webPage)
        #expect(try await keeps(.ok("")) == .empty(before: 2))
        #expect(try await keeps(.ok(FeedDesk.calendar())) == .empty(before: 2))
        #expect(try await keeps(FeedDesk.status("404 None")) == .missing)
        #expect(try await keeps(FeedDesk.status("410 Gone")) == .gone)
        #expect(try await keeps(FeedDesk.status("403 No")) == .refused(status: 403))
        #expect(try await keeps(FeedDesk.status("500 No")) == .status(500))
    }

    @Test("half a file is no copy, whether HTTP tells or not")
    func half() async throws {
        let half = String(text.prefix(60))
        // Without a length: the end of the connection is the end.
        let untold = LoopbackServer.Answer.text(
            "HTTP/1.0 200 OK\r\n\r\n\(half)", closes: true)
        #expect(try await keeps(untold) == .incomplete)
        for head in ["Content-Length: 900\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n900\r\n"] {
            let cut = LoopbackServer.Answer.text("HTTP/1.1 200 OK\r\n\(head)\(half)", closes: true)
            guard case .noAnswer(let error)? = try await keeps(cut),
                case .answerBroken = error.reason
            else {
                Issue.record("\(head)")
                continue
            }
        }
    }

    @Test("a compressed answer that grows above the limit is given up")
    func bomb() async throws {
        let bomb = try gzip(zeros: 70_000_000)
        let head =
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
        let fault = try await keeps(.init(bytes: Array(head.utf8) + bomb))
        #expect(
            fault
                == .noAnswer(
                    HTTPError(.tooLarge(limit: 64 << 20), host: host, mayHaveArrived: true)))
    }

    private var host: String { host(of: desk) }

    private func host(of desk: FeedDesk) -> String { "127.0.0.1:\(desk.server.port)" }

    @Test("redirects elsewhere for now, to other protocols and in a circle are not followed")
    func redirects() async throws {
        for (location, reason) in [
            ("http://127.0.0.1:1/", HTTPError.Reason.redirectRefused(to: "127.0.0.1:1")),
            ("file:///etc/passwd", .redirectRefused(to: "something that is no http address")),
            ("/x.ics", .redirectedTooOften(limit: 5)),
        ] {
            let answer = FeedDesk.status("302 Found", "Location: \(location)\r\n")
            #expect(try await keeps(answer) == .noAnswer(HTTPError(reason, host: host)))
        }
    }

    @Test("a server that asks for a pause gets it, also from the next process")
    func pause() async throws {
        _ = try await desk.add()
        desk.answer = FeedDesk.status("503 Busy", "Retry-After: 1800\r\n")
        let outcome = try #require(try await desk.refresh())
        #expect(fault(outcome)?.fault == .status(503))
        #expect(outcome.feed.due == desk.now + 1_800)
        desk.now = desk.now + 600
        #expect(try await desk.refresh()?.result == .waiting(seconds: 1_200))
        #expect(desk.server.received.count == 2)
        desk.now = desk.now + 1_200
        desk.answer = .ok(text)
        #expect(try await desk.refresh(.due)?.result == .unchanged)
    }

    @Test("what one feed was told holds for the others of its host, also in the next process")
    func pauseOfHost() async throws {
        _ = try await desk.add()
        _ = try await desk.fetcher().add(desk.server.url("/y.ics").absoluteString)
        desk.answer = FeedDesk.status("429 Too Many", "Retry-After: 1800\r\n")
        let results = try await desk.fetcher().refresh(.all).map(\.result)
        #expect(results == [.kept(.status(429), isNews: true), .waiting(seconds: 1_800)])
        desk.now = desk.now + 600
        let later = try await desk.fetcher().refresh(.all).map(\.result)
        #expect(later == [.waiting(seconds: 1_200), .waiting(seconds: 1_200)])
        #expect(desk.server.received.count == 3)
    }

    @Test("nobody at home: asked again after 5 minutes, then 10, then 20, up to an hour")
    func offline() async throws {
        let exchange = Unreachable()
        _ = try await desk.add()
        let fetcher = try desk.fetcher { _ in exchange }
        var waits: [Int] = []
        for _ in 1...6 {
            let outcome = try #require(try await fetcher.refresh(.all).first)
            waits.append(outcome.feed.due - desk.now)
            desk.now = outcome.feed.due
        }
        #expect(waits == [300, 600, 1_200, 2_400, 3_600, 3_600])
    }

    private struct Unreachable: HTTPExchange {
        func send(
            _ request: HTTPRequest, as credentials: HTTPCredentials?
        ) async throws(HTTPError) -> HTTPResponse { throw HTTPError(.hostUnknown, host: "a") }
    }

    @Test("304 that nobody asked for is no answer where there is no copy to keep")
    func unasked() async throws {
        _ = try await desk.add()
        unlink("\(desk.copies.path)/1.ics")
        desk.answer = FeedDesk.status("304 Not Modified")
        #expect(fault(try await desk.refresh())?.fault == .nothingToKeep)
    }

    @Test("a copy that cannot be written is a fault, and is fetched whole the next time")
    func unwritable() async throws {
        _ = try await desk.add()
        let path = "\(desk.copies.path)/1.ics"
        unlink(path)
        mkdir(path, 0o700)
        guard case .notWritten(path, _)? = fault(try await desk.refresh())?.fault else {
            Issue.record("written")
            return
        }
        #expect(desk.copies.names == [".lock", "1.ics"])
        rmdir(path)
        #expect(try await desk.refresh()?.result == .updated)
        #expect(desk.copies.read("1.ics") == text)
        #expect(desk.server.received.allSatisfy { $0.field("If-None-Match") == nil })
    }

    @Test("a feed that moved for good is asked for at its new address")
    func moved() async throws {
        let text = text
        let target = try LoopbackServer { _ in .ok(text) }
        _ = try await desk.add()
        desk.answer = FeedDesk.status(
            "301 Moved", "Location: \(target.url("/new").absoluteString)\r\n")
        #expect(try await desk.refresh()?.feed.url == target.url("/new"))
        _ = try await desk.refresh()
        #expect(desk.server.received.count == 2)
        #expect(target.received.count == 2)
    }

    @Test("a move takes no credentials or fields along, and does not become the address then")
    func movedWithSecrets() async throws {
        let text = text
        let target = try LoopbackServer { _ in .ok(text) }
        var settings = FeedSettings()
        settings.credentials = .bearer(.command(["echo", "sesame"]))
        settings.fields = ["X-Customer": "7"]
        let feed = try await desk.add(settings)
        desk.answer = FeedDesk.status(
            "301 Moved", "Location: \(target.url("/new").absoluteString)\r\n")
        #expect(try await desk.refresh()?.feed.url == feed.url)
        #expect(
            desk.server.received.map { $0.field("Authorization") }
                == ["Bearer sesame", "Bearer sesame"])
        #expect(desk.server.received[1].field("X-Customer") == "7")
        #expect(target.received.map { $0.field("Authorization") } == [nil])
        #expect(target.received.map { $0.field("X-Customer") } == [nil])
    }

    @Test("what a move leads to must be a calendar, or the address stays")
    func movedToPage() async throws {
        let target = try LoopbackServer { _ in .ok("<html>") }
        let feed = try await desk.add()
        desk.answer = FeedDesk.status(
            "301 Moved", "Location: \(target.url("/new").absoluteString)\r\n")
        let outcome = try await desk.refresh()
        #expect(fault(outcome)?.fault == .webPage)
        #expect(outcome?.feed.url == feed.url)
    }

    @Test("secrets come from where the user said, and are in no file and no error")
    func secrets() async throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/password"
        folder.write("password", "open-sesame\n")
        chmod(path, 0o600)
        // alice:open-sesame
        for (credentials, header) in [
            (.bearer(.command(["cat", path])), "Authorization: Bearer open-sesame"),
            (
                FeedCredentials.password(user: "alice", .file(path)),
                "Authorization: Basic YWxpY2U6b3Blbi1zZXNhbWU="
            ),
            (.bearer(.file(path)), "Authorization: Bearer open-sesame"),
            (.bearer(.command(["sh", "-c", "cat \(path); exit 4"])), nil),
        ] {
            let desk = try FeedDesk()
            var settings = FeedSettings()
            let feed = try await desk.add()
            settings.credentials = credentials
            _ = try desk.fetcher().set(settings, of: feed.id)
            desk.answer = FeedDesk.status("401 No", "WWW-Authenticate: Basic realm=\"r\"\r\n")
            let outcome = try #require(try await desk.refresh())
            if let header {
                #expect(fault(outcome)?.fault == .refused(status: 401))
                #expect(desk.server.received.contains { $0.header.contains(header) })
            } else {
                let sentence = "'sh' ended with status 4; run it in a terminal to see why"
                let error = HTTPError(.credentialsMissing(sentence), host: self.host(of: desk))
                #expect(fault(outcome)?.fault == .noAnswer(error))
                #expect(desk.server.received.count == 1)
            }
            var dumped = "\(outcome)"
            dump(outcome, to: &dumped)
            #expect(!dumped.contains("sesame"))
            #expect(desk.stored.contains("password") && !desk.stored.contains("sesame"))
        }
    }

    @Test("a run that was held up while a later one began changes neither copy nor state")
    func heldUp() async throws {
        let feed = try await desk.add()
        let path = try desk.fetcher().path(of: feed)
        let meddling = Meddling(text: FeedDesk.calendar("late")) { [desk] in
            _ = try? desk.fetcher(fence: Fence("feed 1", 8))
        }
        let late = try await desk.fetcher(fence: Fence("feed 1", 7)) { _ in meddling }
            .refresh(.all).first
        #expect(late?.result == .superseded)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try desk.fetcher().feeds() == [feed])
        // The later one still may.
        desk.answer = .ok(FeedDesk.calendar("2"))
        let next = try await desk.fetcher(fence: Fence("feed 1", 9)).refresh(.all).first
        #expect(next?.result == .updated)
    }

    @Test("what was removed or changed during a request stays as that made it")
    func superseded() async throws {
        let feed = try await desk.add()
        for isRemoval in [false, true] {
            let meddling = Meddling(text: FeedDesk.calendar("9")) { [desk] in
                var settings = FeedSettings()
                settings.every = 600
                if isRemoval {
                    try? desk.fetcher().remove(feed.id)
                } else {
                    _ = try? desk.fetcher().set(settings, of: feed.id)
                }
            }
            let outcome = try await desk.fetcher { _ in meddling }.refresh(.all).first
            #expect(outcome?.result == .superseded)
            #expect(desk.copies.read("1.ics") == (isRemoval ? nil : text))
            #expect(try desk.fetcher().feeds().first?.settings.every == (isRemoval ? nil : 600))
        }
    }

    /// Does something while it is asked.
    private struct Meddling: HTTPExchange {
        let text: String
        let meddle: @Sendable () -> Void

        func send(
            _ request: HTTPRequest, as credentials: HTTPCredentials?
        ) async throws(HTTPError) -> HTTPResponse {
            meddle()
            return HTTPResponse(status: 200, body: Array(text.utf8), url: request.url)
        }
    }
}
