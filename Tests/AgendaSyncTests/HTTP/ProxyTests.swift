import FoundationEssentials
import Glibc
import TestServers
import Testing

@testable import AgendaSync

/// Each test runs in a process of its own, because libcurl reads the variables for proxies from the environment.
@Suite("What the environment says to libcurl")
struct ProxyTests {
    private static func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials? = nil,
        addresses: AddressPolicy = .any
    ) async -> Result<HTTPResponse, HTTPError> {
        var configuration = CurlExchange.Configuration(agent: "agenda-tests/1")
        configuration.addresses = addresses
        do {
            return .success(
                try await CurlExchange(configuration).send(request, as: credentials))
        } catch {
            return .failure(error)
        }
    }

    private static func reason(_ result: Result<HTTPResponse, HTTPError>) -> HTTPError.Reason? {
        if case .failure(let error) = result { error.reason } else { nil }
    }

    private static let unauthorized =
        "HTTP/1.1 401 No\r\nContent-Length: 0\r\nWWW-Authenticate: "

    @Test("the proxy of the variable is used, but not to this machine or past an address policy")
    func variable() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in .ok("from the proxy") }
            let server = try LoopbackServer { _ in .ok("direct") }
            setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let far = HTTPRequest("GET", address("http://calendar.example/a?b"))
            let answer = try await ProxyTests.send(far).get()
            #expect(answer.body == Array("from the proxy".utf8))
            #expect(proxy.received.map(\.target) == ["http://calendar.example/a?b"])
            // A password that may go to this machine must not leave it.
            let alice = HTTPCredentials(
                user: "alice", password: Secret("sesame"), for: server.url())
            let near = try await ProxyTests.send(HTTPRequest("GET", server.url()), as: alice).get()
            #expect(near.body == Array("direct".utf8))
            let hidden = HTTPRequest("GET", address("http://10.1.2.3/"))
            let refused = await ProxyTests.send(hidden, addresses: .publicOnly)
            #expect(ProxyTests.reason(refused) == .addressRefused)
            #expect(proxy.received.count == 1)
        }
    }

    @Test("the proxy's password goes to the proxy, the server's does not")
    func ends() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in
                .text("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
            }
            setenv("https_proxy", "http://someone:open-proxy@127.0.0.1:\(proxy.port)", 1)
            let url = address("https://calendar.example/")
            let alice = HTTPCredentials(bearer: Secret("open-server"), for: url)
            let result = await ProxyTests.send(HTTPRequest("GET", url), as: alice)
            try #require(proxy.received.map(\.method) == ["CONNECT"])
            #expect(proxy.received[0].target == "calendar.example:443")
            // someone:open-proxy
            #expect(
                proxy.received[0].field("Proxy-Authorization")
                    == "Basic c29tZW9uZTpvcGVuLXByb3h5")
            #expect(!proxy.received[0].header.contains("open-"))
            #expect(ProxyTests.reason(result) != nil)
            #expect(!"\(result)".contains("open-"))
        }
    }

    @Test("a password goes unencrypted to no other machine, a token neither")
    func unencrypted() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in
                .text(ProxyTests.unauthorized + "Basic realm=\"r\"\r\n\r\n")
            }
            setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let url = address("http://calendar.example/")
            let secret = Secret("sesame")
            for credentials in [
                HTTPCredentials(user: "alice", password: secret, for: url),
                HTTPCredentials(bearer: secret, for: url),
            ] {
                for body: [UInt8] in [[], [1]] {
                    let request = HTTPRequest(body.isEmpty ? "GET" : "PUT", url, body: body)
                    let result = await ProxyTests.send(request, as: credentials)
                    #expect(ProxyTests.reason(result) == .notEncrypted)
                }
            }
            #expect(proxy.received.allSatisfy { $0.field("Authorization") == nil })
            #expect(proxy.received.allSatisfy { $0.field("X-Key") == nil })
            let allowed = HTTPCredentials(
                user: "alice", password: secret, for: url, allowsUnencrypted: true)
            _ = await ProxyTests.send(HTTPRequest("GET", url), as: allowed)
            // alice:sesame
            #expect(proxy.received.last?.field("Authorization") == "Basic YWxpY2U6c2VzYW1l")
        }
    }

    @Test("a first write with Digest is never sent without its content")
    func digest() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { request in
                request.field("Authorization")?.hasPrefix("Digest username=\"alice\"") == true
                    ? .ok("stored")
                    : .text(
                        ProxyTests.unauthorized
                            + "Digest realm=\"r\", nonce=\"abc\", qop=\"auth\"\r\n\r\n")
            }
            setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let url = address("http://calendar.example/x.ics")
            let alice = HTTPCredentials(user: "alice", password: Secret("sesame"), for: url)
            let put = HTTPRequest("PUT", url, fields: ["If-None-Match": "*"], body: [1, 2, 3])
            let answer = try await ProxyTests.send(put, as: alice).get()
            #expect(answer.status == 200)
            #expect(proxy.received.map(\.body) == [[1, 2, 3], [1, 2, 3]])
            #expect(proxy.received.map { $0.field("If-None-Match") } == ["*", "*"])
        }
    }

    @Test("no password is taken from .netrc")
    func netrc() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            folder.write(".netrc", "default login alice password sesame\n")
            setenv("HOME", folder.path, 1)
            setenv("NETRC", "\(folder.path)/.netrc", 1)
            let server = try LoopbackServer { _ in
                .text(ProxyTests.unauthorized + "Basic realm=\"r\"\r\n\r\n")
            }
            let answer = try await ProxyTests.send(HTTPRequest("GET", server.url())).get()
            #expect(answer.status == 401)
            #expect(server.received.map { $0.field("Authorization") } == [nil])
        }
    }
}
