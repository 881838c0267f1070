internal import CalendarFiles
internal import ICalendar

/// The version of a file in a ``FolderReplica``: the digest of what was read, and what `stat` said then.
///
/// The digest decides whether a file is still what was read. The stamp only saves the reading.
struct FileVersion: Hashable, Sendable {
    var digest: ContentDigest
    var stamp: FileStamp
    /// Whether the file may have changed since without another stamp (``FileStamp/isYoung(at:)``).
    var isYoung: Bool

    init(digest: ContentDigest, stamp: FileStamp, isYoung: Bool) {
        (self.digest, self.stamp, self.isYoung) = (digest, stamp, isYoung)
    }

    /// Whether a file with this stamp has this version for certain.
    func isCertain(for stamp: FileStamp) -> Bool { !isYoung && self.stamp == stamp }
}

extension OpenFolder {
    /// A resource that is larger is not a calendar's: no server takes it.
    static let limit = 32 << 20

    /// A file's bytes and version; nil if there is nothing.
    func read(
        _ name: String, key: ContentDigest.Key
    ) throws(Unreadable) -> (bytes: [UInt8], version: FileVersion)? {
        try content(name, limit: Self.limit).map { found in
            let digest = ContentDigest(found.bytes, key: key)
            return (
                found.bytes,
                FileVersion(digest: digest, stamp: found.stamp, isYoung: found.isYoung)
            )
        }
    }
}

// Six words of 16 hexadecimal digits each, and `?` for a young one.
extension FileVersion {
    private static let digits = Array("0123456789abcdef".utf8)

    var text: LocalVersion {
        let words = [
            digest.high, digest.low, stamp.inode, UInt64(bitPattern: stamp.size),
            UInt64(bitPattern: stamp.modified), UInt64(bitPattern: stamp.statusChanged),
        ]
        return LocalVersion(
            String(unsafeUninitializedCapacity: 97) { buffer in
                for (index, word) in words.enumerated() {
                    for digit in 0..<16 {
                        let nibble = Int(word >> UInt64(60 - digit * 4) & 15)
                        buffer[index * 16 + digit] = Self.digits[nibble]
                    }
                }
                buffer[96] = UInt8(ascii: "?")
                return isYoung ? 97 : 96
            })
    }

    /// Nil for a text of another form.
    init?(_ version: LocalVersion?) {
        guard var text = version?.text else { return nil }
        guard let found = text.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
        self = found
    }

    /// Nil for a text of another form.
    init?(_ text: UnsafeRawBufferPointer) {
        guard text.count == 96 || text.count == 97 && text[96] == UInt8(ascii: "?") else {
            return nil
        }
        var isHexadecimal = true
        func word(_ index: Int) -> UInt64 {
            var word: UInt64 = 0
            for byte in text[(index * 16)..<(index * 16 + 16)] {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    word = word << 4 | UInt64(byte - UInt8(ascii: "0"))
                case UInt8(ascii: "a")...UInt8(ascii: "f"):
                    word = word << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
                default: isHexadecimal = false
                }
            }
            return word
        }
        digest = ContentDigest(high: word(0), low: word(1))
        stamp = FileStamp(
            inode: word(2), size: Int64(bitPattern: word(3)), modified: Int64(bitPattern: word(4)),
            statusChanged: Int64(bitPattern: word(5)))
        isYoung = text.count == 97
        guard isHexadecimal else { return nil }
    }
}
