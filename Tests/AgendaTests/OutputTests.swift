import AgendaJSON
import AgendaKit
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

@Suite("Text from strangers on a terminal")
struct SafeTextTests {
    @Test(
        "control characters cannot reach the terminal",
        arguments: [
            ("plain", "plain", "plain"),
            ("a\u{1B}[31mred\u{7}", "a\u{FFFD}[31mred\u{FFFD}", "a?[31mred?"),
            ("a\u{9B}31m", "a\u{FFFD}31m", "a?31m"),
            ("\u{0}\u{7F}", "\u{FFFD}\u{FFFD}", "??"),
            ("one\ntwo\r\n\r\nthree\n", "one two three", "one two three"),
            ("one\u{2028}two\u{85}three", "one two three", "one two three"),
            ("tab\there", "tab here", "tab here"),
            ("abc\u{202E}fdp", "abc\u{FFFD}fdp", "abc?fdp"),
            ("Müller 🎄 漢", "Müller 🎄 漢", "M?ller ? ?"),
            // Nothing to see: spaces without width, joiners, marks of order and direction, hyphens, tags.
            (
                "\u{FEFF}Pay\u{200B}pal\u{200D}\u{200E}\u{2060}s\u{AD}x\u{E0041}", "Paypalsx",
                "Paypalsx"
            ),
            ("日\u{200B}本", "日本", "??"),
            // Emoji and scripts need theirs.
            ("👩\u{200D}🌾", "👩\u{200D}🌾", "??"), ("می\u{200C}خواهم", "می\u{200C}خواهم", "???????"),
            ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}", "1??"),
            ("", "", ""), ("\n", "", ""),
        ])
    func harmless(_ text: String, _ utf8: String, _ ascii: String) {
        #expect(SafeText.line(text, isUTF8: true) == utf8)
        #expect(SafeText.line(text, isUTF8: false) == ascii)
    }

    @Test("each line of a description stays a line")
    func lines() {
        #expect(SafeText.lines("a\r\nb\n\nc\u{1B}", isUTF8: false) == ["a", "b", "", "c?"])
    }
}

@Suite("JSON")
struct JSONWriterTests {
    @Test("strings are escaped as RFC 8259 says, and terminals and old JavaScript are spared")
    func escapes() {
        var json = JSONWriter()
        json.value("\"\\/\u{8}\n\r\t\u{1F}\u{7F}\u{9B}é\u{2028}\u{2029}🎄")
        #expect(
            String(decoding: json.output.bytes, as: UTF8.self)
                == #""\"\\/\u0008\n\r\t\u001f\u007f\u009bé\u2028\u2029🎄""#)
    }

    @Test("commas stand between members and elements alone")
    func commas() {
        var json = JSONWriter()
        json.object { json in
            json.key("a")
            json.array { json in
                json.value(1)
                json.value(String?.none)
                json.array { _ in }
                json.object { _ in }
            }
            json.key("b")
            json.value(true)
        }
        #expect(
            String(decoding: json.output.bytes, as: UTF8.self)
                == #"{"a":[1,null,[],{}],"b":true}"#)
    }

    @Test("a document says version, zone and days, and has each element on its own line")
    func document() throws {
        let first = try #require(CivilDate(iso: "2026-11-20"))
        let output = JSONWriter.document(zone: .utc, dates: first..<(first + 2)) { json in
            json.member("none", Int?.none)
            json.lines("all", [Instant(secondsSinceEpoch: 0), Instant(secondsSinceEpoch: 60)])
        }
        #expect(
            String(decoding: output.bytes, as: UTF8.self) == """
                {"version":1,"timeZone":"UTC","from":"2026-11-20","to":"2026-11-21","none":null,"all":[
                "1970-01-01T00:00:00+00:00",
                "1970-01-01T00:01:00+00:00"]}

                """)
    }
}

@Suite("Instants in RFC 3339")
struct InstantOutputTests {
    @Test(
        "the offset is the one of that instant, and the instant stays right",
        arguments: [
            ("Europe/Berlin", 1_795_172_400, "2026-11-20T12:00:00+01:00"),
            ("Asia/Kathmandu", 1_795_172_400, "2026-11-20T16:45:00+05:45"),
            ("America/St_Johns", 1_795_172_400, "2026-11-20T07:30:00-03:30"),
            ("UTC", 0, "1970-01-01T00:00:00+00:00"),
            // Berlin's local mean time before 1893-04-01 was 53 min 28 s east.
            ("Europe/Berlin", -2_500_000_000, "1890-10-11T20:26:20+00:53"),
        ])
    func offsets(_ zone: String, _ seconds: Int, _ expected: String) throws {
        let rules = try #require(SystemZones.database.rules(named: zone))
        var output = OutputBuffer()
        output.append(Instant(secondsSinceEpoch: seconds), in: rules)
        #expect(String(decoding: output.bytes, as: UTF8.self) == expected)
    }
}

@Suite("A calendar's colour")
struct TextColorTests {
    @Test("names and numbers are understood, in 24 bits and in 256 colours")
    func codes() {
        #expect(TextColor(css: "RoyalBlue")?.code(isTrueColor: true) == "38;2;65;105;225")
        #expect(TextColor(css: "#4169E1FF")?.code(isTrueColor: true) == "38;2;65;105;225")
        #expect(TextColor(css: "black")?.code(isTrueColor: false) == "38;5;16")
        #expect(TextColor(css: "white")?.code(isTrueColor: false) == "38;5;231")
        #expect(TextColor(css: "#5f87af")?.code(isTrueColor: false) == "38;5;67")
    }

    @Test("anything else is no colour", arguments: ["", "#12345", "#gggggg", "blurple", "\u{1B}"])
    func refuses(_ text: String) {
        #expect(TextColor(css: text) == nil)
    }
}

@Suite("The user's own zone descriptions")
struct PosixZoneTests {
    @Test("POSIX's rules decide the offset")
    func berlin() throws {
        let rules = try #require(TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
        #expect(rules.offset(at: Instant(secondsSinceEpoch: 1_795_172_400)) == 3_600)
        // 2026-07-01T00:00Z
        #expect(rules.offset(at: Instant(secondsSinceEpoch: 1_782_864_000)) == 7_200)
    }

    /// Expected values are those of `TZ=… date -d @… +%z` (glibc 2.36).
    @Test(
        "without days of its own, daylight saving time is when the United States have it",
        arguments: [
            // 2026-03-08 at 2:00 CET, 2026-11-01 at 2:00 CEST.
            (1_772_931_599, 3_600), (1_772_931_600, 7_200), (1_793_491_199, 7_200),
            (1_793_491_200, 3_600),
        ])
    func usualDays(_ seconds: Int, _ offset: Int) throws {
        let rules = try #require(TimeZoneRules(posix: "CET-1CEST"))
        #expect(rules.offset(at: Instant(secondsSinceEpoch: seconds)) == offset)
        #expect(rules.name == "CET-1CEST")
        #expect(
            TimeZoneRules(posix: "XYZ3ABC2")?.offset(at: .init(secondsSinceEpoch: 0)) == -10_800)
    }

    @Test("what describes no zone is none", arguments: ["", "Nowhere", "Nowhere/X", "\n5", "1"])
    func refuses(_ text: String) {
        #expect(TimeZoneRules(posix: text) == nil)
    }
}
