internal import Foundation
internal import ICalendar

// Digests and keys as BLOB columns: 64-bit words, least significant byte first.

extension Data {
    fileprivate init(words: [UInt64]) {
        self = words.map(\.littleEndian).withUnsafeBytes { Data($0) }
    }
}

extension UnsafeRawBufferPointer {
    /// The word at this index.
    fileprivate func word(_ index: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
}

extension ContentDigest {
    var data: Data { Data(words: [high, low]) }

    /// A BLOB of another size gives a digest that no content has.
    init(blob: UnsafeRawBufferPointer) {
        guard blob.count == 16 else {
            self.init(high: 0, low: 0)
            return
        }
        self.init(high: blob.word(0), low: blob.word(1))
    }

}

extension ContentDigest.Key {
    var data: Data { Data(words: [low, high]) }

    /// Nil for a BLOB of another size.
    init?(data: Data) {
        guard data.count == 16 else { return nil }
        self = data.withUnsafeBytes { ContentDigest.Key(low: $0.word(0), high: $0.word(1)) }
    }
}
