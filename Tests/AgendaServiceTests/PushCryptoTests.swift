import FoundationEssentials
import ICalendar
import AgendaSync
import Testing

@testable import AgendaService

@Suite("How pushes are encrypted and signed", .enabled(if: PushCrypto.isUsable))
struct PushCryptoTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

    @Test("the example of RFC 8291, section 5 and appendix A")
    func message() throws {
        let device = try P256Key(bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
        let server = try P256Key(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        #expect(
            Base64URL.text(device.publicBytes)
                == "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        )
        #expect(
            Base64URL.text(server.publicBytes)
                == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        )
        let shared = try server.shared(with: device.publicBytes)
        #expect(Base64URL.text(shared) == "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs")
        #expect(try device.shared(with: server.publicBytes) == shared)
        let auth = try bytes("BTBZMqHH6r4Tts7J_aSIgg")
        #expect(
            Base64URL.text(try PushCrypto.code(auth, shared))
                == "Snr3JMxaHVDXHWJn5wdC52WjpCtd2EIEGBykDcZW32k")
        let sealed = try PushMessage.encrypted(
            Array("When I grow up, I want to be a watermelon".utf8), for: device.publicBytes, auth,
            by: server,
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.text(sealed)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test("the example of RFC 8188, section 3.1")
    func record() throws {
        let sealed = try PushMessage.record(
            Array("I am the walrus".utf8), bytes("yqdlZ-tYemfogSmv7Ws5PQ"),
            salt: bytes("I1BsxtFttlv3u_Oo94xnmw"),
            keyID: [])
        #expect(
            Base64URL.text(sealed)
                == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    }

    @Test("HMAC-SHA256 of RFC 4231, section 4.2 and 4.7")
    func codes() throws {
        func hex(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let first = try PushCrypto.code([UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8))
        #expect(hex(first) == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        let long = try PushCrypto.code(
            [UInt8](repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8))
        #expect(hex(long) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test("points that are on no curve, and keys of other lengths, are refused")
    func broken() throws {
        let own = try P256Key.random()
        let other = try P256Key.random().publicBytes
        let zeros = [UInt8](repeating: 0, count: 64)
        let points: [[UInt8]] = [
            [], [4], [0] + zeros, [4] + zeros, [2] + Array(other.dropFirst()), other + [0],
        ]
        for point in points {
            #expect(throws: PushCrypto.Fault.self) { try own.shared(with: point) }
        }
        var near = other
        near[64] ^= 1
        #expect(throws: PushCrypto.Fault.self) { try own.shared(with: near) }
        let keys: [[UInt8]] = [[], Array(zeros.prefix(32)), [UInt8](repeating: 1, count: 31)]
        for key in keys {
            #expect(throws: PushCrypto.Fault.self) { try P256Key(key) }
        }
        #expect(throws: PushCrypto.Fault.self) {
            try PushMessage.record([UInt8](repeating: 0, count: 4_080), [1], salt: [], keyID: [])
        }
    }

    @Test(
        "the claims are those of RFC 8292, section 2.4, and signatures have 64 bytes, each time others"
    )
    func proof() throws {
        let now = Instant(secondsSinceEpoch: 1_453_523_768 - 12 * 3_600)
        let unsigned = PushKeys.unsigned(
            for: try #require(
                URL(string: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV")),
            contact: "mailto:push@example.com", at: now)
        #expect(
            unsigned
                == "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        )
        let keys = PushKeys(key: try .random(), secret: PushCrypto.random(32))
        let signatures = try (0..<200).map { _ in try keys.key.signature(of: Array(unsigned.utf8)) }
        #expect(Set(signatures).count == 200 && signatures.allSatisfy { $0.count == 64 })
    }

    @Test(
        "a token is for the origin alone (RFC 6454 section 6.2)",
        arguments: [
            ("https://Push.Example.net:443/a?b", "https://push.example.net"),
            ("https://push.example.net:8443/a", "https://push.example.net:8443"),
            ("http://127.0.0.1:80/", "http://127.0.0.1"),
            ("https://[2001:db8::1]/x", "https://[2001:db8::1]"),
        ])
    func audience(address: String, origin: String) throws {
        let text = PushKeys.unsigned(
            for: try #require(URL(string: address)), contact: "x", at: Instant(secondsSinceEpoch: 0)
        )
        let claims = String(
            decoding: try bytes(String(text.split(separator: ".")[1])), as: UTF8.self)
        #expect(claims.hasPrefix(#"{"aud":"\#(origin)","exp":43200,"#), "\(claims)")
    }

    @Test("topics are 128 bits, stay, and tell nothing")
    func topics() throws {
        let keys = PushKeys(key: try .random(), secret: PushCrypto.random(32))
        let other = PushKeys(key: keys.key, secret: PushCrypto.random(32))
        let all = ["", "work", "work--todos"].flatMap { [keys.topic($0), other.topic($0)] }
        #expect(Set(all).count == 6 && keys.topic("work") == keys.topic("work"))
        #expect(all.allSatisfy { Base64URL.bytes($0)?.count == 16 })
    }

    @Test("a message is the draft's")
    func text() {
        let both = PushMessage(topic: "T", token: "data:,a&b", hasProperties: true)
        let head =
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<push-message xmlns=\"https://bitfire.at/webdav-push\" xmlns:D=\"DAV:\"><topic>T</topic>"
        #expect(
            both.text == head
                + "<content-update><D:sync-token>data:,a&amp;b</D:sync-token></content-update><property-update/></push-message>"
        )
        #expect(
            PushMessage(topic: "T", hasContent: false, hasProperties: true).text
                == head + "<property-update/></push-message>")
        #expect(
            PushMessage(topic: "T").text == head
                + "<content-update></content-update></push-message>")
    }

    @Test("addresses that lead elsewhere are none")
    func addresses() {
        for text in [
            "https://push.example.net/x", "https://10.0.0.1/x",
            "HTTPS://push.example.net:8443/?a=b",
        ] {
            #expect(PushAddress(text, allowsPrivate: false) != nil, "\(text)")
        }
        #expect(PushAddress("http://127.0.0.1:8080/x", allowsPrivate: true) != nil)
        for text in [
            "http://127.0.0.1/x", "http://push.example.net/x", "ftp://push.example.net",
            "push.example.net", "https:///x",
            "https://a@push.example.net/", "https://push.example.net/#x",
            "https://push.exa\"mple.net/", "https://pu%20sh/",
            "https://push.example.net/ x", "", "https://x/" + String(repeating: "a", count: 5_000),
        ] {
            #expect(PushAddress(text, allowsPrivate: false) == nil, "\(text)")
        }
    }
}
