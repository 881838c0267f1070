import FoundationEssentials
import TestServers
import Testing

@testable import AgendaSync

@Suite("Bodies of requests")
struct XMLBodyTests {
    private func content(_ body: [UInt8]) -> String {
        let text = String(decoding: body, as: UTF8.self)
        let spaces =
            " xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\" xmlns:cs=\"http://calendarserver.org/ns/\" xmlns:a=\"http://apple.com/ns/ical/\" xmlns:g=\"data:,agenda\""
        let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        #expect(text.hasPrefix(head))
        #expect(text.contains(spaces))
        return text.replacing(spaces, with: "").replacing(head, with: "")
    }

    @Test("a listing asks for names in their namespaces")
    func propfind() {
        #expect(
            content(XMLBody.propfind(["d:getetag", "cs:getctag"]))
                == "<d:propfind><d:prop><d:getetag/><cs:getctag/></d:prop></d:propfind>")
    }

    @Test("tokens are escaped")
    func token() {
        #expect(
            content(XMLBody.syncCollection(since: "http://x/?a&b<\"\u{01}>"))
                == "<d:sync-collection><d:sync-token>http://x/?a&amp;b&lt;&quot;&gt;</d:sync-token>"
                + "<d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>")
    }

    @Test("hrefs are sent encoded")
    func multiget() throws {
        let href = try #require(Href("/a b/&.ics", relativeTo: address("https://a.example/")))
        #expect(
            content(XMLBody.multiget([href]))
                == "<c:calendar-multiget><d:prop><d:getetag/><c:calendar-data/></d:prop>"
                + "<d:href>/a%20b/%26.ics</d:href></c:calendar-multiget>")
    }

    @Test("a new calendar always has something to set")
    func makeCalendar() {
        #expect(
            content(
                XMLBody.makeCalendar(
                    CalendarProperties(name: "A & B\r\n", color: "#00FF00"), components: ["VEVENT"])
            )
                == "<c:mkcalendar><d:set><d:prop><d:displayname>A &amp; B&#13;\n</d:displayname>"
                + "<a:calendar-color>#00FF00FF</a:calendar-color><c:supported-calendar-component-set>"
                + "<c:comp name=\"VEVENT\"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>"
        )
        #expect(
            content(XMLBody.makeCalendar(CalendarProperties(), components: []))
                == "<c:mkcalendar><d:set><d:prop></d:prop></d:set></c:mkcalendar>")
    }

    @Test("only what changes is set")
    func update() {
        #expect(
            content(XMLBody.propertyUpdate(CalendarProperties(name: "")))
                == "<d:propertyupdate><d:set><d:prop><d:displayname></d:displayname></d:prop></d:set></d:propertyupdate>"
        )
    }
}
