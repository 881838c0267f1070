import FoundationEssentials
import TestServers
import Testing

@testable import AgendaSync

@Suite("Hrefs")
struct HrefTests {
    private let base = address("https://cal.example:8443/dav/anna/work/")

    @Test(
        "all spellings of a path are one",
        arguments: [
            ("/dav/a%20b.ics", "/dav/a%20b.ics"), ("/dav/a b.ics", "/dav/a%20b.ics"),
            ("/dav/%c3%a4.ics", "/dav/%C3%A4.ics"), ("/dav/ä.ics", "/dav/%C3%A4.ics"),
            ("/dav/%61%2eics", "/dav/a.ics"),
            ("/dav/anna%40example.org/", "/dav/anna@example.org/"),
            ("/dav/a%2Fb.ics", "/dav/a%2Fb.ics"), ("/dav/a%2fb.ics", "/dav/a%2Fb.ics"),
            ("/dav//a/./b/", "/dav/a/b/"), ("https://cal.example:8443/x", "/x"),
            ("HTTPS://CAL.example:8443", "/"), ("//cal.example:8443/x/", "/x/"),
            ("1.ics", "/dav/anna/work/1.ics"), ("/x#part", "/x"), ("/a+b:c;d", "/a%2Bb%3Ac%3Bd"),
            ("/%ff.ics", "/%FF.ics"), ("http://cal.example:8443/x", "/x"),
        ])
    func spellings(text: String, path: String) {
        #expect(Href(text, relativeTo: base)?.description == path)
    }

    @Test(
        "what leaves the account's server or its path is none",
        arguments: [
            "https://cal.example/x", "http://cal.example/x", "https://evil.example:8443/x",
            "//evil.example/x", "https://cal.example:8443@evil.example/x",
            "https://anna@cal.example:8443/x", "file:///etc/passwd", "/dav/../etc",
            "/dav/%2e%2E/etc", "../x", "..", "/a%00.ics", "/a%0d%0aHost:x", "/a\nb", "/a%7f", "/a%",
            "/a%4", "/a%zz", "/a?b", "", "mailto:x",
        ])
    func refused(text: String) { #expect(Href(text, relativeTo: base) == nil) }

    @Test("the name is decoded, the address is not")
    func name() throws {
        let href = try #require(Href("/dav/%C3%A4%2Fb%20.ics", relativeTo: base))
        #expect(href.name == "ä/b .ics")
        #expect(
            href.url(on: base).absoluteString == "https://cal.example:8443/dav/%C3%A4%2Fb%20.ics")
        #expect(Href("/dav/work/", relativeTo: base)?.name == "work")
        #expect(Href("/", relativeTo: base)?.name == "")
    }

    @Test("a name becomes one segment, whatever is in it")
    func appending() throws {
        let calendar = try #require(Href("/dav/work", relativeTo: base))
        #expect(calendar.appending("ä/ b%.ics").description == "/dav/work/%C3%A4%2F%20b%25.ics")
        for name in ["..", ".", ""] {
            #expect(calendar.appending(name).description == "/dav/work/")
        }
    }

    @Test("a child lies directly in a collection")
    func children() throws {
        let calendar = try #require(Href("/dav/work", relativeTo: base))
        for (path, isChild) in [
            ("/dav/work/1.ics", true), ("/dav/work/sub/", true), ("/dav/work/sub/1.ics", false),
            ("/dav/work/", false), ("/dav/work", false), ("/dav/workshop/1.ics", false),
            ("/", false),
        ] {
            #expect(try #require(Href(path, relativeTo: base)).isChild(of: calendar) == isChild)
        }
    }

    @Test("what was stored is read back as the same")
    func stored() throws {
        for text in ["/%ff%2F%25/", "/a%20b@c~", "/"] {
            let href = try #require(Href(text, relativeTo: base))
            #expect(Href(href.description, relativeTo: base) == href)
        }
    }
}

@Suite("ETags")
struct ETagTests {
    @Test("strong, weak and unquoted ones stay as they are written")
    func kinds() {
        #expect(ETag(" \"a\" \r\n").text == "\"a\"")
        #expect(ETag("abc").text == "abc")
        #expect(!ETag("\"W/\"").isWeak)
        #expect(ETag("W/\"a\"").isWeak)
        #expect(ETag("W/\"a\"").matches(ETag("\"a\"")))
        #expect(!ETag("\"b\"").matches(ETag("\"a\"")))
    }

    @Test(
        "a tag that a proxy changed is sent in both forms",
        arguments: [
            ("\"a\"", "\"a\""), ("abc", "abc"), ("W/\"a\"", "W/\"a\", \"a\""),
            ("\"a-gzip\"", "\"a-gzip\", \"a\""), ("\"a;gzip\"", "\"a;gzip\", \"a\""),
        ])
    func conditions(text: String, condition: String) {
        #expect(ETag(text).condition == condition)
    }
}
