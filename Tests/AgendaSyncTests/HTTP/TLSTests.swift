import FoundationEssentials
import TestServers
import Testing

@testable import AgendaSync

@Suite(
    "Who is trusted",
    .enabled(if: TestAuthority.isAvailable, "no openssl command to make certificates with"))
struct TLSTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func get(
        _ server: TLSServer, host: String = "127.0.0.1", authorities: String? = nil,
        certificate: String? = nil, as credentials: HTTPCredentials? = nil
    ) async -> Result<HTTPResponse, HTTPError> {
        var configuration = CurlExchange.Configuration(agent: "agenda-tests/1")
        configuration.authorities = authorities
        configuration.certificate = certificate
        let request = HTTPRequest("GET", address("https://\(host):\(server.port)/"))
        do {
            return .success(
                try await CurlExchange(configuration).send(request, as: credentials))
        } catch {
            return .failure(error)
        }
    }

    private func reason(_ result: Result<HTTPResponse, HTTPError>) -> HTTPError.Reason? {
        if case .failure(let error) = result { error.reason } else { nil }
    }

    private func isNotTrusted(_ result: Result<HTTPResponse, HTTPError>) -> Bool {
        if case .failure(let error) = result, case .notTrusted = error.reason {
            !error.mayHaveArrived
        } else {
            false
        }
    }

    @Test(
        "a certificate is trusted if an authority that the user named has signed it for this host")
    func named() async throws {
        let server = try TLSServer(try authority.certificate(for: "IP:127.0.0.1"))
        #expect(isNotTrusted(await get(server)))
        let answer = try await get(server, authorities: authority.certificate).get()
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("TLSv1.3"))
        // Another authority's, and none at all.
        let other = try TestAuthority()
        #expect(isNotTrusted(await get(server, authorities: other.certificate)))
        let missing = await get(server, authorities: "/nowhere/authority.pem")
        guard case .certificateUnusable? = reason(missing) else {
            Issue.record("\(missing)")
            return
        }
    }

    @Test("a certificate for another name is not trusted")
    func otherName() async throws {
        let server = try TLSServer(
            try authority.certificate(for: "DNS:calendar.example,IP:127.0.0.2"))
        for host in ["127.0.0.1", "localhost"] {
            #expect(isNotTrusted(await get(server, host: host, authorities: authority.certificate)))
        }
    }

    @Test("a server that asks for a certificate of ours gets it")
    func client() async throws {
        let ours = try authority.make("client", [])
        let server = try TLSServer(
            try authority.certificate(for: "IP:127.0.0.1"),
            ["-Verify", "1", "-verify_return_error", "-CAfile", authority.certificate])
        let without = await get(server, authorities: authority.certificate)
        #expect(reason(without) != nil)
        let answer = try await get(
            server, authorities: authority.certificate, certificate: ours
        ).get()
        #expect(String(decoding: answer.body, as: UTF8.self).contains("client of the tests"))
    }

    @Test("a key with a password, no key and no file are errors, and nobody is asked")
    func unusable() async throws {
        try authority.make("client", [])
        let locked = authority.path("locked.pem")
        try TestAuthority.run(
            "openssl",
            [
                "pkcs8", "-topk8", "-in", authority.path("client.key"), "-out", locked, "-passout",
                "pass:sesame",
            ])
        let server = try TLSServer(try authority.certificate(for: "IP:127.0.0.1"))
        for file in [locked, authority.path("client.pem"), "/nowhere/client.pem"] {
            let result = await get(
                server, authorities: authority.certificate, certificate: file)
            guard case .certificateUnusable? = reason(result) else {
                Issue.record("\(file): \(result)")
                continue
            }
        }
    }

    @Test("a password reaches no server that is not trusted")
    func password() async throws {
        let server = try TLSServer(try authority.certificate(for: "DNS:calendar.example"))
        let url = address("https://127.0.0.1:\(server.port)/")
        let result = await get(
            server, authorities: authority.certificate,
            as: HTTPCredentials(bearer: Secret("sesame"), for: url))
        #expect(isNotTrusted(result))
        #expect(!"\(result)".contains("sesame"))
    }
}
