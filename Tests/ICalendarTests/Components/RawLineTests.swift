import Testing

@testable import ICalendar

/// Texts whose line breaks are not escaped (RFC 5545 3.3.11), or whose folds have blank lines between them.
@Suite("Lines that are no properties")
struct RawLineTests {
    private func parsed(_ lines: String) -> ICalendarParser.Parsed<Event> {
        ICalendarParser.event(
            in: Array(
                "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261126T120000\r\n\(lines)END:VEVENT\r\n".utf8))
    }

    @Test("what is folded behind blank lines belongs to the property")
    func blankInFold() {
        let result = parsed(
            "DESCRIPTION:alpha beta\\\r\n\n ngamma delta\r\n\r\n epsilon\r\nLOCATION:Room\r\n")
        #expect(result.value?.details == "alpha beta\ngamma deltaepsilon")
        #expect(result.value?.location == "Room")
        #expect(result.diagnostics.isEmpty)
    }

    @Test("blank lines between properties, and behind a component, continue nothing")
    func blankLines() {
        let result = parsed("\r\nSUMMARY:x\r\n\r\n\r\nLOCATION:y\r\n\r\n")
        #expect(result.value?.summary == "x" && result.value?.location == "y")
        let text =
            "BEGIN:VCALENDAR\n\n \nBEGIN:VEVENT\n\n \nUID:a\nEND:VEVENT\n\n x\nEND:VCALENDAR\n"
        #expect(ComponentScanner.scan(text.utf8).components.count == 1)
    }

    @Test("raw lines belong to the text before them, and are told at the first")
    func rawLines() {
        let result = parsed(
            "DESCRIPTION:first line\r\nsecond line: with colon\r\nthird line\r\nLOCATION:Room\r\n")
        #expect(result.value?.details == "first line\nsecond line: with colon\nthird line")
        #expect(result.value?.location == "Room")
        #expect(result.diagnostics.map(\.reason) == [.value("second line: with colon", .rawLine)])
        #expect(result.diagnostics.map(\.line) == [5])
        #expect(result.diagnostics.map(\.property) == ["DESCRIPTION"])
    }

    @Test(
        "an address and a sentence with a colon are no properties",
        arguments: [
            "https://example.org/a?b=c", "Note: bring cake", "Zoom;Id: 1", "12:30 lunch", "• tea",
        ])
    func lookAlikes(line: String) {
        let result = parsed("SUMMARY:x\r\n\(line)\r\nDESCRIPTION:y\r\n")
        #expect(result.value?.summary == "x\n" + line)
        #expect(result.value?.details == "y")
    }

    @Test("properties in small letters and of other programs stay properties")
    func properties() {
        let result = parsed(
            "SUMMARY:x\r\nlocation:y\r\nx-foo:z\r\nImage;VALUE=URI:http://a\r\nNEW-PROPERTY:q\r\n")
        #expect(result.value?.summary == "x" && result.value?.location == "y")
        #expect(result.diagnostics.isEmpty)
    }

    @Test("a raw line that follows no text is left out and told")
    func leftOut() {
        let result = parsed("DESCRIPTION:d\r\nSTATUS:TENTATIVE\r\nno property\r\nnone\r\n")
        #expect(result.value?.details == "d" && result.value?.status == .tentative)
        #expect(result.diagnostics.map(\.reason) == [.value("no property", .notAProperty)])
    }

    @Test("an edit of the text replaces its raw lines, and one beside it leaves them")
    func edits() throws {
        let text = "BEGIN:VEVENT\r\nUID:a\r\nDESCRIPTION:one\r\ntwo\r\nSUMMARY:x\r\nEND:VEVENT\r\n"
        var document = try #require(ComponentDocument(text))
        document.set("SUMMARY", text: "y")
        #expect(
            String(decoding: document.bytes, as: UTF8.self)
                == text.replacing("SUMMARY:x", with: "SUMMARY:y"))
        #expect(document.properties("DESCRIPTION").map(\.value) == ["one\\ntwo"])
        document.set("DESCRIPTION", text: "z")
        #expect(
            String(decoding: document.bytes, as: UTF8.self)
                == "BEGIN:VEVENT\r\nUID:a\r\nDESCRIPTION:z\r\nSUMMARY:y\r\nEND:VEVENT\r\n")
    }
}
