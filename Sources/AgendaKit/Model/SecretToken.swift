internal import ICalendar

/// What nobody can guess.
public enum SecretToken {
    /// 128 bits of the system's random numbers, as 32 hexadecimal digits.
    public static func random() -> String {
        (0..<2).map { _ in NameDigest.hex(.random(in: 0 ... .max)) }.joined()
    }

    /// Whether two texts are equal, in a time that does not depend on how much of them is.
    public static func isEqual(_ one: String, _ two: String) -> Bool {
        let (one, two) = (Array(one.utf8), Array(two.utf8))
        var difference = one.count ^ two.count
        for (index, byte) in one.enumerated() {
            difference |= Int(byte ^ (index < two.count ? two[index] : 0))
        }
        return difference == 0
    }
}
