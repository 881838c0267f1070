import AgendaKit
import ICalendar

/// Free time, in the forms in which it is printed.
struct FreeSlots {
    /// The slots, ascending.
    var slots: [Range<Instant>]
    /// The days that were looked at.
    var dates: Range<CivilDate>
    /// The display zone.
    var zone: TimeZoneRules
    /// The zones of the others.
    var otherZones: [TimeZoneRules]

    /// A header for each day that has slots, and a line for each slot, with the others' times.
    func text(today: CivilDate, style: TextStyle) -> OutputBuffer {
        var output = OutputBuffer()
        var day: CivilDate?
        for slot in slots {
            let date = TimeRangeText(zone: zone, words: style.words).date(slot)
            if date != day {
                output.append(style.header(style.words.header(date, today: today)) + "\n")
                day = date
            }
            // 6 columns: `12h30m`.
            let length = TimeRangeText.length(minutes: Self.minutes(slot))
            let padding = String(
                repeating: " ", count: otherZones.isEmpty ? 0 : max(0, 6 - length.utf8.count))
            let others = otherZones.map { "  " + other(slot, $0, date, style) }
            output.append(
                "  \(TimeRangeText(zone: zone, words: style.words).clocks(slot))  \(length)\(padding)"
            )
            output.append(others.joined() + "\n")
        }
        return output
    }

    /// `America/New_York 15:00-16:00`, with the day's name where it is another one.
    private func other(
        _ slot: Range<Instant>, _ zone: TimeZoneRules, _ date: CivilDate, _ style: TextStyle
    ) -> String {
        let text = TimeRangeText(zone: zone, words: style.words)
        let day = text.date(slot) == date ? "" : style.words.day(text.date(slot)) + " "
        return style.safe(zone.name) + " " + day + text.clocks(slot)
    }

    /// `{"version":1,"timeZone":…,"from":…,"to":…,"slots":[…]}`.
    func document() -> OutputBuffer {
        var json = JSONWriter()
        json.object { json in
            EventJSON(zone: zone).head(&json)
            json.key("from")
            json.value(dates.lowerBound)
            json.key("to")
            json.value(dates.upperBound - 1)
            json.key("slots")
            json.array { json in
                for slot in slots {
                    json.newLine()
                    write(slot, to: &json)
                }
            }
        }
        json.endLine()
        return json.output
    }

    /// The slots alone, one a line.
    func lines() -> OutputBuffer {
        var json = JSONWriter()
        for slot in slots {
            write(slot, to: &json)
            json.endLine()
        }
        return json.output
    }

    /// `start`, `end`, `minutes`, and two columns for each other zone.
    func table() -> OutputBuffer {
        var output = OutputBuffer()
        let names = otherZones.flatMap { ["start \($0.name)", "end \($0.name)"] }
        let header = ["start", "end", "minutes"] + names
        output.append(header.joined(separator: "\t") + "\n")
        for slot in slots {
            output.append(slot.lowerBound, in: zone)
            output.append("\t")
            output.append(slot.upperBound, in: zone)
            output.append("\t")
            output.append(Self.minutes(slot))
            for other in otherZones {
                output.append("\t")
                output.append(slot.lowerBound, in: other)
                output.append("\t")
                output.append(slot.upperBound, in: other)
            }
            output.append("\n")
        }
        return output
    }

    private func write(_ slot: Range<Instant>, to json: inout JSONWriter) {
        json.object { json in
            Self.write(slot, in: zone, to: &json)
            json.key("minutes")
            json.value(Self.minutes(slot))
            json.key("in")
            json.array { json in
                for other in otherZones {
                    json.object { json in
                        json.key("timeZone")
                        json.value(other.name)
                        Self.write(slot, in: other, to: &json)
                    }
                }
            }
        }
    }

    private static func write(
        _ slot: Range<Instant>, in zone: TimeZoneRules, to json: inout JSONWriter
    ) {
        json.key("start")
        json.value(slot.lowerBound, in: zone)
        json.key("end")
        json.value(slot.upperBound, in: zone)
    }

    private static func minutes(_ slot: Range<Instant>) -> Int {
        (slot.upperBound - slot.lowerBound) / 60
    }
}
