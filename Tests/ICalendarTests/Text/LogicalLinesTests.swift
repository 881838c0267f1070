import Testing

@testable import ICalendar

/// One text in three forms for every reader of lines: a combining mark behind the colon, and folds
/// within characters and names.
@Suite("Logical lines", .serialized)
struct LogicalLinesTests {
    /// Line ends, and whether the last line has one.
    static let forms: [(end: String, isEnded: Bool)] = [
        ("\r\n", true), ("\n", true), ("\n", false),
    ]

    /// `SUMMARY:` and U+0301, then `Grü` cut within the `ü`, then `ße`.
    private static func text(_ form: (end: String, isEnded: Bool)) -> [UInt8] {
        let end = Array(form.end.utf8)
        var text: [UInt8] = []
        for line in [
            Array("BEGIN:VEVENT".utf8), Array("UID:a".utf8), Array("DTSTART:20260301T100000Z".utf8),
            Array("SUMMARY:\u{301}Gr".utf8) + [0xC3], [0x20, 0xBC] + Array("\u{DF}e".utf8),
            Array("ORGANIZER;CN=\"\u{301}Kim\"".utf8), Array("\t:mailto:k@example.org".utf8),
            Array("END:VEVENT".utf8),
        ] {
            text += line + end
        }
        return form.isEnded ? text : text.dropLast(end.count)
    }

    private static let summary = "\u{301}Grüße"

    @Test(
        "the cursor counts physical lines and joins a character that a fold cuts", arguments: forms)
    func cursor(_ form: (end: String, isEnded: Bool)) {
        Self.text(form).withUnsafeBytes { bytes in
            var (lines, contents, numbers) = (LogicalLines(bytes), [String](), [Int]())
            while let line = lines.next() {
                contents.append(String(decoding: line.content, as: UTF8.self))
                numbers.append(line.number)
                #expect(lines.depth == (line.bytes.has("end:") ? 0 : 1))
            }
            #expect(
                contents.map { Array($0.utf8) }
                    == [
                        "BEGIN:VEVENT", "UID:a", "DTSTART:20260301T100000Z",
                        "SUMMARY:" + Self.summary,
                        "ORGANIZER;CN=\"\u{301}Kim\":mailto:k@example.org",
                        "END:VEVENT",
                    ].map { Array($0.utf8) })
            #expect(numbers == [0, 1, 2, 3, 5, 7])
        }
    }

    @Test("all lines together are the text", arguments: forms)
    func all(_ form: (end: String, isEnded: Bool)) {
        let text = Self.text(form)
        #expect(LogicalLines.all(in: text).flatMap { $0 } == text)
        #expect(LogicalLines.all(in: text).count == 6)
    }

    @Test("every reader reads the same summary", arguments: forms)
    func readers(_ form: (end: String, isEnded: Bool)) throws {
        let text = Self.text(form)
        text.withUnsafeBytes { bytes in
            // The organizer's folded name is none of the plain reader's.
            let plain = PlainEventReader.event(in: bytes)
            #expect(plain == nil || plain?.summary == Self.summary)
            let event = ICalendarParser.libicalEvent(in: bytes, line: 1, participantCount: 0).value
            #expect(event?.summary == Self.summary)
            #expect(event?.organizer?.address == "mailto:k@example.org")
            let named = ICalendarParser.properties(named: ["SUMMARY", "ORGANIZER"], in: bytes)
            #expect(named.map(\.value) == [Self.summary, "mailto:k@example.org"])
            #expect(named.last?.parameter("CN") == "\u{301}Kim")
        }
        let document = try #require(ComponentDocument(text))
        #expect(document.properties("SUMMARY").map(\.value) == [Self.summary])
        let standard = String(decoding: StandardForm.text(of: text).bytes, as: UTF8.self)
        // A fold that stands between characters stays.
        #expect(LogicalLines.all(in: Array(standard.utf8)).count == 6)
        #expect(ICalendarParser.event(in: standard).value?.summary == Self.summary)
    }

    @Test("a calendar's own property is read like an event's", arguments: forms)
    func calendar(_ form: (end: String, isEnded: Bool)) {
        let head = "BEGIN:VCALENDAR\(form.end)X-WR-CALNAME:\u{301}a\(form.end) b\(form.end)"
        let stream = ComponentScanner.scan(
            (head + "END:VCALENDAR" + (form.isEnded ? form.end : "")).utf8)
        #expect(stream.name == "\u{301}ab")
        #expect(stream.isComplete)
    }

    @Test("control characters go, a NUL is a space, and what is no property is none")
    func contents() {
        let content = LogicalLine.content(of: Array("X-A:a\u{0}b\u{1}c\td\r\n".utf8))
        #expect(String(decoding: content, as: UTF8.self) == "X-A:a bc\td")
        #expect(Property(Array("no colon".utf8)) == nil)
        #expect(Property(Array("A B:c".utf8)) == nil)
        #expect(Property(Array(":c".utf8)) == nil)
        // A quotation mark that is never closed quotes nothing.
        #expect(Property(Array("X;P=\"a:b".utf8))?.value == "b")
    }

    @Test("parameters lose their escapes and quotes, and keep their places where that is asked")
    func parameters() throws {
        var property = try #require(
            Property(Array("x-a;tzid=\" A^nB^^n^'\";X=1;Y=\"b;c:d\":v;w:x".utf8)))
        #expect(property.name == "X-A")
        // RFC 6868, section 3.1: ^' stands for a quotation mark of the value, not for the marks around it.
        #expect(property.parameter("TZID") == "A\nB^n\"")
        #expect(property.parameters.count == 3)
        #expect(property.fields == ["v", "w:x"])
        property.setParameter("X", to: "\u{301},^", inPlace: true)
        property.setParameter("TZID", to: nil)
        #expect(property.line == "X-A;X=\"\u{301},^^\";Y=\"b;c:d\":v;w:x")
        property.setParameter("X", to: "1")
        #expect(property.parameters == ["Y=\"b;c:d\"", "X=1"])
    }
}
