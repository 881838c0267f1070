/// A value in the configuration file: one of the TOML 1.0.0 types that it needs.
package enum TOMLValue: Hashable {
    /// `"text"` or `'text'`.
    case string(String)
    /// `12`.
    case integer(Int)
    /// `true`, `false`.
    case boolean(Bool)
    /// `["one", "two"]`.
    case array([TOMLValue])

    /// The value as written in the file.
    package var text: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .integer(let number): String(number)
        case .boolean(let isTrue): String(isTrue)
        case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
        }
    }

    /// A basic string: escapes quotes, backslashes and control characters (TOML 1.0.0, String).
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// A key as written in the file: without quotes if TOML allows it.
    package static func key(_ key: String) -> String {
        !key.isEmpty && key.unicodeScalars.allSatisfy(isBare) ? key : quoted(key)
    }

    /// Whether an unquoted key may contain it: `A-Z a-z 0-9 - _`.
    static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
