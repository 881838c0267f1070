import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("How a device gets its password")
struct DeviceTicketTests {
    private let bench: ServiceBench
    private let now = ServiceBench.Clock().now
    private var devices: Devices { bench.service.parts.devices }

    init() throws { bench = try ServiceBench() }

    private func add(_ name: String = "phone") throws -> (ticket: String, password: String) {
        let (device, password) = try devices.add(Device(name: name, created: now))
        return (try devices.ticket(for: device, at: now), password)
    }

    /// As a phone asks through a proxy with TLS.
    private func ask(
        _ method: String, _ target: String, secure: Bool = true
    ) async -> ServiceBench.Answer {
        let fields: HeaderFields =
            secure
            ? ["Host": "cal.example.org", "X-Forwarded-Proto": "https"]
            : ["Host": "cal.example.org", "X-Forwarded-Proto": "http"]
        return await bench.ask(method, target, fields: fields)
    }

    private func after(_ seconds: Int) -> Instant {
        Instant(secondsSinceEpoch: now.secondsSinceEpoch + seconds)
    }

    @Test(
        "a look at a ticket changes nothing; its button gives a profile for Apple's programs, once")
    func profile() async throws {
        let (ticket, printed) = try add()
        for _ in 1...3 {
            let page = await ask("GET", "/devices/" + ticket)
            #expect(page.status == 200 && page.text.contains("phone"))
            #expect(page.fields["Cache-Control"] == "no-store")
            #expect(page.text.contains(#"formaction="?for=apple""#))
            #expect(!page.text.contains("<script"))
        }
        let answer = await ask("POST", "/devices/\(ticket)?for=apple")
        #expect(answer.status == 200)
        #expect(answer.fields["Content-Type"] == "application/x-apple-aspen-config")
        #expect(answer.fields["Cache-Control"] == "no-store")
        let plist = try PropertyListSerialization.propertyList(
            from: Data(answer.text.utf8), format: nil)
        let profile = try #require(plist as? [String: Any])
        #expect(profile["PayloadType"] as? String == "Configuration")
        #expect(UUID(uuidString: profile["PayloadUUID"] as? String ?? "") != nil)
        let account = try #require((profile["PayloadContent"] as? [[String: Any]])?.first)
        #expect(account["PayloadType"] as? String == "com.apple.caldav.account")
        #expect(account["CalDAVHostName"] as? String == "cal.example.org")
        #expect(account["CalDAVPort"] as? Int == 443)
        #expect(account["CalDAVUseSSL"] as? Bool == true)
        #expect(account["CalDAVPrincipalURL"] as? String == "/dav/u/me/")
        #expect(account["CalDAVUsername"] as? String == "me")
        let password = try #require(account["CalDAVPassword"] as? String)
        let device = try #require(try devices.device(password: password, at: now))
        #expect(device.separatesTodos && device.name == "phone")
        #expect(try devices.device(password: printed, at: now) == nil, "it takes its place")
        for method in ["GET", "POST"] {
            #expect(await ask(method, "/devices/" + ticket).code == "no-ticket", "\(method)")
        }
    }

    @Test("for other programs it shows what to type, and a link for DAVx5")
    func other() async throws {
        let (ticket, _) = try add("<b>phone</b>")
        #expect(await ask("GET", "/devices/" + ticket).text.contains("&lt;b&gt;phone"))
        let page = await ask("POST", "/devices/\(ticket)?for=other")
        #expect(page.status == 200 && page.fields["Cache-Control"] == "no-store")
        #expect(page.text.contains("https://cal.example.org/dav/"))
        let link = /href="davx5:\/\/me:([a-z2-9-]{30})@cal\.example\.org\/dav\/"/
        let password = try #require(page.text.firstMatch(of: link)?.1)
        let device = try #require(try devices.device(password: String(password), at: now))
        #expect(!device.separatesTodos)
        #expect(page.text.contains("<code>\(password)</code>"))
    }

    @Test("a ticket ends after ten minutes, with its device, and when that has come in")
    func ends() throws {
        let (ticket, password) = try add()
        #expect(try devices.device(ticket: ticket, at: after(599)) != nil)
        #expect(try devices.device(ticket: ticket, at: after(600)) == nil)
        let late = try devices.take(ticket, isApples: false, at: after(600))
        #expect(late?.password == nil)
        #expect(try devices.device(password: password, at: after(86_400)) != nil)
        let device = try #require(try devices.device(password: password, at: now))
        devices.note(device, from: nil, at: now)
        #expect(try devices.device(ticket: ticket, at: now) == nil)
        let other = try add("tablet").ticket
        try devices.revoke("tablet", at: now)
        #expect(try devices.device(ticket: other, at: now) == nil)
    }

    @Test("a device that does not come in within ten minutes of its ticket is shut out")
    func unused() throws {
        let first = try #require(try devices.take(add().ticket, isApples: false, at: now))
        #expect(try devices.device(password: first.password, at: after(599)) != nil)
        #expect(try devices.device(password: first.password, at: after(600)) == nil)
        #expect(try devices.all(at: after(600)).isEmpty)
        // Its name is free again.
        _ = try devices.add(Device(name: "phone", created: after(600)))
        let second = try #require(try devices.take(add("tablet").ticket, isApples: false, at: now))
        devices.note(second.device, from: nil, at: after(60))
        #expect(try devices.device(password: second.password, at: after(86_400)) != nil)
    }

    @Test("passwords leave over TLS and loopback alone, and by the service's own names")
    func privacy() async throws {
        let ticket = try add().ticket
        for method in ["GET", "POST"] {
            let answer = await ask(method, "/devices/" + ticket, secure: false)
            #expect(answer.status == 403 && answer.code == "not-encrypted", "\(method)")
            let far = await bench.ask(
                method, "/devices/" + ticket,
                fields: ["Host": "localhost:8017", "Origin": "http://localhost:8017"],
                line: .network)
            #expect(far.status == 403, "\(method)")
        }
        #expect(try devices.device(ticket: ticket, at: now) != nil)
    }

    @Test("the page lists devices, lets one in and shuts one out")
    func routes() async throws {
        let none = await bench.get("/v1/devices")
        #expect(none.status == 200 && (none.json["devices"] as? [Any])?.isEmpty == true)
        let added = await bench.ask(
            "POST", "/v1/devices", #"{"name": "phone", "readOnly": true}"#,
            fields: ["Host": "cal.example.org", "X-Forwarded-Proto": "https"])
        #expect(added.status == 201, "\(added.text)")
        #expect(added.json["address"] as? String == "https://cal.example.org/dav/")
        #expect(added.json["user"] as? String == "me")
        let password = try #require(added.json["password"] as? String)
        #expect(try devices.device(password: password, at: now)?.mayWrite == false)
        let link = try #require(added.json["link"] as? String)
        #expect(link.hasPrefix("https://cal.example.org/devices/"))
        let list = await bench.get("/v1/devices")
        #expect(!list.text.contains(password) && list.text.contains("\"name\":\"phone\""))
        #expect(
            await bench.ask("POST", "/v1/devices", #"{"name": "phone"}"#).code == "name-taken")
        #expect(await bench.ask("POST", "/v1/devices", #"{"name": ""}"#).status == 400)
        #expect(
            await bench.ask("POST", "/v1/devices", #"{"name": "a", "calendars": ["b"]}"#).status
                == 400)
        let id = try #require(added.json["id"] as? Int)
        #expect(await bench.ask("DELETE", "/v1/devices/\(id)").status == 200)
        #expect(await bench.ask("DELETE", "/v1/devices/\(id)").status == 404)
        #expect(try devices.device(password: password, at: now) == nil)
    }

    @Test("without TLS there is a password and no link, as a phone would not reach it")
    func loopback() async throws {
        let added = await bench.ask(
            "POST", "/v1/devices", #"{"name": "laptop"}"#,
            fields: ["Host": "agenda-0123456789abcdef.localhost:8017"])
        #expect(added.json["address"] as? String == "http://127.0.0.1:8017/dav/")
        #expect(added.json["link"] is NSNull && added.json["qr"] is NSNull)
    }

    @Test("a service that changes nothing lets nobody in, and still shuts out")
    func readOnly() async throws {
        _ = try add()
        let service = try ServiceBench(isReadOnly: true, after: bench)
        #expect(await service.ask("POST", "/v1/devices", #"{"name": "a"}"#).status == 403)
        #expect(await service.ask("DELETE", "/v1/devices/1").status == 200)
    }
}

@Suite("Where devices reach the service")
struct DeviceAddressTests {
    @Test(
        "an address is one of TLS or of this machine",
        arguments: [
            ("https://cal.example.org", "https://cal.example.org", 443),
            ("https://Cal.Example.org/", "https://cal.example.org", 443),
            ("HTTPS://cal.example.org:8443/dav/", "https://cal.example.org:8443", 8_443),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443", 8_443),
            ("https://[2001:db8::1]", "https://[2001:db8::1]", 443),
            ("http://127.0.0.1:8017", "http://127.0.0.1:8017", 8_017),
            ("http://localhost/dav", "http://localhost", 80),
        ])
    func addresses(text: String, origin: String, port: Int) throws {
        let address = try #require(DeviceAddress(text))
        #expect(address.origin == origin && address.port == port)
        #expect(address.dav == origin + "/dav/")
    }

    @Test(
        "what is none",
        arguments: [
            "", "cal.example.org", "http://cal.example.org", "https://", "https://a b",
            "https://a/b", "https://me:x@a", "https://a:0", "https://a:x", "ftp://a", "https://a?b",
            "http://192.0.2.1:8017", "https://\"a",
        ])
    func none(text: String) { #expect(DeviceAddress(text) == nil) }

    @Test("what was said counts before what runs, and a browser's name becomes a number")
    func choice() {
        let own = "http://agenda-0123456789abcdef.localhost:8017"
        func origin(_ remembered: String?, _ service: String...) -> String? {
            DeviceAddress(remembered: remembered, service: service)?.origin
        }
        #expect(origin("https://a", own) == "https://a")
        #expect(origin(nil, own) == "http://127.0.0.1:8017")
        #expect(origin(nil, "http://0.0.0.0:8017", own) == "http://127.0.0.1:8017")
        #expect(origin(nil, "http://192.0.2.1:8017") == nil)
    }

    @Test("an address is remembered beside the devices")
    func remembered() throws {
        let bench = try ServiceBench()
        let devices = bench.service.parts.devices
        #expect(try devices.address() == nil)
        try devices.note(address: "https://a")
        try devices.note(address: "https://b")
        #expect(try devices.address() == "https://b")
    }
}

@Suite("A link as a QR code", .enabled(if: (try? QRCode("a")) != nil))
struct QRCodeTests {
    /// The finder pattern of each symbol (ISO/IEC 18004 section 6.3.3): a dark square of 7, in it a light one of 5, in it
    /// a dark one of 3.
    private func isFinder(_ code: QRCode, _ left: Int, _ top: Int) -> Bool {
        (0..<7).allSatisfy { y in
            (0..<7).allSatisfy { x in
                let ring = max(abs(x - 3), abs(y - 3))
                return code.isDark(left + x, top + y) == (ring != 2)
            }
        }
    }

    @Test("it has three finders within four light modules on each side")
    func finders() throws {
        let code = try QRCode("https://cal.example.org/devices/0123456789abcdef0123456789abcdef")
        // 64 bytes fit into version 4 of 33 modules (at most 78), not into version 3 (53).
        #expect(code.width == 33 + 8)
        #expect(isFinder(code, 4, 4) && isFinder(code, 30, 4) && isFinder(code, 4, 30))
        #expect(!isFinder(code, 30, 30))
        for place in 0..<code.width {
            for edge in [0, 1, 2, 3, 37, 38, 39, 40] {
                #expect(!code.isDark(place, edge) && !code.isDark(edge, place))
            }
        }
    }

    @Test("text and picture show the same modules")
    func forms() throws {
        let code = try QRCode("https://cal.example.org")
        let lines = code.lines(isColored: false).map(Array.init)
        #expect(lines.count == (code.width + 1) / 2)
        var drawn = Set<[Int]>()
        for match in code.svg.matches(of: /M(\d+) (\d+)h(\d+)v1H\d+z/) {
            let (x, y, count) = (Int(match.1) ?? 0, Int(match.2) ?? 0, Int(match.3) ?? 0)
            for column in x..<x + count { drawn.insert([column, y]) }
        }
        for row in 0..<code.width {
            for column in 0..<code.width {
                let isDark = code.isDark(column, row)
                let light: Set<Character> = row % 2 == 0 ? ["█", "▀"] : ["█", "▄"]
                #expect(light.contains(lines[row / 2][column]) == !isDark)
                #expect(drawn.contains([column, row]) == isDark)
            }
        }
        #expect(code.lines(isColored: true)[0].hasPrefix("\u{1B}[38;5;231;48;5;16m█"))
    }

    @Test("a text that is too long is refused")
    func tooLong() {
        #expect(throws: (any Error).self) { try QRCode(String(repeating: "a", count: 3_000)) }
    }
}
