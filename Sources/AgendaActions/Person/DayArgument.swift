package import AgendaKit
package import ICalendar

/// A day as a person writes it: `2026-11-20`, `today`, `monday`…, `24.12.`, `in 3 days`, `+10d`,
/// `-2w`; also in the words of the reader's language.
package struct DayArgument: Hashable {
    package let words: DayWords

    package struct Failure: Error, Hashable {
        /// What is wrong and what to write; does not repeat the text.
        package var reason: Message
    }

    /// Reads a day; case does not count.
    ///
    /// - Parameter words: the reader's language; English is always understood.
    package init(_ text: String, words: TimeWords? = nil) throws(Failure) {
        if let date = CivilDate(iso: text) {
            self.words = .date(date)
        } else if Self.isISOForm(text) {
            throw Failure(reason: "no such day: \(Self.remedy(forISO: text))")
        } else if let day = DayWords(english: text) {
            self.words = day
        } else if let day = DayWords(
            text, vocabulary: words.map { Vocabulary(words: $0) } ?? .current), day != .impossible
        {
            self.words = day
        } else {
            throw Failure(
                reason: "not a day: use 2026-11-20, today, tomorrow, monday, +10d or -2w")
        }
    }

    /// The day meant when today is `today`; nil beyond the years 1 to 9999 and if several days fit.
    ///
    /// - Parameter start: the day from which the end of a range counts.
    package func date(today: CivilDate, from start: CivilDate? = nil) -> CivilDate? {
        try? day(today: today, from: start)
    }

    /// The same; throws what is wrong or unclear.
    package func day(today: CivilDate, from start: CivilDate?) throws(Failure) -> CivilDate {
        do {
            return try words.date(today: today, from: start)
        } catch {
            switch error.reason {
            case .eitherDay(let first, let second):
                throw Failure(reason: "could be \(first.iso) or \(second.iso): say which")
            case .past(let date, _, _):
                throw Failure(reason: "was \(date.iso): add the year")
            case .otherWeekday(let date):
                throw Failure(
                    reason:
                        "that date is \(TimeWords.current.day(date)): correct the weekday or "
                        + "the date"
                )
            default: throw Failure(reason: "no such day: years run from 1 to 9999")
            }
        }
    }

    /// Whether it looks like `2026-02-30`: then a number is wrong, not the form.
    private static func isISOForm(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 3 && parts.map(\.count) == [4, 2, 2]
            && parts.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
    }

    private static func remedy(forISO text: String) -> Message {
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3, (1...12).contains(numbers[1]) else {
            return "months run from 01 to 12"
        }
        let length = CivilDate.daysInMonth(year: numbers[0], month: numbers[1])
        return "that month has \(length) days"
    }
}
