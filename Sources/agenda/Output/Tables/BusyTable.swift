import AgendaKit
import ICalendar

/// Busy times as JSON and CSV: only start and end.
struct BusyTable {
    var busy: BusyCalendar
    var zone: TimeZoneRules

    private struct Times: JSONObject {
        let start, end: OccurrencePoint

        func writeMembers(to json: inout JSONWriter) {
            json.member("start", start)
            json.member("end", end)
        }
    }

    /// The times in order, whole days first.
    private var times: [Times] {
        busy.days.map { Times(start: .date($0.lowerBound), end: .date($0.upperBound)) }
            + busy.times.map { Times(start: .instant($0.lowerBound), end: .instant($0.upperBound)) }
    }

    /// `{"version":1, …, "busy":[{"start":"…","end":"…"}]}`.
    func json(dates: Range<CivilDate>) -> OutputBuffer {
        JSONWriter.document(zone: zone, dates: dates) { $0.lines("busy", times) }
    }

    /// The times as a table of two columns.
    var csv: OutputBuffer {
        var output = OutputBuffer()
        CSVTable.append(["start", "end"], to: &output)
        for times in times {
            CSVTable.append([times.start.text(in: zone), times.end.text(in: zone)], to: &output)
        }
        return output
    }
}
