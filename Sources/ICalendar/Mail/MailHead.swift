/// The fields at the head of a mail or of one of its parts (RFC 5322 2.2, RFC 2045 3), unfolded.
struct MailHead {
    /// Names in lower case.
    private var fields: [(name: String, value: String)] = []

    /// Reads the fields, and leaves what follows the empty line in `text`.
    ///
    /// - Parameter isStrict: whether a line that is no field makes it no head; else such a line is skipped.
    init?(_ text: inout ArraySlice<UInt8>, isStrict: Bool) {
        var isFirst = true
        while !text.isEmpty {
            let line = Self.line(&text)
            if line.isEmpty { return }
            let words = String(decoding: line, as: UTF8.self)
            defer { isFirst = false }
            // The line with which a mailbox divides its mails (RFC 4155).
            if isFirst, words.hasPrefix("From ") || words.hasPrefix(">From ") { continue }
            if line.first == 0x20 || line.first == 0x09, !fields.isEmpty {
                fields[fields.count - 1].value += " " + MailText.trimmed(words)
                continue
            }
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            guard name.count < line.count, !name.isEmpty,
                name.allSatisfy({ 0x21...0x7E ~= $0 })
            else {
                if isStrict { return nil }
                continue
            }
            let value = String(decoding: line.dropFirst(name.count + 1), as: UTF8.self)
            fields.append(
                (String(decoding: name, as: UTF8.self).lowercased(), MailText.trimmed(value)))
        }
    }

    /// The value of the first field of a name, given in lower case.
    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// `type/subtype` in lower case; a part without it is plain text (RFC 2045 5.2).
    var mediaType: String {
        let type = (self["content-type"] ?? "text/plain").prefix { $0 != ";" }
        return MailText.trimmed(String(type)).lowercased()
    }

    /// A parameter of a field (RFC 2045 5.1); all names are in lower case.
    func parameter(_ name: String, of field: String) -> String? {
        parameters(of: field).first { $0.name == name }?.value
    }

    /// Whether the part's name is that of an iCalendar file. RFC 2231 divides and marks names of parameters, but
    /// leaves the end of the last one as it is.
    var isNamedCalendar: Bool {
        let names =
            parameters(of: "content-type").filter { $0.name.hasPrefix("name") }
            + parameters(of: "content-disposition").filter { $0.name.hasPrefix("filename") }
        return names.contains { $0.value.lowercased().hasSuffix(".ics") }
    }

    private func parameters(of field: String) -> [(name: String, value: String)] {
        guard let text = self[field] else { return [] }
        var parts: [String] = [""]
        var (inQuotes, isEscaped) = (false, false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if scalar == "\"" {
                inQuotes.toggle()
                continue
            } else if scalar == "\\", inQuotes {
                isEscaped = true
                continue
            } else if scalar == ";", !inQuotes {
                parts.append("")
                continue
            }
            parts[parts.count - 1].unicodeScalars.append(scalar)
        }
        return parts.dropFirst().compactMap { part in
            guard let equals = part.firstIndex(of: "=") else { return nil }
            return (
                MailText.trimmed(String(part[..<equals])).lowercased(),
                MailText.trimmed(String(part[part.index(after: equals)...]))
            )
        }
    }

    /// Takes a line off a text, and returns it without its line end.
    static func line(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = text.firstIndex(of: 0x0A) ?? text.endIndex
        let line = text[text.startIndex..<end]
        text = end == text.endIndex ? [] : text[(end + 1)...]
        return line.last == 0x0D ? line.dropLast() : line
    }
}
