import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Changes that somebody wants to hide")
struct HiddenChangeTests {
    @Test("a change of the same length is seen, whatever bytes follow it")
    func zeroingBlocks() async throws {
        // At each alignment one of these made the old digest forget what stood before.
        let block: [UInt8] = [
            0x89, 0x6C, 0x4E, 0xEC, 0x98, 0xFA, 0x2E, 0x08, 0xD1, 0x31, 0x9F, 0x29, 0x22, 0x38,
            0x09, 0xA4,
        ]
        func content(_ hour: Int) -> Data {
            var data = Data(
                """
                BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261121T\(hour)0000Z\r
                SUMMARY:Surgery\r\nX-NOTE:
                """.utf8)
            for _ in 0..<17 { data += block + [0x20] }
            return data + Data("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
        }
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "a.ics")
        func write(_ hour: Int, age: Double) throws {
            try content(hour).write(to: URL(filePath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
        }
        try write(10, age: 120)
        let bench = try Bench(zone: "Etc/UTC")
        try await bench.add(path)
        try write(14, age: 60)
        _ = try await bench.importer.refresh()
        let events = try await bench.provider().timeline().nodes.flatMap(\.events)
        #expect(events.count == 1)
        #expect(
            events.first?.span.instants(in: bench.zone).lowerBound
                == (try Make.instant("20261121T140000Z")))
    }
}
