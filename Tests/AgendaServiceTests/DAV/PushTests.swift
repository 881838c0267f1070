import AgendaKit
import AgendaSync
import FoundationEssentials
import ICalendar
import Synchronization
import Testing

@testable import AgendaService

@Suite("Devices are told what changes", .enabled(if: PushCrypto.isUsable))
struct PushTests {
    /// A push service without sockets.
    private final class Service: HTTPExchange {
        let status: Mutex<Int>
        let requests = Mutex<[HTTPRequest]>([])

        init(_ status: Int = 201) { self.status = Mutex(status) }

        func send(
            _ request: HTTPRequest, as credentials: HTTPCredentials?
        ) async throws(HTTPError) -> HTTPResponse {
            requests.withLock { $0.append(request) }
            return HTTPResponse(status: status.withLock { $0 }, url: request.url)
        }
    }

    private static func register(_ address: String = "https://push.example.net/1") throws -> String
    {
        let key = Base64URL.text(try P256Key.random().publicBytes)
        return """
            <push-register xmlns="https://bitfire.at/webdav-push"><subscription><web-push-subscription>\
            <push-resource>\(address)</push-resource><subscription-public-key type="p256dh">\(key)</subscription-public-key>\
            <auth-secret>BTBZMqHH6r4Tts7J_aSIgg</auth-secret></web-push-subscription></subscription></push-register>
            """
    }

    private static let all: @Sendable (Device, Set<String>) -> [String: PushState]? = { _, slugs in
        Dictionary(slugs.map { ($0, PushState(content: "new", token: "data:,new")) }) { first, _ in
            first
        }
    }

    @Test("a push is sent once for what is new, and once more for what is newer, but not at once")
    func sending() async throws {
        let dav = try await DAVBench()
        #expect(await dav.ask("POST", DAVBench.work, try Self.register()).status == 201)
        let service = Service()
        let state = Mutex("1")
        let pushes = Pushes(
            dav.bench.service.parts.devices, clock: ServiceBench.Clock(), allowsPrivate: false,
            exchange: { service }
        ) { _, slugs in
            Dictionary(slugs.map { ($0, PushState(content: state.withLock { $0 })) }) { first, _ in
                first
            }
        }
        let log = dav.bench.service.parts.live.log
        let following = Task { await pushes.follow(log) }
        // Nothing but a signal: what has changed is asked of the states.
        func signal() async { await pushes.look() }
        func sent(_ count: Int) async throws {
            for _ in 0..<1_000 where service.requests.withLock({ $0.count }) < count {
                try await Task.sleep(for: .milliseconds(10))
                await signal()
            }
            #expect(service.requests.withLock { $0.count } == count)
        }
        try await sent(1)
        let request = try #require(service.requests.withLock { $0.first })
        #expect(
            request.method == "POST" && request.url.absoluteString == "https://push.example.net/1")
        #expect(
            request.fields["Content-Encoding"] == "aes128gcm" && request.fields["TTL"] == "86400")
        #expect(request.fields["Authorization"]?.hasPrefix("vapid t=") == true)
        for next in ["2", "3", "4"] {
            state.withLock { $0 = next }
            await signal()
        }
        try await sent(2)
        following.cancel()
        await following.value
    }

    @Test("a service that says that a subscription is gone ends it", arguments: [404, 410])
    func gone(status: Int) async throws {
        let dav = try await DAVBench()
        #expect(await dav.ask("POST", DAVBench.work, try Self.register()).status == 201)
        let (service, devices) = (Service(status), dav.bench.service.parts.devices)
        let pushes = Pushes(
            devices, clock: ServiceBench.Clock(), allowsPrivate: false, exchange: { service },
            states: Self.all)
        let following = Task { await pushes.follow(dav.bench.service.parts.live.log) }
        let present = {
            try pushes.table.all(of: [dav.phone.device.id], at: ServiceBench.Clock().now).count
        }
        for _ in 0..<1_000 where try present() > 0 {
            try await Task.sleep(for: .milliseconds(10))
            await pushes.look()
        }
        #expect(try present() == 0)
        following.cancel()
        await following.value
        #expect(service.requests.withLock { $0.count } == 1)
    }

    @Test("a service with a private address is named once in the log, and with its device")
    func privateService() async throws {
        let dav = try await DAVBench()
        #expect(await dav.ask("POST", DAVBench.work, try Self.register()).status == 201)
        let lines = Mutex<[String]>([])
        let devices = dav.bench.service.parts.devices
        let refusing = Refusing()
        let pushes = Pushes(
            devices, clock: ServiceBench.Clock(), allowsPrivate: false,
            log: { line in lines.withLock { $0.append(line) } }, exchange: { refusing },
            states: Self.all)
        let following = Task { await pushes.follow(dav.bench.service.parts.live.log) }
        let named = {
            try devices.described(at: ServiceBench.Clock().now).first { $0.name == "phone" }?
                .refusedPushServices
        }
        while try named() != ["push.example.net"] {
            await pushes.look()
            await Task.yield()
        }
        pushes.say(private: "push.example.net")
        following.cancel()
        await following.value
        let said = lines.withLock(\.self)
        #expect(
            said.count == 1
                && said.allSatisfy {
                    $0.contains("push.example.net") && $0.contains("--push-private")
                })
        let id = try #require(
            try pushes.table.all(of: [dav.phone.device.id], at: ServiceBench.Clock().now).first
        ).id
        try pushes.table.note(told: PushState(content: "x"), id)
        #expect(try named() == [])
    }

    /// What connects to no private address.
    private struct Refusing: HTTPExchange {
        func send(
            _ request: HTTPRequest, as credentials: HTTPCredentials?
        ) async throws(HTTPError) -> HTTPResponse {
            throw HTTPError(.addressRefused, host: "push.example.net")
        }
    }

    @Test("a service is given up after five failures, and not before three days")
    func failures() async throws {
        let dav = try await DAVBench()
        #expect(await dav.ask("POST", DAVBench.work, try Self.register()).status == 201)
        let table = dav.bench.service.pushes.table
        let (start, day) = (ServiceBench.Clock().now, 86_400)
        let present = { try table.all(of: [dav.phone.device.id], at: start) }
        let id = try #require(try present().first).id
        for _ in 0..<9 { try table.noteFailure(id, at: start) }
        #expect(try present().first?.failures == 9)
        try table.note(told: PushState(content: "x"), id)
        for days in [0, 1, 2, 4] { try table.noteFailure(id, at: start + days * day) }
        #expect(try present().first?.failures == 4)
        try table.noteFailure(id, at: start + 4 * day)
        #expect(try present().isEmpty)
    }

    @Test("subscriptions end with their device, and with their time")
    func endings() async throws {
        let dav = try await DAVBench()
        let table = dav.bench.service.pushes.table
        let (now, id) = (ServiceBench.Clock().now, dav.phone.device.id)
        func register() async throws {
            #expect(await dav.ask("POST", DAVBench.work, try Self.register()).status == 201)
        }
        try await register()
        #expect(try table.all(of: [id], at: now + 3 * 86_400 - 1).count == 1)
        #expect(try table.all(of: [id], at: now + 3 * 86_400).isEmpty)
        #expect(try table.all(of: [id], at: now).isEmpty)
        try await register()
        #expect(try table.all(of: [id + 1], at: now).isEmpty)
        #expect(try table.all(of: [id], at: now).isEmpty)
    }

    @Test("the same address again is the same registration, and other devices have others")
    func again() async throws {
        let dav = try await DAVBench()
        let first = await dav.ask("POST", DAVBench.work, try Self.register())
        let again = await dav.ask("POST", DAVBench.work, try Self.register())
        let home = await dav.ask("POST", "/dav/c/me/", try Self.register())
        #expect((first.status, again.status, home.status) == (201, 204, 201))
        let place = try #require(first.fields["Location"])
        #expect(
            place.hasPrefix("http://127.0.0.1:8017/dav/push/") && again.fields["Location"] == place)
        #expect(
            home.fields["Location"] != place
                && first.fields["Expires"] == "Mon, 23 Nov 2026 11:00:00 GMT")
    }

    @Test("the service's keys stay")
    func keys() async throws {
        let dav = try await DAVBench()
        let keys = try #require(dav.bench.service.pushes.keys)
        let later = try await DAVBench(after: dav)
        #expect(later.bench.service.pushes.keys == keys)
    }
}
