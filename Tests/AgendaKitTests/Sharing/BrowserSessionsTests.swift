import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Browsers that are let in")
struct BrowserSessionsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "agenda-browsers-\(UUID().uuidString)")
    private let now = Instant(secondsSinceEpoch: 1_795_172_400)
    private var tokenFile: String { folder.appending(path: "token").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test("the installation's name has 64 random bits, stays, and is its owner's secret")
    func host() throws {
        let host = try BrowserSessions(tokenFile: tokenFile).host(under: "one")
        #expect(host.wholeMatch(of: /agenda-[0-9a-f]{16}\.localhost/) != nil)
        #expect(try BrowserSessions(tokenFile: tokenFile).host(under: "one") == host)
        #expect(try BrowserSessions(tokenFile: tokenFile + "2").host(under: "one") != host)
        let path = tokenFile + "-browsers"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("cookie and secret are needed, of one session, under its host")
    func proof() throws {
        let sessions = BrowserSessions(tokenFile: tokenFile)
        let host = try sessions.host(under: "token")
        func begin() throws -> BrowserSessions.Proof {
            try sessions.begin(browser: "Chromium", host: host, at: now)
        }
        let (one, other) = (try begin(), try begin())
        let (cookie, otherCookie) = (try #require(one.cookie), try #require(other.cookie))
        func isIn(_ secret: String, _ cookies: [String], at name: String? = nil) throws -> Bool {
            try sessions.session(
                host: name ?? host, secret: secret, cookies: cookies, at: now) != nil
        }
        #expect(try isIn(one.secret, [cookie]))
        #expect(try isIn(one.secret, ["x", cookie]), "a cookie of another comes first")
        #expect(try isIn(one.secret, [cookie, "x"]))
        #expect(try !isIn(one.secret, []))
        #expect(try !isIn("", [cookie]))
        #expect(try !isIn(cookie, [cookie]))
        #expect(try !isIn(one.secret, [otherCookie]))
        #expect(try !isIn(other.secret, [cookie]))
        #expect(try !isIn(one.secret, [cookie], at: "127.0.0.1"))
        // What stands in the file opens nothing.
        let text = try String(contentsOfFile: tokenFile + "-browsers", encoding: .utf8)
        #expect(!text.contains(cookie) && !text.contains(one.secret))
    }

    @Test("elsewhere than at its own name there is no cookie, and the secret alone counts there")
    func withoutCookie() throws {
        let sessions = BrowserSessions(tokenFile: tokenFile)
        let host = try sessions.host(under: "token")
        let proof = try sessions.begin(
            browser: "Safari", host: "127.0.0.1", at: now)
        #expect(proof.cookie == nil)
        func isIn(_ name: String) throws -> Bool {
            try sessions.session(host: name, secret: proof.secret, cookies: ["x"], at: now) != nil
        }
        #expect(try isIn("127.0.0.1"))
        #expect(try !isIn(host))
        #expect(try !isIn("localhost"))
    }

    @Test("a session ends when it is revoked, after a year, and with the token")
    func end() throws {
        let sessions = BrowserSessions(tokenFile: tokenFile)
        let host = try sessions.host(under: "token")
        func proof() throws -> BrowserSessions.Proof {
            try sessions.begin(browser: "Firefox", host: host, at: now)
        }
        func session(
            _ proof: BrowserSessions.Proof, at time: Instant? = nil
        ) throws -> BrowserSession? {
            try sessions.session(
                host: host, secret: proof.secret, cookies: [proof.cookie ?? ""], at: time ?? now)
        }
        let (one, other) = (try proof(), try proof())
        let first = try #require(try session(one))
        // Another process revokes.
        let ended = try BrowserSessions(tokenFile: tokenFile).end(first.id)
        #expect(ended.map(\.id) == [first.id])
        #expect(try session(one) == nil && !sessions.isOpen(first, at: now))
        #expect(try BrowserSessions(tokenFile: tokenFile).end("00000000").isEmpty)
        let year = Instant(secondsSinceEpoch: now.secondsSinceEpoch + 365 * 86_400)
        #expect(try session(other) != nil)
        #expect(try session(other, at: year) == nil)
        #expect(try sessions.host(under: "another") == host)
        #expect(try session(other) == nil && sessions.all(at: now).isEmpty)
        _ = try proof()
        #expect(try sessions.end(nil).count == 1)
    }

    @Test("a browser that signs in again has one session")
    func again() throws {
        let sessions = BrowserSessions(tokenFile: tokenFile)
        let host = try sessions.host(under: "token")
        let former = try sessions.begin(browser: "A", host: host, at: now)
        _ = try sessions.begin(
            browser: "B", host: host, cookies: ["x", try #require(former.cookie)], at: now)
        #expect(try sessions.all(at: now).map(\.browser) == ["B"])
    }
}
