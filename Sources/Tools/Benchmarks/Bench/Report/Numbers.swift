import Glibc

extension Unit {
    /// A value with its unit.
    func text(_ value: Double) -> String {
        switch self {
        case .bytes: threeDigits(value / 1e6) + " MB"
        case .secondsPer(let bytes): threeDigits(Double(bytes) / value / 1e6) + " MB/s"
        case .seconds:
            switch value {
            case ..<1e-6: threeDigits(value * 1e9) + " ns"
            case ..<1e-3: threeDigits(value * 1e6) + " µs"
            case ..<1: threeDigits(value * 1e3) + " ms"
            default: threeDigits(value) + " s"
            }
        }
    }
}

/// At least three significant digits: two, one or no decimals.
func threeDigits(_ value: Double) -> String {
    decimal(value, digits: value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
}

/// A number with this many decimals.
func decimal(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    let scale = pow(10, Double(digits))
    let scaled = Int((abs(value) * scale).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % Int(scale))
    let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
    return sign + String(scaled / Int(scale)) + "." + zeros + fraction
}
