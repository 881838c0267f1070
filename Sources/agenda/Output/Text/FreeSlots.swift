import AgendaKit
import ICalendar

/// Free time in all output forms.
struct FreeSlots {
    /// The slots, ascending.
    var slots: [Range<Instant>]
    /// The days examined.
    var dates: Range<CivilDate>
    /// The display zone.
    var zone: TimeZoneRules
    /// The zones of the other participants.
    var otherZones: [TimeZoneRules]

    /// A header for each day that has slots, and a line for each slot with the times in the other
    /// zones: beside the slot's own times, or below them if one of the lines would be too wide.
    func text(today: CivilDate, style: TextStyle) -> OutputBuffer {
        let lines = slots.map { line($0, style) }
        let isNarrow =
            style.width.map { width in
                lines.contains { line in
                    let others = line.others.map { 2 + DisplayWidth.cells(of: $0.zone + $0.time) }
                    return others.reduce(max(Self.ownColumns(style), line.own.utf8.count), +)
                        > width
                }
            } ?? false
        var output = OutputBuffer()
        var day: CivilDate?
        for line in lines {
            if line.date != day {
                output.append(style.header(style.words.header(line.date, today: today)) + "\n")
                day = line.date
            }
            output.append(line.own)
            guard isNarrow, let width = style.width else {
                if !line.others.isEmpty {
                    output.append(DisplayWidth.padding(line.own, to: Self.ownColumns(style)))
                }
                output.append(line.others.map { "  " + $0.zone + $0.time }.joined() + "\n")
                continue
            }
            output.append("\n")
            for other in line.others {
                let room = width - 4 - DisplayWidth.cells(of: other.time)
                var zone = other.zone
                if DisplayWidth.cells(of: zone) > room, let city = zone.split(separator: "/").last {
                    zone = style.cut(String(city), to: room)
                }
                output.append("    " + zone + other.time + "\n")
            }
        }
        return output
    }

    /// The columns of a slot's own times: `  09:00-21:30  12h30m`.
    private static func ownColumns(_ style: TextStyle) -> Int {
        style.words.clock.rangeWidth + 10
    }

    /// The texts of one slot.
    private struct Line {
        /// The day on which the slot begins.
        var date: CivilDate
        /// `  09:00-10:00  1h`.
        var own: String
        /// `America/New_York` and ` 15:00-16:00`, with the day's name if it is a different day
        /// there.
        var others: [(zone: String, time: String)]
    }

    private func line(_ slot: Range<Instant>, _ style: TextStyle) -> Line {
        let range = TimeRangeText(zone: zone, words: style.words)
        let date = range.date(slot)
        let length = TimeRangeText.length(minutes: Self.minutes(slot))
        let own = "  \(range.clocks(slot))  \(length)"
        let others = otherZones.map { zone in
            let range = TimeRangeText(zone: zone, words: style.words)
            let day = range.date(slot) == date ? "" : " " + style.words.day(range.date(slot))
            return (style.safe(zone.name), "\(day) \(range.clocks(slot))")
        }
        return Line(date: date, own: own, others: others)
    }

    /// `{"version":1,"timeZone":…,"from":…,"to":…,"slots":[…]}`.
    func document() -> OutputBuffer {
        var json = JSONWriter()
        json.object { json in
            EventJSON(zone: zone).head(&json, dates)
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

    /// The slots alone, one on each line.
    func lines() -> OutputBuffer {
        var json = JSONWriter()
        for slot in slots {
            write(slot, to: &json)
            json.endLine()
        }
        return json.output
    }

    /// A table: `start`, `end`, `minutes`, and two columns for each other zone.
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
