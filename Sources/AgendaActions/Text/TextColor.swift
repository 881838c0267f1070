/// A calendar's colour, for a terminal.
package struct TextColor: Hashable {
    /// The components, 0 to 255 each.
    package var red, green, blue: Int

    /// Reads `#rrggbb` (also `#rrggbbaa`, as Apple writes it) or a CSS3 name in any case (RFC 7986
    /// 5.9); nil for any other text.
    package init?(css text: String) {
        let name = text.lowercased()
        let digits = name.dropFirst()
        let isNumber = name.hasPrefix("#") && [6, 8].contains(digits.utf8.count)
        let number = isNumber ? UInt32(digits.prefix(6), radix: 16) : CSSColors.values[name]
        guard let number else { return nil }
        self.init(number)
    }

    private init(_ number: UInt32) {
        red = Int(number >> 16 & 0xFF)
        green = Int(number >> 8 & 0xFF)
        blue = Int(number & 0xFF)
    }

    /// The colour of a calendar without one of its own; a name always yields the same colour.
    package init(name: String) {
        // FNV-1a of 32 bits, because Swift's own hash differs in each process.
        let hash = name.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        self.init(Self.palette[Int(hash % UInt32(Self.palette.count))])
    }

    /// Twelve of xterm's 256 colours around the colour wheel, with a contrast of at least 3.6 to 1
    /// on white and on #1e1e1e (WCAG 2.1, 1.4.11 requires 3).
    private static let palette: [UInt32] = [
        0xD75F5F, 0xD75F00, 0x878700, 0x5F8700, 0x00875F, 0x008787, 0x0087AF, 0x5F87AF, 0x5F5FFF,
        0x875FD7, 0xAF5FAF, 0xFF0087,
    ]

    /// The nearest of the six basic colours, which are legible on white and on black; grey for the others
    /// (ECMA-48 8.3.117, and aixterm's 90).
    package var basicCode: String {
        let strongest = max(red, green, blue)
        func isOn(_ value: Int) -> Int { value * 10 >= strongest * 7 ? 1 : 0 }
        let bits = isOn(red) + 2 * isOn(green) + 4 * isOn(blue)
        return strongest < 0x30 || bits == 7 ? "90" : "\(30 + bits)"
    }

    /// The parameters of the escape sequence that sets the text's colour (ECMA-48 8.3.117; `38;2`
    /// and `38;5` as in xterm).
    package func code(isTrueColor: Bool) -> String {
        if isTrueColor { return "38;2;\(red);\(green);\(blue)" }
        // xterm's cube of 6 x 6 x 6 begins at 16; its steps are 0, 95, 135, 175, 215, 255.
        func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
        return "38;5;\(16 + 36 * step(red) + 6 * step(green) + step(blue))"
    }
}
