import ICalendar
import Testing

@testable import AgendaKit

@Suite("Declined events")
struct DeclinedTests {
    /// Which of the events of the day are declined, for a reader with these addresses.
    private func declined(_ me: Set<String>, _ files: [String]) async throws -> [String] {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        for (number, text) in files.enumerated() {
            try await bench.add(try folder.write(text, to: "\(number).ics"))
        }
        var filter = EventFilter()
        filter.me = me
        let node = try await bench.provider(filter: filter).timeline().nodes[120]
        return node.events.filter(\.isDeclined).map(\.uid)
    }

    private let calendar = Make.calendar(
        "UID:a\r\nDTSTART:20261120T120000Z\r\n"
            + "ATTENDEE;CN=\"Novak, Kim\";PARTSTAT=declined:MAILTO:Kim@example\r\n .org\r\n"
            + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:lena@example.org",
        "UID:b\r\nDTSTART:20261120T130000Z\r\n"
            + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:kim@example.org\r\n"
            + "ATTENDEE;PARTSTAT=DECLINED:mailto:lena@example.org",
        "UID:c\r\nDTSTART:20261120T140000Z\r\n"
            + "ATTENDEE;PARTSTAT=ACCEPTED;CN=Declined:mailto:kim@example.org",
        "UID:d\r\nDTSTART:20261120T150000Z")

    @Test("the reader's own answer counts, whatever the address's case and fold")
    func own() async throws {
        #expect(try await declined(["kim@example.org"], [calendar]) == ["a"])
        #expect(try await declined(["mailto:LENA@example.org"], [calendar]) == ["b"])
        #expect(
            try await declined(["kim@example.org", "lena@example.org"], [calendar]) == ["a", "b"])
    }

    @Test("nobody has declined where nobody is the reader, or another one")
    func others() async throws {
        #expect(try await declined([], [calendar]).isEmpty)
        #expect(try await declined(["im@example.org"], [calendar]).isEmpty)
    }

    @Test("the shown copy's answer counts; one without participants takes another's")
    func copies() async throws {
        func copy(_ sequence: Int, _ more: String) -> String {
            Make.calendar(
                "UID:a\r\nDTSTART:20261120T120000Z\r\nSEQUENCE:\(sequence)\(more)")
        }
        let no = copy(0, "\r\nATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org")
        let yes = copy(1, "\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:kim@example.org")
        #expect(try await declined(["kim@example.org"], [no, yes]).isEmpty)
        #expect(try await declined(["kim@example.org"], [no, copy(1, "")]) == ["a"])
    }
}
