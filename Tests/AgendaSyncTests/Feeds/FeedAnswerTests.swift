import FoundationEssentials
import TestServers
import Testing

@testable import AgendaSync

@Suite("What a feed's answer means")
struct FeedAnswerTests {
    private static let event = "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261122T100000Z\r\nEND:VEVENT\r\n"

    private static func calendar(_ lines: String) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(lines)END:VCALENDAR\r\n"
    }

    private func judge(
        _ status: Int, _ body: [UInt8], type: String? = nil, count: Int? = 3,
        wasConditional: Bool = true
    ) -> FeedAnswer {
        var answer = HTTPResponse(
            status: status, body: body, url: address("https://a.example/x.ics"))
        answer.fields["Content-Type"] = type
        return FeedAnswer(answer, count: count, wasConditional: wasConditional)
    }

    private func content(_ body: [UInt8], type: String? = nil, count: Int? = 3) -> FeedContent? {
        if case .content(let content) = judge(200, body, type: type, count: count) {
            content
        } else {
            nil
        }
    }

    @Test("a calendar is taken as it came, with its entries counted")
    func good() {
        let zone = "BEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\n"
        let body = Array(Self.calendar(zone + Self.event + Self.event).utf8)
        #expect(content(body)?.count == 2)
        #expect(content(body)?.bytes == body)
        // No type, or a wrong one, is what many servers send.
        #expect(content(body, type: "text/html")?.bytes == body)
        #expect(content(body, type: "application/octet-stream")?.bytes == body)
    }

    @Test(
        "a calendar that lacks its last line is whole if its answer says where it ends",
        arguments: [("Content-Length", "90"), ("Transfer-Encoding", "chunked")])
    func withoutEnd(name: String, value: String) {
        func judged(_ body: String, length: Bool = true) -> FeedAnswer {
            var answer = HTTPResponse(
                status: 200, body: Array(body.utf8), url: address("https://a.example/x.ics"))
            if length { answer.fields[name] = value }
            return FeedAnswer(answer, count: 3, wasConditional: true)
        }
        let open = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(Self.event)"
        guard case .content(let content) = judged(open) else {
            Issue.record("not taken")
            return
        }
        #expect(content.count == 1)
        #expect(content.bytes.suffix(15).elementsEqual("END:VCALENDAR\r\n".utf8))
        // Outlook's lacked the events' ends, too.
        let nested = Self.event.replacing("END:VEVENT\r\n", with: "") + Self.event + "\r\n"
        if case .content(let content) = judged("BEGIN:VCALENDAR\r\n" + nested) {
            #expect(content.count == 2)
        } else {
            Issue.record("not taken")
        }
        #expect(judged(open, length: false) == .keep(.incomplete))
        #expect(judged(open + "BEGIN:VEVENT\r\nUID:2\r\n") == .keep(.incomplete))
        #expect(judged("BEGIN:VCALENDAR\r\n") == .keep(.incomplete))
        #expect(judged(open + "END:VCALE") == .keep(.incomplete))
    }

    @Test(
        "what is no good copy",
        arguments: [
            (200, "<!DOCTYPE html><title>Log in</title>", FeedFault.webPage),
            (200, "\u{FEFF}\r\n <html><pre>BEGIN:VEVENT</pre>", .webPage),
            (200, "{\"error\": 1}", .notACalendar),
            (200, "BEGIN:VCARD\r\nEND:VCARD", .notACalendar),
            (200, "", .empty(before: 3)), (200, " \r\n\n", .empty(before: 3)),
            (200, calendar(""), .empty(before: 3)),
            (200, calendar("BEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\n"), .empty(before: 3)),
            (200, "BEGIN:VCALENDAR\r\n\(event)", .incomplete),
            (200, "BEGIN:VCALENDAR\r\n\(event)BEGIN:VEVENT\r\nUID:2\r\nSUMM", .incomplete),
            (200, "BEGIN:VCALENDAR\r\n\(event)END:VCALE", .incomplete),
            (204, "", .status(204)), (206, calendar(event), .status(206)),
            (401, "", .refused(status: 401)), (403, "<html>", .refused(status: 403)),
            (404, "<html>", .missing), (404, calendar(event), .missing), (410, "", .gone),
            (429, "", .status(429)), (500, "", .status(500)), (503, "", .status(503)),
        ])
    func kept(status: Int, body: String, fault: FeedFault) {
        #expect(judge(status, Array(body.utf8)) == .keep(fault))
    }

    @Test("an empty calendar is good where there was nothing before")
    func empty() {
        for count in [nil, 0] {
            #expect(content(Array(Self.calendar("").utf8), count: count)?.count == 0)
            #expect(judge(200, [], count: count) == .keep(.notACalendar))
        }
    }

    @Test("304 keeps the copy, with content or without, if it was asked for")
    func notModified() {
        #expect(judge(304, []) == .unchanged)
        #expect(judge(304, Array(Self.calendar("").utf8)) == .unchanged)
        #expect(judge(304, [], wasConditional: false) == .keep(.nothingToKeep))
    }

    @Test(
        "the header's charset counts, except where the bytes prove UTF-8 or the charset is none",
        arguments: [
            ([0xE4], "text/calendar; charset=ISO-8859-1", "ä"),
            ([0xE4], "text/calendar;charset=\"Windows-1252\" ; method=PUBLISH", "ä"),
            ([0x80], "text/calendar; charset=latin1", "€"),
            ([0xA4], "text/calendar; charset=iso-8859-15", "€"),
            ([0xF0], "text/calendar; Charset=KOI8-R", "П"),
            ([0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "a/b; charset=iso-2022-jp", "日"),
            ([0xC3, 0xA4], "text/calendar; charset=iso-8859-1", "ä"),
            ([0xC3, 0xA4], "text/calendar; charset=utf-8", "ä"), ([0xC3, 0xA4], nil, "ä"),
        ] as [([UInt8], String?, String)])
    func charset(letter: [UInt8], type: String?, expected: String) {
        let body =
            Array("BEGIN:VCALENDAR\r\nNAME:".utf8) + letter + Array("\r\nEND:VCALENDAR\r\n".utf8)
        let converted = Array("BEGIN:VCALENDAR\r\nNAME:\(expected)\r\nEND:VCALENDAR\r\n".utf8)
        #expect(content(body, type: type, count: nil)?.bytes == converted)
        #expect(content(body, type: type, count: nil)?.name == expected)
    }

    @Test(
        "bytes stay where nobody says what they are, or says it wrongly",
        arguments: [
            nil, "text/calendar", "a/b; charset=utf-8", "a/b; charset=martian",
            "a/b; charset=//TRANSLIT",
        ])
    func unknownCharset(type: String?) {
        let body =
            Array("BEGIN:VCALENDAR\r\nNAME:".utf8) + [0xE4] + Array("\r\nEND:VCALENDAR\r\n".utf8)
        #expect(content(body, type: type, count: nil)?.bytes == body)
    }

    @Test("UTF-16 becomes UTF-8, with a mark or by the header")
    func utf16() {
        let text = Self.calendar("X-WR-CALNAME:日本\r\n")
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(content([0xFF, 0xFE] + bytes, count: nil)?.name == "日本")
        #expect(
            content(bytes, type: "a/b; charset=utf-16le", count: nil)?.bytes == Array(text.utf8))
    }

    @Test(
        "name and colour come from the feed",
        arguments: [
            ("NAME:A\r\nX-WR-CALNAME:B\r\n", "A", nil),
            ("X-WR-CALNAME;LANGUAGE=de:Müll\\, Stadt\r\n", "Müll, Stadt", nil),
            ("X-WR-CALNAME:two\\nlines \r\n", "two lines", nil), ("X-WR-CALNAME: \r\n", nil, nil),
            ("COLOR:turquoise\r\nX-APPLE-CALENDAR-COLOR:#FF2968\r\n", nil, "turquoise"),
            ("X-APPLE-CALENDAR-COLOR:#FF2968FF\r\n", nil, "#FF2968FF"),
            ("COLOR:\u{1B}[31m\r\nX-APPLE-CALENDAR-COLOR:#0f0\r\n", nil, "#0f0"),
            ("COLOR:#12345\r\n", nil, nil),
        ] as [(String, String?, String?)])
    func looks(lines: String, name: String?, color: String?) {
        let found = content(Array(Self.calendar(lines).utf8), count: nil)
        #expect(found?.name == name)
        #expect(found?.color == color)
    }

    @Test("a fault is told once: no network is one fault, other statuses are others")
    func same() {
        let unknown = FeedFault.noAnswer(HTTPError(.hostUnknown, host: "a"))
        let refused = FeedFault.noAnswer(HTTPError(.notConnected("refused"), host: "a"))
        let large = FeedFault.noAnswer(HTTPError(.tooLarge(limit: 1), host: "a"))
        #expect(unknown.isSame(as: refused))
        #expect(!unknown.isSame(as: large) && large.isSame(as: large))
        #expect(FeedFault.empty(before: 1).isSame(as: .empty(before: 2)))
        #expect(!FeedFault.status(500).isSame(as: .status(503)))
        #expect(!FeedFault.missing.isSame(as: .gone))
    }

    @Test("a fault is stored and read again")
    func stored() throws {
        for fault in [
            FeedFault.noAnswer(HTTPError(.notTrusted("x"), host: "a", mayHaveArrived: true)),
            .empty(before: 7), .webPage, .notWritten(path: "/x", cause: "y"),
        ] {
            let text = try JSONEncoder().encode(fault)
            #expect(try JSONDecoder().decode(FeedFault.self, from: text) == fault)
        }
    }
}
