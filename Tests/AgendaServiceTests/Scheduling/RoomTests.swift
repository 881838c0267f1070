import AgendaKit
import Foundation
import ICalendar
import Synchronization
import Testing

@testable import AgendaService

@Suite("Rooms and resources, which answer by themselves, and mail to others")
struct RoomTests {
    typealias Bench = SchedulingBench

    /// People, and a room `hall`.
    static func bench() async throws -> Bench {
        var bench = try await Bench("kim", "lee")
        let hall = try await bench.people.desk.add(
            "hall", addresses: ["hall@example.org"], kind: .room)
        let token = try bench.people.desk.token(for: hall)
        let made = await bench.people.ask(
            "POST", "/v1/devices", "{\"name\": \"door\"}", token: token)
        bench.seats["hall"] = PeopleBench.Seat(
            user: hall, token: token, password: made.json["password"] as? String ?? "")
        return bench
    }

    @Test("a room accepts what finds it free, and declines what does not")
    func books() async throws {
        let bench = try await Self.bench()
        await bench.put(Bench.event(["hall"]), as: "kim")
        #expect(Bench.status("hall", in: try await bench.copy(of: "kim")) == "ACCEPTED")
        let second = Bench.event(
            ["hall"], uid: "b", start: "20261201T103000Z", end: "20261201T113000Z", organizer: "lee"
        )
        await bench.put(second, "b.ics", as: "lee")
        #expect(Bench.status("hall", in: try await bench.copy("b", of: "lee")) == "DECLINED")
        // One begins when the other ends.
        let third = Bench.event(
            ["hall"], uid: "c", start: "20261201T110000Z", end: "20261201T120000Z", organizer: "lee"
        )
        await bench.put(third, "c.ics", as: "lee")
        #expect(Bench.status("hall", in: try await bench.copy("c", of: "lee")) == "ACCEPTED")
        // What is declined or moved away leaves it free.
        let moved = Bench.event(["hall"], start: "20261203T100000Z", end: "20261203T110000Z")
        await bench.put(moved, as: "kim")
        #expect(Bench.status("hall", in: try await bench.copy(of: "kim")) == "ACCEPTED")
        let again = Bench.event(
            ["hall"], uid: "b", start: "20261201T100000Z", end: "20261201T110000Z", organizer: "lee"
        )
        await bench.put(again, "b.ics", as: "lee")
        #expect(Bench.status("hall", in: try await bench.copy("b", of: "lee")) == "ACCEPTED")
        #expect(try bench.people.people.postman.table.count() == 0)
        let type = await bench.ask(
            "PROPFIND", "/dav/u/hall/",
            "<D:propfind xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\"><D:prop><C:calendar-user-type/></D:prop></D:propfind>",
            as: "hall", fields: ["Depth": "0"])
        #expect(type.text.contains(">ROOM<"))
    }

    @Test(
        "of a series a room declines the instances that find it taken, and all of one without an end"
    )
    func series() async throws {
        let bench = try await Self.bench()
        await bench.put(
            Bench.event(["hall"], start: "20261203T100000Z", end: "20261203T110000Z"), as: "kim")
        let daily = Bench.event(
            ["hall"], uid: "b", lines: "RRULE:FREQ=DAILY;COUNT=4", organizer: "lee")
        await bench.put(daily, "b.ics", as: "lee")
        let own = try #require(try await bench.copy("b", of: "lee"))
        let parts = own.components(separatedBy: "BEGIN:VEVENT").dropFirst()
        #expect(parts.count == 2, "\(own)")
        #expect(Bench.status("hall", in: parts.first) == "ACCEPTED")
        #expect(
            Bench.status("hall", in: parts.first { $0.contains("RECURRENCE-ID:20261203T100000Z") })
                == "DECLINED")
        let endless = Bench.event(
            ["hall"], uid: "c", start: "20261210T150000Z", end: "20261210T160000Z",
            lines: "RRULE:FREQ=WEEKLY")
        await bench.put(endless, "c.ics", as: "kim")
        #expect(Bench.status("hall", in: try await bench.copy("c", of: "kim")) == "DECLINED")
        let weekly = endless.replacing("FREQ=WEEKLY", with: "FREQ=WEEKLY;COUNT=10")
        await bench.put(weekly, "c.ics", as: "kim")
        #expect(Bench.status("hall", in: try await bench.copy("c", of: "kim")) == "ACCEPTED")
    }

    @Test("of two who book at the same moment one has the room")
    func race() async throws {
        let bench = try await Self.bench()
        for day in 10..<20 {
            let (start, end) = ("202612\(day)T100000Z", "202612\(day)T110000Z")
            async let one = bench.put(
                Bench.event(["hall"], uid: "k\(day)", start: start, end: end), "k\(day).ics",
                as: "kim")
            async let other = bench.put(
                Bench.event(["hall"], uid: "l\(day)", start: start, end: end, organizer: "lee"),
                "l\(day).ics", as: "lee")
            _ = await (one, other)
            await bench.settle()
            let answers = [
                Bench.status("hall", in: try await bench.copy("k\(day)", of: "kim")),
                Bench.status("hall", in: try await bench.copy("l\(day)", of: "lee")),
            ]
            #expect(Set(answers) == ["ACCEPTED", "DECLINED"], "\(answers)")
        }
    }

    final class Post: Sendable {
        let sent = Mutex<[String]>([])
        let isDead = Mutex(false)
        var mails: [String] { sent.withLock(\.self) }
    }

    /// What people read in a mail.
    private static func words(of mail: String) throws -> String {
        let part = mail.components(separatedBy: "\r\n--agenda-")[1]
        let content = try #require(part.components(separatedBy: "\r\n\r\n").dropFirst().first)
        let data = try #require(Data(base64Encoded: content.replacing("\r\n", with: "")))
        return String(decoding: data, as: UTF8.self)
    }

    @Test(
        "who is no user gets a mail with the message, once, and again only with the same Message-ID"
    )
    func mail() async throws {
        let post = Post()
        let change: (inout People.Options) -> Void = { options in
            options.mailer = { mail in
                post.sent.withLock { $0.append(String(decoding: mail, as: UTF8.self)) }
                return true
            }
            options.step = { step in
                if step == .told, post.isDead.withLock(\.self) { throw CancellationError() }
            }
        }
        var bench = try await Bench("kim", change: change)
        await bench.put(Bench.event(["zoe"]), as: "kim")
        let first = try #require(post.mails.first)
        #expect(
            first.contains(
                "From: kim@example.org\r\nTo: zoe@example.org\r\nSubject: Invitation: Plan\r\n"))
        #expect(first.contains("method=REQUEST"))
        #expect(
            try Self.words(of: first) == """
                Invitation: Plan
                when: Tue 2026-12-01 11:00-12:00 (Europe/Berlin)
                organizer: kim@example.org

                To answer, accept, decline or accept tentatively in your mail or calendar program.

                """)
        #expect(
            Bench.attendee("zoe", in: try await bench.copy(of: "kim"))?
                .contains("SCHEDULE-STATUS=1.1") == true)
        post.isDead.withLock { $0 = true }
        #expect(await bench.ask("DELETE", "calendar/a.ics", as: "kim").status == 204)
        post.isDead.withLock { $0 = false }
        #expect(post.mails.count == 2)
        bench = try bench.reopened(change)
        await bench.settle()
        // It is taken for ten minutes by who was killed.
        #expect(post.mails.count == 2)
        #expect(post.mails[1].contains("method=CANCEL") && post.mails[1].contains("Message-ID: <"))
    }
}
