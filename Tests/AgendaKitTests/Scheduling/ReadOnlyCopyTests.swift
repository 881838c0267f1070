import ICalendar
import Testing

@testable import AgendaKit

@Suite("Mail about an event of a calendar that is only read")
struct ReadOnlyCopyTests {
    private static let me = CalendarAddresses(["me@example.org"])

    private static func talk(_ lines: String..., method: String? = nil) -> String {
        let text = Make.calendar((["UID:a"] + lines).joined(separator: "\r\n"))
        return method.map { text.replacing("VERSION", with: "METHOD:\($0)\r\nVERSION") } ?? text
    }

    private static let when = "DTSTAMP:20261101T000000Z\r\nDTSTART:20261202T090000Z\r\nSUMMARY:Talk"
    private static let pizza = """
        SEQUENCE:9\r
        DTSTAMP:20261102T000000Z\r
        DTSTART:20261201T100000Z\r
        SUMMARY:Free pizza\r
        ATTENDEE;RSVP=TRUE:mailto:me@example.org
        """

    private func desk(_ folder: TemporaryFolder, _ stored: String) async throws -> Bench {
        let bench = try Bench()
        let path = try folder.write(stored, to: "feed.ics")
        _ = try await bench.importer.addSource(
            CalendarSource(name: "Feed", kind: .file, location: path))
        return bench
    }

    private func refusal(
        _ bench: Bench, _ text: String, isTrusted: Bool = false
    ) async throws -> [InvitationFault?] {
        let incoming = try IncomingCalendar(Array(text.utf8), place: "mail")
        var faults: [InvitationFault?] = [nil, nil]
        let invitation = try Invitation(incoming)
        do throws(AgendaError) {
            _ = try await bench.editor.take(
                invitation, as: Self.me,
                from: MessageSender(["evil@example.net"], isTrusted: isTrusted), zone: bench.zone,
                commits: false)
        } catch {
            if case .invitation(let fault) = error.reason { faults[0] = fault }
        }
        let received = try await bench.editor.receive(incoming, as: Self.me, commits: false)
        if case .refused(let error) = received.items.first?.outcome,
            case .invitation(let fault) = error.reason
        {
            faults[1] = fault
        }
        return faults
    }

    @Test(
        "a stranger's does not take its place, also not that of one instance",
        arguments: [
            "", "ORGANIZER:mailto:me@example.org\r\n", "ORGANIZER:mailto:boss@example.org\r\n",
        ], ["REQUEST", "PUBLISH"])
    func stranger(organizer: String, method: String) async throws {
        let folder = try TemporaryFolder()
        let bench = try await desk(
            folder, Self.talk(organizer + Self.when, "RRULE:FREQ=WEEKLY"))
        let evil = "ORGANIZER:mailto:evil@example.net"
        let fault = InvitationFault.readOnlyCopy(calendar: "Feed")
        for text in [
            Self.talk(Self.pizza, evil, method: method),
            Self.talk(Self.pizza, evil, "RECURRENCE-ID:20261209T090000Z", method: method),
        ] {
            #expect(try await refusal(bench, text) == [fault, fault])
            #expect(try await refusal(bench, text, isTrusted: true)[0] == nil)
        }
    }

    @Test("the same meeting is taken: published calendars leave the organizer out")
    func same() async throws {
        let request = Self.talk(
            Self.pizza.replacing("20261201T100000Z", with: "20261202T090000Z"),
            "ORGANIZER:mailto:evil@example.net", method: "REQUEST")
        let folder = try TemporaryFolder()
        #expect(
            try await refusal(desk(folder, Self.talk(Self.when)), request) == [nil, nil])
        // Its own organizer also moves it.
        let other = try TemporaryFolder()
        let moved = Self.talk(
            Self.pizza, "ORGANIZER:MAILTO:Evil@example.net", method: "REQUEST")
        let bench = try await desk(
            other, Self.talk(Self.when, "ORGANIZER;CN=E:mailto:evil@example.net"))
        #expect(try await refusal(bench, moved) == [nil, nil])
    }
}
