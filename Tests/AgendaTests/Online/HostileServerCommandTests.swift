import Foundation
import TestServers
import Testing

/// What a server says that wants files elsewhere, or a person's terminal, through the whole command.
@Suite("A hostile server gets nowhere: files and terminal")
struct HostileServerCommandTests {
    private let server: CalendarServer
    private let desk: OnlineDesk

    init() throws {
        server = try CalendarServer([
            "home": .init("Home", items: ["a.ics": resource("a", "Lunch")])
        ])
        desk = try OnlineDesk()
    }

    private func add() throws -> AgendaProcess.Result {
        try desk.run("account", "add", server.url.absoluteString, "--name", "work", "--all")
    }

    /// What lies in the desk's folder outside of the data's.
    private func outside() -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: desk.folder.path)) ?? []
        return all.filter { !$0.hasPrefix("data") }.sorted()
    }

    @Test(
        "hrefs that climb out of the calendar, as they are and encoded, make no file anywhere",
        arguments: [
            "/anna/home/../../../../evil.ics", "/anna/home/..%2F..%2F..%2Fevil.ics",
            "/anna/home/%2e%2e/%2e%2e/evil.ics", "/anna/home/sub/evil.ics", "/anna/evil.ics",
            "http://evil.example/anna/home/evil.ics", "//evil.example/anna/home/evil.ics",
            "/anna/home/..%5C..%5Cevil.ics", "/anna/home/.evil.ics%00", "/anna/home/.agenda-sync",
        ])
    func hrefs(href: String) throws {
        #expect(try add().status == 0)
        let before = outside()
        let own = CalendarServer.response(
            "/anna/home/", "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>")
        let listed = CalendarServer.response(href, "<d:getetag>\"1\"</d:getetag>")
        let text = resource("evil", "Evil").replacing("\r\n", with: "\n")
        let item = CalendarServer.response(
            href, "<d:getetag>\"1\"</d:getetag><c:calendar-data>\(text)</c:calendar-data>")
        server.change {
            $0.answers["PROPFIND /anna/home/"] = CalendarServer.multistatus(own + listed)
            $0.answers["REPORT /anna/home/"] = CalendarServer.multistatus(item)
        }
        _ = try desk.run("sync")
        #expect(outside() == before)
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: desk.folder.file("data/accounts"))
        // Within the calendar a safe name may stand; nothing hidden, nothing beside it.
        for file in files where file.contains("vil") {
            let name = try #require(file.split(separator: "/").last)
            #expect(file == "work/Home/\(name)" && !name.hasPrefix("."), "\(file)")
            #expect(
                name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) })
        }
        #expect(!FileManager.default.fileExists(atPath: "/evil.ics"))
    }

    @Test(
        "a calendar's name with slashes, controls and escapes becomes a plain folder and plain text"
    )
    func names() throws {
        let escape = "&#27;]0;owned&#7;../../../evil/\u{202E}cod"
        server.change { $0.calendars["home"]?.title = escape }
        let before = outside()
        let added = try add()
        #expect(added.status == 0, "\(added.complaints)")
        let listed = try desk.run("account", "list")
        let sources = try desk.run("source", "list")
        server.change { $0.calendars["home"]?.title = "&#155;31m/etc/passwd" }
        let renamed = try desk.run("account", "list", "--refresh")
        for text in [added, listed, sources, renamed].flatMap({ [$0.output, $0.complaints] }) {
            let bad = text.unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value)
                    || $0 == "\u{202E}"
            }
            #expect(bad.isEmpty, "\(text.debugDescription)")
        }
        #expect(outside() == before)
        #expect(desk.names("data/accounts") == ["work"])
        #expect(desk.names("data/accounts/work").count == 1)
    }

    @Test("a file of a replica that is a link elsewhere is not written through")
    func links() throws {
        #expect(try add().status == 0)
        let target = try desk.folder.write("mine.ics", resource("mine", "Mine"))
        let text = desk.read("mine.ics")
        let folder = desk.folder.file("data/accounts/work/Home")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/a.ics", withDestinationPath: target)
        _ = try desk.run("sync")
        #expect(desk.read("mine.ics") == text)
    }

    @Test("a feed's copy that is a link elsewhere is replaced, not written through")
    func feed() throws {
        let box = try LoopbackServer { _ in .ok(resource("f", "Feed")) }
        #expect(
            try desk.run("source", "add", box.url("/f.ics").absoluteString, "--name", "F").status
                == 0)
        let target = try desk.folder.write("mine.ics", resource("mine", "Mine"))
        let text = desk.read("mine.ics")
        let copy = desk.folder.file("data/feeds/1.ics")
        try FileManager.default.removeItem(atPath: copy)
        try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: target)
        #expect(try desk.run("refresh", "--all").status == 0)
        #expect(desk.read("mine.ics") == text)
        #expect(desk.read("data/feeds/1.ics")?.contains("SUMMARY:Feed") == true)
    }
}
