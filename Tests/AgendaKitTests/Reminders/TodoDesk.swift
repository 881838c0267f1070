import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// Stores to-dos and lists their alarms.
struct TodoDesk {
    let folder: TemporaryFolder
    let bench: Bench
    let notes: AlarmNotes

    /// Berlin at 13:00 on Friday, 2026-11-20.
    init(now: String = "20261120T120000Z") throws {
        folder = try TemporaryFolder()
        bench = try Bench(now: now)
        notes = AlarmNotes(database: folder.path + "/agenda.db")
    }

    static func alarm(_ lines: String...) -> String {
        "\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\n\(lines.joined(separator: "\r\n"))\r\nEND:VALARM"
    }

    func write(_ todos: [String], to name: String = "a") async throws {
        let isNew = !FileManager.default.fileExists(atPath: "\(folder.path)/\(name).ics")
        try folder.write(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
                + todos.map { "BEGIN:VTODO\r\n\($0)\r\nEND:VTODO\r\n" }.joined()
                + "END:VCALENDAR\r\n", to: name + ".ics")
        if isNew {
            try await bench.add("\(folder.path)/\(name).ics", name: name)
        } else {
            _ = try await bench.importer.refresh()
        }
    }

    func alarms(
        from start: String = "20261120T120000Z", until end: String = "20261121T120000Z"
    ) async throws -> [EventAlarm] {
        let snoozed = try notes.all().values.filter { $0.snoozedUntil != nil }
        return try await bench.provider().alarms(
            from: Make.instant(start), until: Make.instant(end), and: Array(snoozed))
    }

    /// `20261120T120000Z Title` of each.
    func lines(
        from start: String = "20261120T120000Z", until end: String = "20261121T120000Z"
    ) async throws -> [String] {
        try await alarms(from: start, until: end).map {
            "\(OccurrencePoint.instant($0.instant).icalendar) \($0.event.summary ?? "")"
        }
    }
}
