import AgendaActions
@testable import AgendaBank
import AgendaKit
@testable import AgendaNode
@testable import AgendaService
import Foundation
import ICalendar
import Testing

extension NodeTests {
    @Test("an invitation and its answer go from user to user, whichever node each of them asks")
    func invitations() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let (ada, ben) = (try await user("ada", at: first), try await user("ben", at: second))
        let invitation = Self.text("meet", "Meeting").replacing(
            "END:VEVENT",
            with: """
                ORGANIZER:mailto:ada@example.org\r
                ATTENDEE:mailto:ada@example.org\r
                ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ben@example.org\r
                END:VEVENT
                """)
        let put = await first.ask(
            "PUT", "/dav/c/ada/calendar/meet.ics", invitation,
            fields: ada.device.with("Content-Type", "text/calendar"))
        #expect(put.status == 201, "\(put.text)")
        func listed(_ node: Node, _ name: String, _ device: HeaderFields) async throws -> [String] {
            let home = await node.ask(
                "PROPFIND", "/dav/c/\(name)/calendar/", fields: device.with("Depth", "1"))
            return home.text.matches(of: /<D:href>([^<]+\.ics)</).map { String($0.output.1) }
        }
        let copy = try #require(try await listed(second, "ben", ben.device).first)
        let text = await second.ask("GET", copy, fields: ben.device)
        #expect(text.text.contains("UID:meet\r\n"))
        let answered = await second.ask(
            "PUT", copy,
            text.text.replacing("PARTSTAT=NEEDS-ACTION", with: "PARTSTAT=ACCEPTED"),
            fields: ben.device.with("Content-Type", "text/calendar"))
        #expect([200, 201, 204].contains(answered.status), "\(answered.text)")
        let own = await first.ask("GET", "/dav/c/ada/calendar/meet.ics", fields: ada.device)
        #expect(own.text.contains("PARTSTAT=ACCEPTED"), "\(own.text)")
    }

    @Test("a calendar that is removed at one node is cancelled at the other, and brought back")
    func removedCalendar() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let (una, vic) = (try await user("una", at: first), try await user("vic", at: second))
        let year = Calendar(identifier: .gregorian).component(.year, from: .now) + 1
        let text = Self.text("club", "Meeting").replacing(
            "DTSTART:20261120T100000Z",
            with: """
                DTSTART:\(year)0101T100000Z\r
                ORGANIZER:mailto:una@example.org\r
                ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:vic@example.org
                """)
        let club = "/dav/c/una/club/"
        #expect(await first.ask("MKCALENDAR", club, fields: una.device).status == 201)
        let put = await first.ask(
            "PUT", club + "a.ics", text, fields: una.device.with("Content-Type", "text/calendar"))
        #expect(put.status == 201, "\(put.text)")
        func isCancelled() async throws -> Bool {
            let home = await second.ask(
                "PROPFIND", "/dav/c/vic/calendar/", fields: vic.device.with("Depth", "1"))
            let href = try #require(home.text.firstMatch(of: /<D:href>([^<]+\.ics)</)?.output.1)
            let copy = await second.ask("GET", String(href), fields: vic.device)
            #expect(copy.text.contains("UID:club\r\n"))
            return copy.text.contains("STATUS:CANCELLED\r\n")
        }
        #expect(try await !isCancelled())
        #expect(await first.ask("DELETE", club, fields: una.device).status == 204)
        #expect(try await isCancelled())
        let undone = await first.ask("POST", "/v1/undo", "{}", fields: una.token)
        #expect(undone.status == 200, "\(undone.text)")
        #expect(try await !isCancelled())
    }

    @Test("of two who book a room at the same moment, at two nodes, one has it")
    func rooms() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let (pia, rob) = (try await user("pia", at: first), try await user("rob", at: second))
        _ = try await user("hall", at: first, kind: .room)
        let year = Calendar(identifier: .gregorian).component(.year, from: .now) + 1
        func book(_ day: Int, _ name: String, at node: Node, _ fields: HeaderFields) async throws
            -> String?
        {
            let text = Self.text("\(name)\(day)", "Meeting").replacing(
                "DTSTART:20261120T100000Z",
                with: """
                    DTSTART:\(year)010\(day)T100000Z\r
                    DURATION:PT1H\r
                    ORGANIZER:mailto:\(name)@example.org\r
                    ATTENDEE:mailto:\(name)@example.org\r
                    ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:hall@example.org
                    """)
            let place = "/dav/c/\(name)/calendar/\(day).ics"
            let put = await node.ask(
                "PUT", place, text, fields: fields.with("Content-Type", "text/calendar"))
            #expect(put.status == 201, "\(put.text)")
            let own = await node.ask("GET", place, fields: fields)
            let line = own.text.replacing("\r\n ", with: "").split(separator: "\r\n").first {
                $0.hasPrefix("ATTENDEE") && $0.hasSuffix("mailto:hall@example.org")
            }
            return line?.firstMatch(of: /PARTSTAT=([A-Z-]+)/).map { String($0.output.1) }
        }
        for day in 1...5 {
            async let one = book(day, "pia", at: first, pia.device)
            async let other = book(day, "rob", at: second, rob.device)
            let answers = [try await one, try await other]
            #expect(Set(answers) == ["ACCEPTED", "DECLINED"], "\(day): \(answers)")
        }
    }
}
