import Testing

@testable import ICalendar

@Suite("Standard text")
struct StandardFormTests {
    private func standard(_ text: String, renaming zones: [String: String] = [:]) -> String {
        let result = StandardForm.text(of: Array(text.utf8), renamingZones: zones)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    @Test("what is in standard form stays byte for byte, odd folds included")
    func unchanged() {
        let text = """
            BEGIN:VEVENT\r
            X-ODD;A="b:c;d":fol\r
             ded ö where\r
            \tnobody would\r
            END:VEVENT\r

            """
        #expect(standard(text) == text)
    }

    @Test("line feeds alone become CRLF, and a missing last line end is added")
    func lineEnds() {
        #expect(
            standard("BEGIN:VEVENT\nUID:1\n\nEND:VEVENT")
                == "BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n")
    }

    @Test("lines of more than 75 octets are folded between characters")
    func folding() {
        let value = String(repeating: "ä", count: 80)
        let text = standard("BEGIN:VEVENT\r\nSUMMARY:\(value)\r\nEND:VEVENT\r\n")
        let lines = text.split(separator: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        // 8 octets of name leave 67: 33 characters of two octets; then 74, less the space: 37.
        #expect(lines[1] == "SUMMARY:" + String(repeating: "ä", count: 33))
        #expect(lines[2] == " " + String(repeating: "ä", count: 37))
        #expect(lines[3] == " " + String(repeating: "ä", count: 10))
        #expect(standard(text) == text)
    }

    @Test("a character that was cut in two by a fold is whole again")
    func cutCharacter() {
        let bytes = Array("BEGIN:VEVENT\r\nSUMMARY:a".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xA4]
        let text = StandardForm.text(of: bytes + Array("\r\nEND:VEVENT\r\n".utf8)).bytes
        #expect(
            String(decoding: text, as: UTF8.self)
                == "BEGIN:VEVENT\r\nSUMMARY:aä\r\nEND:VEVENT\r\n")
    }

    @Test("Latin-1 becomes UTF-8, control characters go, a NUL becomes a space")
    func encoding() {
        let bytes = Array("BEGIN:VEVENT\r\nSUMMARY:K".utf8) + [0xF6, 0x1B, 0x00, 0x6C]
        let text = StandardForm.text(of: bytes + Array("n\r\nEND:VEVENT\r\n".utf8)).bytes
        #expect(String(decoding: text, as: UTF8.self).contains("\r\nSUMMARY:Kö ln\r\n"))
    }

    @Test("lines that are no property are left out and counted")
    func noProperty() {
        let text = "BEGIN:VEVENT\r\nBring your laptop\r\nA B:c\r\nX:y\r\nEND:VEVENT\r\n"
        let result = StandardForm.text(of: Array(text.utf8))
        #expect(result.omittedLines == 2)
        #expect(
            String(decoding: result.bytes, as: UTF8.self)
                == "BEGIN:VEVENT\r\nX:y\r\nEND:VEVENT\r\n")
    }

    @Test("zones are renamed in parameters alone, quoted where they must be")
    func zones() {
        let text = """
            BEGIN:VEVENT\r
            DTSTART;TZID=Ours;X-A=1:20260101T100000\r
            DTEND;VALUE=DATE-TIME;TZ\r
             ID="Ours":20260101T110000\r
            SUMMARY:TZID=Ours\r
            END:VEVENT\r

            """
        #expect(StandardForm.zones(in: Array(text.utf8)) == ["Ours"])
        #expect(
            standard(text, renaming: ["Ours": "Ours: 2"]) == """
                BEGIN:VEVENT\r
                DTSTART;TZID="Ours: 2";X-A=1:20260101T100000\r
                DTEND;VALUE=DATE-TIME;TZID="Ours: 2":20260101T110000\r
                SUMMARY:TZID=Ours\r
                END:VEVENT\r

                """)
        #expect(StandardForm.zones(in: Array("BEGIN:VEVENT\r\nX-A:TZ\r\nEND:VEVENT".utf8)).isEmpty)
    }

    @Test("times are taken out of lists, parameters out of properties")
    func values() throws {
        var lines = try #require(
            ComponentDocument(
                """
                BEGIN:VEVENT\r
                RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=A:20260101T100000\r
                EXDATE;TZID=A:20260101T100000,20260102T100000\r
                EXDATE;TZID=A:20260102T100000\r
                END:VEVENT\r

                """))
        lines.removeParameter("RANGE", of: "RECURRENCE-ID")
        lines.removeTimes(from: "EXDATE") { $0.wallTime.date.yearMonthDay.day == 2 }
        lines.set("X-NEW", text: "a,b")
        #expect(
            String(decoding: lines.bytes, as: UTF8.self) == """
                BEGIN:VEVENT\r
                RECURRENCE-ID;TZID=A:20260101T100000\r
                EXDATE;TZID=A:20260101T100000\r
                X-NEW:a\\,b\r
                END:VEVENT\r

                """)
    }
}
