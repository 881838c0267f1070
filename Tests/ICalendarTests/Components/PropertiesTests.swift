import Testing

@testable import ICalendar

@Suite("Single properties of a component")
struct PropertiesTests {
    private let text = Array(
        """
        BEGIN:VEVENT\r
        x-one;P="a:b;c":first\r
        SUMMARY:fol\r
         ded\r
        BEGIN:VALARM\r
        X-ONE:of the alarm\r
        END:VALARM\r
        X-ONE:sec\r
        \tond\r
        X-ONES:another\r
        ATTENDEE;PARTSTAT=DECL\r
         INED:mailto:a@example.org\r
        ATTENDEE;CN=Declined:mailto:b@example.org\r
        ATTENDEE;PARTSTAT=declined:mailto:c@example.org\r
        END:VEVENT\r

        """.utf8)

    @Test("those of a name in their order, unfolded, without the alarms'")
    func properties() {
        let lines = text.withUnsafeBytes {
            ICalendarParser.properties(named: ["X-ONE", "SUMMARY"], in: $0)
        }
        #expect(lines.map(\.name) == ["X-ONE", "SUMMARY", "X-ONE"])
        #expect(lines.map(\.value) == ["first", "folded", "second"])
        #expect(lines.first?.parameters == ["P=\"a:b;c\""])
        #expect(
            [UInt8]().withUnsafeBytes { ICalendarParser.properties(named: ["X"], in: $0) }.isEmpty)
    }

    @Test("participants in whose lines words stand, whatever their case and fold")
    func participants() {
        let declined = text.withUnsafeBytes {
            ICalendarParser.participants(in: $0, mentioning: ["DECLINED", "MAILTO"])
        }
        #expect(
            declined.map(\.address) == [
                "mailto:a@example.org", "mailto:b@example.org", "mailto:c@example.org",
            ])
        let one = text.withUnsafeBytes {
            ICalendarParser.participants(in: $0, mentioning: ["declined", "C@example.org"])
        }
        #expect(one.map(\.address) == ["mailto:c@example.org"])
        #expect(one.first?.status == "DECLINED")
        let none = text.withUnsafeBytes {
            ICalendarParser.participants(in: $0, mentioning: ["accepted"])
        }
        #expect(none.isEmpty)
    }
}
