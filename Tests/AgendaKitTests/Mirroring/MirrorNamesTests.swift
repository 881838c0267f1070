import ICalendar
import Testing

@testable import AgendaKit

@Suite("Names and marks of mirrors")
struct MirrorNamesTests {
    private let names = MirrorNames(secret: "0123456789abcdef0123456789abcdef")

    @Test("HMAC-SHA-256 is that of RFC 4231, sections 4.2, 4.3 and 4.7")
    func code() {
        func hex(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(
            hex(SHA256.code([UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8)))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            hex(SHA256.code(Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = "Test Using Larger Than Block-Size Key - Hash Key First"
        #expect(
            hex(SHA256.code([UInt8](repeating: 0xAA, count: 131), Array(long.utf8)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test("a name is of its event and its secret, and says neither")
    func name() throws {
        let uid = names.uid(of: "standup@example.org")
        let base = try #require(MirrorNames.base(of: uid))
        #expect(base == (uid, 0))
        #expect(uid.count == 36 && uid.hasPrefix("agm-") && !uid.contains("standup"))
        #expect(uid == names.uid(of: "standup@example.org"))
        #expect(
            uid
                != MirrorNames(secret: "0123456789abcdef0123456789abcdee").uid(
                    of: "standup@example.org"))
        #expect(uid != names.uid(of: "standup@example.org", .date(try Make.date("2026-11-20"))))
        #expect(MirrorNames.base(of: MirrorNames.uid(uid, number: 2))! == (uid, 2))
    }

    @Test(
        "what is no block's name is none",
        arguments: [
            "agm-", "agm-0123", "agm-0123456789ABCDEF0123456789ABCDEF",
            "agm-0123456789abcdef0123456789abcdef-", "agm-0123456789abcdef0123456789abcdef-0",
            "agm-0123456789abcdef0123456789abcdef-x", "x0123456789abcdef0123456789abcdef",
        ])
    func noName(_ uid: String) { #expect(MirrorNames.base(of: uid) == nil) }

    @Test("a mark is known by the secret alone, and tells who wrote it")
    func mark() throws {
        let uid = names.uid(of: "a")
        let value = names.mark(of: uid, by: "laptop", turn: 2)
        let mark = try #require(names.mark(value))
        #expect(mark.uid == uid && mark.writer == names.writer("laptop", of: uid) && mark.turn == 2)
        #expect(mark.writer != names.writer("desktop", of: uid))
        #expect(mark.writer != names.writer("laptop", of: names.uid(of: "b")))
        #expect(MirrorNames(secret: "another").mark(value) == nil)
        #expect(names.mark(value.replacing(uid, with: names.uid(of: "b"))) == nil)
        #expect(names.mark(String(value.dropLast()) + "3") == nil)
        #expect(names.mark("") == nil)
    }
}
