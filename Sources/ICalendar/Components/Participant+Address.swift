extension Participant {
    /// The address as ``bareAddress(_:)`` has it; used for comparisons.
    package var bareAddress: String { Self.bareAddress(address) }

    /// An address in lower case, without the usual `mailto:`, its `%40` and the like decoded (RFC 6068 2), and what
    /// a mail would begin with left out. The part before the `@` may be case-sensitive (RFC 5321 2.4), but is
    /// nowhere.
    package static func bareAddress(_ address: String) -> String {
        let text = MailText.trimmed(address).lowercased()
        guard text.hasPrefix("mailto:") else { return text }
        return decoded(text.dropFirst(7).prefix { $0 != "?" })
    }

    private static func decoded(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "%")) else { return String(text) }
        var (result, place) = ([UInt8](), 0)
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let byte = MailText.hexadecimal(bytes[place + 1], bytes[place + 2])
            {
                result.append(byte)
                place += 3
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        // What is no text after all stays as it is written.
        return String(validating: result, as: UTF8.self)?.lowercased() ?? String(text)
    }
}
