/// The offset in front of a zone's name, as in `(UTC+09:00) 大阪、札幌、東京`: Windows writes it before the cities of a zone
/// in the language of the system.
struct StatedOffset {
    /// Seconds east of UTC, of the winter.
    let seconds: Int
    /// Whether the text says UTC and no more.
    let isUTC: Bool
    /// The IANA name of the only zone of Windows with this offset that shares the most cities with the text; nil if none
    /// does.
    let place: String?

    /// Whether a name may state an offset.
    static func mayBe(_ name: String) -> Bool {
        let bytes = name.utf8.drop { " \"'".utf8.contains($0) }
        if let first = bytes.first, first == UInt8(ascii: "(") || first >= 0x80 { return true }
        return ["utc", "gmt"].contains(Substring(bytes.prefix(3)).lowercased())
    }

    /// Reads `(UTC+09:00) …`, `(GMT+01.00) …`, `GMT +0100 …`, in round brackets of either width.
    init?(_ name: String) {
        guard Self.mayBe(name) else { return nil }
        let brackets: Set<Character> = ["(", ")", "（", "）"]
        var rest = name[...]
        let isInBrackets = rest.first.map(brackets.contains) ?? false
        if isInBrackets { rest.removeFirst() }
        let start = rest.prefix(3).uppercased()
        guard start == "UTC" || start == "GMT" else { return nil }
        rest = rest.dropFirst(3).drop { $0 == " " }
        let written = rest.prefix { "+-−0123456789:.".contains($0) }
        rest = rest.dropFirst(written.count)
        // A name may go on without a bracket: `UTC-Zeit` says no offset.
        guard let next = rest.first, brackets.contains(next) || next == " ",
            isInBrackets || !written.isEmpty
        else { return nil }
        let offset = UTCOffset.seconds(
            named: written.isEmpty ? "UTC" : written.replacing(".", with: ":"))
        guard let offset else { return nil }
        (seconds, isUTC) = (offset, written.isEmpty)
        place = written.isEmpty ? nil : WindowsZoneName.ianaName(inText: String(rest), of: offset)
    }
}
