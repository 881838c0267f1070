internal import ICalendar

/// Which letters a feed's bytes are.
enum FeedCharset {
    /// The bytes as UTF-8 where the answer's `Content-Type` names another charset that the system knows; else as they
    /// came, which the importer reads as UTF-8, or line by line as Windows-1252.
    ///
    /// Bytes that are not ASCII and yet are UTF-8 stay: text of another charset is not that by chance, but many a server
    /// calls all its files Latin-1.
    static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        guard let name = charset(contentType), !["utf-8", "utf8", "us-ascii"].contains(name) else {
            return bytes
        }
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        if !isASCII, bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) != nil {
            return bytes
        }
        return converted(bytes, from: name) ?? bytes
    }

    /// The charset of a media type (RFC 9110 section 8.3.2), in lower case.
    private static func charset(_ contentType: String?) -> String? {
        let parameters = (contentType ?? "").split(separator: ";").dropFirst()
        for parameter in parameters {
            let pair = parameter.split(separator: "=", maxSplits: 1).map { part in
                part.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }.lowercased()
            }
            if pair.count == 2, pair[0] == "charset" { return pair[1] }
        }
        return nil
    }

    /// Converts by the C library; nil where it does not know the charset, or the bytes are not in it.
    private static func converted(_ bytes: [UInt8], from name: String) -> [UInt8]? {
        // What is called Latin-1 has Windows' letters, too (WHATWG's encodings). No "//" options of iconv(3).
        let name = ["iso-8859-1", "latin1"].contains(name) ? "windows-1252" : name
        guard name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") }) else { return nil }
        return SystemCharset.string(bytes, from: name).map { Array($0.utf8) }
    }
}
