import Testing

@testable import ICalendar

@Suite("Digests of content")
struct ContentDigestTests {
    private static func digest(_ bytes: [UInt8], _ key: ContentDigest.Key) -> ContentDigest {
        ContentDigest(bytes, key: key)
    }

    /// Of OpenSSL 3.0.19: `openssl mac -macopt hexkey:000102030405060708090a0b0c0d0e0f -macopt size:16
    /// -macopt c-rounds:1 -macopt d-rounds:3 SIPHASH`. The input's byte i is 7 i mod 251.
    private static let vectors: [(count: Int, digest: String)] = [
        (0, "E77EBCB22788A5BEFD62DB6ADD303001"), (1, "FC6F370460D3EDA85E0573CC2B2FF063"),
        (7, "45C93DD5011DF874CB2EE0917730797B"), (8, "1C6F338F38CCDA945316B714DB529871"),
        (15, "C7B79FE0D4014474244B3CD3BC0390AE"), (16, "6E143D30170932AC305BE4CC4B03C2F9"),
        (17, "7AE1FDEEFDD44ED474DFC9A346ABF750"), (63, "9F6DBE013C2FD48914A7177F15F520D9"),
        (64, "29CE46B84CA0980288A816A0C90813C6"), (100, "6F8724E6153DB870E2B112B8E0D17A9A"),
    ]

    @Test("they are SipHash-1-3 of 128 bits", arguments: vectors)
    func vector(count: Int, digest: String) {
        let bytes = (0..<count).map { UInt8($0 * 7 % 251) }
        let key = ContentDigest.Key(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908)
        let found = Self.digest(bytes, key)
        let hex = (NameDigest.hex(found.high.byteSwapped) + NameDigest.hex(found.low.byteSwapped))
        #expect(hex.uppercased() == digest)
    }

    /// The block that makes both factors of the old fold zero: the third and fourth secret, exchanged.
    static let zeroing: [UInt8] = [
        0x082E_FA98_EC4E_6C89 as UInt64, 0xA409_3822_299F_31D1,
    ].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }

    @Test("no block hides what stands before it")
    func zeroingBlock() {
        let rest = Self.zeroing + Array(" and what follows".utf8)
        let (one, two) = (
            Array("Surgery at 10:00".utf8) + rest, Array("Surgery at 14:00".utf8) + rest
        )
        let key = ContentDigest.Key.random()
        #expect(Self.digest(one, key) != Self.digest(two, key))
    }

    @Test("under another key a piece has another digest, and two keys are never the same")
    func keys() {
        let (one, two) = (ContentDigest.Key.random(), ContentDigest.Key.random())
        #expect(one != two)
        #expect(Self.digest([1, 2, 3], one) != Self.digest([1, 2, 3], two))
        #expect(Self.digest([1, 2, 3], one) == Self.digest([1, 2, 3], one))
    }

    @Test("the name of a text is the same for all time")
    func names() {
        // As version 0.1 gave them: the ids of events come of them.
        #expect(NameDigest("abc").hex == Self.nameOfABC)
    }

    private static let nameOfABC = "ca39b9e1c974d5b325efe8dab2cc9b33"
}
