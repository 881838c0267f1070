/// Makes a document readable that has in it what XML cannot have. Cyrus, sabre 1.8 and old Radicale send the control
/// characters of users' texts as they are.
enum XMLRepair {
    /// Without control characters and references to them; what is no UTF-8 becomes U+FFFD.
    static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        // Documents in Latin-1 have no wrong bytes but control characters.
        let head = String(decoding: bytes.prefix(100), as: UTF8.self).uppercased()
        let rest =
            head.contains("ISO-8859-1") ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        var result: [UInt8] = []
        result.reserveCapacity(rest.count)
        var index = 0
        while index < rest.count {
            if rest[index] == UInt8(ascii: "&"), let length = illegalReference(rest[index...]) {
                index += length
            } else if rest[index] == 0xEF, isNoCharacter(rest[index...]) {
                index += 3
            } else {
                if isLegal(UInt32(rest[index])) { result.append(rest[index]) }
                index += 1
            }
        }
        return result
    }

    /// The length of a reference to a character that XML cannot have, such as `&#8;` or `&#x1F;`.
    private static func illegalReference(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: "&#".utf8),
            let end = bytes.prefix(16).firstIndex(of: UInt8(ascii: ";"))
        else { return nil }
        let digits = String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self)
        let number =
            digits.first?.lowercased() == "x"
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, !isLegal(number) else { return nil }
        return end - bytes.startIndex + 1
    }

    /// U+FFFE and U+FFFF.
    private static func isNoCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: [0xEF, 0xBF, 0xBE]) || bytes.starts(with: [0xEF, 0xBF, 0xBF])
    }

    /// XML 1.0 section 2.2.
    private static func isLegal(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
