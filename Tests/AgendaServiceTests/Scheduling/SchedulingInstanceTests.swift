import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Instances, cancellations and old texts between the users of one service (RFC 6638)")
struct SchedulingInstanceTests {
    typealias Bench = SchedulingBench

    private static let rule = "RRULE:FREQ=DAILY;COUNT=5"

    /// Declines the second day.
    private func decline(_ bench: Bench, as name: String) async throws {
        let href = try #require(try await bench.href(of: name))
        let text = await bench.ask("GET", href, as: name).text.replacing(
            "RRULE:", with: "EXDATE:20261202T100000Z\r\nRRULE:")
        #expect(await bench.ask("PUT", href, text, as: name).status == 204)
    }

    private func part(_ id: String, of text: String?) -> String? {
        (text ?? "").components(separatedBy: "BEGIN:VEVENT").first {
            $0.contains("RECURRENCE-ID:\(id)\n")
        }
    }

    @Test("an old text of the organizer's takes no answer to one instance away, which is no news")
    func oldText() async throws {
        let bench = try await Bench("kim", "lee", "max")
        let series = Bench.event(["lee", "max"], lines: Self.rule)
        let tag = await bench.put(series, as: "kim").fields["Schedule-Tag"]
        let others = try #require(try await bench.href(of: "max"))
        let seen = await bench.ask("GET", others, as: "max")
        try await decline(bench, as: "lee")
        let own = part("20261202T100000Z", of: try await bench.copy(of: "kim"))
        #expect(Bench.status("lee", in: own) == "DECLINED")
        let now = await bench.ask("GET", others, as: "max")
        #expect(now.text.contains("PARTSTAT=DECLINED"))
        #expect(now.fields["ETag"] != seen.fields["ETag"])
        #expect(now.fields["Schedule-Tag"] == seen.fields["Schedule-Tag"])
        let put = await bench.put(
            series.replacing("SUMMARY:Plan", with: "SUMMARY:Plans"), as: "kim",
            fields: ["If-Schedule-Tag-Match": tag ?? ""])
        #expect(put.status == 204 && put.fields["ETag"] == nil)
        for name in ["kim", "max"] {
            let copy = try await bench.copy(of: name)
            let second = part("20261202T100000Z", of: copy)
            #expect(Bench.status("lee", in: second) == "DECLINED", "\(copy ?? "")")
            #expect(second?.contains("SUMMARY:Plans\n") == true)
            #expect(copy?.components(separatedBy: "BEGIN:VEVENT").count == 3)
        }
        let copy = try await bench.copy(of: "lee")
        #expect(copy?.contains("EXDATE:20261202T100000Z") == true)
        #expect(copy?.contains("SUMMARY:Plans\n") == true)
    }

    @Test("an event without its organizer is over for the guests")
    func organizer() async throws {
        let bench = try await Bench("kim", "lee", "max")
        let event = Bench.event(["lee", "max"])
        await bench.put(event, as: "kim")
        let alone = event.replacing("ORGANIZER:mailto:kim@example.org\r\n", with: "")
        #expect(await bench.put(alone, as: "kim").status == 204)
        for name in ["lee", "max"] {
            #expect(try await bench.copy(of: name)?.contains("STATUS:CANCELLED\n") == true)
            #expect(await bench.inbox(of: name).last?.contains("METHOD:CANCEL\n") == true)
        }
        #expect(try await bench.copy(of: "kim")?.contains("STATUS:CANCELLED") == false)
    }

    @Test("what does not take place any more says why")
    func reason() async throws {
        let bench = try await Bench("kim", "lee")
        let event = Bench.event(
            lines: Self.rule,
            more: Bench.component(
                ["lee"], start: "20261202T120000Z", end: "20261202T130000Z",
                lines: "RECURRENCE-ID:20261202T100000Z\nLOCATION:Cafe"))
        await bench.put(event, as: "kim")
        // Says so of the series alone.
        let over = event.replacing(
            "SUMMARY:Plan", with: "SUMMARY:Snow\r\nSTATUS:CANCELLED", maxReplacements: 1)
        #expect(await bench.put(over, as: "kim").status == 204)
        let copy = try #require(try await bench.copy(of: "lee"))
        #expect(copy.contains("STATUS:CANCELLED\n") && copy.contains("SUMMARY:Snow\n"))
        let second = part("20261202T100000Z", of: copy)
        #expect(second?.contains("STATUS:CANCELLED\n") == true, "\(copy)")
        #expect(second?.contains("LOCATION:Cafe\n") == true)
        let inbox = await bench.inbox(of: "lee")
        #expect(inbox.count == 2 && inbox.last?.contains("METHOD:CANCEL\n") == true)
    }

    @Test("who is uninvited from one of two instances, or whose instance is cancelled, is told so")
    func instances() async throws {
        let bench = try await Bench("kim", "lee", "max")
        func day(_ day: String, _ guests: [String], _ lines: String = "") -> String {
            Bench.component(
                guests, start: "202612\(day)T100000Z", end: "202612\(day)T110000Z",
                lines: "RECURRENCE-ID:202612\(day)T100000Z" + lines)
        }
        let series = Bench.component(["lee"], lines: Self.rule)
        func put(_ days: String...) async {
            let text = Bench.calendar(series + days.joined())
            #expect(await bench.put(text, as: "kim").status < 300)
        }
        await put(day("02", ["lee", "max"]), day("03", ["lee", "max"]))
        await put(day("02", ["lee", "max"]), day("03", ["lee"]))
        let uninvited = await bench.inbox(of: "max").filter { $0.contains("METHOD:CANCEL\n") }
        #expect(uninvited.count == 1)
        #expect(uninvited.first?.contains("RECURRENCE-ID:20261203T100000Z\n") == true)
        let copy = try await bench.copy(of: "max")
        #expect(
            part("20261203T100000Z", of: copy)?.contains("STATUS:CANCELLED\n") == true,
            "\(copy ?? "")")
        #expect(part("20261202T100000Z", of: copy)?.contains("STATUS:CANCELLED\n") == false)
        await put(
            day("02", ["lee", "max"]), day("03", ["lee"]), day("04", ["lee"], "\nSTATUS:CANCELLED"))
        let last = await bench.inbox(of: "lee").last
        #expect(last?.contains("METHOD:CANCEL\n") == true)
        #expect(last?.contains("RECURRENCE-ID:20261204T100000Z\n") == true)
        let fourth = part("20261204T100000Z", of: try await bench.copy(of: "lee"))
        #expect(fourth?.contains("STATUS:CANCELLED\n") == true)
    }

    @Test("a guest of the series who is left out of one instance is told so, and has it no more")
    func leftOut() async throws {
        let bench = try await Bench("kim", "lee", "max")
        await bench.put(Bench.event(["lee", "max"], lines: Self.rule), as: "kim")
        let text = Bench.event(
            ["lee", "max"], lines: Self.rule,
            more: Bench.component(
                ["lee"], start: "20261202T100000Z", end: "20261202T110000Z",
                lines: "RECURRENCE-ID:20261202T100000Z"))
        #expect(await bench.put(text, as: "kim").status == 204)
        let inbox = await bench.inbox(of: "max")
        #expect(inbox.count == 2 && inbox[1].contains("METHOD:CANCEL\n"))
        #expect(inbox.last?.contains("RECURRENCE-ID:20261202T100000Z\n") == true)
        let copy = try await bench.copy(of: "max")
        #expect(copy?.contains("EXDATE:20261202T100000Z\n") == true, "\(copy ?? "")")
        #expect(copy?.contains("STATUS:CANCELLED") == false)
    }

    @Test("an old text of a guest's loses no answer, and undoing a refusal on the page tells it")
    func oldAnswer() async throws {
        let bench = try await Bench("kim", "lee")
        await bench.put(Bench.event(lines: Self.rule), as: "kim")
        let href = try #require(try await bench.href(of: "lee"))
        let old = await bench.ask("GET", href, as: "lee").text
        let override = Bench.component(
            ["ATTENDEE;PARTSTAT=DECLINED:mailto:lee@example.org"], start: "20261202T100000Z",
            end: "20261202T110000Z", lines: "RECURRENCE-ID:20261202T100000Z"
        ).replacing("\n", with: "\r\n")
        let answer = old.replacing("END:VCALENDAR", with: override + "END:VCALENDAR")
        #expect(await bench.ask("PUT", href, answer, as: "lee").status == 204)
        func answers() async throws -> [String?] {
            var found: [String?] = []
            for name in ["kim", "lee"] {
                let second = part("20261202T100000Z", of: try await bench.copy(of: name))
                found.append(Bench.status("lee", in: second))
            }
            return found
        }
        #expect(try await answers() == ["DECLINED", "DECLINED"])
        let late = old.replacing("RRULE:", with: "CATEGORIES:Mine\r\nRRULE:")
        #expect(await bench.ask("PUT", href, late, as: "lee").status == 204)
        #expect(try await answers() == ["DECLINED", "DECLINED"])
        #expect(try await bench.copy(of: "lee")?.contains("CATEGORIES:Mine\n") == true)
        // The old text, then the answer.
        let lee = try #require(bench.seats["lee"])
        for _ in 0..<2 {
            let undone = await bench.people.ask("POST", "/v1/undo", "{}", token: lee.token)
            #expect(undone.status == 200, "\(undone.text)")
        }
        #expect(try await answers().first == "NEEDS-ACTION")
    }

    @Test("moving a resource minds the schedule tag")
    func move() async throws {
        let bench = try await Bench("kim", "lee")
        let tag = await bench.put(Bench.event(), as: "kim").fields["Schedule-Tag"]
        for (given, status) in [("\"none\"", 412), (tag ?? "", 201)] {
            let moved = await bench.ask(
                "MOVE", "calendar/a.ics", as: "kim",
                fields: [
                    "Destination": "/dav/c/kim/calendar/b.ics", "If-Schedule-Tag-Match": given,
                ])
            #expect(moved.status == status)
        }
    }
}
