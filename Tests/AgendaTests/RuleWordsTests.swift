import AgendaKit
import AgendaWords
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

@Suite("Rules in words")
struct RuleWordsTests {
    /// Each for an event that starts on Tuesday 2026-11-24 at 09:30 in Berlin.
    @Test(
        "rules that people make have words",
        arguments: [
            ("FREQ=DAILY", "every day", "每天"),
            ("FREQ=DAILY;INTERVAL=3", "every 3 days", "每 3 天"),
            ("FREQ=WEEKLY", "every Tuesday", "每周二"),
            ("FREQ=WEEKLY;BYDAY=FR,MO", "every Monday and Friday", "每周一、周五"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday", "每个工作日"),
            ("FREQ=DAILY;BYDAY=FR,TH,WE,TU,MO", "every weekday", "每个工作日"),
            (
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR",
                "every 2 weeks on Monday, Wednesday and Friday", "每 2 周的周一、周三、周五"
            ),
            ("FREQ=MONTHLY", "every month on the 24th", "每月的 24 日"),
            (
                "FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on the 1st and the 15th",
                "每月的 1 日、 15 日"
            ),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day", "每月的最后一天"),
            ("FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tuesday", "每月的第 2 个周二"),
            ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday", "每月的最后一个周五"),
            ("FREQ=MONTHLY;BYDAY=TU;BYSETPOS=3", "every month on the 3rd Tuesday", "每月的第 3 个周二"),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last weekday",
                "每月的最后一个工作日"
            ),
            (
                "FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO", "every 3 months on the 1st Monday",
                "每 3 个月的第 1 个周一"
            ),
            ("FREQ=YEARLY", "every year on 24 November", "每年的 11 月 24 日"),
            ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31", "every year on 31 December", "每年的 12 月 31 日"),
            (
                "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "every year on the 4th Thursday of November",
                "每年的 11 月第 4 个周四"
            ),
            ("FREQ=HOURLY;INTERVAL=2", "every 2 hours", "每 2 小时"),
            ("FREQ=WEEKLY;COUNT=10", "every Tuesday, 10 times", "每周二，共 10 次"),
            (
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261231T225959Z",
                "every weekday until Thu 2026-12-31", "每个工作日，到 周四 2026-12-31 为止"
            ),
        ])
    func words(_ text: String, _ english: String, _ chinese: String) throws {
        #expect(try words(text, in: .english) == english)
        #expect(try words(text, in: .chinese) == chinese)
    }

    @Test(
        "in German the day stands before the month, and what repeats is declined",
        arguments: [
            ("FREQ=DAILY;INTERVAL=3", "alle 3 Tage"),
            ("FREQ=WEEKLY;BYDAY=FR,MO", "jeden Montag und Freitag"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "alle 2 Wochen am Montag und Freitag"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15", "jeden Monat am 1. und 15."),
            ("FREQ=MONTHLY;BYDAY=-1FR", "jeden Monat am letzten Freitag"),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
                "jeden Monat am letzten Werktag"
            ),
            ("FREQ=YEARLY", "jedes Jahr am 24. November"),
            ("FREQ=YEARLY;INTERVAL=2", "alle 2 Jahre am 24. November"),
            ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "jedes Jahr am 4. Donnerstag im November"),
            ("FREQ=WEEKLY;COUNT=10", "jeden Dienstag, 10-mal"),
            ("FREQ=WEEKLY;UNTIL=20261231T225959Z", "jeden Dienstag bis Do 2026-12-31"),
        ])
    func german(_ text: String, _ german: String) throws {
        #expect(try words(text, in: .german) == german)
    }

    private func words(_ text: String, in language: Language) throws -> String? {
        let rule = try RecurrenceRule(icalendar: text)
        let wall = CivilDateTime(CivilDate(uncheckedYear: 2026, month: 11, day: 24)) + 34_200
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        return RuleWords(
            language: language, start: .zoned(wall, tzid: "Europe/Berlin"), zone: zone
        ).text(rule)
    }

    @Test(
        "others have none, rather than half of what they say",
        arguments: [
            "FREQ=DAILY;BYHOUR=9,17", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
            "FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYWEEKNO=20", "FREQ=YEARLY;BYYEARDAY=100",
            "FREQ=MONTHLY;BYDAY=MO", "FREQ=YEARLY;BYMONTH=1,2", "FREQ=DAILY;BYMONTH=1",
            "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1", "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
            "FREQ=MONTHLY;BYMONTHDAY=1,2,3;BYSETPOS=-1", "FREQ=SECONDLY",
        ])
    func none(_ text: String) throws {
        let rule = try RecurrenceRule(icalendar: text)
        let wall = CivilDateTime(CivilDate(uncheckedYear: 2026, month: 11, day: 24))
        #expect(
            RuleWords(language: .english, start: .floating(wall), zone: .utc).text(rule) == nil)
    }
}
