@testable import CalendarMerge
import AgendaKit
import Foundation
import ICalendar
import Testing

/// The Swift of `Merging.md`.
enum MergingSnippets {
    static func example() -> String {
        // snippet: two calendars
        let home = """
            BEGIN:VCALENDAR
            X-WR-CALNAME:Home
            BEGIN:VEVENT
            UID:lunch@example.org
            DTSTAMP:20261101T080000Z
            DTSTART;TZID=Europe/Berlin:20261120T120000
            SUMMARY:Lunch
            LOCATION:Cafe Nord
            END:VEVENT
            END:VCALENDAR
            """
        let team = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:lunch@example.org
            DTSTAMP:20261101T080000Z
            SEQUENCE:1
            DTSTART;TZID=Europe/Berlin:20261120T123000
            SUMMARY:Lunch with Kim
            X-TEAM-COLOR:green
            END:VEVENT
            END:VCALENDAR
            """
        // end

        // snippet: merge
        let merge = CalendarMerge([
            MergeSource(name: "home", text: home), MergeSource(name: "team", text: team),
        ])
        // end

        // snippet: the result
        for line in ["SUMMARY:Lunch with Kim", "X-TEAM-COLOR:green", "LOCATION:Cafe Nord"] {
            precondition(merge.text.contains("\r\n\(line)\r\n"))
        }
        precondition(merge.text.contains("DTSTART;TZID=Europe/Berlin:20261120T123000"))
        // end

        var printed = ""
        func print(_ line: String) { printed += line + "\n" }
        // snippet: the report
        for event in merge.report.folded {
            let calendar = event.calendar ?? "nobody"
            print("\(event.uid): \(calendar) won")
            for loser in event.losers { print("\(loser.calendar) lost: \(loser.reason)") }
            for filled in event.filled { print("\(filled.property) from \(filled.calendar)") }
        }
        // end
        return printed
    }

}

func mergeChanges(agreed: [UInt8]?, file: [UInt8]?, server: [UInt8]?) -> [UInt8]? {
    // snippet: what two sides changed
    let merge = ThreeWayMerge(zones: SystemZones.database)
    let result = merge.merge(base: agreed, mine: file, theirs: server)
    // end
    return result?.text
}

// snippet: files
func merge(_ paths: [String], to result: String) throws {
    let sources = try paths.map { try MergeSource.read(path: $0).source }
    try Data(CalendarMerge(sources).bytes).write(to: URL(filePath: result), options: .atomic)
}
// end

@Suite("The article on merging")
struct MergingSnippetTests {
    @Test("its example gives what it says")
    func example() {
        #expect(
            MergingSnippets.example() == """
                lunch@example.org: team won
                home lost: SEQUENCE 0 < 1
                LOCATION from home

                """)
    }

    @Test("its function merges files into one of them")
    func files() throws {
        let folder = try TemporaryFolder()
        let first = try folder.write(
            Make.calendar("UID:1\r\nDTSTART:20261120T100000Z"), to: "a.ics")
        let second = try folder.write(
            Make.calendar("UID:2\r\nDTSTART:20261120T100000Z"), to: "b.ics")
        try merge([first, second], to: first)
        let merged = try MergeSource.read(path: first).source
        #expect(CalendarMerge([merged]).report.eventCount == 2)
    }
}
