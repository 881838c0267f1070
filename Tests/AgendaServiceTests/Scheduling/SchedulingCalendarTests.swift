import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Whole calendars of the users of one service, removed and brought back (RFC 6638)")
struct SchedulingCalendarTests {
    typealias Bench = SchedulingBench

    /// What `kim` invites `lee` to, in a calendar of its own: tomorrow and daily, and what is over on 20 November 2026.
    private func bench(
        _ change: (inout People.Options) -> Void = { _ in }
    ) async throws -> Bench {
        let bench = try await Bench("kim", "lee", change: change)
        #expect(await bench.ask("MKCALENDAR", "club/", as: "kim").status == 201)
        let over = Bench.event(uid: "o", start: "20261001T100000Z", end: "20261001T110000Z")
        let daily = Bench.event(
            uid: "d", start: "20261001T100000Z", end: "20261001T110000Z", lines: "RRULE:FREQ=DAILY")
        for (file, text) in [("a", Bench.event()), ("o", over), ("d", daily)] {
            let put = await bench.ask("PUT", "club/\(file).ics", text, as: "kim")
            #expect(put.status == 201, "\(put.text)")
        }
        return bench
    }

    private func isCancelled(_ uid: String, _ bench: Bench) async throws -> Bool? {
        try await bench.copy(uid, of: "lee")?.contains("STATUS:CANCELLED\n")
    }

    private func cancellations(_ bench: Bench) async -> [Substring] {
        await bench.inbox(of: "lee").filter { $0.contains("METHOD:CANCEL\n") }.compactMap {
            $0.split(separator: "\n").first { $0.hasPrefix("UID:") }?.dropFirst(4)
        }.sorted()
    }

    private func undo(_ bench: Bench, as name: String) async throws {
        let seat = try #require(bench.seats[name])
        let undone = await bench.people.ask("POST", "/v1/undo", "{}", token: seat.token)
        #expect(undone.status == 200, "\(undone.text)")
    }

    @Test("the organizer's cancels what is to come, and undo invites again")
    func organizer() async throws {
        let bench = try await bench()
        #expect(await bench.ask("DELETE", "club/", as: "kim").status == 204)
        #expect(try await isCancelled("a", bench) == true)
        #expect(try await isCancelled("d", bench) == true)
        #expect(try await isCancelled("o", bench) == false, "what is over was")
        #expect(await cancellations(bench) == ["a", "d"])
        try await undo(bench, as: "kim")
        #expect(try await isCancelled("a", bench) == false)
        #expect(try await isCancelled("d", bench) == false)
        let last = try #require(await bench.inbox(of: "lee").last)
        #expect(last.contains("METHOD:REQUEST\n") && last.contains("SEQUENCE:1\n"))
        #expect(try bench.people.people.postman.table.count() == 0)
    }

    @Test("on the page, too")
    func page() async throws {
        let bench = try await bench()
        let kim = try #require(bench.seats["kim"])
        let list = await bench.people.ask("GET", "/v1/calendars", token: kim.token)
        let calendars = try #require(list.json["calendars"] as? [[String: Any]], "\(list.text)")
        let club = try #require(calendars.first { $0["name"] as? String == "club" })
        let id = try #require(club["id"].map { "\($0)" })
        let removed = await bench.people.ask(
            "DELETE", "/v1/calendars/\(id)", "{}", token: kim.token, fields: ["If-Match": "*"])
        #expect(removed.status == 200, "\(removed.text)")
        #expect(await cancellations(bench) == ["a", "d"])
    }

    @Test("a guest's declines, and undo answers as before")
    func guest() async throws {
        let bench = try await bench()
        #expect(await bench.ask("MKCALENDAR", "work/", as: "lee").status == 201)
        for uid in ["a", "o", "d"] {
            let href = try #require(try await bench.href(uid, of: "lee"))
            if uid == "a" {
                let text = await bench.ask("GET", href, as: "lee").text.replacing(
                    "ATTENDEE:mailto:lee", with: "ATTENDEE;PARTSTAT=TENTATIVE:mailto:lee")
                #expect(await bench.ask("PUT", href, text, as: "lee").status == 204)
            }
            let moved = await bench.ask(
                "MOVE", href, as: "lee", fields: ["Destination": "/dav/c/lee/work/\(uid).ics"])
            #expect(moved.status == 201, "\(moved.text)")
        }
        func answers() async -> [String?] {
            var found: [String?] = []
            for uid in ["a", "o", "d"] {
                let text = await bench.ask("GET", "club/\(uid).ics", as: "kim").text
                found.append(Bench.status("lee", in: Bench.unfolded(text)))
            }
            return found
        }
        let before = ["TENTATIVE", "NEEDS-ACTION", "NEEDS-ACTION"]
        #expect(await answers() == before, "to move it tells nobody")
        let silent = await bench.ask("DELETE", "work/", as: "lee", fields: ["Schedule-Reply": "F"])
        #expect(silent.status == 204)
        #expect(await answers() == before)
        try await undo(bench, as: "lee")
        #expect(await bench.ask("DELETE", "work/", as: "lee").status == 204)
        #expect(await answers() == ["DECLINED", "NEEDS-ACTION", "DECLINED"])
        try await undo(bench, as: "lee")
        #expect(await answers() == before)
        #expect(await bench.ask("GET", "work/a.ics", as: "lee").status == 200)
    }

    @Test("what a kill has kept from being removed is not told")
    func kill() async throws {
        let kill = SchedulingModelTests.Kill()
        let bench = try await bench { $0.step = { try kill.step($0) } }
        // Noted, and not written.
        kill.arm(2)
        #expect(await bench.ask("DELETE", "club/", as: "kim").status >= 500)
        kill.disarm()
        let next = try bench.reopened { _ in }
        #expect(try next.people.people.postman.table.count() == 2)
        await next.settle()
        #expect(await cancellations(next) == [])
        #expect(try await isCancelled("a", next) == false)
        #expect(try next.people.people.postman.table.count() == 0)
    }
}
