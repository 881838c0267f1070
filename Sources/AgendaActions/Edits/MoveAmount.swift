import AgendaKit
import ICalendar

/// How far an event is moved: `+1h`, `-30m`, `+1d`, `-2w`.
struct MoveAmount {
    private let duration: CalendarDuration
    private let sign: Int

    /// Reads an amount; nil for another text.
    init?(_ text: String, vocabulary: Vocabulary) {
        guard let first = text.first, first == "+" || first == "-",
            let duration = CalendarDuration(
                words: String(text.dropFirst()), vocabulary: vocabulary), duration.isReasonable
        else { return nil }
        (self.duration, sign) = (duration, first == "+" ? 1 : -1)
    }

    /// Whether it has hours or minutes.
    package var hasClock: Bool { duration.seconds != 0 }

    /// A moment moved: days keep the time of day, hours and minutes are as long as a clock says that runs through (RFC 5545
    /// 3.3.6).
    ///
    /// - Parameters:
    ///   - option: named when hours are to move whole days.
    ///   - zone: the moment's.
    package func moved(
        _ moment: Moment, option: String, zone: TimeZoneRules
    ) throws(CommandFailure) -> Moment {
        guard let day = moment.day else { return moment }
        var new = moment
        new.day = day + sign * duration.days
        guard hasClock else { return new }
        guard let wall = new.wall else {
            throw .usage("\(option): the event takes whole days: move it by days, such as +1d")
        }
        return Moment(zone.wallTime(at: zone.instant(of: wall) + sign * duration.seconds))
    }
}
