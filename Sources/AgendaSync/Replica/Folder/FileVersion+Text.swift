internal import CalendarFiles
internal import ICalendar

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
        let digest = ContentDigest(high: word(0), low: word(1))
        let stamp = FileStamp(
            inode: word(2), size: Int64(bitPattern: word(3)), modified: Int64(bitPattern: word(4)),
            statusChanged: Int64(bitPattern: word(5)))
        guard isHexadecimal else { return nil }
        self.init(digest: digest, stamp: stamp, isYoung: text.count == 97)
    }
}
