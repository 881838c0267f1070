import AgendaKit
import ICalendar

/// The part of an occurrence that lies on one day, as its line shows it.
enum DayPart: Hashable {
    /// A whole day.
    case allDay
    /// The first of several whole days, one between, the last.
    case firstDay, middleDay, lastDay
    /// From when to when, on this day alone; the end is 24:00 when it ends at midnight.
    case times(start: CivilDateTime, end: CivilDateTime)
    /// Begins here and goes on.
    case begins(CivilDateTime)
    /// Ends here.
    case ends(CivilDateTime)

    /// The part of `span` that lies on `date`.
    ///
    /// - Parameter day: when the date begins and ends.
    init(of span: Span, on date: CivilDate, day: Range<Instant>, zone: TimeZoneRules) {
        switch span {
        case .dates(let dates):
            let (begins, ends) = (dates.lowerBound >= date, dates.upperBound <= date + 1)
            self = begins ? (ends ? .allDay : .firstDay) : (ends ? .lastDay : .middleDay)
        case .floating(let times):
            let midnight = CivilDateTime(date + 1)
            self.init(
                start: times.lowerBound, end: times.upperBound,
                begins: times.lowerBound.date >= date, ends: times.upperBound <= midnight)
        case .instants(let instants):
            self.init(
                start: zone.wallTime(at: instants.lowerBound),
                end: zone.wallTime(at: instants.upperBound),
                begins: instants.lowerBound >= day.lowerBound,
                ends: instants.upperBound <= day.upperBound)
        }
    }

    private init(start: CivilDateTime, end: CivilDateTime, begins: Bool, ends: Bool) {
        self =
            begins
            ? (ends ? .times(start: start, end: end) : .begins(start))
            : (ends ? .ends(end) : .middleDay)
    }

    /// As in the first column of a line, such as `09:30-09:45`, `22:00 ↦`, `↔`, `⇥ 06:00`.
    func text(_ symbols: Symbols, clock: ClockFormat = .hours24) -> String {
        OutputBuffer.text { write(symbols, clock: clock, to: &$0) }
    }

    /// Appends ``text(_:)``.
    func write(
        _ symbols: Symbols, clock: ClockFormat = .hours24, to output: inout OutputBuffer
    ) {
        switch self {
        case .allDay: output.append("all day")
        case .firstDay: output.append(symbols.begins)
        case .middleDay: output.append(symbols.goesOn)
        case .lastDay: output.append(symbols.ends)
        case .times(let start, let end):
            clock.write(start, to: &output)
            if start == end { return }
            output.append("-")
            clock.write(end: end, to: &output)
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

    /// The start's time of day on this day; nil when it began before or takes the whole day.
    var startClock: String? {
        switch self {
        case .times(let start, _), .begins(let start):
            OutputBuffer.text { $0.append(clockOf: start) }
        default: nil
        }
    }

    /// The end's time of day on this day; nil when it ends later or takes the whole day.
    var endClock: String? {
        switch self {
        case .times(_, let end), .ends(let end):
            OutputBuffer.text { ClockFormat.hours24.write(end: end, to: &$0) }
        default: nil
        }
    }
}

/// The marks of a line.
enum Symbols: Hashable {
    /// For terminals that show Unicode.
    case unicode
    /// For the others.
    case ascii

    /// An occurrence of several days begins.
    var begins: String { self == .unicode ? "↦" : "->" }
    /// It goes on.
    var goesOn: String { self == .unicode ? "↔" : "<->" }
    /// It ends.
    var ends: String { self == .unicode ? "⇥" : "->|" }
    /// It recurs.
    var recurs: String { self == .unicode ? "⟳" : "(R)" }
}
