import AgendaKit
import Foundation
import ICalendar
import Testing

/// Occurrences of whole files against tables that were stated by hand (`Fixtures/README.md`).
@Suite("Whole files")
struct FixtureTableTests {
    /// One line of a table.
    struct Row: Hashable, CustomStringConvertible {
        var uid: String
        var recurrenceID: String
        var start: String
        var end: String
        var summary: String
        var status: String

        var description: String {
            [uid, recurrenceID, start, end, summary, status].joined(separator: " | ")
        }
    }

    /// A file and the rows that it must give for some days.
    struct Expectation: CustomTestStringConvertible {
        var path: String
        var days: Range<CivilDate>
        var rows: [Row]

        var testDescription: String { URL(filePath: path).lastPathComponent }
    }

    static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let fixtures = tests.appending(path: "AgendaTests/Fixtures")

    static func expectations(_ table: URL, folder: URL, _ first: String, _ end: String) throws
        -> [Expectation]
    {
        let days = try Make.date(first)..<(try Make.date(end))
        var rows: [String: [Row]] = [:]
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
            .dropFirst()
        for line in lines {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init)
            try #require(cells.count == 7, "\(table.path): \(line)")
            rows[cells[0], default: []].append(
                Row(
                    uid: cells[1], recurrenceID: cells[2], start: cells[3], end: cells[4],
                    summary: cells[5], status: cells[6]))
        }
        return rows.map { file, rows in
            Expectation(path: folder.appending(path: file).path, days: days, rows: rows)
        }.sorted { $0.path < $1.path }
    }

    static let samples = try? expectations(
        fixtures.appending(path: "samples-expected.tsv"),
        folder: tests.deletingLastPathComponent().appending(path: "Samples"), "2026-10-20",
        "2026-12-15")
    static let realPrograms = try? expectations(
        fixtures.appending(path: "RealPrograms/expected.tsv"),
        folder: fixtures.appending(path: "RealPrograms"), "2026-11-01", "2027-01-01")
    static let bad = try? expectations(
        fixtures.appending(path: "Bad/expected.tsv"), folder: fixtures.appending(path: "Bad"),
        "2026-11-01", "2026-12-01")

    /// What a file gives, read alone; the zone is that of days and floating times.
    private func rows(
        _ expectation: Expectation, zone: String, showsInstants: Bool = false
    ) async throws -> Set<Row> {
        let bench = try Bench(zone: zone)
        func text(_ point: OccurrencePoint) -> String {
            switch point {
            case .instant(let instant): instant.utc.iso + "Z"
            case .floating(let time) where showsInstants:
                bench.zone.instant(of: time).utc.iso + "Z"
            case .floating(let time): time.iso
            case .date(let date): date.iso
            }
        }
        try await bench.add(expectation.path)
        let timeline = try await bench.provider().days(expectation.days)
        return Set(
            timeline.nodes.flatMap(\.events).map { event in
                Row(
                    uid: event.uid, recurrenceID: event.recurrenceID.map(text) ?? "",
                    start: text(event.span.start), end: text(event.span.end),
                    summary: event.summary ?? "", status: event.status.rawValue)
            })
    }

    @Test("the samples give the occurrences that their table states", arguments: samples ?? [])
    func sample(expectation: Expectation) async throws {
        let found = try await rows(expectation, zone: "Etc/UTC")
        #expect(found.subtracting(expectation.rows) == [], "too many")
        #expect(Set(expectation.rows).subtracting(found) == [], "missing")
    }

    @Test("exports of real programs give what their table states", arguments: realPrograms ?? [])
    func realProgram(expectation: Expectation) async throws {
        let found = try await rows(expectation, zone: "Etc/UTC")
        #expect(found.subtracting(expectation.rows) == [], "too many")
        #expect(Set(expectation.rows).subtracting(found) == [], "missing")
    }

    @Test("bad files give what can be saved of them", arguments: bad ?? [])
    func badFile(expectation: Expectation) async throws {
        // Times of an unknown zone follow the reader's, like floating ones.
        let found = try await rows(expectation, zone: "Europe/Berlin", showsInstants: true)
        for row in expectation.rows {
            let isThere = found.contains { candidate in
                (row.uid.isEmpty || row.uid == candidate.uid) && row.start == candidate.start
                    && row.end == candidate.end && row.status == candidate.status
                    && ["*", candidate.summary].contains(row.summary)
                    && ["*", candidate.recurrenceID].contains(row.recurrenceID)
            }
            #expect(isThere, "missing: \(row); found: \(found)")
        }
    }

    @Test("the tables are there")
    func tables() {
        #expect(Self.samples?.count == 14)
        #expect(Self.realPrograms?.count == 4)
        #expect(Self.bad?.count == 16)
    }
}
