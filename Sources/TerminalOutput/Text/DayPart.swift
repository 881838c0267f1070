package import AgendaActions
package import AgendaJSON
package import ICalendar

/// The part of an occurrence that lies on one day, as shown on its line.
package enum DayPart: Hashable {
    case allDay
    /// The first, a middle or the last of several whole days.
    case firstDay, middleDay, lastDay
    /// Start and end on this day; an end at midnight is 24:00. `season` is what the zone calls its time, such as `CET`, if
    /// clocks show one of the two a second time.
    case times(start: CivilDateTime, end: CivilDateTime, season: String? = nil)
    /// It begins on this day and continues.
    case begins(CivilDateTime)
    /// It ends on this day.
    case ends(CivilDateTime)

    /// The part of `span` that lies on `date`.
    ///
    /// What ends in the minute after midnight ends on the day before, as in ``NodeWindow/indices(of:)``.
    ///
    /// - Parameter day: the instants at which the date begins and ends.
    package init(of span: Span, on date: CivilDate, day: Range<Instant>, zone: TimeZoneRules) {
        switch span {
        case .dates(let dates):
            let (begins, ends) = (dates.lowerBound >= date, dates.upperBound <= date + 1)
            self = begins ? (ends ? .allDay : .firstDay) : (ends ? .lastDay : .middleDay)
        case .floating(let times):
            let midnight = CivilDateTime(date + 1)
            self.init(
                start: times.lowerBound, end: times.upperBound,
                begins: times.lowerBound.date >= date, ends: times.upperBound < midnight + 60)
        case .instants(let instants):
            self.init(
                start: zone.wallTime(at: instants.lowerBound),
                end: zone.wallTime(at: instants.upperBound),
                begins: instants.lowerBound >= day.lowerBound,
                ends: instants.upperBound < day.upperBound + 60)
            // Clocks show a time twice on long days alone.
            if case .times(let start, let end, _) = self, day.upperBound > day.lowerBound + 86_400 {
                self = .times(start: start, end: end, season: zone.season(ofRepeated: instants))
            }
        }
    }

    /// The part of `span` that lies on a day of a zone.
    package init(of span: Span, on date: CivilDate, zone: TimeZoneRules) {
        let start = zone.startOfDay(date)
        // A date that the zone skipped begins where it ends.
        let day = start..<max(start, zone.startOfDay(date + 1))
        self.init(of: span, on: date, day: day, zone: zone)
    }

    /// The day on which an occurrence begins, and its part on that day.
    package static func first(of span: Span, zone: TimeZoneRules) -> (
        date: CivilDate, part: DayPart
    ) {
        let date =
            switch span.start {
            case .date(let date): date
            case .floating(let time): time.date
            case .instant(let instant): zone.wallTime(at: instant).date
            }
        return (date, DayPart(of: span, on: date, zone: zone))
    }

    private init(start: CivilDateTime, end: CivilDateTime, begins: Bool, ends: Bool) {
        let isMidnight = end.secondOfDay < 60 && end.date > start.date
        let end = isMidnight ? CivilDateTime(end.date) : end
        self =
            begins
            ? (ends ? .times(start: start, end: end) : .begins(start))
            : (ends ? .ends(end) : .middleDay)
    }

    /// The first column of a line, such as `09:30-09:45`, `22:00 ↦`, `↔`, `⇥ 06:00`.
    package func text(_ symbols: Symbols, clock: ClockFormat) -> String {
        OutputBuffer.text { write(symbols, clock: clock, to: &$0) }
    }

    /// Appends ``text(_:clock:)``.
    package func write(_ symbols: Symbols, clock: ClockFormat, to output: inout OutputBuffer) {
        switch self {
        case .allDay: output.append("all day")
        case .firstDay: output.append(symbols.begins)
        case .middleDay: output.append(symbols.goesOn)
        case .lastDay: output.append(symbols.ends)
        case .times(let start, let end, let season):
            clock.write(start, to: &output)
            if start == end, season == nil { return }
            output.append("-")
            clock.write(end: end, to: &output)
            if let season { output.append(" (\(season))") }
        case .begins(let start):
            clock.write(start, to: &output)
            output.append(" ")
            output.append(symbols.begins)
        case .ends(let end):
            output.append(symbols.ends)
            output.append(" ")
            clock.write(end: end, to: &output)
        }
    }

    /// The time of day at which it starts; nil if it starts on an earlier day or takes the whole
    /// day.
    var startClock: String? {
        switch self {
        case .times(let start, _, _), .begins(let start):
            OutputBuffer.text { $0.append(clockOf: start) }
        default: nil
        }
    }

    /// The time of day at which it ends; nil if it ends on a later day or takes the whole day.
    var endClock: String? {
        switch self {
        case .times(_, let end, _), .ends(let end):
            OutputBuffer.text { ClockFormat.hours24.write(end: end, to: &$0) }
        default: nil
        }
    }
}

extension TimeZoneRules {
    /// What the zone calls its time if its clocks show the end or the start for the second time; nil otherwise, and for
    /// what has no length.
    package func season(ofRepeated range: Range<Instant>) -> String? {
        guard !range.isEmpty else { return nil }
        return [range.upperBound, range.lowerBound].first { instant(of: wallTime(at: $0)) != $0 }
            .map { abbreviation(at: $0) }
    }
}
