import FuzzChecks
import ICalendar
import Testing

/// Contacts come by mail: whatever they hold, each event that is made of them reads without a fault.
@Suite("Contacts with any bytes in them")
struct ContactMutationTests {
    private static let seeds = [
        """
        BEGIN:VCARD
        VERSION:3.0
        UID:6A1B2C3D
        N:Berg;Anna;;;
        FN:Anna Berg
        BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1604:1985-04-12
        item1.X-ABDATE;type=pref:2010-06-05
        item1.X-ABLabel:_$!<Anniversary>!$_
        ANNIVERSARY:--1003
        END:VCARD
        BEGIN:VCARD
        VERSION:2.1
        FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen=
         M=C3=BCller
        AGENT:
        BEGIN:VCARD
        END:VCARD
        BDAY:20000229T000000Z
        END:VCARD
        """
    ].map { Array($0.replacing("\n", with: "\r\n").utf8) }

    /// What breaks readers of lines.
    private static let pieces: [[UInt8]] =
        [
            "\r\n ", "=\r\n", "=", ":", ";", ".", "\"", "BEGIN:VCARD\r\n", "END:VCARD\r\n", "BDAY:",
            "--",
            "_$!<>!$_", "\u{0}", "\u{301}", "\\", "\\n", "0", "T", "item1.",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xEF, 0xBB, 0xBF]]

    private static func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let start = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 2:
                for index in start..<end { bytes[index] = .random(in: 0...255, using: &random) }
            default:
                bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: start)
            }
        }
        return bytes
    }

    @Test("each event reads, with its occasion and on a line of the file")
    func mutations() throws {
        var random = SplitMix64(seed: 17)
        var (events, faults) = (0, 0)
        for number in 0..<4_000 {
            let bytes = Self.mutated(Self.seeds[number % Self.seeds.count], &random)
            guard ContactCalendar.isContacts(bytes) else { continue }
            let contacts = ContactCalendar(bytes)
            let (text, lines) = (contacts.text, contacts.lines)
            let stream = ComponentScanner.scan(text)
            #expect(stream.isComplete && stream.diagnostics.isEmpty)
            #expect(stream.components.map(\.kind) == lines.map { _ in .event })
            let last = bytes.count { $0 == 0x0A } + 1
            #expect(lines.allSatisfy { (1...last).contains($0) })
            #expect(contacts.diagnostics.allSatisfy { (1...last).contains($0.line) })
            var uids: Set<String> = []
            for component in stream.components {
                let parsed = ICalendarParser.event(in: Array(text[component.range]))
                let event = try #require(parsed.value)
                #expect(parsed.diagnostics.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
                #expect(uids.insert(event.uid).inserted)
                #expect(event.start.isDate && event.isTransparent)
                let occasion = try #require(Occasion(component: text[component.range]))
                #expect(event.summary == occasion.title(in: nil).description)
            }
            events += lines.count
            faults += contacts.diagnostics.count
        }
        // Most mutations leave most of a contact alone, and some do not.
        #expect(events > 5_000)
        #expect(faults > 200)
    }

    @Test("a card of one endless line, and one of very many, take no longer than their bytes")
    func long() {
        let head = Array("BEGIN:VCARD\r\nFN:".utf8)
        let tail = Array("\r\nBDAY:19850412\r\nEND:VCARD\r\n".utf8)
        let endless = ContactCalendar(head + [UInt8](repeating: 0x41, count: 8 << 20) + tail)
        #expect(endless.diagnostics.map(\.reason) == [.fault(.nameless)])
        let softBreaks =
            Array("BEGIN:VCARD\r\nFN;QUOTED-PRINTABLE:".utf8)
            + Array(String(repeating: "=\r\n", count: 200_000).utf8) + tail
        #expect(ContactCalendar(softBreaks).lines.count <= 1)
    }
}
