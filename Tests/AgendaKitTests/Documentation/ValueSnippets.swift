import CalendarMerge
import ICalendar
import Testing

/// The Swift in the comments of values: ICalendar and CalendarMerge alone.
enum ValueSnippets {
    static func times() -> [String] {
        let print = Printed()
        // snippet: CivilDate
        let sunday = CivilDate(uncheckedYear: 2028, month: 2, day: 27)
        print((sunday + 2).iso, (sunday + 2).weekday)
        // end

        // snippet: CivilDateTime
        let eve = CivilDateTime(
            CivilDate(uncheckedYear: 2026, month: 12, day: 31), hour: 23, minute: 30)
        print((eve + 3_600).iso)
        // end

        // snippet: CalendarDuration
        if let length = CalendarDuration(icalendar: "P1DT2H") {
            print(length.days, length.seconds)
        }
        // end

        // snippet: CalendarTime
        if case .zoned(let wall, let tzid)? = CalendarTime(
            icalendar: "20261120T093000", tzid: "Europe/Berlin")
        {
            print(wall.iso, tzid)
        }
        // end

        // snippet: Instant
        let noon = Instant(
            utc: CivilDateTime(
                CivilDate(uncheckedYear: 2026, month: 11, day: 20), hour: 12, minute: 0))
        print((noon + 5_400).utc.iso)
        // end

        // snippet: TimeZoneRules
        let berlin = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
        let year = CivilDate(uncheckedYear: 2026, month: 1, day: 1)
        for change in berlin.transitions(
            in: berlin.startOfDay(year)..<berlin.startOfDay(year + 365))
        {
            print(change.at.utc.iso, change.offsetAfter / 3_600, change.abbreviation)
        }
        // end

        // snippet: SystemZones
        print(SystemZones.database.rules(named: "Asia/Tokyo")?.offset(at: noon) ?? "unknown")
        print(SystemZones.database.rules(named: "Nowhere/City")?.offset(at: noon) ?? "unknown")
        // end

        // snippet: TimeZoneDatabase
        let files: [String: [UInt8]] = [:]
        let own = TimeZoneDatabase { name in files[name] }
        print(own.rules(named: "Asia/Tokyo")?.name ?? "unknown")
        // end

        // snippet: Alarm
        let alarm = Alarm(
            action: "DISPLAY", trigger: .afterStart(CalendarDuration(seconds: -900)))
        print(alarm.instant(of: .instants(noon..<noon + 3_600), zone: .utc).utc.iso)
        // end
        return print.lines
    }

    static func texts() -> [String] {
        let print = Printed()
        // snippet: Property
        let line = "ATTENDEE;CN=\"Kim, Ada\";PARTSTAT=ACCEPTED:mailto:kim@example.org"
        if let property = Property(Array(line.utf8)) {
            print(property.name, property.parameter("CN") ?? "nobody", property.value)
        }
        // end

        // snippet: Diagnostic
        let parsed = ICalendarParser.event(
            in: """
                BEGIN:VEVENT
                UID:1
                DTSTART:20261120T100000Z
                EXDATE:never
                SUMMARY:Tea
                END:VEVENT
                """)
        print(parsed.value?.summary ?? "nothing")
        for diagnostic in parsed.diagnostics {
            print(diagnostic.severity, diagnostic.line, diagnostic.property ?? "all of it")
        }
        // end

        // snippet: CalendarTime in files
        for text in ["20261120", "20261120T100000Z", "20261120T100000", "20261399"] {
            switch CalendarTime(icalendar: text) {
            case .date(let date): print("all day", date.iso)
            case .utc(let instant): print("everywhere at", instant.utc.iso)
            case .floating(let wall): print("on the reader's clock at", wall.iso)
            case .zoned(let wall, let tzid): print(wall.iso, tzid)
            case nil: print("no time")
            }
        }
        // end

        // snippet: a component
        var dentist = Event(
            uid: "dentist@example.org",
            start: .date(CivilDate(uncheckedYear: 2026, month: 11, day: 23)))
        dentist.summary = "Dentist; bring the card"
        let component = CalendarWriter.component(dentist)
        // end
        print.lines += component.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY") }
            .map(String.init)

        let (home, team) = ("", component)
        // snippet: CalendarMerge.Options
        var options = CalendarMerge.Options()
        options.name = "Everybody"
        options.foldsSimilar = true
        let merge = CalendarMerge(
            [MergeSource(name: "home", text: home), MergeSource(name: "team", text: team)],
            options: options)
        print(merge.report.eventCount)
        // end

        // snippet: MergeSource
        let folder = MergeSource(
            name: "team", isWritable: true,
            resources: [
                MergeSource.Resource(path: "a.ics", bytes: Array(home.utf8)),
                MergeSource.Resource(path: "b.ics", bytes: Array(team.utf8)),
            ])
        // end
        print(folder.resources.count)
        return print.lines
    }

    static func threeWays(agreed: [UInt8], file: [UInt8], server: [UInt8]) -> [String] {
        let print = Printed()
        // snippet: clashes
        var merge = ThreeWayMerge(zones: SystemZones.database)
        merge.policy = .mine
        for clash in merge.merge(base: agreed, mine: file, theirs: server)?.clashes ?? [] {
            print(clash.property, clash.winner, clash.theirs.first ?? "deleted")
        }
        // end
        return print.lines
    }
}

@Suite("The comments of values")
struct ValueSnippetTests {
    /// 2028 is a leap year; its February 27 is a Sunday. Summer time begins and ends at 01:00 UTC of March 29 and
    /// October 25, 2026.
    @Test("have examples of times that print what they say")
    func times() {
        #expect(
            ValueSnippets.times() == [
                "2028-02-29 tuesday", "2027-01-01T00:30:00", "1 7200",
                "2026-11-20T09:30:00 Europe/Berlin", "2026-11-20T13:30:00",
                "2026-03-29T01:00:00 2 CEST", "2026-10-25T01:00:00 1 CET", "32400", "unknown",
                "unknown", "2026-11-20T11:45:00",
            ])
    }

    @Test("have examples of texts that print what they say")
    func texts() {
        #expect(
            ValueSnippets.texts() == [
                "ATTENDEE Kim, Ada mailto:kim@example.org", "Tea", "error 4 EXDATE",
                "all day 2026-11-20", "everywhere at 2026-11-20T10:00:00",
                "on the reader's clock at 2026-11-20T10:00:00", "no time",
                "SUMMARY:Dentist\\; bring the card", "1", "2",
            ])
    }

    @Test("have an example of two sides that changed the same")
    func threeWays() {
        func text(_ summary: String) -> [UInt8] {
            Array(Make.calendar("UID:1\r\nDTSTART:20261120T100000Z\r\nSUMMARY:\(summary)").utf8)
        }
        #expect(
            ValueSnippets.threeWays(
                agreed: text("Tea"), file: text("Green tea"), server: text("Coffee"))
                == ["SUMMARY mine SUMMARY:Coffee"])
    }
}
