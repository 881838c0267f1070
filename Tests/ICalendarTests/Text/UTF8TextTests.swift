import Testing

@testable import ICalendar

@Suite("Bytes as UTF-8")
struct UTF8TextTests {
    @Test(
        "UTF-8 is read",
        arguments: [
            ([], ""), ([0x61, 0x00, 0x62], "a\0b"), ([0xC3, 0xA4], "ä"),
            ([0xEF, 0xBF, 0xBD], "\u{FFFD}"), ([0xF0, 0x9F, 0x98, 0x80], "😀"),
        ] as [([UInt8], String)])
    func valid(_ bytes: [UInt8], _ text: String) {
        #expect(bytes.withUnsafeBytes { String(utf8: $0) } == text)
    }

    // The third is replaced by as many bytes as it has.
    @Test(
        "what is no UTF-8 is refused",
        arguments: [[0xE4], [0xC0, 0xAF], [0xF0, 0x9F, 0x98], [0x61, 0xED, 0xA0, 0x80, 0x62]]
            as [[UInt8]])
    func invalid(_ bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { String(utf8: $0) } == nil)
    }
}
