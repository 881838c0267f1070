package import AgendaKit
package import ICalendar

extension Conflicts {
    /// The complete output of `agenda conflicts --json`.
    package func document(dates: Range<CivilDate>, zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone, dates: dates) { json in
            json.member("complete", isComplete)
            json.lines("conflicts", pairs)
        }
    }
}

extension Conflict: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("start", times.lowerBound)
        json.member("end", times.upperBound)
        json.member("events", [first, second])
    }
}
