internal import Foundation
internal import ICalendar

// Digests and versions as BLOB columns: 64-bit words, least significant byte first.

extension Data {
    fileprivate init(words: [UInt64]) {
        self = words.map(\.littleEndian).withUnsafeBytes { Data($0) }
    }

    /// The words, or nil when there are not just so many.
    fileprivate func words(_ expected: Int) -> [UInt64]? {
        guard count == expected * 8 else { return nil }
        return withUnsafeBytes { bytes in
            (0..<expected).map {
                UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
            }
        }
    }
}

extension ContentDigest {
    var data: Data { Data(words: [high, low]) }

    /// A BLOB of another size gives a digest that nothing has.
    init(data: Data) {
        let words = data.words(2) ?? [0, 0]
        self.init(high: words[0], low: words[1])
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
        guard let words = data.words(4) else {
            self = .unknown
            return
        }
        self.init(
            size: Int64(bitPattern: words[0]), modified: Int64(bitPattern: words[1]),
            statusChanged: Int64(bitPattern: words[2]), inode: words[3])
    }
}
