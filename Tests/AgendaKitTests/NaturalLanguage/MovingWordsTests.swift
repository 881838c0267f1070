import ICalendar
import Testing

@testable import AgendaKit

/// On Tuesday, 2026-12-01, at 18:00 in Berlin.
@Suite("Words for a day to which something is moved")
struct MovingWordsTests {
    private func moved(
        _ text: String, from day: String, at hour: Int? = 10, isCopy: Bool = false,
        language: String = "en"
    ) throws -> String {
        let now = try Make.instant("20261201T170000Z")
        let zone = try Make.zone("Europe/Berlin")
        let words = try MomentWords(
            text,
            in: WordContext(now: now, zone: zone, vocabulary: Vocabulary(language: language)))
        let present = Moment(
            day: try #require(CivilDate(iso: day)),
            time: hour.map { ClockTime(secondOfDay: $0 * 3_600) })
        do throws(Doubt) {
            let today = zone.wallTime(at: now)
            let day = try words.moving(from: present, now: today, isCopy: isCopy)
                .moment(today: today.date).day
            return day?.iso ?? "no day"
        } catch {
            switch error.reason {
            case .eitherDay(let first, let second): return "\(first.iso) or \(second.iso)"
            case .past(let day, _, _): return "\(day.iso) is over"
            default: return "\(error.reason)"
            }
        }
    }

    @Test(
        "a weekday is the next one, if that is the one of the event's week and the nearest to it",
        arguments: [
            ("wednesday", "2026-12-03", "2026-12-02"), ("saturday", "2026-12-03", "2026-12-05"),
            // Monday is over, and no event to come is moved there.
            ("monday", "2026-12-03", "2026-12-07"),
            // Today at 10:00 is over.
            ("tuesday", "2026-12-07", "2026-12-08"), ("tuesday", "2026-12-14", "2026-12-15"),
            // Today at 19:00 is not.
            ("tuesday 19:00", "2026-12-14", "2026-12-01 or 2026-12-15"),
            // Of Monday, 7 December: the Friday before is nearer, and the one after is in its week.
            ("friday", "2026-12-07", "2026-12-04 or 2026-12-11"),
            ("saturday", "2026-12-11", "2026-12-05 or 2026-12-12"),
            ("monday", "2026-12-13", "2026-12-07 or 2026-12-14"),
        ])
    func weekday(_ text: String, _ from: String, _ result: String) throws {
        #expect(try moved(text, from: from) == result)
    }

    @Test("what is over may be moved to a day that is over, or to one to come")
    func over() throws {
        #expect(try moved("thursday", from: "2026-11-23") == "2026-11-26 or 2026-12-03")
        #expect(try moved("monday", from: "2026-12-01") == "2026-11-30 or 2026-12-07")
        #expect(try moved("tuesday 9:00", from: "2026-12-01") == "2026-12-01")
        // A copy is not.
        #expect(try moved("thursday", from: "2026-11-23", isCopy: true) == "2026-12-03")
        #expect(try moved("tuesday", from: "2026-12-04") == "2026-12-01 is over")
        #expect(try moved("tuesday", from: "2026-12-04", at: nil) == "2026-12-01")
    }

    @Test("a copy to the weekday of the event is a week later")
    func copies() throws {
        #expect(try moved("friday", from: "2026-12-04", isCopy: true) == "2026-12-11")
        #expect(try moved("friday 12:00", from: "2026-12-04", isCopy: true) == "2026-12-04")
        #expect(try moved("friday", from: "2026-12-11", isCopy: true) == "2026-12-04")
        #expect(try moved("friday", from: "2026-12-04") == "2026-12-04")
    }

    @Test(
        "a day of the month and a date without a year are those near the event, or unclear",
        arguments: [
            ("the 22nd", "2027-01-21", "2026-12-22 or 2027-01-22"),
            ("the 22nd", "2026-12-21", "2026-12-22"), ("the 1st", "2026-12-30", "2027-01-01"),
            ("Jan 22", "2027-01-21", "2027-01-22"), ("Dec 20", "2027-01-10", "2026-12-20"),
            ("May 6", "2028-05-05", "2027-05-06 or 2028-05-06"),
        ])
    func dates(_ text: String, _ from: String, _ result: String) throws {
        #expect(try moved(text, from: from) == result)
    }

    @Test(
        "a day that counts from today, and a date, are what they say",
        arguments: [
            ("friday week", "2026-12-21", "2026-12-11"), ("today 9:00", "2026-12-21", "2026-12-01"),
            ("2026-11-30", "2026-12-21", "2026-11-30"), ("in 3 days", "2026-12-21", "2026-12-04"),
            ("15:00", "2026-12-21", "no day"),
        ])
    func fixed(_ text: String, _ from: String, _ result: String) throws {
        #expect(try moved(text, from: from) == result)
    }

    @Test("German and Chinese weekdays, too")
    func languages() throws {
        #expect(try moved("dienstag 10 Uhr", from: "2026-12-07", language: "de") == "2026-12-08")
        #expect(try moved("周六", from: "2026-12-11", language: "zh") == "2026-12-05 or 2026-12-12")
    }
}
