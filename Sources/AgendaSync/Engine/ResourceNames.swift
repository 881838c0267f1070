internal import ICalendar

/// Names of resources here and there.
enum ResourceNames {
    /// A name on the server for a resource of the replica: its own where every server takes it, else one that
    /// depends on its UID alone, so that two devices that adopt the same event meet.
    static func remote(for name: String, uid: String) -> String {
        let stem = name.hasSuffix(".ics") ? name.dropLast(4) : ""
        let isPlain = stem.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
                || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
        }
        if isPlain, (1...64).contains(stem.utf8.count) { return name }
        return hexadecimal(uid) + ".ics"
    }

    /// A name in the replica for a resource of the server: its own where it is one of a visible file, else one that
    /// depends on its href.
    static func local(for href: Href, isTaken: (String) throws(SyncStop) -> Bool) throws(SyncStop)
        -> String
    {
        let name = href.name
        let isUsable =
            name.hasSuffix(".ics") && !name.hasPrefix(".") && name.utf8.count <= 200
            // Bytes that are not UTF-8 are all one character by now.
            && !name.unicodeScalars.contains("\u{FFFD}")
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }
        if isUsable, try !isTaken(name) { return name }
        var (text, number) = (href.description, 1)
        while try isTaken(hexadecimal(text) + ".ics") {
            number += 1
            text = "\(href) \(number)"
        }
        return hexadecimal(text) + ".ics"
    }

    /// 32 digits that depend on the text alone.
    static func hexadecimal(_ text: String) -> String {
        let digest = ContentDigest(Array(text.utf8), key: .init(low: 0, high: 0))
        return NameDigest.hex(digest.high) + NameDigest.hex(digest.low)
    }
}
