import AgendaActions
import AgendaKit
import ICalendar

/// The events of whole days above a grid of hours: bars across their days.
struct HourBand {
    struct Bar {
        /// The days that it takes, counted from the first one shown.
        var days: Range<Int>
        /// The event among those of each of its days.
        var indices: [Int]
        /// From 0 on, downwards.
        var lane = 0
        var event: AgendaEvent
        /// Its text in front of the first of its days.
        var mark: String
    }

    let bars: [Bar]
    let lanes: Int

    init(
        _ dates: [CivilDate], _ events: [[AgendaEvent]], _ columns: [HourColumn],
        zone: TimeZoneRules, style: TextStyle
    ) {
        var bars: [Bar] = []
        for (day, date) in dates.enumerated() {
            for index in columns[day].band {
                let event = events[day][index]
                let known = bars.firstIndex { $0.days.upperBound == day && $0.event.id == event.id }
                if let known {
                    bars[known].days = bars[known].days.lowerBound..<(day + 1)
                    bars[known].indices.append(index)
                } else {
                    let mark = DayPart(of: event.span, on: date, zone: zone).mark(style)
                    bars.append(
                        Bar(days: day..<(day + 1), indices: [index], event: event, mark: mark))
                }
            }
        }
        let places = SideBySide(bars.map(\.days)).places
        for index in bars.indices { bars[index].lane = places[index].lane }
        self.bars = bars
        lanes = (bars.map(\.lane).max() ?? -1) + 1
    }

    /// The event of a day that a bar in a lane shows.
    func index(of lane: Int, on day: Int) -> Int? {
        bars.first { $0.lane == lane && $0.days.contains(day) }.map {
            $0.indices[day - $0.days.lowerBound]
        }
    }

    /// A row of the band, a text for each day and none where a bar goes on.
    ///
    /// - Parameters:
    ///   - height: how many rows the band has; what has no room is counted in the last one.
    ///   - cells: those of a day.
    ///   - selected: a day, and its event; of none, the cell itself if it is the first row.
    func texts(
        _ row: Int, of height: Int, cells: Int, days: Int, selected: (day: Int, index: Int?)?,
        _ style: TextStyle
    ) -> [String?] {
        // What has no room, by its days.
        let isLast = row == height - 1
        let covered = isLast ? bars.filter { $0.lane >= height } : []
        func hides(_ day: Int) -> Bool { covered.contains { $0.days.contains(day) } }
        var texts: [String?] = Array(repeating: String(repeating: " ", count: cells), count: days)
        for bar in bars where bar.lane == row && !bar.days.contains(where: hides) {
            let width = bar.days.count * (cells + 1) - 1
            // Where a bar begins is seen.
            let mark = bar.days.count > 1 && bar.mark == style.symbols.begins + " " ? "" : bar.mark
            let text = style.cut(mark + style.markedTitle(bar.event), to: width - 1)
            let padded = text + DisplayWidth.padding(text, to: width - 1)
            let isSelected = selected.map { selected in
                bar.days.contains(selected.day)
                    && bar.indices[selected.day - bar.days.lowerBound] == selected.index
            }
            let line = style.symbols.bar + padded
            for day in bar.days { texts[day] = nil }
            texts[bar.days.lowerBound] =
                isSelected == true
                ? HourColumn.reversed(">" + padded)
                : style.dims(bar.event)
                    ? style.dimmed(line)
                    : style.calendar(line, bar.event.color, of: bar.event.calendar)
        }
        for day in 0..<days {
            let hidden =
                isLast
                ? bars.filter {
                    $0.lane >= row && $0.days.contains(day)
                        && (hides(day) || $0.days.contains(where: hides))
                } : []
            if !hidden.isEmpty {
                let text = style.cut(style.text("+\(hidden.count) more"), to: cells)
                let padded = text + DisplayWidth.padding(text, to: cells)
                let isSelected = hidden.contains {
                    selected?.day == day && $0.indices[day - $0.days.lowerBound] == selected?.index
                }
                texts[day] = isSelected ? HourColumn.reversed(padded) : style.dimmed(padded)
            } else if row == 0, let selected, selected.day == day, selected.index == nil {
                texts[day] = HourColumn.reversed(">" + String(repeating: " ", count: cells - 1))
            }
        }
        return texts
    }
}
