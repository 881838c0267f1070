import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("To-dos that the users of one service ask of each other (RFC 6638)")
struct SchedulingTodoTests {
    typealias Bench = SchedulingBench

    private static func todo(_ guests: [String], _ lines: String = "") -> String {
        Bench.event(guests, lines: lines).replacing("VEVENT", with: "VTODO").replacing(
            "DTSTART:20261201T100000Z\r\nDTEND:", with: "DUE:")
    }

    @Test(
        "come to whom they are asked of, whose progress is their answer, until they are cancelled")
    func todo() async throws {
        let bench = try await Bench("kim", "lee", "max")
        let put = await bench.put(Self.todo(["lee", "max"]), as: "kim")
        #expect(put.status == 201 && put.fields["Schedule-Tag"] != nil, "\(put.text)")
        let href = try #require(try await bench.href(of: "lee", in: "VTODO"))
        let copy = await bench.ask("GET", href, as: "lee").text
        #expect(copy.contains("BEGIN:VTODO\r\n") && copy.contains("DUE:20261201T110000Z\r\n"))
        #expect(await bench.inbox(of: "lee").count == 1)
        let done = copy.replacing("END:VTODO", with: "STATUS:COMPLETED\r\nEND:VTODO")
        #expect(await bench.ask("PUT", href, done, as: "lee").status == 204)
        func status(of name: String, at user: String) async throws -> String? {
            let href = try #require(try await bench.href(of: user, in: "VTODO"))
            let text = Bench.unfolded(await bench.ask("GET", href, as: user).text)
            return Bench.status(name, in: text)
        }
        for user in ["kim", "lee", "max"] {
            #expect(try await status(of: "lee", at: user) == "COMPLETED", "\(user)")
        }
        #expect(await bench.inbox(of: "kim").first?.contains("BEGIN:VTODO\n") == true)
        // What is done stays done, and comes no more to who has deleted it.
        let other = Self.todo(["lee", "max"], "LOCATION:Cafe")
        #expect(await bench.put(other, as: "kim").status == 204)
        let changed = await bench.ask("GET", href, as: "lee").text
        #expect(changed.contains("LOCATION:Cafe\r\n") && changed.contains("STATUS:COMPLETED\r\n"))
        #expect(await bench.ask("DELETE", href, as: "lee").status == 204)
        #expect(try await status(of: "lee", at: "kim") == "COMPLETED")
        #expect(await bench.put(Self.todo(["lee", "max"]), as: "kim").status == 204)
        #expect(try await bench.href(of: "lee", in: "VTODO") == nil)
        #expect(await bench.ask("DELETE", "calendar/a.ics", as: "kim").status == 204)
        let last = try #require(try await bench.href(of: "max", in: "VTODO"))
        #expect(await bench.ask("GET", last, as: "max").text.contains("STATUS:CANCELLED\r\n"))
        #expect(try bench.people.people.postman.table.count() == 0)
    }

    @Test("are done on the page, and an event of the same UID is another thing")
    func page() async throws {
        let bench = try await Bench("kim", "lee")
        await bench.put(Self.todo(["lee"]), as: "kim")
        let lee = try #require(bench.seats["lee"])
        let list = await bench.people.ask("GET", "/v1/todos", token: lee.token)
        let todo = try #require((list.json["todos"] as? [[String: Any]])?.first, "\(list.text)")
        let id = try #require(todo["id"] as? String)
        let tag = await bench.people.ask("GET", "/v1/todos/\(id)", token: lee.token).fields["ETag"]
        let done = await bench.people.ask(
            "PATCH", "/v1/todos/\(id)", "{\"status\": \"completed\"}", token: lee.token,
            fields: tag.map { ["If-Match": $0] } ?? [:])
        #expect(done.status == 200, "\(done.text)")
        let own = Bench.unfolded(await bench.ask("GET", "calendar/a.ics", as: "kim").text)
        #expect(Bench.status("lee", in: own) == "COMPLETED")
    }

    @Test("a room leaves them alone")
    func room() async throws {
        let bench = try await Bench("kim", "lee")
        let lee = try #require(bench.seats["lee"])
        try bench.people.people.postman.table.set(.room, of: lee.user.id)
        await bench.put(Self.todo(["lee"]), as: "kim")
        let own = Bench.unfolded(await bench.ask("GET", "calendar/a.ics", as: "kim").text)
        #expect(Bench.status("lee", in: own) == "NEEDS-ACTION")
    }
}
