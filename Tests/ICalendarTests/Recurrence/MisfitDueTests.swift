import Testing

@testable import ICalendar

/// RFC 5545 3.8.2.3 forbids these; `DUE` is what a person set.
@Suite("DUE of a to-do whose DTSTART does not fit it")
struct MisfitDueTests {
    private func expansion(_ lines: [String], _ overrides: [[String]] = []) throws -> Expansion {
        func event(_ lines: [String]) throws -> Event {
            let text = (["BEGIN:VTODO", "UID:t"] + lines + ["END:VTODO", ""])
                .joined(separator: "\r\n")
            return try #require(ICalendarParser.event(in: Array(text.utf8)).value)
        }
        let first = CivilDate(uncheckedYear: 2026, month: 11, day: 1)
        return RecurrenceSet(master: try event(lines), overrides: try overrides.map(event))
            .instances(overlapping: first..<(first + 60)) {
                SystemZones.database.rules(named: $0) ?? .utc
            }
    }

    /// `from..due` of each instance, in UTC or as days.
    private func spans(_ expansion: Expansion) -> [String] {
        expansion.instances.map { instance in
            switch instance.span {
            case .instants(let times): "\(times.lowerBound.utc.iso)..\(times.upperBound.utc.iso)"
            case .floating(let times): "\(times.lowerBound.iso)..\(times.upperBound.iso)"
            case .dates(let dates): "\(dates.lowerBound.iso)..\((dates.upperBound - 1).iso)"
            }
        }
    }

    @Test(
        "it is due when DUE says, and begins no later",
        arguments: [
            (
                ["DTSTART;TZID=Europe/Berlin:20261120T120000", "DUE;VALUE=DATE:20261127"],
                "2026-11-20..2026-11-27", Diagnostic.Fault.startUnlikeDue
            ),
            (
                ["DTSTART;VALUE=DATE:20261120", "DUE:20261127T151500Z"],
                "2026-11-20T00:00:00..2026-11-27T15:15:00", .startUnlikeDue
            ),
            (
                ["DTSTART;VALUE=DATE:20261120", "DUE;TZID=Europe/Berlin:20261127T151500"],
                "2026-11-19T23:00:00..2026-11-27T14:15:00", .startUnlikeDue
            ),
            (
                ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261127"],
                "2026-11-27..2026-11-27", .startAfterDue
            ),
            (
                ["DTSTART:20261201T100000Z", "DUE;VALUE=DATE:20261127"],
                "2026-11-27..2026-11-27", .startUnlikeDue
            ),
            // 09:00 in Tokyo is before 08:00 in London, by nine hours less one.
            (
                [
                    "DTSTART;TZID=Europe/London:20261127T080000",
                    "DUE;TZID=Asia/Tokyo:20261127T090000",
                ],
                "2026-11-27T00:00:00..2026-11-27T00:00:00", .startAfterDue
            ),
            (
                ["DTSTART:20261127T100000", "DUE:20261127T090000"],
                "2026-11-27T09:00:00..2026-11-27T09:00:00", .startAfterDue
            ),
        ])
    func single(_ lines: [String], _ span: String, _ fault: Diagnostic.Fault) throws {
        let expansion = try expansion(lines)
        #expect(spans(expansion) == [span])
        #expect(expansion.diagnostics.map(\.property) == ["DTSTART"])
        #expect(expansion.diagnostics.map(\.reason) == [.fault(fault)])
    }

    @Test("each instance keeps the distance, also where it is due before the window's days begin")
    func repeating() throws {
        let weekly = [
            "DTSTART;VALUE=DATE:20261101", "DUE:20261103T090000Z", "RRULE:FREQ=WEEKLY;COUNT=3",
        ]
        #expect(
            spans(try expansion(weekly)) == [
                "2026-11-01T00:00:00..2026-11-03T09:00:00",
                "2026-11-08T00:00:00..2026-11-10T09:00:00",
                "2026-11-15T00:00:00..2026-11-17T09:00:00",
            ])
        // The second instance begins on 5 January, after the 60 days, and is due ten days earlier, within them.
        let early = [
            "DTSTART;VALUE=DATE:20261205", "DUE;VALUE=DATE:20261125", "RRULE:FREQ=MONTHLY;COUNT=2",
        ]
        #expect(
            spans(try expansion(early)) == ["2026-11-25..2026-11-25", "2026-12-26..2026-12-26"])
    }

    @Test("an override may be the one that does not fit")
    func override() throws {
        let found = try expansion(
            [
                "DTSTART;VALUE=DATE:20261102", "DUE;VALUE=DATE:20261104",
                "RRULE:FREQ=WEEKLY;COUNT=2",
            ],
            [
                [
                    "RECURRENCE-ID;VALUE=DATE:20261109", "DTSTART;VALUE=DATE:20261112",
                    "DUE;VALUE=DATE:20261110",
                ]
            ])
        #expect(spans(found) == ["2026-11-02..2026-11-04", "2026-11-10..2026-11-10"])
    }

    @Test("DUE that fits stays as it is, and its faults are its own")
    func fitting() throws {
        let fits = try expansion(["DTSTART;VALUE=DATE:20261127", "DUE;VALUE=DATE:20261127"])
        #expect(spans(fits) == ["2026-11-27..2026-11-27"] && fits.diagnostics.isEmpty)
        let zoneless = try expansion(["DTSTART:20261127T090000Z", "DUE:20261127T100000"])
        #expect(zoneless.diagnostics.map(\.property) == ["DUE"])
    }
}
