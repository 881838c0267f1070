package import AgendaKit
package import ICalendar

extension BusyCalendar {
    /// The times in order, whole days first.
    package var spans: [(start: OccurrencePoint, end: OccurrencePoint)] {
        days.map { (.date($0.lowerBound), .date($0.upperBound)) }
            + times.map { (.instant($0.lowerBound), .instant($0.upperBound)) }
    }

    /// The complete output of `agenda export --format json --busy-only`: `{"version":1, …, "busy":[{"start":"…","end":"…"}]}`.
    package func document(dates: Range<CivilDate>, zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone, dates: dates) { json in
            json.lines("busy", spans) { times, json in
                json.object { json in
                    json.member("start", times.start)
                    json.member("end", times.end)
                }
            }
        }
    }
}
