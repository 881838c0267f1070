extension Sequence<UInt8> {
    /// Two hexadecimal digits a byte, in small letters.
    package var hex: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
