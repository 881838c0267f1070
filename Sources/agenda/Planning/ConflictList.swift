import AgendaKit
import ICalendar

/// Conflicts, in the forms in which they are printed.
struct ConflictList {
    /// The pairs.
    var conflicts: Conflicts
    /// The days that were looked at.
    var dates: Range<CivilDate>
    /// The display zone.
    var zone: TimeZoneRules

    /// `Fri 2026-11-27 10:00-10:30  Stand-up  [Team]  overlaps  Dentist  [Home]`, a line a pair.
    func text(style: TextStyle, namesCalendars: Bool) -> OutputBuffer {
        var output = OutputBuffer()
        for pair in conflicts.pairs {
            let titles = [pair.first, pair.second].map { event in
                style.title(event)
                    + (namesCalendars
                        ? "  "
                            + style.calendar(
                                "[" + style.safe(event.calendar) + "]", event.color,
                                of: event.calendar)
                        : "")
            }
            output.append(TimeRangeText(zone: zone, words: style.words).dayAndClocks(pair.times))
            let overlaps = style.text("overlaps")
            output.append("  \(titles[0])  \(overlaps)  \(titles[1])\n")
        }
        return output
    }

    /// `{"version":1,"timeZone":…,"from":…,"to":…,"complete":true,"conflicts":[…]}`.
    func document() -> OutputBuffer {
        var json = JSONWriter()
        json.object { json in
            EventJSON(zone: zone).head(&json)
            json.key("from")
            json.value(dates.lowerBound)
            json.key("to")
            json.value(dates.upperBound - 1)
            json.key("complete")
            json.value(conflicts.isComplete)
            json.key("conflicts")
            json.array { json in
                for pair in conflicts.pairs {
                    json.newLine()
                    write(pair, to: &json)
                }
            }
        }
        json.endLine()
        return json.output
    }

    /// The pairs alone, one a line.
    func lines() -> OutputBuffer {
        var json = JSONWriter()
        for pair in conflicts.pairs {
            write(pair, to: &json)
            json.endLine()
        }
        return json.output
    }

    /// The times of each pair, then both titles, calendars and ids.
    func table() -> OutputBuffer {
        var output = OutputBuffer()
        output.append("start\tend\tsummary\tcalendar\tid\tsummary2\tcalendar2\tid2\n")
        for pair in conflicts.pairs {
            output.append(pair.times.lowerBound, in: zone)
            output.append("\t")
            output.append(pair.times.upperBound, in: zone)
            for event in [pair.first, pair.second] {
                for text in [event.summary ?? "", event.calendar, event.id.description] {
                    output.append("\t")
                    output.append(safe: text, isUTF8: true)
                }
            }
            output.append("\n")
        }
        return output
    }

    private func write(_ pair: Conflict, to json: inout JSONWriter) {
        json.object { json in
            json.key("start")
            json.value(pair.times.lowerBound, in: zone)
            json.key("end")
            json.value(pair.times.upperBound, in: zone)
            json.key("events")
            json.array { json in
                for event in [pair.first, pair.second] {
                    EventJSON(zone: zone).write(event, to: &json)
                }
            }
        }
    }
}
