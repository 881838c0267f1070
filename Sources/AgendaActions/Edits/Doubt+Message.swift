package import AgendaKit
import AgendaWords
import ICalendar

extension Doubt {
    /// What is unclear and what to write instead.
    ///
    /// - Parameters:
    ///   - text: what was typed; shown if the doubt has no words of its own.
    ///   - option: what allows a day that is over.
    package func sentence(of text: String, allowing option: String = "--start") -> Message {
        let words = self.text.isEmpty ? text : self.text
        return "\(words): \(remedy(words, option))"
    }

    /// The same if nothing was typed.
    package var sentence: Message { sentence(allowing: "--start") }

    package func sentence(allowing option: String) -> Message {
        text.isEmpty ? remedy("", option) : sentence(of: text, allowing: option)
    }

    /// The same in English for programs, in two: what is unclear, and what to write instead.
    package var parts: (reason: String, remedy: String) {
        remedy(text, nil).text(in: .english).reasonAndRemedy
    }

    /// - Parameter option: what allows a day that is over; nil where there are no options.
    private func remedy(_ words: String, _ option: String?) -> Message {
        switch reason {
        case .noTime: "no day or time: give one, such as tomorrow 12:30"
        case .noTitle: "no title: write one before the day or time"
        case .noSuchDay: "not a day: use 2026-12-24, monday, in 3 days or 24.12."
        case .eitherDay(let first, let second):
            "could be \(Self.day(first)) or \(Self.day(second)): say which"
        case .otherWeekday(let date):
            "that date is \(Self.day(date)): correct the weekday or the date"
        case .noSuchTime: "not a time: use 9:30, 9pm or 21:30"
        case .eitherTime(let first, let second):
            "could be \(Self.time(first)) or \(Self.time(second)): say which"
        case .timeOrLength: "could be a time or a length: write 10:00, or for \(words)"
        case .inexactDay: "not a single day: write one day, or put the title in quotes"
        case .inexactTime: "not an exact time: write 9:30, or put the title in quotes"
        case .maybeDay:
            "could be a day: write it next to the time, or put the title in quotes"
        case .unsaidDay(let name?):
            "no day that is understood; did you mean \(name)? Write that, or today beside the time"
        case .unsaidDay(nil):
            "could be a day: write today beside the time, or another day, or put it in quotes"
        case .reminder:
            option == nil
                ? "a reminder: leave it out and set it afterwards, or put it in quotes"
                : "a reminder: give it with --alarm, or put it in quotes"
        case .maybeTime: "could be a time: write 9:30, or put the title in quotes"
        case .maybeRepetition:
            "could be a repetition: write every monday or every 2 weeks, or put the title in "
                + "quotes"
        case .maybeZone:
            "could be a time zone: write Europe/Berlin after the time, or put the title in quotes"
        case .unclearZone: "no time zone, or several: write Europe/Berlin or UTC+1"
        case .otherSeason: "clocks do not show this time zone on that day: name the city instead"
        case .secondDay: "one day too many: leave one out, or put the title in quotes"
        case .secondTime: "one time too many: leave one out, or put the title in quotes"
        case .secondOfItsKind: "given twice: leave one out, or put the title in quotes"
        case .contradiction: "the hour is not in that part of the day: write 9:30, 9pm or 21:30"
        case .past(let day, let second, let zone):
            option.map {
                "already over (\(Self.moment(day, second, zone))): give a later day, or the date "
                    + "with \($0)"
            } ?? "already over (\(Self.moment(day, second, zone))): give a later day or time"
        case .endsBeforeStart: "ends before it starts: swap start and end"
        case .startWithoutTime: "an end but no start: add the start"
        case .endWithoutTime: "the start has a time, but the end has none: add one"
        case .lengthOfDays:
            "an all-day event lasts whole days: give a start time, or days"
        case .endWithoutRepetition: "nothing repeats: add a repetition, such as every week"
        case .noInstance: "the repetition ends before its first day: give a later end"
        }
    }

    private static func day(_ date: CivilDate) -> String { TimeWords.current.day(date) }

    private static func moment(_ date: CivilDate, _ second: Int?, _ zone: String?) -> String {
        day(date) + (second.map { " " + time($0) } ?? "") + (zone.map { " " + $0 } ?? "")
    }

    private static func time(_ second: Int) -> String {
        let (hour, minute) = (second / 3_600, second / 60 % 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }
}

extension String {
    /// The two parts of a sentence that says what is wrong, and behind a colon what to do.
    package var reasonAndRemedy: (reason: String, remedy: String) {
        guard let colon = firstRange(of: ": ") else { return (self, "") }
        return (String(self[..<colon.lowerBound]), String(self[colon.upperBound...]))
    }
}
