import ICalendar
import Testing

@testable import AgendaKit

@Suite("What is known of a person's time")
struct AvailabilityTests {
    private let utc = TimeZoneRules.utc

    private func ranges(_ texts: String...) throws -> InstantRanges {
        InstantRanges(try texts.map { try Plan.range($0, utc) })
    }

    private func status(_ availability: Availability, _ text: String) throws -> Availability.Status
    {
        availability.status(during: try Plan.range(text, utc))
    }

    @Test("a time is as good as its worst part")
    func worst() throws {
        let availability = Availability(
            known: try ranges("20261123 0900-1200"), busy: try ranges("20261123 1000-1100"),
            tentative: try ranges("20261123 1100-1130", "20261123 1200-1300"))
        for (time, expected) in [
            ("0900-1000", Availability.Status.free), ("0930-1001", .busy), ("1000-1100", .busy),
            ("1100-1130", .tentative), ("1129-1159", .tentative), ("1130-1200", .free),
            ("1130-1300", .tentative), ("1230-1301", .unknown), ("1300-1400", .unknown),
            ("0859-0901", .unknown), ("0859-1001", .busy),
        ] {
            #expect(try status(availability, "20261123 \(time)") == expected, "\(time)")
        }
        #expect(try status(Availability(), "20261123 0900-1000") == .unknown)
    }

    @Test(
        "tentative events are tentative; transparent, cancelled and declined ones leave time free")
    func events() throws {
        var events: [AgendaEvent] = []
        for hour in 10...15 {
            let range = try Plan.range("20261123 \(hour)00-\(hour)59", utc)
            events.append(Plan.event("\(hour)", range))
        }
        events[1].content.status = .tentative
        events[2].content.status = .cancelled
        events[3].content.isTransparent = true
        events[4].content.isDeclined = true
        // A tentative event that is transparent takes no time at all.
        events[5].content.status = .tentative
        events[5].content.isTransparent = true
        let availability = Availability(
            events, zone: utc, countingWholeDays: true,
            known: try Plan.range("20261123 0800-1700", utc))
        let statuses = try (10...15).map { hour in
            try status(availability, "20261123 \(hour)00-\(hour)30")
        }
        #expect(statuses == [.busy, .tentative, .free, .free, .free, .free])
        #expect(try status(availability, "20261123 1630-1730") == .unknown)
    }

    @Test("a whole day lasts from midnight to midnight on the person's clock")
    func wholeDay() throws {
        let tokyo = try Make.zone("Asia/Tokyo")
        let date = try Make.date("2026-11-24")
        let holiday = Plan.event("holiday", .dates(date..<(date + 1)))
        let known = try Plan.instant("20261122T000000", utc)..<Plan.instant("20261126T000000", utc)
        func status(_ text: String, countingWholeDays: Bool = true) throws -> Availability.Status {
            Availability(
                [holiday], zone: tokyo, countingWholeDays: countingWholeDays, known: known
            ).status(during: try Plan.range(text, utc))
        }
        #expect(try status("20261123 1400-1500") == .free)
        #expect(try status("20261123 1500-1600") == .busy)
        #expect(try status("20261124 1400-1500") == .busy)
        #expect(try status("20261124 1500-1600") == .free)
        #expect(try status("20261123 1500-1600", countingWholeDays: false) == .free)
    }

    @Test("published times are known within their span; FREE says so beyond it")
    func published() throws {
        var first = FreeBusy()
        first.span = try Plan.range("20261123 0900-1200", utc)
        first.periods = [
            .init(try Plan.range("20261123 0900-0930", utc), .busy),
            .init(try Plan.range("20261123 0930-1000", utc), .unavailable),
            .init(try Plan.range("20261123 1000-1030", utc), .tentative),
            .init(try Plan.range("20261123 1000-1015", utc), .free),
            .init(try Plan.range("20261123 1400-1500", utc), .free),
            .init(try Plan.range("20261123 1500-1600", utc), .busy),
        ]
        var second = FreeBusy()
        second.span = try Plan.range("20261124 0900-1200", utc)
        second.isComplete = false
        second.periods = [.init(try Plan.range("20261124 0900-1000", utc), .busy)]
        let availability = Availability([first, second])
        for (time, expected) in [
            ("23 0900-0930", Availability.Status.busy), ("23 0930-1000", .busy),
            // FREE does not undo what another period says.
            ("23 1000-1015", .tentative), ("23 1030-1200", .free), ("23 1200-1300", .unknown),
            ("23 1400-1500", .free), ("23 1500-1600", .busy),
            // A period of the second one could not be read.
            ("24 0900-1000", .busy), ("24 1000-1200", .unknown),
        ] {
            #expect(try status(availability, "202611\(time)") == expected, "\(time)")
        }
    }

    @Test("two calendars of one person: busy in one is busy; known is what both tell of")
    func joined() throws {
        let one = Availability(
            known: try ranges("20261123 0900-1700"), busy: try ranges("20261123 0900-1000"))
        let other = Availability(
            known: try ranges("20261123 0900-1200"), tentative: try ranges("20261123 1000-1100"))
        for both in [one.joined(with: other), other.joined(with: one)] {
            for (time, expected) in [
                ("0900-1000", Availability.Status.busy), ("1000-1100", .tentative),
                ("1100-1200", .free), ("1200-1300", .unknown),
            ] {
                #expect(try status(both, "20261123 \(time)") == expected, "\(time)")
            }
        }
        #expect(try status(one.joined(with: Availability()), "20261123 1100-1200") == .unknown)
    }

    @Test("gaps in a range, and whether it is touched")
    func gaps() throws {
        let ranges = try ranges("20261123 0900-1000", "20261123 1100-1200", "20261123 1300-1400")
        let day = try Plan.range("20261123 0800-1330", utc)
        #expect(
            ranges.gaps(in: day).map { Plan.text($0, utc) } == [
                "2026-11-23 08:00-09:00", "2026-11-23 10:00-11:00", "2026-11-23 12:00-13:00",
            ])
        #expect(ranges.gaps(in: try Plan.range("20261123 1110-1150", utc)).isEmpty)
        #expect(!ranges.intersects(try Plan.range("20261123 1000-1100", utc)))
        #expect(ranges.intersects(try Plan.range("20261123 0959-1100", utc)))
        #expect(!ranges.intersects(try Plan.range("20261123 1400-1500", utc)))
    }
}
