import ICalendar
import Testing

@testable import AgendaKit

/// A series made of iCalendar lines, and its instances as the engine expands them.
private struct DividedSeries {
    let series: SeriesEditor

    init(_ components: String...) throws { try self.init(components) }

    init(_ components: [String]) throws {
        let texts = components.map {
            Array(
                "BEGIN:VEVENT\r\nUID:a\r\n\($0.replacing(" ", with: "\r\n"))\r\nEND:VEVENT\r\n".utf8
            )
        }
        series = try SeriesEditor(
            texts, TimeZoneScope(database: SystemZones.database),
            stamp: Instant(secondsSinceEpoch: 1_790_000_000))
    }

    /// The starts up to 2029, ascending.
    static func starts(_ series: SeriesEditor?) throws -> [OccurrencePoint] {
        guard let series else { return [] }
        let days = try Make.date("2026-01-01")..<Make.date("2029-01-01")
        return series.recurrenceSet.instances(overlapping: days) { tzid in
            SystemZones.database.rules(named: tzid) ?? .utc
        }.instances.map(\.span.start)
    }

    func starts() throws -> [OccurrencePoint] { try Self.starts(series) }

    /// The days of the instances of both parts, `11-20 11-21 | 11-22`.
    func division(at number: Int) throws -> String {
        let id = try starts()[number]
        let (earlier, later) = try series.split(at: id, newUID: "b")
        return [try Self.days(earlier), try Self.days(later)].joined(separator: " | ")
    }

    func deletion(from number: Int) throws -> String {
        try Self.days(try series.removingFuture(from: try starts()[number]))
    }

    static func days(_ series: SeriesEditor?) throws -> String {
        try starts(series).map { point in
            switch point {
            case .date(let date): String(date.iso.dropFirst(5))
            case .floating(let wall): String(wall.date.iso.dropFirst(5))
            case .instant(let instant): String(instant.utc.date.iso.dropFirst(5))
            }
        }.joined(separator: " ")
    }
}

/// Numbers that are the same in each run (SplitMix64).
struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func pick<T>(_ values: T...) -> T {
        values[Int.random(in: values.indices, using: &self)]
    }
}

@Suite("Dividing a series")
struct SeriesDivisionTests {
    @Test("a COUNT that ends before an extra date is kept when all from there on is deleted")
    func countBeforeDate() throws {
        // Three days, and one more seventeen days later.
        let series = try DividedSeries(
            "DTSTART:20261120T100000Z RRULE:FREQ=DAILY;COUNT=3 RDATE:20261207T100000Z")
        #expect(try series.deletion(from: 3) == "11-20 11-21 11-22")
        #expect(try series.division(at: 3) == "11-20 11-21 11-22 | 12-07")
        #expect(try series.division(at: 1) == "11-20 | 11-21 11-22 12-07")
    }

    @Test("an EXRULE's COUNT takes nothing more away than it did")
    func exceptionCount() throws {
        // Every day but the first two Saturdays, 21 and 28, up to the 6th.
        let series = try DividedSeries(
            "DTSTART:20261120T100000Z RRULE:FREQ=DAILY;COUNT=17 EXRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=2"
        )
        let all = "11-20 11-22 11-23 11-24 11-25 11-26 11-27 11-29 11-30 12-01 12-02 12-03 12-04 "
        #expect(try series.deletion(from: 14) == all + "12-05")
        #expect(try series.division(at: 2) == "11-20 11-22 | " + all.dropFirst(12) + "12-05 12-06")
    }

    @Test("every second week's exception stays in its weeks")
    func exceptionInterval() throws {
        // Mondays; of them every second one, from the 16th on, is taken away.
        let series = try DividedSeries(
            "DTSTART:20261116T100000Z RRULE:FREQ=WEEKLY;COUNT=8 EXRULE:FREQ=WEEKLY;INTERVAL=2")
        #expect(try DividedSeries.days(series.series) == "11-23 12-07 12-21 01-04")
        #expect(try series.division(at: 1) == "11-23 | 12-07 12-21 01-04")
        let endless = try DividedSeries(
            "DTSTART:20261116T100000Z RRULE:FREQ=WEEKLY EXRULE:FREQ=WEEKLY;INTERVAL=2")
        #expect(throws: AgendaError.self) { try endless.division(at: 1) }
    }

    @Test("days that are the same after any start stay a rule")
    func exceptionRule() throws {
        let series = try DividedSeries(
            "DTSTART:20261120T100000Z RRULE:FREQ=DAILY EXRULE:FREQ=WEEKLY;BYDAY=SA,SU")
        // Fri 20, Mon 23, Tue 24.
        let (_, later) = try series.series.split(at: try series.starts()[2], newUID: "b")
        #expect(later.master?.event.exceptionRules.map(\.icalendar) == ["FREQ=WEEKLY;BYDAY=SA,SU"])
        #expect(later.master?.event.exceptionDates == [])
    }

    @Test("a DATE among the extra dates goes with the time that it stands for")
    func dateAmongTimes() throws {
        let series = try DividedSeries(
            "DTSTART:20261120T100000Z RRULE:FREQ=DAILY;COUNT=3 RDATE;VALUE=DATE:20261121,20261125")
        #expect(try series.division(at: 1) == "11-20 | 11-21 11-22 11-25")
        #expect(try series.deletion(from: 1) == "11-20")
    }

    @Test("extra dates before the first day stay when the rest goes")
    func datesBeforeStart() throws {
        let series = try DividedSeries(
            "DTSTART:20261120T100000Z RRULE:FREQ=DAILY;COUNT=3 RDATE:20261110T100000Z,20261112T100000Z"
        )
        #expect(try series.deletion(from: 1) == "11-10")
        #expect(try series.deletion(from: 2) == "11-10 11-12")
        #expect(try series.division(at: 2) == "11-10 11-12 | 11-20 11-21 11-22")
    }

    @Test("an extra date before the first day counts where all others are taken away")
    func datesBeforeExcludedStart() throws {
        let series = try DividedSeries(
            "DTSTART:20261120T100000Z RRULE:FREQ=DAILY;COUNT=3 EXDATE:20261120T100000Z RDATE:20261110T100000Z"
        )
        #expect(try series.deletion(from: 1) == "11-10")
    }

    @Test("where another first day means other days the division is refused")
    func shortMonths() throws {
        // 31 Jan, 28 Feb, 31 Mar: from 28 Feb on it would be the 28th of each month.
        let series = try DividedSeries(
            "DTSTART:20270131T100000Z RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4")
        #expect(try DividedSeries.days(series.series) == "01-31 02-28 03-31 04-30")
        #expect(throws: AgendaError.self) { try series.division(at: 1) }
        #expect(try series.deletion(from: 1) == "01-31")
        #expect(try series.division(at: 2) == "01-31 02-28 | 03-31 04-30")
    }

    @Test("an extra date's own length stays when it is changed alone")
    func period() throws {
        let series = try DividedSeries(
            "DTSTART:20261120T100000Z DTEND:20261120T110000Z RRULE:FREQ=DAILY;COUNT=2 RDATE;VALUE=PERIOD:20261125T100000Z/20261125T130000Z"
        )
        var edited = series.series
        let instance = OccurrencePoint.instant(try Make.instant("20261125T100000Z"))
        var draft = try edited.draft(of: instance)
        draft.event.summary = "Long"
        try edited.change(instance, to: draft)
        #expect(
            edited.overrides.first?.event.end == .time(.utc(try Make.instant("20261125T130000Z"))))
    }

    /// A series of random parts, in Berlin, floating or of whole days.
    private static func random(_ numbers: inout Numbers) -> [String] {
        let form = numbers.pick(";TZID=Europe/Berlin:", ":", ";VALUE=DATE:")
        let isDate = form.contains("DATE")
        // Some of them after extra dates.
        let first = numbers.pick(20_260_302, 20_260_330, 20_261_020, 20_260_131)
        func time(_ days: Int, hour: Int = 10) -> String {
            let date = CivilDate(uncheckedYear: 2_026, month: 1, day: 1) + days
            let text = date.iso.replacing("-", with: "")
            return isDate ? text : text + "T\(hour < 10 ? "0" : "")\(hour)0000"
        }
        let bound = { (numbers: inout Numbers) in
            numbers.pick("", "", ";COUNT=2", ";COUNT=7", ";COUNT=30", ";UNTIL=20260601")
        }
        let rules = [
            "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE,SU",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO", "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=1MO,-1FR",
            "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=YEARLY;BYMONTH=3,6",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=2,-1",
        ]
        var lines = ["DTSTART\(form)\(first)" + (isDate ? "" : "T100000")]
        if numbers.next() % 4 > 0 {
            lines.append(
                "RRULE:" + rules[Int.random(in: rules.indices, using: &numbers)] + bound(&numbers))
        }
        if numbers.next() % 2 == 0 {
            lines.append(
                "EXRULE:" + rules[Int.random(in: rules.indices, using: &numbers)] + bound(&numbers))
        }
        for name in ["RDATE", "EXDATE"] where numbers.next() % 2 == 0 {
            let days = (0..<4).map { _ in time(Int(numbers.next() % 500) + 90) }
            lines.append(name + form + days.joined(separator: ","))
        }
        return [lines.joined(separator: " ")]
    }

    @Test("a thousand random series have the same instances after their division as before")
    func model() throws {
        var numbers = Numbers(state: 1)
        var (divided, refused) = (0, 0)
        for _ in 0..<1_000 {
            let parts = Self.random(&numbers)
            let series = try DividedSeries(parts)
            let all = try series.starts()
            guard all.count > 1 else { continue }
            let cut = Int(numbers.next() % UInt64(min(all.count, 40)))
            // Whole days and floating times are their own points; ascending, so that the place tells.
            let rest = try DividedSeries.starts(try series.series.removingFuture(from: all[cut]))
            #expect(rest == Array(all[..<cut]), "deleted from \(cut) on: \(parts)")
            do {
                let (earlier, later) = try series.series.split(at: all[cut], newUID: "b")
                let new = try DividedSeries.starts(later)
                if earlier == nil {
                    #expect(new == all, "divided at \(cut): \(parts)")
                } else {
                    #expect(try DividedSeries.starts(earlier) == Array(all[..<cut]))
                    #expect(new == Array(all[cut...]), "divided at \(cut): \(parts)")
                }
                divided += 1
            } catch {
                refused += 1
            }
        }
        // Refused are endless EXRULEs that count from DTSTART, and extra dates of rules that go on.
        #expect(divided > 700)
        #expect(refused < divided / 4, "\(refused) of \(divided + refused)")
    }
}

@Suite("Moving a series")
struct SeriesMoveTests {
    /// The days of a series that is moved.
    private func days(_ lines: String, by days: Int, hours: Int = 0) throws -> String {
        try DividedSeries.days(try moved(lines, by: days * 86_400 + hours * 3_600))
    }

    private func moved(_ lines: String, by seconds: Int) throws -> SeriesEditor {
        var series = try DividedSeries(lines).series
        var draft = try series.draft(seenAt: nil)
        draft.event.start = draft.event.start.with(wallTime: draft.event.start.wallTime + seconds)
        try series.changeAll(seenAt: nil, to: draft)
        return series
    }

    @Test("days of every second week stay in one week")
    func weekStart() throws {
        // Mon 16 and Sun 22 of one week, Mon 30 and Sun 6 of the next but one.
        let lines = "DTSTART:20261116T100000Z RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;COUNT=4"
        #expect(
            try DividedSeries.days(try DividedSeries(lines).series) == "11-16 11-22 11-30 12-06")
        #expect(try days(lines, by: 1) == "11-17 11-23 12-01 12-07")
        #expect(try days(lines, by: -1) == "11-15 11-21 11-29 12-05")
    }

    @Test("an EXRULE's weekdays move along; a day that is not the start's own does not")
    func exceptionRule() throws {
        // Fri 20 to Thu 26 without Sat and Sun.
        let lines =
            "DTSTART:20261120T100000Z RRULE:FREQ=DAILY;COUNT=7 EXRULE:FREQ=WEEKLY;BYDAY=SA,SU"
        #expect(try days(lines, by: 0, hours: 1) == "11-20 11-23 11-24 11-25 11-26")
        #expect(try days(lines, by: 2) == "11-22 11-25 11-26 11-27 11-28")
        #expect(throws: AgendaError.self) {
            try days(
                "DTSTART:20261120T100000Z RRULE:FREQ=DAILY;COUNT=20 EXRULE:FREQ=MONTHLY;BYDAY=1MO",
                by: 1)
        }
    }

    @Test("a hundred random series have their own instances as far away as their start")
    func model() throws {
        var numbers = Numbers(state: 2)
        let rules = [
            "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE,SU",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO", "FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,FR;WKST=WE",
        ]
        for _ in 0..<100 {
            var lines = "DTSTART:2026030\(numbers.pick(2, 5, 8))T100000Z RRULE:"
            lines += rules[Int.random(in: rules.indices, using: &numbers)]
            lines += numbers.pick("", ";COUNT=9", ";UNTIL=20260601T120000Z")
            if numbers.next() % 2 == 0 {
                lines += " EXRULE:" + rules[Int.random(in: rules.indices, using: &numbers)]
                lines += numbers.pick("", ";COUNT=5", ";UNTIL=20260501T120000Z")
            }
            lines += numbers.pick("", " RDATE:20260407T180000Z", " EXDATE:20260316T100000Z")
            let shift = Int(numbers.next() % 21) - 10
            let seconds = shift * 86_400 + numbers.pick(0, 3_600, -7_200)
            let before = try DividedSeries(lines).starts().compactMap { point in
                if case .instant(let instant) = point { instant + seconds } else { nil }
            }
            let after = try DividedSeries.starts(try moved(lines, by: seconds)).map { point in
                if case .instant(let instant) = point {
                    instant
                } else {
                    Instant(secondsSinceEpoch: 0)
                }
            }
            // Those at the end of the window may have left it.
            let end = try Make.instant("20281201T000000Z")
            #expect(
                before.prefix { $0 < end } == after.prefix { $0 < end }, "\(shift): \(lines)")
        }
    }
}
