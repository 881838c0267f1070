import AgendaKit
import ICalendar

/// Expands an endless series over the days that the store keeps. Its age must not matter.
struct ExpansionExperiment: Experiment {
    let name = "expand"

    /// The timeline and two slices on each side: the days of a series that the store keeps.
    private static let days = NodeWindow.timelineCount + 4 * NodeWindow.sliceLength

    func cases(_ place: Place) throws -> [Case] {
        let first = Setting.today - NodeWindow.todayIndex - 2 * NodeWindow.sliceLength
        return [
            try Self.expansion("expand-new", since: first, over: first, comparedWith: nil),
            try Self.expansion(
                "expand-old", since: first - 9_131, over: first, comparedWith: "expand-new"),
        ]
    }

    private static func expansion(
        _ name: String, since start: CivilDate, over first: CivilDate, comparedWith other: String?
    ) throws -> Case {
        var event = Event(
            uid: name,
            start: .zoned(CivilDateTime(start, hour: 9, minute: 30), tzid: Setting.zone.name))
        event.recurrenceRules = [try RecurrenceRule(icalendar: "FREQ=WEEKLY;BYDAY=MO,WE,FR")]
        let series = RecurrenceSet(master: event)
        let years = (first - start) / 365
        return .library(
            name, "\(days) days of an endless weekly series begun \(years) years before",
            comparedWith: other
        ) {
            series.instances(overlapping: first..<(first + days)) { _ in Setting.zone }
                .instances.count
        }
    }
}
