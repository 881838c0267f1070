/// A calendar's colour, for a terminal.
struct TextColor: Hashable {
    /// 0 to 255 each.
    var red, green, blue: Int

    /// Reads `#rrggbb` (also `#rrggbbaa`, as Apple writes it) or a CSS3 name in any case
    /// (RFC 7986 5.9); nil when it is neither.
    init?(css text: String) {
        let name = text.lowercased()
        let number: UInt32
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            guard digits.utf8.count == 6 || digits.utf8.count == 8,
                let value = UInt32(digits.prefix(6), radix: 16)
            else { return nil }
            number = value
        } else {
            guard let value = CSSColors.values[name] else { return nil }
            number = value
        }
        red = Int(number >> 16 & 0xFF)
        green = Int(number >> 8 & 0xFF)
        blue = Int(number & 0xFF)
    }

    /// The parameters of the escape sequence that sets it as the text's colour (ECMA-48 8.3.117;
    /// `38;2` and `38;5` as xterm has them).
    func code(isTrueColor: Bool) -> String {
        if isTrueColor { return "38;2;\(red);\(green);\(blue)" }
        // xterm's cube of 6 x 6 x 6 begins at 16; its steps lie at 0, 95, 135, 175, 215, 255.
        func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
        return "38;5;\(16 + 36 * step(red) + 6 * step(green) + step(blue))"
    }
}
