import AgendaKit
import ICalendar

/// The instances of a rule in a window of wall time.
enum RuleQuestion {
    /// The maximum number of instances compared.
    private static let limit = 400

    /// - Parameter line: DTSTART, the rule, the window's start and end as DATE-TIMEs, and the zone
    ///   in which to compare an UNTIL in UTC (empty for floating times), separated by tabs.
    /// - Returns: the instances separated by commas, with `CUT` at the end if there are more.
    static func answer(_ line: String) -> String {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 5, let start = CivilDateTime(icalendar: fields[0]),
            let lower = CivilDateTime(icalendar: fields[2]),
            let upper = CivilDateTime(icalendar: fields[3]), lower <= upper
        else { return "not a question: \(line)" }
        let zone = SystemZones.database.rules(named: String(fields[4]))
        do throws(RecurrenceRuleError) {
            let rule = try RecurrenceRule(icalendar: fields[1])
            let found = rule.instances(
                from: start, in: lower..<upper, limit: limit,
                instantOf: zone.map { zone in { zone.instant(of: $0) } })
            return (found.times.map(\.icalendar) + (found.isCut ? ["CUT"] : []))
                .joined(separator: ",")
        } catch {
            return "refused: \(error)"
        }
    }
}
