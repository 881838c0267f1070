import FoundationEssentials
import TestServers
import Testing

@testable import AgendaSync

func multistatus(_ body: some Sequence<UInt8>) throws -> Multistatus {
    let base = address("https://cal.example/work/")
    let href = try #require(Href("/work/", relativeTo: base))
    return try Multistatus(
        HTTPResponse(status: 207, body: Array(body), url: base), "REPORT", href)
}

@Suite("Answers about several resources")
struct MultistatusTests {
    @Test("prefixes, white space and the order of elements do not matter")
    func prefixes() throws {
        let one = try multistatus(
            """
            <?xml version='1.0' encoding='utf-8'?>
            <ns0:multistatus xmlns:ns0="DAV:" xmlns:ns1="urn:ietf:params:xml:ns:caldav">
             <ns0:response><ns0:href> /work/1.ics
             </ns0:href><ns0:propstat><ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop>
              <ns0:getetag>"a&amp;b"</ns0:getetag><ns1:calendar-data>BEGIN:VCALENDAR
            END:VCALENDAR
            </ns1:calendar-data></ns0:prop></ns0:propstat></ns0:response>
            <ns0:sync-token>http://x/1</ns0:sync-token></ns0:multistatus>
            """.utf8)
        let other = try multistatus(
            """
            <multistatus xmlns="DAV:"><sync-token>http://x/1</sync-token><response><href>/work/1.ics</href>\
            <propstat><prop><getetag>&quot;a&#38;b&quot;</getetag><c:calendar-data \
            xmlns:c="urn:ietf:params:xml:ns:caldav"><![CDATA[BEGIN:VCALENDAR\nEND:VCALENDAR\n]]></c:calendar-data>\
            </prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
            """.utf8)
        #expect(one == other)
        #expect(one.token == "http://x/1")
        try #require(one.responses.map(\.hrefs) == [["/work/1.ics"]])
        #expect(one.responses[0].properties.etag == "\"a&b\"")
        #expect(
            one.responses[0].properties.calendarData
                == Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8))
    }

    @Test("names of other namespaces are others")
    func namespaces() throws {
        let answer = try multistatus(
            """
            <d:multistatus xmlns:d="DAV:" xmlns:x="http://x/"><x:response><d:href>/1</d:href></x:response>
            <d:response><x:href>/2</x:href><d:href>/3</d:href><d:propstat><d:prop><x:getetag>"1"</x:getetag>
            </d:prop></d:propstat></d:response></d:multistatus>
            """.utf8)
        try #require(answer.responses.map(\.hrefs) == [["/3"]])
        #expect(answer.responses[0].properties == DAVProperties())
    }

    @Test("properties count where their status says so; a response has a status of its own or none")
    func statuses() throws {
        let answer = try multistatus(
            """
            <multistatus xmlns="DAV:"><response><href>/1</href>
            <propstat><prop><getetag>"1"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat>
            <propstat><prop><getetag/><displayname>x</displayname></prop><status>HTTP/1.1 404 Not Found</status></propstat>
            </response><response><href>/2</href><href>/3</href><status>HTTP/1.1 404</status>
            <error><need-privileges/></error></response></multistatus>
            """.utf8)
        #expect(answer.responses[0].properties.etag == "\"1\"")
        #expect(answer.responses[0].properties.name == nil)
        #expect(answer.responses[0].failure == 404)
        #expect(answer.responses[0].status == nil)
        #expect(answer.responses[1].hrefs == ["/2", "/3"])
        #expect(answer.responses[1].status == 404)
        #expect(answer.responses[1].condition == "need-privileges")
    }

    @Test("a calendar's properties")
    func properties() throws {
        let answer = try multistatus(
            """
            <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"
             xmlns:a="http://apple.com/ns/ical/"><d:response><d:href>/work/</d:href><d:propstat><d:prop>
            <d:resourcetype><d:collection/><c:calendar/><s:shared/></d:resourcetype>
            <d:displayname>Büro &lt;1&gt;</d:displayname><d:sync-token>t</d:sync-token><s:getctag>"7"</s:getctag>
            <a:calendar-color symbolic-color="custom">#ff0000FF</a:calendar-color>
            <c:supported-calendar-component-set><c:comp name="VEVENT"/><c:comp x="y" name='vtodo'/></c:supported-calendar-component-set>
            <c:max-resource-size>10485760</c:max-resource-size>
            <d:current-user-privilege-set><d:privilege><d:read/></d:privilege><d:privilege><d:write-content/></d:privilege>
            <d:privilege><c:read-free-busy/></d:privilege></d:current-user-privilege-set>
            <d:current-user-principal><d:href>/me/</d:href></d:current-user-principal>
            <c:calendar-home-set><d:href>/h1/</d:href><d:href>/h2/</d:href></c:calendar-home-set>
            </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
            """.utf8)
        try #require(answer.responses.map(\.hrefs) == [["/work/"]])
        let found = answer.responses[0].properties
        #expect(found.types == [.collection, .calendar])
        #expect(found.name == "Büro <1>")
        #expect((found.token, found.ctag, found.color) == ("t", "\"7\"", "#ff0000FF"))
        #expect(found.components == ["VEVENT", "VTODO"])
        #expect(found.maximumSize == 10_485_760)
        #expect(found.privileges == [.read, .writeContent])
        #expect((found.principal, found.homes) == ("/me/", ["/h1/", "/h2/"]))
    }

    @Test("what the sum of privileges stands for")
    func privileges() throws {
        let found = { (names: String) in
            try multistatus(
                """
                <multistatus xmlns="DAV:"><response><href>/</href><propstat><prop><current-user-privilege-set>\
                \(names)</current-user-privilege-set></prop></propstat></response></multistatus>
                """.utf8
            ).responses[0].properties.privileges
        }
        #expect(try found("<privilege><all/></privilege>") == .all)
        #expect(
            try found("<privilege><write/></privilege>")
                == [.writeContent, .bind, .unbind, .writeProperties])
        #expect(try found("") == [])
    }

    @Test("10,000 resources are read as they are listed")
    func many() throws {
        let items = (0..<10_000).map {
            "<response><href>/work/\($0).ics</href><propstat><prop><getetag>\"\($0)\"</getetag></prop>"
                + "<status>HTTP/1.1 200 OK</status></propstat></response>"
        }
        let answer = try multistatus(
            "<multistatus xmlns=\"DAV:\">\(items.joined())</multistatus>".utf8)
        #expect(answer.responses.count == 10_000)
        #expect(answer.responses[9_999].hrefs == ["/work/9999.ics"])
        #expect(answer.responses[9_999].properties.etag == "\"9999\"")
    }
}

@Suite("XML that is broken or hostile")
struct HostileXMLTests {
    private let whole = """
        <multistatus xmlns="DAV:"><response><href>/work/1.ics</href><propstat><prop><getetag>"1"</getetag>\
        </prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
        """

    private func cause(_ body: some Sequence<UInt8>) -> String? {
        do {
            _ = try multistatus(body)
            return nil
        } catch {
            if case .notXML(let cause)? = (error as? DAVError)?.reason { return cause }
            return "\(error)"
        }
    }

    @Test("an answer that ends before its end is an error, wherever it ends")
    func truncated() {
        #expect(cause(whole.utf8) == nil)
        for length in 0..<whole.utf8.count {
            #expect(cause(whole.utf8.prefix(length)) != nil, "\(length) bytes")
        }
        #expect(cause((whole + "<more/>").utf8) != nil)
    }

    @Test("a document type is refused, with entities and without")
    func doctype() {
        for type in [
            "<!DOCTYPE multistatus>",
            "<!DOCTYPE m [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>",
            "<!DOCTYPE m SYSTEM \"file:///etc/passwd\">",
        ] {
            #expect(cause((type + whole).utf8) == "it has a document type")
        }
        #expect(cause(whole.replacing("/work", with: "&work;").utf8)?.contains("entity") == true)
    }

    @Test("depth is limited")
    func depth() {
        let deep = { (count: Int) in
            "<multistatus xmlns=\"DAV:\">" + String(repeating: "<a>", count: count)
                + String(repeating: "</a>", count: count) + "</multistatus>"
        }
        #expect(cause(deep(99).utf8) == nil)
        #expect(cause(deep(100).utf8) == "more than 100 elements within each other")
        #expect(cause(deep(100_000).utf8) == "more than 100 elements within each other")
    }

    @Test("control characters and broken UTF-8 are left out, in bytes and references")
    func repaired() throws {
        for (dirty, clean) in [
            (Array("\u{0B}a\u{08}b\u{1F}".utf8), "ab"), (Array("a&#x0B;b&#0;&#xFFFF;".utf8), "ab"),
            (Array("a\u{FFFE}b\u{FFFF}".utf8), "ab"), ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
            (Array("&#xD800;&#9;ä\u{01}".utf8), "ä"),
            (Array("a\u{01}&amp;#8;&lt;".utf8), "a&#8;<"),
        ] {
            let parts = whole.split(separator: "\"1\"")
            let answer = try multistatus(Array(parts[0].utf8) + dirty + Array(parts[1].utf8))
            try #require(answer.responses.count == 1)
            #expect(answer.responses[0].properties.etag == clean)
        }
    }

    @Test("Latin-1 is read as what it says it is, also beside a control character")
    func latin() throws {
        let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + whole
        let parts = text.split(separator: "\"1\"").map { Array($0.utf8) }
        for value in [[0xE4], [0xE4, 0x08]] as [[UInt8]] {
            let answer = try multistatus(parts[0] + value + parts[1])
            #expect(answer.responses[0].properties.etag == "ä")
        }
    }

    @Test("HTML and other documents are no multistatus")
    func others() {
        for body in [
            "<html><body>Sign in</body></html>", "<html><br></html>", "{}", "",
            "<error xmlns=\"DAV:\"/>", "<multistatus/>",
        ] {
            #expect(cause(body.utf8) != nil)
        }
    }
}
