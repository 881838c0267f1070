package import AgendaJSON
package import AgendaKit
package import ICalendar

/// Busy times as JSON and CSV: only start and end.
package struct BusyTable {
    package var busy: BusyCalendar
    package var zone: TimeZoneRules

    package init(busy: BusyCalendar, zone: TimeZoneRules) {
        (self.busy, self.zone) = (busy, zone)
    }

    /// The times in order, whole days first.
    private var times: [(start: OccurrencePoint, end: OccurrencePoint)] {
        busy.days.map { (.date($0.lowerBound), .date($0.upperBound)) }
            + busy.times.map { (.instant($0.lowerBound), .instant($0.upperBound)) }
    }

    /// `{"version":1, …, "busy":[{"start":"…","end":"…"}]}`.
    package func json(dates: Range<CivilDate>) -> OutputBuffer {
        JSONWriter.document(zone: zone, dates: dates) { json in
            json.lines("busy", times) { times, json in
                json.object { json in
                    json.member("start", times.start)
                    json.member("end", times.end)
                }
            }
        }
    }

    /// The times as a table of two columns.
    package var csv: OutputBuffer {
        CSVTable.text(
            ["start", "end"], times.map { [$0.start.text(in: zone), $0.end.text(in: zone)] })
    }
}
