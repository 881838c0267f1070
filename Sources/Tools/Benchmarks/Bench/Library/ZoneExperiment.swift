import AgendaKit
import Glibc
import ICalendar

/// Converting between instants and wall times, compared with the C library.
struct ZoneExperiment: Experiment {
    let name = "zone"

    func cases(_ place: Place) -> [Case] {
        // Every hour of a year and a third, each at a different second: all offsets, no pattern.
        let first = Setting.clock.now.secondsSinceEpoch - NodeWindow.todayIndex * 86_400
        let seconds = (0..<(NodeWindow.timelineCount * 24)).map { first + $0 * 3_601 }
        let zone = Setting.zone
        setenv("TZ", zone.name, 1)
        tzset()
        return [
            .library(
                "zone-libc", "localtime_r and mktime of the C library", operations: seconds.count
            ) {
                seconds.reduce(0) { sum, second in
                    var (instant, wall) = (time_t(second), tm())
                    localtime_r(&instant, &wall)
                    return sum &+ Int(wall.tm_hour) &+ mktime(&wall)
                }
            },
            .library(
                "zone", "an instant to wall time in \(zone.name) and back",
                operations: seconds.count, comparedWith: "zone-libc"
            ) {
                seconds.reduce(0) { sum, second in
                    let wall = zone.wallTime(at: Instant(secondsSinceEpoch: second))
                    return sum &+ wall.hour &+ zone.instant(of: wall).secondsSinceEpoch
                }
            },
        ]
    }
}
