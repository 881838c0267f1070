/// Colours as khal names them (its documentation, "Calendars", `color`).
enum KhalColor {
    /// The colour as `#rrggbb`; nil for a text that is no colour.
    ///
    /// - Parameter text: one of the 16 names, a number of xterm's 256 colours, `#rgb`, `#rrggbb` or
    ///   `#rrggbbaa`.
    static func css(_ text: String) -> String? {
        if text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) {
            switch text.count {
            case 4: return "#" + text.dropFirst().map { "\($0)\($0)" }.joined()
            case 7, 9: return String(text.prefix(7))
            default: return nil
            }
        }
        if let index = names.firstIndex(of: text) { return hex(terminal[numbers[index]]) }
        guard let number = Int(text), (0...255).contains(number) else { return nil }
        if number < 16 { return hex(terminal[number]) }
        if number >= 232 { return hex((number - 232) * 0x0A0A0A + 0x080808) }
        let steps = [0, 0x5F, 0x87, 0xAF, 0xD7, 0xFF]
        let (red, green, blue) = ((number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6)
        return hex(steps[red] << 16 | steps[green] << 8 | steps[blue])
    }

    private static let names = [
        "black", "dark red", "dark green", "brown", "dark blue", "dark magenta", "dark cyan",
        "white", "light gray", "dark gray", "light red", "light green", "yellow", "light blue",
        "light magenta", "light cyan",
    ]

    /// The terminal's colours of these names: khal's white is the seventh, its light gray the
    /// fifteenth.
    private static let numbers = [0, 1, 2, 3, 4, 5, 6, 7, 15, 8, 9, 10, 11, 12, 13, 14]

    /// What xterm shows for its first 16 colours (XTerm-col.ad).
    private static let terminal = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F,
        0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    private static func hex(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
