import ICalendar
import Testing

@testable import AgendaKit

@Suite("Published times")
struct PublishedTimesTests {
    private func read(_ lines: String...) -> PublishedTimes {
        let text = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR"]
        return PublishedTimes(Array(text.joined(separator: "\r\n").utf8))
    }

    private static let freeBusy = """
        BEGIN:VFREEBUSY\r
        DTSTAMP:20261120T080000Z\r
        DTSTART:20261123T000000Z\r
        DTEND:20261124T000000Z\r
        FREEBUSY:20261123T100000Z/PT1H\r
        END:VFREEBUSY
        """

    @Test("all components of a file, and the newest stamp")
    func several() throws {
        let times = read(
            Self.freeBusy,
            Self.freeBusy.replacing("20261120T080000Z", with: "20261119T080000Z")
                .replacing("202611231", with: "202611241"))
        #expect(times.freeBusy.count == 2 && times.hasFreeBusy)
        #expect(times.stamp == (try Make.instant("20261120T080000Z")))
        #expect(times.zone == nil && times.diagnostics.isEmpty)
    }

    @Test("a question for busy times, and an answer: RFC 5546 3.3.2 and 3.3.3")
    func methods() {
        let question = read("METHOD:REQUEST", Self.freeBusy)
        #expect(question.hasFreeBusy && question.freeBusy.isEmpty)
        for method in ["METHOD:REPLY", "METHOD:PUBLISH"] {
            #expect(read(method, Self.freeBusy).freeBusy.count == 1)
        }
    }

    @Test("a calendar without busy times tells nothing of them")
    func events() {
        let times = read("BEGIN:VEVENT", "UID:a", "DTSTART:20261123T100000Z", "END:VEVENT")
        #expect(!times.hasFreeBusy && times.freeBusy.isEmpty && times.stamp == nil)
    }

    @Test("the zone: as the calendar says, else the only one that it defines")
    func zones() throws {
        let berlin = "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE"
        let tokyo = "BEGIN:VTIMEZONE\r\nTZID:Asia/Tokyo\r\nEND:VTIMEZONE"
        #expect(read("X-WR-TIMEZONE:Asia/Tokyo").zone?.name == "Asia/Tokyo")
        #expect(read("X-WR-TIMEZONE:Asia/Tokyo", berlin).zone?.name == "Asia/Tokyo")
        #expect(read("X-WR-TIMEZONE:Tokyo Standard Time").zone?.name == "Asia/Tokyo")
        #expect(read("X-WR-TIMEZONE:Nowhere", berlin).zone?.name == "Europe/Berlin")
        #expect(read(berlin).zone?.name == "Europe/Berlin")
        #expect(read(berlin, tokyo).zone == nil)
        #expect(read("X-WR-TIMEZONE:Nowhere").zone == nil)
    }

    @Test("a broken line is named by its number in the file")
    func broken() {
        let times = read("X-A:1", Self.freeBusy.replacing("PT1H", with: "never"))
        // BEGIN:VCALENDAR, VERSION, X-A, BEGIN:VFREEBUSY, DTSTAMP, DTSTART, DTEND.
        #expect(times.diagnostics.map(\.line) == [8])
        #expect(times.freeBusy.first?.isComplete == false)
    }
}
