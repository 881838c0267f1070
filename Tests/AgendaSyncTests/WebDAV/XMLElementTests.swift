import Testing

@testable import AgendaSync

@Suite("Elements of a request")
struct XMLElementTests {
    private func read(_ text: String) throws -> XMLElement {
        try XMLElement.read(Array(text.utf8))
    }

    @Test("names are those of the namespaces, whatever the prefixes")
    func names() throws {
        let root = try read(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <d:a xmlns:d="DAV:" xmlns="urn:ietf:params:xml:ns:caldav" one="1" d:two="&lt;2"><b>
             words &amp; more </b><c xmlns=""/></d:a>
            """)
        var a = XMLElement(.dav("a"))
        a.attributes = [XMLName("", "one"): "1", .dav("two"): "<2"]
        a.children = [
            XMLElement(.calDAV("b"), "\n words & more "), XMLElement(XMLName("", "c")),
        ]
        #expect(root == a)
        #expect(root[.calDAV("b")]?.value == "words & more")
        #expect(root[.dav("b")] == nil)
        #expect(root.attribute("one") == "1")
    }

    @Test("texts between elements keep their places")
    func mixed() throws {
        let root = try read("<a>1<b>2</b>3<!-- 9 --><?x 9?>4<![CDATA[<5>]]><c/>6</a>")
        #expect(root.text == "1")
        #expect(root.children.map(\.text) == ["2", ""])
        #expect(root.children.map(\.tail) == ["34<5>", "6"])
    }

    @Test("what is broken or has a document type is refused, and nothing is repaired")
    func refused() {
        for text in [
            "", " ", "<a>", "<a></b>", "<a/><b/>", "<a>\u{01}</a>", "<a>&#1;</a>", "<x:a/>",
            "<!DOCTYPE a><a/>", "<a>&b;</a>", "<a b='1' b='2'/>", "words",
        ] {
            #expect(throws: XMLReader.Fault.self, "\(text)") { try read(text) }
        }
        #expect(throws: XMLReader.Fault.self) { try XMLElement.read([0x3C, 0x61, 0x3E, 0xFF]) }
    }

    @Test("64 elements within each other are read, and 100,000 in all")
    func limits() throws {
        let deep = { (count: Int) in
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        #expect(try read(deep(64)).name.local == "a")
        #expect(throws: XMLReader.Fault.broken("more than 64 elements within each other")) {
            try read(deep(65))
        }
        let wide = { (count: Int) in "<b>" + String(repeating: "<a/>", count: count) + "</b>" }
        #expect(try read(wide(99_999)).children.count == 99_999)
        #expect(throws: XMLReader.Fault.broken("too many elements")) { try read(wide(100_000)) }
    }

    @Test("an element that is written reads as itself, also beside other namespaces")
    func written() throws {
        for text in [
            "<a/>", "<a xmlns='DAV:'> x &lt;&amp;&#13; </a>",
            "<d:a xmlns:d='DAV:' xmlns:x='urn:x'>1<x:b d:c='&quot;&#10;' e='&#9;'>2</x:b>3<f/>4</d:a>",
            "<a xml:lang='de' xmlns='urn:&amp;'>ä<b xmlns=''><c xmlns='urn:&amp;'/></b></a>",
        ] {
            let element = try read(text)
            let placed = "<D:prop xmlns:D='DAV:' xmlns='urn:other'>\(element.serialized())</D:prop>"
            #expect(try read(placed).children == [element], "\(text)")
        }
        #expect(
            try read("<x:a xmlns:x='DAV:' b='1'><x:c/></x:a>").serialized()
                == "<a xmlns=\"DAV:\" b=\"1\"><c/></a>")
    }

    @Test("the language around an element becomes its own")
    func language() throws {
        let plain = try read("<a>x</a>")
        #expect(plain.serialized(language: "en") == "<a xmlns=\"\" xml:lang=\"en\">x</a>")
        let own = try read("<a xml:lang='de'/>")
        #expect(own.serialized(language: "en") == "<a xmlns=\"\" xml:lang=\"de\"/>")
    }
}
