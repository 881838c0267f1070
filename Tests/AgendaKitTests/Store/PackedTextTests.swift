import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Packed texts")
struct PackedTextTests {
    private func unpacked(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        Array(bytes).withUnsafeBytes { PackedText.text($0) }
    }

    @Test("any text comes back as it was, and none is stored longer")
    func roundTrip() {
        var random = Numbers(state: 7)
        let lines = [
            "ATTENDEE;CN=Jo Lee;PARTSTAT=ACCEPTED:mailto:jo@example.org\r\n", "\r\n ", "aaaa", "é",
            "DTSTART;TZID=Europe/Berlin:20261120T100000\r\n", "BEGIN:VEVENT\r\n", "\u{0}",
        ].map { Array($0.utf8) }
        for _ in 0..<3_000 {
            var text = Array("BEGIN:".utf8)
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                if Bool.random(using: &random) {
                    text += lines.randomElement(using: &random) ?? []
                } else {
                    let count = Int.random(in: 0...300, using: &random)
                    text += (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                }
            }
            let stored = PackedText.stored(text[...])
            #expect(stored.count <= text.count)
            #expect(unpacked(stored) == text)
        }
        for count in [0, 1, 3, 4, 5, 15, 16, 18, 19, 20, 270, 274, 275, 529, 530, 70_000] {
            let text = [UInt8](repeating: 0x41, count: count)
            #expect(unpacked(PackedText.stored(text[...])) == text)
        }
    }

    @Test("what was repeated more than 64 kB before is still found right")
    func farApart() {
        var random = Numbers(state: 3)
        let far = (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = far + far + far[60_000...]
        #expect(unpacked(PackedText.stored(text[...])) == text)
    }

    @Test("a text that begins like a packed one is not taken for one")
    func marked() {
        for text in [
            [PackedText.mark], [PackedText.mark, 0, 0], [PackedText.mark] + Array("BEGIN".utf8),
        ] {
            #expect(unpacked(PackedText.stored(text[...])) == text)
        }
    }

    @Test("a packed text reads as the format says")
    func byHand() {
        // Two letters, then six more that begin two back; then nothing but an exclamation mark.
        let packed: [UInt8] = [0xC1, 9, 0x22, 0x61, 0x62, 2, 0, 0x10, 0x21]
        #expect(unpacked(packed) == Array("abababab!".utf8))
        // The last four letters and the line break of the words that stand before each text.
        #expect(unpacked([0xC1, 8, 0x04, 8, 0, 0x00] as [UInt8]) == Array("VEVENT\r\n".utf8))
    }

    @Test("the words that stored texts refer to are the ones that they were packed with")
    func words() {
        #expect(PackedText.words.count == 1_676)
        #expect(PackedText.words.fnv1a == 0xD896_A661_F768_1627)
    }

    @Test("a damaged text is another text, whatever is in it")
    func damage() throws {
        var random = Numbers(state: 11)
        let text = Array(
            (0..<30).map { "ATTENDEE;CN=Jo \($0):mailto:jo\($0)@example.org\r\n" }.joined().utf8)
        let packed = Array(PackedText.stored(text[...]))
        try #require(packed.count < text.count / 2)
        // The last byte only says that nothing follows what was repeated.
        #expect(packed.last == 0)
        for length in 1..<(packed.count - 1) {
            #expect(unpacked(packed[..<length]) != text)
        }
        for _ in 0..<20_000 {
            var damaged = packed
            for _ in 0...Int.random(in: 0...3, using: &random) {
                damaged[Int.random(in: 1..<damaged.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            #expect(unpacked(damaged).count <= damaged.count * 255)
        }
    }

    @Test(
        "texts that an earlier version stored are read as before, and packed once their file changes"
    )
    func packedTexts() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        func event(_ summary: String) -> String {
            "UID:1\r\nDTSTAMP:20261119T100000Z\r\nDTSTART;TZID=Europe/Berlin:20261120T100000\r\n"
                + "SUMMARY:\(summary)\r\nSTATUS:CONFIRMED\r\nTRANSP:OPAQUE"
        }
        func text(_ summary: String) -> [UInt8] {
            Array("BEGIN:VEVENT\r\n\(event(summary))\r\nEND:VEVENT\r\n".utf8)
        }
        do {
            let bench = try Bench(path: path)
            try await bench.add(try folder.write(Make.calendar(event("Lunch")), to: "a.ics"))
            try bench.store.close()
        }
        let lunch = Data(text("Lunch"))
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    UPDATE component SET text = ?;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%packed texts';
                    PRAGMA user_version = 18
                    """, arguments: [lunch])
        }
        let bench = try Bench(path: path)
        func stored() throws -> Data? {
            try bench.store.read { try Data.fetchOne($0, sql: "SELECT text FROM component") }
        }
        func shown() throws -> [UInt8]? {
            try bench.store.read { try ComponentTable.fetch(id: 1, $0)?.text }.map { Array($0) }
        }
        #expect(try stored() == lunch)
        #expect(try shown() == text("Lunch"))
        #expect(try await bench.importer.verify().isEmpty)
        try folder.write(Make.calendar(event("Supper")), to: "a.ics", age: 30)
        _ = try await bench.importer.refresh()
        let packed = try #require(try stored())
        #expect(packed.count < text("Supper").count * 2 / 3)
        let ids = try bench.store.read { try Int64.fetchAll($0, sql: "SELECT id FROM component") }
        let record = try bench.store.read { try ComponentTable.fetch(id: ids[0], $0) }
        #expect(record?.text == text("Supper")[...])
        #expect(try await bench.importer.verify().isEmpty)
    }
}
