import AgendaKit
import ICalendar

/// What a merge did, for people.
struct MergeSummary {
    /// What it did.
    var report: MergeReport

    /// `3 calendars: 120 events, 14 folded, 2 zones renamed`.
    var sentence: String {
        var parts = [Self.count(report.eventCount, "event")]
        if report.otherCount > 0 { parts.append(Self.count(report.otherCount, "other component")) }
        parts.append("\(report.folded.count) folded")
        if !report.renamedZones.isEmpty {
            parts.append(Self.count(report.renamedZones.count, "time zone") + " renamed")
        }
        return Self.count(report.calendarCount, "calendar") + ": "
            + parts.joined(separator: ", ")
    }

    /// A line for each folded event and each renamed zone.
    var lines: [String] { report.folded.map(line) + report.renamedZones.map(line) }

    private func line(_ event: MergeReport.FoldedEvent) -> String {
        var parts: [String] = []
        if let calendar = event.calendar { parts.append("\(calendar) won") }
        parts += event.losers.map { "\($0.calendar) lost: \($0.reason)" }
        parts += event.laidOver.map { "\($0.calendar) laid over at \(Self.text($0.recurrenceID))" }
        parts += event.filled.map { "\($0.property) from \($0.calendar)" }
        let title = event.summary.map { "\($0) (\(event.uid))" } ?? event.uid
        return "\(title): \(parts.joined(separator: "; "))"
    }

    private func line(_ zone: MergeReport.RenamedZone) -> String {
        "time zone \(zone.name) of \(zone.calendar): now \(zone.newName), because another "
            + "calendar means another zone by it"
    }

    private static func text(_ point: OccurrencePoint) -> String {
        OutputBuffer.text { $0.append(point, in: .utc) }
    }

    private static func count(_ number: Int, _ word: String) -> String {
        "\(number) \(word)\(number == 1 ? "" : "s")"
    }
}
