import Foundation
import TestServers
import Testing

@Suite("agenda meet with published addresses")
struct MeetOnlineTests {
    /// Busy on Monday, 2026-11-23, from 9:00 to 13:00 in Berlin, and told of that day alone.
    private static let busy = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VFREEBUSY\r
        DTSTART:20261122T230000Z\r
        DTEND:20261123T230000Z\r
        FREEBUSY:20261123T080000Z/20261123T120000Z\r
        END:VFREEBUSY\r
        END:VCALENDAR\r

        """

    private let server: LoopbackServer
    private let agenda: AgendaProcess
    private let folder: ScratchFolder

    init() throws {
        server = try LoopbackServer { request in
            switch request.target {
            case "/busy.ics?key=secret":
                .ok(Self.busy, "Last-Modified: Fri, 20 Nov 2026 10:15:00 GMT\r\n")
            case "/page": .ok("<html>log in</html>")
            case "/slow.ics":
                LoopbackServer.Answer(
                    bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nBEGIN:V".utf8),
                    holds: true)
            default: .text("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
            }
        }
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
        let added = try agenda.run("add", "Lunch monday 12:00-13:00", "--quiet")
        #expect(added.status == 0, "\(added.complaints)")
    }

    private func url(_ path: String) -> String { server.url(path).absoluteString }

    @Test(
        "one that works, one that fails, one that is a page, and one that is slow: each is asked once"
    )
    func servers() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let start = ContinuousClock.now
        let result = try agenda.run(
            "meet", "--with", "anna=\(url("/busy.ics?key=secret"))", "--with",
            "bo=\(url("/fails.ics"))", "--with", "cy=\(url("/page"))", "--with",
            "dee=\(url("/slow.ics"))", "--timeout", "2s", "--limit", "2", "--from", "monday",
            "--days", "2")
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(
            result.output == """
                me    Europe/Berlin
                anna                 45 min old  known from Mon 2026-11-23 00:00 to Tue 2026-11-24 00:00
                bo                               not known
                cy                               not known
                dee                              not known

                1  Mon 2026-11-23 13:00-13:30  not known: bo, cy, dee
                2  Mon 2026-11-23 13:30-14:00  not known: bo, cy, dee

                """)
        #expect(
            result.complaints == """
                bo: not known: the server answered with status 500
                cy: not known: a web page came instead of a calendar; open the address in a browser
                dee: not known: 127.0.0.1:\(server.port): no answer in time

                """)
        #expect(result.status == 3)
        #expect(
            server.received.map(\.target).sorted()
                == ["/busy.ics?key=secret", "/fails.ics", "/page", "/slow.ics"])
        // Nothing is stored: neither a copy nor the state of feeds.
        let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(after).subtracting(files).allSatisfy { $0.hasPrefix("agenda.db") }, "\(after)")
    }

    @Test("a name is the host's if none is given; an address is never shown")
    func name() throws {
        let result = try agenda.run(
            "meet", "--with", "webcal://127.0.0.1:\(server.port)/busy.ics?key=secret", "--json",
            "--limit", "1")
        #expect(result.output.contains("{\"name\":\"127.0.0.1:\(server.port)\",\"timeZone\":null,"))
        #expect(!result.output.contains("secret") && result.status == 0)
        let refused = try agenda.run("meet", "--with", "bo=https://kim:secret@127.0.0.1/x")
        #expect(
            refused.complaints
                == "bo: not known: a feed's address begins with https, http, webcal or webcals, and names no user\n"
        )
        #expect(refused.status == 3)
    }

    @Test("a password goes to the one server that it is for, and is nowhere else")
    func password() throws {
        let token = Data("kim:wonderland".utf8).base64EncodedString()
        let closed = try LoopbackServer { request in
            request.field("Authorization") == "Basic \(token)"
                ? .ok(Self.busy)
                : .text(
                    "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n"
                )
        }
        let address = "anna=\(closed.url("/busy.ics").absoluteString)"
        let file = try folder.write("password", "wonderland\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let refused = try agenda.run("meet", "--with", address, "--limit", "1")
        #expect(refused.status == 3 && refused.complaints.hasPrefix("anna: not known: "))
        let words = ["meet", "--with", address, "--user", "kim", "--limit", "1"]
        let result = try agenda.run(
            words + ["--password-file", file, "--from", "monday", "--days", "1"]
                + AgendaProcess.pinned)
        #expect(result.status == 0, "\(result.complaints)")
        #expect(
            result.output.contains("1  Mon 2026-11-23 13:00-13:30  everybody is free\n"),
            "\(result.output)")
        let other = try agenda.run(
            words + ["--password-file", file, "--with", "bo=\(url("/fails.ics"))"]
                + AgendaProcess.pinned)
        #expect(other.status == 64)
        #expect(
            other.complaints
                == "--user, --password-file and their like are for one server: --with names 2\n")
        #expect(server.received.isEmpty)
        let alone = try agenda.run(words + AgendaProcess.pinned)
        #expect(alone.status == 64)
        #expect(
            alone.complaints == "--user: give --password-command or --password-file, too\n")
    }
}
