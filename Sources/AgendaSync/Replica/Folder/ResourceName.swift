/// Names of resources in a folder.
enum ResourceName {
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
}
