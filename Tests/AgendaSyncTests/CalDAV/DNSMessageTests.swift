import FoundationEssentials
import Testing

@testable import AgendaSync

@Suite("Answers of name servers")
struct DNSMessageTests {
    private func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    /// One question for `_caldavs._tcp.example.org`, at byte 12, and records whose owner points to it.
    private func message(_ records: [(type: UInt8, data: [UInt8])]) -> [UInt8] {
        var bytes: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0]
        bytes += name("_caldavs._tcp.example.org") + [0, 33, 0, 1]
        for record in records {
            bytes += [0xC0, 12, 0, record.type, 0, 1, 0, 0, 14, 16, 0, UInt8(record.data.count)]
            bytes += record.data
        }
        return bytes
    }

    private func service(_ priority: UInt8, _ weight: UInt8, _ port: UInt16, _ target: [UInt8])
        -> (type: UInt8, data: [UInt8])
    {
        (33, [0, priority, 0, weight, UInt8(port >> 8), UInt8(port & 255)] + target)
    }

    @Test("places come by priority, then weight; a name may point into the message")
    func services() throws {
        // `example.org` begins after `_caldavs` (9 bytes) and `_tcp` (5).
        let pointed: [UInt8] = [3] + Array("dav".utf8) + [0xC0, 12 + 14]
        let message = try #require(
            DNSMessage(
                message([
                    service(10, 1, 443, name("slow.example.net")),
                    service(0, 1, 8443, pointed), service(0, 5, 443, name("big.example.net")),
                ])))
        #expect(
            message.services.map { "\($0.host):\($0.port)" } == [
                "big.example.net:443", "dav.example.org:8443", "slow.example.net:443",
            ])
    }

    @Test("no service is said by the root as its place")
    func none() {
        #expect(DNSMessage(message([service(0, 0, 0, [0])]))?.services == [])
        #expect(DNSMessage(message([]))?.services == [])
    }

    @Test("the path comes from a text")
    func texts() throws {
        let data: [UInt8] = [3] + Array("a=b".utf8) + [10] + Array("path=/dav/".utf8)
        let texts = try #require(DNSMessage(message([(16, data)]))).texts
        #expect(texts == ["a=b", "path=/dav/"])
        let service = DNSMessage.Service(priority: 0, weight: 0, port: 443, host: "a.example")
        #expect(
            ServiceLookup.locations([service], texts) == [
                ServiceLocation(host: "a.example", port: 443, path: "/dav/")
            ])
        #expect(ServiceLookup.locations([service], ["path=evil"]).map(\.path) == [nil])
    }

    @Test("a broken or hostile message says nothing, and ends")
    func broken() {
        let whole = message([
            service(0, 1, 443, name("dav.example.org")), (16, [3, 0x61, 0x3D, 0x62]),
        ])
        for length in 0..<whole.count { #expect(DNSMessage(Array(whole[..<length])) == nil) }
        // A pointer to itself, a label of a slash, a text longer than its record.
        #expect(DNSMessage(message([service(0, 1, 443, [0xC0, 61])]))?.services == [])
        #expect(DNSMessage(message([service(0, 1, 443, name("a/b.example"))]))?.services == [])
        #expect(DNSMessage(message([(16, [9, 0x61])]))?.texts == [])
    }
}
