import Foundation
import Testing

@testable import agenda

@Suite("Lines of standard input")
struct LineReaderTests {
    @Test("empty lines do not count, the last one needs no end, and one that is too long says so")
    func lines() throws {
        let folder = try ScratchFolder()
        let long = String(repeating: "x", count: LineReader.limit + 1)
        let path = try folder.write("lines", "a\n\n\(long)\nb\r\nlast")
        let file = try #require(FileHandle(forReadingAtPath: path))
        var reader = LineReader(descriptor: file.fileDescriptor)
        var lines: [LineReader.Line] = []
        while let line = reader.next() { lines.append(line) }
        try #require(lines.map(\.isWhole) == [true, false, true, true])
        let texts = lines.filter(\.isWhole).map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(texts == ["a", "b\r", "last"])
        #expect(lines[1].bytes.count <= LineReader.limit)
    }
}
