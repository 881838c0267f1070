import Testing

@testable import ICalendar

/// A TZID is unique within its calendar alone (RFC 5545 3.8.3.1), and a stream may have several (3.4).
@Suite("Calendars of one stream that define one zone differently")
struct ZoneMeaningTests {
    private func calendar(_ uid: String, _ tzid: String, hours: Int, zoneFirst: Bool = true)
        -> String
    {
        let offset = (hours < 0 ? "-" : "+") + (abs(hours) < 10 ? "0" : "") + "\(abs(hours))00"
        let zone = """
            BEGIN:VTIMEZONE
            TZID:\(tzid)
            BEGIN:STANDARD
            DTSTART:16010101T000000
            TZOFFSETFROM:\(offset)
            TZOFFSETTO:\(offset)
            END:STANDARD
            END:VTIMEZONE

            """
        let event = """
            BEGIN:VEVENT
            UID:\(uid)
            DTSTART;TZID="\(tzid)":20261126T120000
            SUMMARY:\(uid)
            END:VEVENT

            """
        return "BEGIN:VCALENDAR\n" + (zoneFirst ? zone + event : event + zone) + "END:VCALENDAR\n"
    }

    /// The hour in UTC at which each event begins.
    private func hours(_ text: String) throws -> [Int] {
        let scanned = ScannedText(Array(text.utf8), zones: systemZones)
        #expect(scanned.stream.diagnostics.isEmpty)
        let definitions = scanned.stream.components.filter { $0.kind == .timeZone }
            .compactMap { ICalendarParser.timeZone(in: scanned.bytes[$0.range]).value }
        let scope = TimeZoneScope(database: systemZones, definitions: definitions)
        return try scanned.stream.components.filter { $0.kind == .event }.map { component in
            let event = try #require(
                ICalendarParser.event(in: scanned.bytes[component.range]).value)
            guard case .zoned(let wall, let tzid) = event.start else { return -1 }
            let rules = try #require(scope.rules(for: tzid))
            return rules.instant(of: wall).utc.hour
        }
    }

    @Test("each event is read with its own calendar's definition", arguments: [true, false])
    func own(zoneFirst: Bool) throws {
        let name = "Customized Time Zone"
        let text =
            calendar("a", name, hours: -5, zoneFirst: zoneFirst)
            + calendar("b", name, hours: 1, zoneFirst: zoneFirst)
            + calendar("c", name, hours: -5, zoneFirst: zoneFirst)
            + calendar("d", name, hours: 3, zoneFirst: zoneFirst)
        #expect(try hours(text) == [17, 11, 17, 9])
    }

    @Test("the lines are those of the content")
    func lines() {
        let text = calendar("a", "X", hours: 1) + calendar("b", "X", hours: 2)
        let scanned = ScannedText(Array(text.utf8), zones: systemZones)
        #expect(scanned.stream.components.map(\.line) == [2, 10, 17, 25])
    }

    @Test("where all mean the same, or tz data decide, no byte changes")
    func unchanged() {
        for (one, two) in [
            (calendar("a", "X", hours: 1), calendar("b", "X", hours: 1)),
            (calendar("a", "Europe/Berlin", hours: 1), calendar("b", "Europe/Berlin", hours: 2)),
        ] {
            #expect(
                ScannedText(Array((one + two).utf8), zones: systemZones).bytes
                    == Array((one + two).utf8))
        }
    }

    @Test("a name that the second calendar only uses means what the first defines")
    func usedOnly() throws {
        let second =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:b\nDTSTART;TZID=X:20261126T120000\nEND:VEVENT\nEND:VCALENDAR\n"
        #expect(try hours(calendar("a", "X", hours: 3) + second) == [9, 9])
    }
}

@Suite("A file's own zone by a name that every program knows")
struct NamedZoneTests {
    private func scope(_ tzid: String, _ observances: String) throws -> TimeZoneScope {
        let text = "BEGIN:VTIMEZONE\nTZID:\(tzid)\n\(observances)END:VTIMEZONE\n"
        let definition = try #require(ICalendarParser.timeZone(in: Array(text.utf8)).value)
        return TimeZoneScope(database: systemZones, definitions: [definition])
    }

    private func fixed(_ offset: String) -> String {
        "BEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:\(offset)\nTZOFFSETTO:\(offset)\nEND:STANDARD\n"
    }

    /// Since 2007; as if it had always been so.
    private let america = """
        BEGIN:STANDARD
        DTSTART:16010101T020000
        TZOFFSETFROM:-0400
        TZOFFSETTO:-0500
        RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:-0500
        TZOFFSETTO:-0400
        RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
        END:DAYLIGHT

        """

    @Test("only where clocks agree since the first time")
    func since() throws {
        let scope = try scope("Eastern Standard Time", america)
        let likely = try zone("Europe/Berlin")
        let name = { (start: String) in
            try scope.named("Eastern Standard Time", from: utc(start), likely: likely)?.name
        }
        #expect(try name("2008-01-01T00:00") == "America/New_York")
        // Summer time began in April then.
        #expect(try name("2006-01-01T00:00") == nil)
    }

    @Test("a name that tells nothing means the likely zone, if it agrees")
    func likely() throws {
        let scope = try scope("Mine", america)
        #expect(
            try scope.named("Mine", from: utc("2020-01-01T00:00"), likely: zone("America/Toronto"))?
                .name
                == "America/Toronto")
    }

    @Test(
        "zones without summer time",
        arguments: [("+0530", "Asia/Calcutta"), ("+0130", nil), ("-1200", "Etc/GMT+12")])
    func fixed(_ offset: String, _ expected: String?) throws {
        let found = try scope("Mine", fixed(offset))
            .named("Mine", from: utc("2026-01-01T00:00"), likely: zone("Europe/Berlin"))
        #expect(found?.name == expected)
    }

    @Test("an unknown name means none")
    func unknown() throws {
        let scope = TimeZoneScope(database: systemZones)
        #expect(
            try scope.named("Mine", from: utc("2026-01-01T00:00"), likely: zone("Europe/Berlin"))
                == nil)
    }
}
