import AgendaActions
package import AgendaJSON
import AgendaKit
package import ICalendar

extension NextEntry {
    package var state: String { next.isRunning ? "running" : "upcoming" }

    /// `in 12 min: Stand-up 09:30-09:45 @ Room Elbe https://meet…`, `now, 7 min left: …`.
    ///
    /// If the line is too long, it loses first the place, then a link that leaves no room for the
    /// title (from 80 columns on: for half of the line), since part of a link is useless, then the
    /// times, and finally the title's end. The minutes always stay.
    ///
    /// - Parameter ids: the ids including the event's, if requested; the id comes first.
    package func line(
        _ ids: ListedIDs? = nil, today: CivilDate, zone: TimeZoneRules, style: TextStyle
    ) -> String {
        let event = next.event
        let id = ids?.column(event) ?? ""
        let prefix = style.text(prefix)
        var link = joinLink.map { " " + style.safe($0) } ?? ""
        var line = LineFit(
            title: style.title(event), mark: " " + when(today: today, zone: zone, style: style),
            location: "", calendars: "")
        if let location = event.location.map(style.safe), !location.isEmpty,
            location != joinLink.map(style.safe)
        {
            line.location = " @ " + location
        }
        if let width = style.width {
            var room =
                max(width - id.utf8.count, LineFit.narrowest) - DisplayWidth.cells(of: prefix)
            let whole = DisplayWidth.cells(of: line.title)
            let wanted = width < 80 ? whole : min(whole, room / 2)
            if wanted + DisplayWidth.cells(of: link) > room { link = "" }
            room -= DisplayWidth.cells(of: link)
            let title = min(whole, Self.leastTitle)
            if title + DisplayWidth.cells(of: line.mark) > room { line.mark = "" }
            line.cut(to: room, style: style)
        }
        return (id.isEmpty ? "" : style.dimmed(id)) + prefix
            + style.calendar(line.title, event.color, of: event.calendar) + line.mark
            + line.location + link
    }

    /// The cells of a title that suffice to recognize it.
    private static let leastTitle = 12

    private var prefix: Message {
        if next.isRunning { return "now, \(Self.duration(next.minutes)) left: " }
        return next.minutes == 0 ? "now: " : "in \(Self.duration(next.minutes)): "
    }

    /// The times, preceded by the day unless it is today.
    private func when(today: CivilDate, zone: TimeZoneRules, style: TextStyle) -> String {
        let text = TimeText(zone: zone, style: style)
        if next.event.isAllDay { return text.when(next.event.span) }
        return text.date(next.times) == today
            ? text.clocks(next.times) : text.dayAndClocks(next.times)
    }

    /// `12 min`, `2 h 5 min`, `3 d 4 h`: at most two units.
    private static func duration(_ minutes: Int) -> Message {
        let (days, hours, rest) = (minutes / 1_440, minutes / 60 % 24, minutes % 60)
        if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
        if hours == 0 { return "\(rest) min" }
        return rest > 0 ? "\(hours) h \(rest) min" : "\(hours) h"
    }
}
