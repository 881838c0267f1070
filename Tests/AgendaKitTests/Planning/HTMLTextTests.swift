import ICalendar
import Testing

@testable import AgendaKit

@Suite("HTML as text, links, attachments")
struct HTMLTextTests {
    @Test(
        "text is found, tags are not",
        arguments: [
            ("<p>One</p><p>Two &amp; three</p>", "One\n\nTwo & three"),
            ("a<br>b<br/>c", "a\nb\nc"),
            ("<ul><li>x</li><li>y</li></ul>", "- x\n- y"),
            ("<html><head><title>T</title><style>p{a:b}</style></head><body>B</body></html>", "B"),
            ("<script>if (a<b) {}</script>done", "done"),
            ("<!-- <p>no</p> -->yes", "yes"),
            ("  a \n  b  ", "a b"),
            ("<b>bold</b>text <i>x</i>", "boldtext x"),
            ("&#71;r&uuml;&szlig;e &#x1F600; &unknown; &", "Grüße 😀 &unknown; &"),
            ("3 < 5 and <5 </ x", "3 < 5 and <5 </ x"),
            ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
            ("<a href='https://x.org'>there</a>.", "there."),
            ("write to <kim@example.org>", "write to <kim@example.org>"),
            ("see <https://example.org/a>", "see <https://example.org/a>"),
            ("<p>unclosed <b", "unclosed <b"),
        ])
    func text(_ html: String, _ expected: String) {
        #expect(HTMLText(html).text() == expected)
    }

    @Test("line breaks of the source are such of a description that says so")
    func lineBreaks() {
        #expect(HTMLText("a\nb<br>c", keepsLineBreaks: true).text() == "a\nb\nc")
        #expect(HTMLText("a\nb<br>c").text() == "a b\nc")
    }

    @Test("links get their marks, and one without words its address")
    func links() {
        let html = HTMLText(
            "Join <a class=\"x\" href=\"https://a.org/?x=1&amp;y=2\">here</a>, or <A HREF=https://b.org></a>"
        )
        #expect(html.links == ["https://a.org/?x=1&y=2", "https://b.org"])
        let text = html.text { "[\((html.links.firstIndex(of: $0) ?? -1) + 1)]" }
        #expect(text == "Join here [1], or https://b.org [2]")
    }

    @Test(
        "what is HTML, and what only looks so",
        arguments: [
            ("<p>x", true), ("a<br/>b", true), ("<A HREF=\"x\">y</A>", true), ("a < b > c", false),
            ("<https://example.org>", false), ("<kim@example.org>", false), ("x <y> z", false),
            ("", false), ("plain", false), ("<http://a b>", false),
        ])
    func isHTML(_ text: String, _ expected: Bool) { #expect(HTMLText.isHTML(text) == expected) }

    @Test("twice the text takes twice the work, whatever is left open")
    func cost() {
        func seconds(_ pattern: String, _ count: Int) -> Double {
            let text = String(repeating: pattern, count: count)
            return processorTime { _ = HTMLText(text).text() } / .seconds(1)
        }
        for pattern in ["<a href='x'>y</a>", "<a \"", "<", "&", "<p>", "<!--"] {
            _ = seconds(pattern, 100)
            let (one, four) = (seconds(pattern, 10_000), seconds(pattern, 40_000))
            // Linear is 4, quadratic 16.
            #expect(four < one * 10 + 0.05, "\(pattern): \(one) s, \(four) s")
        }
    }

    private func event(details: String?, url: String? = nil) -> AgendaEvent {
        var event = AgendaEvent(
            id: OccurrenceID(uid: "x", recurrenceID: nil), uid: "x",
            span: .dates(CivilDate(daysSinceEpoch: 0)..<CivilDate(daysSinceEpoch: 1)),
            calendar: "c")
        (event.content.details, event.content.url) = (details, url)
        return event
    }

    private func component(_ lines: String...) -> [UInt8] {
        Array((["BEGIN:VEVENT"] + lines + ["END:VEVENT", ""]).joined(separator: "\r\n").utf8)
    }

    @Test("links in the order in which they are wanted, each once")
    func eventLinks() {
        let component = component(
            "ATTACH;FMTTYPE=application/pdf;FILENAME=\"Plan; final.pdf\":https://f.org/p.pdf",
            "ATTACH;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=a.txt:SGVsbG8=",
            "CONFERENCE;VALUE=URI:https://zoom.us/j/1")
        let event = event(
            details: "See https://d.org/x and https://f.org/p.pdf", url: "https://u.org")
        let links = EventLinks(of: event, component: component)
        #expect(links.all.map(\.kind) == [.join, .url, .attachment, .text])
        #expect(
            links.all.map(\.address) == [
                "https://zoom.us/j/1", "https://u.org", "https://f.org/p.pdf", "https://d.org/x",
            ])
        #expect(links.number(of: "https://d.org/x") == 4)
        let attachments = Attachment.all(in: component)
        #expect(attachments.map(\.name) == ["Plan; final.pdf", "a.txt"])
        #expect(attachments.map(\.type) == ["application/pdf", nil])
        #expect(attachments.map(\.size) == [nil, 5])
    }

    @Test("a description: Google's HTML, Outlook's where the text lacks its links, else the text")
    func description() {
        let google = EventDescription(of: event(details: "<b>Bring</b><br>cake"))
        #expect(google.text() == "Bring\ncake")
        let outlook = component(
            "X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Join <a href=\"https://t.org/1\">now</a></p>"
        )
        #expect(EventDescription(of: event(details: nil), component: outlook).text() == "Join now")
        #expect(
            EventDescription(of: event(details: "Join now"), component: outlook)
                .text { _ in "[1]" } == "Join now [1]")
        #expect(
            EventDescription(of: event(details: "Join <https://t.org/1>"), component: outlook)
                .text() == "Join <https://t.org/1>")
        #expect(EventDescription(of: event(details: "a < b")).text() == "a < b")
        #expect(EventDescription(of: event(details: nil)).text().isEmpty)
    }
}
