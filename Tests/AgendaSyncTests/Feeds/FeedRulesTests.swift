import FoundationEssentials
import ICalendar
import Testing

@testable import AgendaSync

/// Sun, 22 Nov 2026 10:00:00 UTC.
private let now = Instant(secondsSinceEpoch: 1_795_341_600)

@Suite("When a feed is due")
struct FeedFreshnessTests {
    private func lifetime(_ fields: HTTPFields) -> Int? {
        FeedFreshness.lifetime(fields, now: now)
    }

    private func published(_ lines: String...) -> Int? {
        FeedFreshness.published(lines.compactMap { Property(Array($0.utf8)) })
    }

    @Test(
        "what Cache-Control says, before all else, less the age that the answer has already",
        arguments: [
            ("max-age=3600", "0", 3_600), ("max-age=3600", "600", 3_000),
            ("MAX-AGE=\"7200\"", "0", 7_200), ("public, max-age=60, max-age=900", "0", 60),
            ("max-age=100", "200", 0), ("no-cache", "0", 0), ("max-age=3600, no-store", "0", 0),
            ("no-cache=\"Set-Cookie\", max-age=9000", "0", 0), ("max-age=soon", "0", 0),
            ("max-age=99999999999999999999", "0", 1_209_600), ("max-age=3600", "x", 3_600),
            ("private , max-age = 50", "0", 50),
        ])
    func cacheControl(value: String, age: String, seconds: Int) {
        let fields: HTTPFields = [
            "Cache-Control": value, "Age": age, "Date": "Sun, 22 Nov 2026 10:00:00 GMT",
            "Expires": "Sun, 22 Nov 2026 18:00:00 GMT",
        ]
        #expect(lifetime(fields) == seconds)
    }

    @Test("Expires counts from the answer's Date, whatever the local clock says")
    func expires() {
        // The server's clock is six years behind ours.
        let old = "Sun, 22 Nov 2020 10:00:00 GMT"
        #expect(lifetime(["Date": old, "Expires": "Sun, 22 Nov 2020 10:10:00 GMT"]) == 600)
        let aged: HTTPFields = [
            "Date": old, "Expires": "Sun, 22 Nov 2020 10:10:00 GMT", "Age": "100",
        ]
        #expect(lifetime(aged) == 500)
        #expect(lifetime(["Date": old, "Expires": "Sun, 22 Nov 2020 09:00:00 GMT"]) == 0)
        #expect(lifetime(["Date": old, "Expires": "-1"]) == 0)
        #expect(lifetime(["Expires": "Sun, 22 Nov 2026 18:00:00 GMT"]) == nil)
        #expect(lifetime(["Cache-Control": "public", "Date": old]) == nil)
        #expect(lifetime([:]) == nil)
    }

    @Test("REFRESH-INTERVAL before X-PUBLISHED-TTL, each with and without parameters")
    func properties() {
        #expect(published("REFRESH-INTERVAL;VALUE=DURATION:P1W") == 604_800)
        #expect(published("X-PUBLISHED-TTL:PT12H", "REFRESH-INTERVAL:PT1H30M") == 5_400)
        #expect(published("X-PUBLISHED-TTL:PT12H") == 43_200)
        #expect(published("REFRESH-INTERVAL:often", "X-PUBLISHED-TTL:P1D") == 86_400)
        #expect(published("REFRESH-INTERVAL:-PT1H") == nil)
        #expect(published("REFRESH-INTERVAL:PT0S") == nil)
        #expect(published("REFRESH-INTERVAL:P9999999999999999999D") == nil)
        #expect(published("X-WR-CALNAME:A") == nil)
    }

    @Test("header, then feed, then an hour; never under 5 minutes or over 7 days")
    func order() {
        #expect(FeedFreshness.seconds(lifetime: 1_000, published: 50_000) == 1_000)
        #expect(FeedFreshness.seconds(lifetime: nil, published: 50_000) == 50_000)
        #expect(FeedFreshness.seconds(lifetime: nil, published: nil) == 3_600)
        #expect(FeedFreshness.seconds(lifetime: 0, published: 50_000) == 300)
        #expect(FeedFreshness.seconds(lifetime: 9_999_999, published: nil) == 604_800)
    }

    @Test("after failures each wait is twice the last, up to an hour or a day, and not exact")
    func backoff() {
        let fault = FeedFault.status(500)
        let waits = (1...12).map { FeedBackoff.seconds(after: $0, fault, random: 0.5) }
        #expect(waits.prefix(4) == [300, 600, 1_200, 2_400])
        #expect(waits.suffix(2) == [86_400, 86_400])
        #expect(FeedBackoff.seconds(after: 1, fault, random: 0) == 225)
        #expect(FeedBackoff.seconds(after: 1, fault, random: 1) == 375)
        let offline = FeedFault.noAnswer(HTTPError(.hostUnknown, host: "a"))
        #expect(FeedBackoff.seconds(after: 50, offline, random: 0.5) == 3_600)
        #expect(FeedBackoff.seconds(after: 1, .gone, random: 0.5) == 86_400)
        #expect(FeedBackoff.seconds(after: .max, fault, random: 0.5) == 86_400)
    }
}

@Suite("How a server is asked whether a feed changed")
struct FeedValidatorsTests {
    private func asked(_ fields: HTTPFields) -> [String?] {
        let asked = FeedValidators(fields).fields
        return [asked["If-None-Match"], asked["If-Modified-Since"]]
    }

    @Test("with both validators, each as it came")
    func both() {
        let date = "Sun, 22 Nov 2026 10:00:00 GMT"
        #expect(asked(["ETag": "\"a\"", "Last-Modified": date]) == ["\"a\"", date])
        #expect(asked(["etag": "W/\"a\""]) == ["W/\"a\"", nil])
        #expect(asked(["ETag": "unquoted"]) == ["unquoted", nil])
        #expect(asked([:]) == [nil, nil])
    }

    @Test(
        "a tag that Apache changed for the compressed form is asked for in both forms",
        arguments: [
            ("\"5e-64d-gzip\"", "\"5e-64d-gzip\", \"5e-64d\""),
            ("W/\"5e-gzip\"", "W/\"5e-gzip\", W/\"5e\""), ("\"5e-br\"", "\"5e-br\", \"5e\""),
            ("\"5e;gzip\"", "\"5e;gzip\", \"5e\""), ("\"gzip\"", "\"gzip\""),
        ])
    func compressed(tag: String, list: String) {
        #expect(asked(["ETag": tag]) == [list, nil])
    }
}

@Suite("Addresses of feeds")
struct FeedAddressTests {
    @Test(
        "webcal tries https first, webcals is https, and no scheme is https",
        arguments: [
            ("webcal://a.example/x.ics", ["https://a.example/x.ics", "http://a.example/x.ics"]),
            ("WEBCAL://a.example:81/", ["https://a.example:81/", "http://a.example:81/"]),
            ("webcals://a.example/x", ["https://a.example/x"]),
            ("http://a.example/x?k=1&b=%20", ["http://a.example/x?k=1&b=%20"]),
            (" https://a.example/x\n", ["https://a.example/x"]),
            ("a.example/x.ics", ["https://a.example/x.ics"]),
            ("file:///etc/passwd", []), ("webcal://", []), ("", []), ("ftp://a.example/", []),
            ("https://alice:sesame@a.example/", []),
        ])
    func candidates(text: String, addresses: [String]) {
        #expect(FeedAddress.candidates(text).map(\.absoluteString) == addresses)
    }
}
