import GRDB

@testable import AgendaKit

/// A calendar file of many events, and what people do to such files.
struct EventFile {
    enum Edit: CaseIterable {
        case change, move, add, remove, duplicate, override, spoil, zone, reorder
    }

    /// By event; what has none is no longer in the file.
    var summaries: [Int: String]
    private var order: [Int]
    private var days: [Int: Int] = [:]
    private var overrides: [Int: String] = [:]
    private var repeated: Set<Int> = []
    private var spoiled: Set<Int> = []
    private var offset = "+0300"

    init(count: Int) {
        order = Array(0..<count)
        summaries = Dictionary(uniqueKeysWithValues: order.map { ($0, "Event \($0)") })
    }

    mutating func apply(_ edit: Edit, step: Int, using random: inout MergePropertyTests.Seeded) {
        let index = order.randomElement(using: &random) ?? 0
        switch edit {
        case .change: summaries[index] = "Step \(step)"
        case .move: days[index] = Int.random(in: 1...28, using: &random)
        case .add:
            let new = (summaries.keys.max() ?? 0) + 1
            summaries[new] = "New in step \(step)"
            order.insert(new, at: Int.random(in: 0...order.count, using: &random))
        case .remove: order.removeAll { $0 == index }
        case .duplicate: repeated.formSymmetricDifference([index])
        case .override: overrides[index / 25 * 25] = "Instance of step \(step)"
        case .spoil: spoiled.formSymmetricDifference([index])
        case .zone: offset = offset == "+0300" ? "-0400" : "+0300"
        case .reorder: order.shuffle(using: &random)
        }
    }

    var text: String {
        "BEGIN:VCALENDAR\r\n" + Make.timeZone(offset: offset) + order.map(event).joined()
            + "END:VCALENDAR\r\n"
    }

    private func event(_ index: Int) -> String {
        let day = days[index] ?? index % 28 + 1
        let (date, hour) = (day < 10 ? "2026110\(day)" : "202611\(day)", 10 + index % 10)
        let start = spoiled.contains(index) ? "20261199" : date
        let body = "UID:event-\(index)\r\n"
        // One in 25 is a series, some in the file's own zone.
        let rule = index % 25 == 0 ? "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR\r\n" : ""
        let zone = index % 3 == 0 ? ";TZID=Ours" : ""
        var text =
            "BEGIN:VEVENT\r\n\(body)DTSTART\(zone):\(start)T\(hour)0000\r\n\(rule)"
            + "SUMMARY:\(summaries[index] ?? "")\r\nEND:VEVENT\r\n"
        if repeated.contains(index) { text += text }
        if let summary = overrides[index] {
            let instance =
                "BEGIN:VEVENT\r\n\(body)RECURRENCE-ID\(zone):\(date)T\(hour)0000\r\n"
                + "DTSTART\(zone):\(date)T090000\r\nSUMMARY:\(summary)\r\nEND:VEVENT\r\n"
            text += instance
            // Two of one instance are told as a problem.
            if index % 50 == 0 { text += instance.replacing("T090000", with: "T080000") }
        }
        return text
    }
}

extension EventStore {
    /// What is stored of each component, but for its number and line.
    func componentRows() throws -> [String] {
        try read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT source.name || ' ' || hex(component.text) || ' ' || IFNULL(uid, '')
                        || ' ' || IFNULL(instances, 0)
                    FROM component
                    JOIN resource ON resource.id = component.resource_id
                    JOIN source ON source.id = source_id
                    LEFT JOIN event ON event.id = component.id
                    LEFT JOIN series ON series.id = event.series_id
                    LEFT JOIN (SELECT event_id, SUM(1 + IFNULL(length(more), 0) / 4) AS instances FROM occurrence
                        GROUP BY event_id) ON event_id = component.id
                    ORDER BY 1
                    """)
        }
    }
}
