import AgendaActions
package import AgendaJSON
package import ICalendar

/// Free time in all output forms.
package struct FreeSlots {
    package var slots: [Range<Instant>]
    package var dates: Range<CivilDate>
    package var zone: TimeZoneRules
    /// The zones of the other participants.
    package var otherZones: [TimeZoneRules]

    package init(
        slots: [Range<Instant>], dates: Range<CivilDate>, zone: TimeZoneRules,
        otherZones: [TimeZoneRules]
    ) {
        (self.slots, self.dates, self.zone, self.otherZones) = (slots, dates, zone, otherZones)
    }

    /// A header for each day that has slots, and a line for each slot with the times in the other
    /// zones: beside the slot's own times, or below them if one of the lines would be too wide.
    package func text(today: CivilDate, style: TextStyle) -> OutputBuffer {
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

    private struct Line {
        var date: CivilDate
        /// `  09:00-10:00  1h`.
        var own: String
        /// `America/New_York` and ` 15:00-16:00`, with the day's name if it is a different day
        /// there.
        var others: [(zone: String, time: String)]
    }

    private func line(_ slot: Range<Instant>, _ style: TextStyle) -> Line {
        let range = TimeText(zone: zone, style: style)
        let date = range.date(slot)
        let length = TimeText.length(minutes: FreeSlot(times: slot).minutes)
        let own = "  \(range.clocks(slot))  \(length)"
        let others = otherZones.map { zone in
            let range = TimeText(zone: zone, style: style)
            let day = range.date(slot) == date ? "" : " " + style.words.day(range.date(slot))
            return (style.safe(zone.name), "\(day) \(range.clocks(slot))")
        }
        return Line(date: date, own: own, others: others)
    }

    /// `{"version":1,"timeZone":…,"from":…,"to":…,"slots":[…]}`.
    package func document() -> OutputBuffer { FreeSlot.document(objects, dates: dates, zone: zone) }

    /// The slots alone, one on each line.
    package func lines() -> OutputBuffer { JSONWriter.lines(objects, zone: zone) }

    /// A table: `start`, `end`, `minutes`, and two columns for each other zone.
    package func table() -> OutputBuffer {
        let names = otherZones.flatMap { ["start \($0.name)", "end \($0.name)"] }
        let rows = slots.map { slot in
            let times = ([zone] + otherZones).flatMap { zone in
                [slot.lowerBound.text(in: zone), slot.upperBound.text(in: zone)]
            }
            return Array(times[..<2]) + ["\(FreeSlot(times: slot).minutes)"] + times[2...]
        }
        return TSVTable.text(["start", "end", "minutes"] + names, rows)
    }

    private var objects: [FreeSlot] {
        slots.map { FreeSlot(times: $0, otherZones: otherZones) }
    }
}
