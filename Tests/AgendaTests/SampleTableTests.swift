import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import agenda

/// The tables of `Fixtures/` were stated by hand and checked with other programs; each says what
/// the files beside it must come to.
@Suite("Occurrences that were stated by hand")
struct SampleTableTests {
    /// What of an occurrence the tables state.
    private struct Row: Hashable, CustomStringConvertible {
        var uid, recurrenceID, start, end, summary, status: String

        /// The same with what the table leaves open: `*` for any text, no UID where the file has
        /// none.
        func masked(like rows: [Row]) -> Row {
            guard
                let model = rows.first(where: {
                    $0.start == start && ($0.uid == uid || $0.uid.isEmpty)
                })
            else { return self }
            var row = self
            if model.uid.isEmpty { row.uid = "" }
            if model.recurrenceID == "*" { row.recurrenceID = "*" }
            if model.summary == "*" { row.summary = "*" }
            return row
        }

        var description: String {
            [uid, recurrenceID, start, end, summary, status].joined(separator: " | ")
        }
    }

    /// An event as `--jsonl` prints it.
    private struct Printed: Decodable {
        var uid: String
        var recurrenceId: String?
        var start, end: String
        var floating: Bool
        var summary: String?
        var status: String

        /// The table's forms: `Z` for instants, a bare wall time for floating ones unless the
        /// table states where they are in its zone.
        func row(keepsFloating: Bool) -> Row {
            func form(_ text: String) -> String {
                guard let instant = Instant(rfc3339: text) else { return text }
                return floating && keepsFloating ? String(text.prefix(19)) : instant.utc.iso + "Z"
            }
            return Row(
                uid: uid, recurrenceID: recurrenceId.map(form) ?? "", start: form(start),
                end: form(end), summary: summary ?? "", status: status)
        }
    }

    @Test(
        "every sample file has the occurrences of its table, from October to December 2026",
        arguments: ["home", "team", "holidays", "conference", "company"])
    func samples(_ name: String) throws {
        try compare(
            file: "\(name).ics", in: "Samples", table: "samples-expected.tsv",
            from: "2026-10-20", to: "2026-12-14")
    }

    @Test(
        "calendars in the style of real programs have the occurrences of their table",
        arguments: ["google", "outlook", "apple", "nextcloud"])
    func realPrograms(_ name: String) throws {
        try compare(
            file: "\(name).ics", in: "Tests/AgendaTests/Fixtures/RealPrograms",
            table: "RealPrograms/expected.tsv", from: "2026-11-01", to: "2026-12-31")
    }

    @Test(
        "broken files show what the table says can be saved",
        arguments: [
            "bad_dtstart", "bad_rrule", "both_dtend_duration", "cr_only", "end_before_start",
            "latin1", "lf_only", "missing_uid", "mixed_forms", "nul_byte", "truncated",
            "unknown_zone", "utf16_bom", "utf8_bom", "vcalendar_1_0",
        ])
    func brokenFiles(_ name: String) throws {
        try compare(
            file: "\(name).ics", in: "Tests/AgendaTests/Fixtures/Bad", table: "Bad/expected.tsv",
            from: "2026-10-01", to: "2027-01-31", zone: "Europe/Berlin")
    }

    private func compare(
        file: String, in folder: String, table: String, from: String, to: String,
        zone: String = "UTC"
    ) throws {
        let result = try AgendaProcess().run([
            "list", "\(folder)/\(file)", "--jsonl", "--time-zone", zone, "--from", from, "--to",
            to, "--now", "2026-11-20T12:00:00Z",
        ])
        #expect(result.status == 0 || result.status == 3)
        let decoder = JSONDecoder()
        let expected = try rows(table, file: file)
        let printed = try result.output.split(separator: "\n").map { line in
            let row = try decoder.decode(Printed.self, from: Data(line.utf8))
                .row(keepsFloating: zone == "UTC")
            return row.masked(like: expected)
        }
        #expect(!expected.isEmpty)
        #expect(Set(printed).subtracting(expected).map(\.description).sorted() == [])
        #expect(Set(expected).subtracting(printed).map(\.description).sorted() == [])
        #expect(printed.count == expected.count)
    }

    private func rows(_ table: String, file: String) throws -> [Row] {
        let url = AgendaProcess.packageFolder
            .appending(path: "Tests/AgendaTests/Fixtures/\(table)")
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            guard columns.count == 7, columns[0] == file else { return nil }
            return Row(
                uid: columns[1], recurrenceID: columns[2], start: columns[3], end: columns[4],
                summary: columns[5], status: columns[6])
        }
    }
}
