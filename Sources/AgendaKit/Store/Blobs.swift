internal import Foundation
internal import ICalendar

// Digests and versions as BLOB columns: 64-bit words, least significant byte first.

extension Data {
    fileprivate init(words: [UInt64]) {
        self = words.map(\.littleEndian).withUnsafeBytes { Data($0) }
    }

    /// The word of this number.
    fileprivate func word(_ index: Int) -> UInt64 {
        withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
    }
}

extension ContentDigest {
    var data: Data { Data(words: [high, low]) }

    /// A BLOB of another size gives a digest that nothing has.
    init(data: Data) {
        guard data.count == 16 else {
            self.init(high: 0, low: 0)
            return
        }
        self.init(high: data.word(0), low: data.word(1))
    }
}

extension FileVersion {
    var data: Data {
        Data(words: [
            UInt64(bitPattern: size), UInt64(bitPattern: modified),
            UInt64(bitPattern: statusChanged), inode,
        ])
    }

    /// A BLOB of another size is an unknown version.
    init(data: Data) {
        guard data.count == 32 else {
            self = .unknown
            return
        }
        self.init(
            size: Int64(bitPattern: data.word(0)), modified: Int64(bitPattern: data.word(1)),
            statusChanged: Int64(bitPattern: data.word(2)), inode: data.word(3))
    }
}
