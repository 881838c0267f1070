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
        let lines = ICalendarParser.properties(named: ["X-ONE", "SUMMARY"], in: text)
        #expect(lines.map(\.name) == ["X-ONE", "SUMMARY", "X-ONE"])
        #expect(lines.map(\.value) == ["first", "folded", "second"])
        #expect(lines.first?.parameters == ["P=\"a:b;c\""])
        #expect(
            ICalendarParser.properties(named: ["X"], in: [UInt8]()).isEmpty)
    }

    @Test("participants in whose lines words stand, whatever their case and fold")
    func participants() {
        let declined = ICalendarParser.participants(in: text, mentioning: ["DECLINED", "MAILTO"])
        #expect(
            declined.map(\.address) == [
                "mailto:a@example.org", "mailto:b@example.org", "mailto:c@example.org",
            ])
        let one = ICalendarParser.participants(in: text, mentioning: ["declined", "C@example.org"])
        #expect(one.map(\.address) == ["mailto:c@example.org"])
        #expect(one.first?.status == "DECLINED")
        let none = ICalendarParser.participants(in: text, mentioning: ["accepted"])
        #expect(none.isEmpty)
    }
}
