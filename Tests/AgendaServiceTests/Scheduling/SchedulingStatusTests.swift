import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("What an event says of what became of its messages (RFC 6638 section 3.2.9)")
struct SchedulingStatusTests {
    typealias Bench = SchedulingBench

    private func status(of name: String, in text: String?) -> String? {
        Bench.attendee(name, in: text)?.firstMatch(of: /SCHEDULE-STATUS=([0-9.]+)/).map {
            String($0.1)
        }
    }

    @Test(
        "who has an event of their own of that UID keeps it, and the organizer is told so at once")
    func refused() async throws {
        let bench = try await Bench("kim", "lee", "max")
        let own = Bench.event([], organizer: "lee")
        #expect(await bench.put(own, as: "lee").status == 201)
        let put = await bench.put(Bench.event(["lee", "max"]), as: "kim")
        #expect(put.status == 201)
        let text = try await bench.copy(of: "kim")
        #expect(status(of: "lee", in: text) == "5.3", "\(text ?? "")")
        #expect(status(of: "max", in: text) == "1.2")
        let now = await bench.ask("GET", "calendar/a.ics", as: "kim").fields["Schedule-Tag"]
        #expect(put.fields["Schedule-Tag"] == now)
        #expect(await bench.ask("GET", "calendar/a.ics", as: "lee").text == own)
        #expect(await bench.inbox(of: "lee") == [])
        #expect(try bench.people.people.postman.table.count() == 0)
    }

    @Test("who goes while a message is on its way has not got it")
    func gone() async throws {
        let kill = SchedulingModelTests.Kill()
        let bench = try await Bench("kim", "lee", "max") { $0.step = { try kill.step($0) } }
        // Written, and not yet told.
        kill.arm(3)
        #expect(await bench.put(Bench.event(["lee", "max"]), as: "kim").status == 201)
        kill.disarm()
        let next = try bench.reopened { _ in }
        let (lee, max) = (try #require(bench.seats["lee"]), try #require(bench.seats["max"]))
        try next.people.desk.set(.frozen, of: lee.user)
        try next.people.desk.remove(max.user, folder: false)
        await next.settle()
        let text = try await next.copy(of: "kim")
        #expect(status(of: "lee", in: text) == "5.1", "\(text ?? "")")
        #expect(status(of: "max", in: text) == "3.7")
        #expect(try next.people.people.postman.table.count() == 0)
    }

    @Test("an organizer who has gone is not told of an answer, which the guest sees")
    func organizer() async throws {
        let bench = try await Bench("kim", "lee")
        await bench.put(Bench.event(), as: "kim")
        let href = try #require(try await bench.href(of: "lee"))
        let kim = try #require(bench.seats["kim"])
        try bench.people.desk.set(.frozen, of: kim.user)
        let answer = await bench.ask("GET", href, as: "lee").text.replacing(
            "ATTENDEE:mailto:lee", with: "ATTENDEE;PARTSTAT=ACCEPTED:mailto:lee")
        #expect(await bench.ask("PUT", href, answer, as: "lee").status == 204)
        let copy = try await bench.copy(of: "lee")
        #expect(copy?.contains("ORGANIZER;SCHEDULE-STATUS=5.1:") == true, "\(copy ?? "")")
    }

    @Test("an answer to a series also says of an instance with an answer of its own that it came")
    func series() async throws {
        let bench = try await Bench("kim", "lee")
        let rule = "RRULE:FREQ=DAILY;COUNT=5"
        await bench.put(Bench.event(lines: rule), as: "kim")
        let href = try #require(try await bench.href(of: "lee"))
        let away = Bench.component(
            ["ATTENDEE;PARTSTAT=DECLINED:mailto:lee@example.org"], start: "20261202T100000Z",
            end: "20261202T110000Z", lines: "RECURRENCE-ID:20261202T100000Z"
        ).replacing("\n", with: "\r\n")
        let text = await bench.ask("GET", href, as: "lee").text.replacing(
            "END:VCALENDAR", with: away + "END:VCALENDAR")
        #expect(await bench.ask("PUT", href, text, as: "lee").status == 204)
        await bench.put(Bench.event(lines: rule + "\nLOCATION:Cafe"), as: "kim")
        func statuses() async throws -> [String?] {
            let parts = try await bench.copy(of: "kim")?.components(separatedBy: "BEGIN:VEVENT")
            return (parts ?? []).dropFirst().map { status(of: "lee", in: $0) }
        }
        #expect(try await statuses() == ["1.2", "1.2"])
        let asked = await bench.ask("GET", href, as: "lee").text
        let answer = asked.replacing(
            "ATTENDEE:mailto:lee", with: "ATTENDEE;PARTSTAT=ACCEPTED:mailto:lee")
        #expect(await bench.ask("PUT", href, answer, as: "lee").status == 204)
        #expect(try await statuses() == ["2.0", "2.0"])
    }
}
