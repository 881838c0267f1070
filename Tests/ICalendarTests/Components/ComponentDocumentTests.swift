import ICalendar
import Testing

@Suite("A component's lines")
struct ComponentDocumentTests {
    private let text = """
        BEGIN:VEVENT\r
        UID:a\r
        DTSTART;TZID=Europe/Berlin;X-ODD=1:20261120T100000\r
        SUMMARY;LANGUAGE=en:A long line that is folded here\r
         , and goes on\r
        X-MINE:kept\r
        ATTENDEE;X-NUM-GUESTS=2:mailto:a@example.org\r
        ATTENDEE;X-NUM-GUESTS=3:mailto:b@example.org\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        TRIGGER:-PT5M\r
        X-WR-ALARMUID:1\r
        END:VALARM\r
        END:VEVENT\r

        """

    @Test("the text is what was read, and folded lines are one")
    func whole() throws {
        let lines = try #require(ComponentDocument(text))
        #expect(lines.name == "VEVENT")
        #expect(String(decoding: lines.bytes, as: UTF8.self) == text)
        #expect(
            lines.properties("SUMMARY").map(\.value)
                == ["A long line that is folded here, and goes on"])
        #expect(lines.parts.filter(\.isComponent).map(\.name) == ["VALARM"])
    }

    @Test("a change of values changes their lines alone")
    func change() throws {
        var lines = try #require(ComponentDocument(text))
        let old = try #require(
            ComponentDocument(
                "BEGIN:VEVENT\nSUMMARY:x\nATTENDEE:a\nATTENDEE:b\nBEGIN:VALARM\nA:1\nEND:VALARM\nEND:VEVENT"
            ))
        let new = try #require(
            ComponentDocument(
                "BEGIN:VEVENT\nSUMMARY:y\nLOCATION:z\nATTENDEE:b\nATTENDEE:c\nBEGIN:VALARM\nA:1\nEND:VALARM\nEND:VEVENT"
            ))
        lines.apply(changesFrom: old, to: new)
        #expect(
            String(decoding: lines.bytes, as: UTF8.self) == """
                BEGIN:VEVENT\r
                UID:a\r
                DTSTART;TZID=Europe/Berlin;X-ODD=1:20261120T100000\r
                SUMMARY:y\r
                X-MINE:kept\r
                ATTENDEE;X-NUM-GUESTS=3:mailto:b@example.org\r
                ATTENDEE:c\r
                LOCATION:z\r
                BEGIN:VALARM\r
                ACTION:DISPLAY\r
                TRIGGER:-PT5M\r
                X-WR-ALARMUID:1\r
                END:VALARM\r
                END:VEVENT\r

                """)
    }

    @Test(
        "what is no whole component is refused",
        arguments: [
            "", "UID:a", "BEGIN:VEVENT\nUID:a", "BEGIN:A\nEND:B", "BEGIN:A\nBEGIN:B\nEND:A",
        ])
    func refused(_ text: String) {
        #expect(ComponentDocument(text) == nil)
    }

    @Test("bytes that are no UTF-8 and lines that end in LF stay")
    func bytes() throws {
        let raw = Array("BEGIN:VEVENT\nSUMMARY:Caf".utf8) + [0xE9] + Array("\nEND:VEVENT".utf8)
        var lines = try #require(ComponentDocument(raw))
        #expect(lines.properties("SUMMARY").map(\.value) == ["Café"])
        lines.replace(
            "URL",
            with: [
                ComponentDocument.Part(
                    name: "URL", isComponent: false, bytes: Array("URL:b\r\n".utf8))
            ])
        #expect(lines.bytes == raw.dropLast(10) + Array("URL:b\nEND:VEVENT\n".utf8))
    }

    @Test("line ends of both kinds and empty lines stay where nothing is changed")
    func lineEnds() throws {
        let mixed =
            "BEGIN:VEVENT\r\n\r\nUID:a\r\nSUMMARY:x\r\nTRANSP:OPAQUE\n\r\nATTENDEE:a\n\nX-A:1\r\nATTENDEE:b\r\n"
            + "BEGIN:VALARM\n\nTRIGGER:-PT5M\r\nEND:VALARM\n\r\nEND:VEVENT\n"
        var lines = try #require(ComponentDocument(mixed))
        #expect(String(decoding: lines.bytes, as: UTF8.self) == mixed)
        lines.set("SUMMARY", value: "y")
        #expect(
            String(decoding: lines.bytes, as: UTF8.self)
                == mixed.replacing("SUMMARY:x", with: "SUMMARY:y"))
        lines.change("ATTENDEE") { property in
            if property.value == "b" { property.value = "c" }
        }
        #expect(
            String(decoding: lines.bytes, as: UTF8.self)
                == mixed.replacing("SUMMARY:x", with: "SUMMARY:y")
                .replacing("ATTENDEE:b", with: "ATTENDEE:c"))
        // An empty line outlives the line before it.
        lines.remove { $0.name == "TRANSP" }
        #expect(
            String(decoding: lines.bytes, as: UTF8.self).contains(
                "SUMMARY:y\r\n\r\nATTENDEE:a\n\nX-A:1"))
    }
}
