internal import ICalendar

/// Names of resources, in a folder and on a server.
public enum ResourceName {
    /// Whether a name in a folder can be a resource's: a plain segment that readers of vdir folders show. They skip names
    /// with a dot in front and other endings.
    static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        return bytes.first != UInt8(ascii: ".") && bytes.count <= 255 && isCalendar(name)
            && !bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") }
    }

    /// Whether a name ends like a calendar's.
    static func isCalendar(_ name: String) -> Bool {
        name.utf8.suffix(4).elementsEqual(".ics".utf8)
            || name.utf8.suffix(4).map { $0 | 0x20 }.elementsEqual(".ics".utf8)
    }

    /// A name for a resource that is new on both sides: the UID where it has 1 to 64 letters, digits and hyphens, as every
    /// server takes them (SYNC.md), else a random one.
    ///
    /// - Parameters:
    ///   - isTaken: Whether a name is used, whatever its case: some file systems and servers do not tell cases apart.
    ///   - random: 128 random bits at each call.
    public static func new(
        uid: String, isTaken: (String) -> Bool, random: () -> (UInt64, UInt64)
    ) -> String {
        if 1...64 ~= uid.utf8.count, uid.utf8.allSatisfy(isSafe), !isTaken(uid + ".ics") {
            return uid + ".ics"
        }
        while true {
            let (high, low) = random()
            let name = hexadecimal(high) + hexadecimal(low) + ".ics"
            if !isTaken(name) { return name }
        }
    }

    /// A name in a folder for a server's resource: the server's where that can be a file's, else a random one.
    ///
    /// - Parameter name: The last segment of the resource's path, decoded.
    public static func local(
        for name: String, isTaken: (String) -> Bool, random: () -> (UInt64, UInt64)
    ) -> String {
        let name = isCalendar(name) ? name : name + ".ics"
        if isValid(name), !isTaken(name) { return name }
        return new(uid: "", isTaken: isTaken, random: random)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
