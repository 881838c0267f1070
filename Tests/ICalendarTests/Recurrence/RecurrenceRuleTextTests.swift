import ICalendar
import Testing

@Suite("The text of a rule")
struct RecurrenceRuleTextTests {
    @Test(
        "a rule is written in canonical form",
        arguments: [
            ("FREQ=DAILY", "FREQ=DAILY"),
            ("interval=1;freq=daily;", "FREQ=DAILY"),
            (";;WKST=MO;FREQ=WEEKLY;BYDAY=we,MO,WE", "FREQ=WEEKLY;BYDAY=MO,WE"),
            ("COUNT=5;FREQ=MONTHLY;BYDAY=-1FR,+2TU", "FREQ=MONTHLY;COUNT=5;BYDAY=-1FR,2TU"),
            (
                "FREQ=YEARLY;BYSECOND=60,59,1;BYMINUTE=30,0;BYHOUR=20,8",
                "FREQ=YEARLY;BYHOUR=8,20;BYMINUTE=0,30;BYSECOND=1,59"
            ),
            ("FREQ=DAILY;UNTIL=20240101", "FREQ=DAILY;UNTIL=20240101"),
            ("FREQ=DAILY;UNTIL=20240101T100000Z", "FREQ=DAILY;UNTIL=20240101T100000Z"),
            ("FREQ=DAILY;UNTIL=20240101T100000", "FREQ=DAILY;UNTIL=20240101T100000"),
            ("FREQ=DAILY;X-OWN=1,2;INTERVAL=3", "FREQ=DAILY;INTERVAL=3"),
            (
                "RSCALE=gregorian;SKIP=Forward;FREQ=MONTHLY",
                "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=FORWARD"
            ),
            ("RSCALE=GREGORIAN;FREQ=MONTHLY", "FREQ=MONTHLY"),
            ("FREQ=DAILY;COUNT=3;COUNT=3", "FREQ=DAILY;COUNT=3"),
        ])
    func canonical(_ text: String, _ expected: String) throws {
        #expect(try RecurrenceRule(icalendar: text).icalendar == expected)
    }

    @Test(
        "an error names the part and the value",
        arguments: [
            ("", "FREQ", ""), ("COUNT=3", "FREQ", ""), ("FREQ=SOMETIMES", "FREQ", "SOMETIMES"),
            ("FREQ", "FREQ", ""), ("FREQ=DAILY;COUNT=0", "COUNT", "0"),
            ("FREQ=DAILY;INTERVAL=0", "INTERVAL", "0"),
            ("FREQ=DAILY;INTERVAL=-1", "INTERVAL", "-1"),
            ("FREQ=DAILY;INTERVAL=99999999999999999999", "INTERVAL", "99999999999999999999"),
            ("FREQ=DAILY;BYHOUR=9,24", "BYHOUR", "24"), ("FREQ=DAILY;BYHOUR=", "BYHOUR", ""),
            ("FREQ=DAILY;BYSECOND=61", "BYSECOND", "61"),
            ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY", "0"),
            ("FREQ=MONTHLY;BYMONTHDAY=-32", "BYMONTHDAY", "-32"),
            ("FREQ=YEARLY;BYMONTH=13", "BYMONTH", "13"),
            ("FREQ=YEARLY;BYMONTH=5L", "BYMONTH", "5L"),
            ("FREQ=YEARLY;BYWEEKNO=54", "BYWEEKNO", "54"),
            ("FREQ=YEARLY;BYDAY=0MO", "BYDAY", "0"), ("FREQ=YEARLY;BYDAY=MO,XX", "BYDAY", "XX"),
            ("FREQ=DAILY;UNTIL=20240230", "UNTIL", "20240230"),
            ("FREQ=DAILY;WKST=1MO", "WKST", "1MO"), ("FREQ=DAILY;SKIP=MAYBE", "SKIP", "MAYBE"),
            ("FREQ=DAILY;RSCALE=HEBREW", "RSCALE", "HEBREW"),
            ("FREQ=DAILY;BYEASTER=0", "BYEASTER", "0"),
            ("FREQ=DAILY;COUNT=3;COUNT=4", "COUNT", "4"),
        ])
    func errors(_ text: String, _ part: String, _ value: String) {
        #expect {
            try RecurrenceRule(icalendar: text)
        } throws: { error in
            let error = error as? RecurrenceRuleError
            return error?.part == part && error?.value == value
        }
    }
}
