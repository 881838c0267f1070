import AgendaKit
import ICalendar

/// What a folder of calendar files shows on some days, through every stage: import, merge,
/// timeline.
enum CalendarQuestion {
    /// - Parameter line: the reader's zone, the first day, the number of days, and the files in the
    ///   order of the sources, separated by tabs.
    /// - Returns: the occurrences separated by tabs, each as UID, start, end and summary separated
    ///   by commas.
    static func answer(_ line: String) async throws -> String {
        let fields = line.split(separator: "\t").map(String.init)
        guard fields.count >= 4, let zone = SystemZones.database.rules(named: fields[0]),
            let first = CivilDate(iso: fields[1]), let count = Int(fields[2])
        else { return "not a question: \(line)" }
        let store = try EventStore.inMemory()
        let clock = FixedClock(now: zone.startOfDay(first))
        let importer = Importer(store: store, clock: clock)
        for (index, path) in fields.dropFirst(3).enumerated() {
            let source = CalendarSource(name: "source \(index)", kind: .file, location: path)
            _ = try await importer.addSource(source)
        }
        let provider = EventProvider(store: store, clock: clock, zone: zone)
        let timeline = try await provider.days(first..<first + count)
        var seen = Set<String>()
        var lines: [String] = []
        for event in timeline.nodes.flatMap(\.events) {
            let line = [
                event.uid, text(event.span.start), text(event.span.end), event.summary ?? "",
            ].joined(separator: ",")
            // An occurrence is in each of its days; the original start distinguishes two equal ones
            // in different files.
            let original = event.recurrenceID.map { text($0) } ?? ""
            if seen.insert(line + "," + original).inserted { lines.append(line) }
        }
        return lines.joined(separator: "\t")
    }

    private static func text(_ point: OccurrencePoint) -> String {
        switch point {
        case .instant(let instant): CalendarTime.utc(instant).icalendar
        case .floating(let time): CalendarTime.floating(time).icalendar
        case .date(let date): CalendarTime.date(date).icalendar
        }
    }
}
