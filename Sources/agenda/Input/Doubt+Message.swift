import AgendaKit
import ICalendar

extension Doubt {
    /// What is unclear and what to write instead.
    ///
    /// - Parameter text: what was typed, for a doubt that names no words of its own.
    func sentence(of text: String) -> Message {
        let words = self.text.isEmpty ? text : self.text
        return "\(words): \(remedy(words))"
    }

    /// The same where no text was typed.
    var sentence: Message { text.isEmpty ? "add: \(remedy(""))" : sentence(of: text) }

    private func remedy(_ words: String) -> Message {
        switch reason {
        case .noTime: "there is no day or time: write it (tomorrow 12:30)"
        case .noTitle: "there is no title: write one before the day or time"
        case .noSuchDay: "there is no such day: write 2026-12-24, monday, in 3 days or 24.12."
        case .eitherDay(let first, let second):
            "may be \(Self.day(first)) or \(Self.day(second)): write which"
        case .otherWeekday(let date):
            "the date is \(Self.day(date)): change the weekday or the date"
        case .noSuchTime: "there is no such time: write 9:30, 9pm or 21:30"
        case .eitherTime(let first, let second):
            "may be \(Self.time(first)) or \(Self.time(second)): write which"
        case .timeOrLength: "may be a time or a length: write 10:00, or for \(words)"
        case .inexactDay: "is no single day: write the day, or quotation marks around the title"
        case .inexactTime: "is no exact time: write 9:30, or quotation marks around the title"
        case .maybeDay:
            "may be a day: write it beside the time, or quotation marks around the title"
        case .maybeTime: "may be a time: write 9:30, or quotation marks around the title"
        case .maybeRepetition:
            "may be a repetition: write every monday or every 2 weeks, or quotation marks around the title"
        case .maybeZone:
            "may be a time zone: write Europe/Berlin after the time, or quotation marks around the title"
        case .unclearZone: "is no time zone, or several: write Europe/Berlin or UTC+1"
        case .otherSeason: "is not what clocks show on that day: name the city instead"
        case .secondDay: "is one day too many: leave one out, or quotation marks around the title"
        case .secondTime: "is one time too many: leave one out, or quotation marks around the title"
        case .secondOfItsKind: "is said twice: leave one out, or quotation marks around the title"
        case .contradiction: "the hour is not in that part of the day: write 9:30, 9pm or 21:30"
        case .past(let day, let second, let zone):
            "is over (\(Self.moment(day, second, zone))): write a day to come, or give --start with the date"
        case .endsBeforeStart: "ends before it starts: exchange start and end"
        case .startWithoutTime: "there is an end but no start: write the start, too"
        case .endWithoutTime: "the start has a time: give the end one, too"
        case .lengthOfDays:
            "an all-day event lasts whole days: give a start time, or days"
        case .endWithoutRepetition: "nothing repeats: write every week, too"
        case .noInstance: "no day of the repetition lies before its end: write a later one"
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
