import AgendaKit
import ICalendar

/// Busy times as JSON and CSV: only start and end.
struct BusyTable {
    var busy: BusyCalendar
    /// The display zone.
    var zone: TimeZoneRules

    /// The times in order, whole days first.
    private var spans: [(start: OccurrencePoint, end: OccurrencePoint)] {
        busy.days.map { (.date($0.lowerBound), .date($0.upperBound)) }
            + busy.times.map { (.instant($0.lowerBound), .instant($0.upperBound)) }
    }

    /// `{"version":1, …, "busy":[{"start":"…","end":"…"}]}`.
    func json(dates: Range<CivilDate>) -> OutputBuffer {
        let event = EventJSON(zone: zone)
        var json = JSONWriter()
        json.object { json in
            event.head(&json)
            json.key("from")
            json.value(dates.lowerBound)
            json.key("to")
            json.value(dates.upperBound - 1)
            json.key("busy")
            json.array { json in
                for span in spans {
                    json.newLine()
                    json.object { json in
                        json.key("start")
                        event.write(span.start, to: &json)
                        json.key("end")
                        event.write(span.end, to: &json)
                    }
                }
            }
        }
        json.output.append("\n")
        return json.output
    }

    /// The times as a table of two columns.
    var csv: OutputBuffer {
        var output = OutputBuffer()
        CSVTable.append(["start", "end"], to: &output)
        for span in spans {
            CSVTable.append(
                [span.start, span.end].map { point in
                    OutputBuffer.text { $0.append(point, in: zone) }
                }, to: &output)
        }
        return output
    }
}
