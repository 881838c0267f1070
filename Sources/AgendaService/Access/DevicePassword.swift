internal import ICalendar

/// The password of a device: 26 letters and digits, of which no two look alike, in groups; 130 random bits, so that one
/// SHA-256 keeps it (a slow hash would be paid with each request).
enum DevicePassword {
    /// Without 0, 1, l and o.
    private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    private static let groups = [5, 5, 5, 5, 6]

    static func random() -> String {
        groups.map { size in String((0..<size).map { _ in letters.randomElement() ?? "a" }) }
            .joined(separator: "-")
    }

    /// What is stored: of the password as people type it, in capitals, without dashes or with spaces.
    static func digest(_ password: String) -> [UInt8] {
        SHA256.digest(Array(password.lowercased().filter { $0 != "-" && !$0.isWhitespace }.utf8))
    }
}
