import Testing

@testable import ICalendar

/// What is read of a zone without libical is what libical reads.
@Suite struct PlainZoneReaderTests {
    private static let standard = [
        "BEGIN:STANDARD", "DTSTART:19961027T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
        "TZNAME:CET", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD",
    ]

    private static func text(_ lines: [String], _ end: String = "\r\n") -> String {
        (["BEGIN:VTIMEZONE"] + lines + ["END:VTIMEZONE"]).map { $0 + end }.joined()
    }

    private static func plain(_ text: String) -> TimeZoneDefinition? {
        var text = text
        return text.withUTF8 { PlainZoneReader.zone(in: UnsafeRawBufferPointer($0)) }
    }

    private static func reference(_ text: String) -> ICalendarParser.Parsed<TimeZoneDefinition> {
        ICalendarParser.libicalTimeZone(in: Array(text.utf8))
    }

    /// As Google, Apple, Outlook, Thunderbird and Evolution write them.
    private static let zones: [[String]] = [
        ["TZID:Europe/Berlin", "X-LIC-LOCATION:Europe/Berlin"] + standard + [
            "BEGIN:DAYLIGHT", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZNAME:CEST",
            "DTSTART:19700329T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
        ],
        [
            "TZID:W. Europe Standard Time", "BEGIN:STANDARD", "DTSTART:16010101T030000",
            "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
            "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "END:STANDARD",
        ],
        [
            "TZID:America/St_Johns", "LAST-MODIFIED:20240101T000000Z",
            "TZURL:http://tzurl.org/zoneinfo/America/St_Johns", "X-PROLEPTIC-TZNAME:LMT",
            "BEGIN:STANDARD", "TZNAME:NST", "TZOFFSETFROM:-0230", "TZOFFSETTO:-0330",
            "DTSTART:20061029T000100", "RDATE:20071104T000100,20081102T000100",
            "RDATE:20091101T000100", "COMMENT:as written", "X-NOTE:x", "END:STANDARD",
        ],
        ["TZID:/freeassociation.sourceforge.net/Europe/Berlin"] + standard,
        ["TZID:Empty"],
        ["TZID;X-A=b:Europe/Berlin"] + standard,
    ]

    @Test(
        "a zone as programs write it needs no libical", arguments: zones.dropLast(), ["\r\n", "\n"])
    func isPlain(_ lines: [String], _ end: String) throws {
        let text = Self.text(lines, end)
        let definition = try #require(Self.plain(text))
        let reference = Self.reference(text)
        #expect(definition == reference.value)
        #expect(reference.diagnostics.isEmpty)
    }

    @Test("an offset is read in seconds, a start as the clock showed it")
    func values() throws {
        let zone = try #require(Self.plain(Self.text(["TZID:A"] + Self.standard)))
        let part = try #require(zone.observances.first)
        #expect(part.offsetFrom == 7_200)
        #expect(part.offsetTo == 3_600)
        #expect(part.start == (try wall("1996-10-27T03:00")))
        #expect(part.name == "CET")
        #expect(!part.isDaylight)
        #expect(part.rules.count == 1)
    }

    /// One line that takes another's place, or is added.
    private static let odd = [
        "TZOFFSETFROM:+02:00", "TZOFFSETFROM:+2", "TZOFFSETFROM:0200", "TZOFFSETFROM:+020030",
        "TZOFFSETFROM:-0000", "TZOFFSETFROM:+2400", "TZOFFSETFROM:+0260", "TZOFFSETFROM;X=1:+0200",
        "TZOFFSETFROM: +0200", "tzoffsetfrom:+0200", "DTSTART:19961027", "DTSTART:19961027T030000Z",
        "DTSTART;TZID=Europe/Berlin:19961027T030000", "DTSTART:19961027T250000", "DTSTART:",
        "DTSTART:19961027T030000,19971026T030000", "TZNAME:", "TZNAME;LANGUAGE=de:MEZ",
        "TZNAME:a\\,b", "RRULE:FREQ=SOMETIMES", "RRULE:FREQ=YEARLY;BYMONTH=13", "RRULE:",
        "RDATE;VALUE=PERIOD:19970101T000000/PT1H", "RDATE:19970101", "RDATE:19970101T000000Z",
        "RDATE:x", "RDATE:19970101T000000,", "BEGIN:VALARM", "END:DAYLIGHT", "no property",
        "TZNAME:CE\u{7F}T", "TZNAME:CE\r\n T", "X-A:\u{1}", "COMMENT:x\\y", "TZNAME:Zürich",
    ]

    @Test("whatever is odd is read as libical reads it", arguments: odd)
    func oddLines(_ line: String) {
        let name = line.prefix { $0 != ":" && $0 != ";" }.uppercased()
        let known = Self.standard.firstIndex {
            $0.hasPrefix(name + ":") && !name.hasPrefix("BEGIN") && !name.hasPrefix("END")
        }
        for replaces in [true, false] {
            var lines = ["TZID:A"] + Self.standard
            if replaces, let known { lines[known + 1] = line } else { lines.insert(line, at: 5) }
            let text = Self.text(lines)
            let (reference, whole) = (
                Self.reference(text), ICalendarParser.timeZone(in: Array(text.utf8))
            )
            #expect(whole.value == reference.value)
            #expect(whole.diagnostics == reference.diagnostics)
        }
    }

    @Test("mixtures of plain and odd lines are read as libical reads them")
    func mixtures() {
        var random = SystemRandomNumberGenerator()
        let lines = Self.standard + Self.odd + ["TZID:A", "TZID:B", "X-LIC-LOCATION:Europe/Berlin"]
        for _ in 0..<3_000 {
            var picked = ["TZID:A"] + Self.standard
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let line = lines.randomElement(using: &random)!
                let place = Int.random(in: 0...picked.count, using: &random)
                if place < picked.count, Bool.random(using: &random) {
                    picked[place] = line
                } else {
                    picked.insert(line, at: place)
                }
            }
            let text = Self.text(picked)
            let (reference, whole) = (
                Self.reference(text), ICalendarParser.timeZone(in: Array(text.utf8))
            )
            #expect(
                whole.value == reference.value && whole.diagnostics == reference.diagnostics,
                "\(text)")
        }
    }
}
