/// What nobody can guess.
public enum SecretToken {
    /// 128 bits of the system's random numbers, as 32 hexadecimal digits.
    public static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
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
