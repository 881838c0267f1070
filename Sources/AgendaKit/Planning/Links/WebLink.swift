/// An `http` or `https` address, divided into the parts that show where it leads (RFC 3986 3).
struct WebLink: Hashable {
    /// The address as written.
    let text: String
    /// The host in lower case, without port and user.
    let host: String
    /// From the first slash after the host, without query and fragment; may be empty.
    let path: String
    /// Between the question mark and the fragment; may be empty.
    let query: String

    /// Reads an address; nil if it has another scheme or no host.
    init?(_ text: String) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard rest.hasPrefix("://") else { return nil }
        let hierarchy = rest.dropFirst(3).prefix { $0 != "#" }
        let authority = hierarchy.prefix { $0 != "/" && $0 != "?" }
        // What precedes an @ is a user, even if it looks like a host.
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        self.text = text
        self.host = host.prefix { $0 != ":" }.lowercased()
        let tail = hierarchy.dropFirst(authority.count)
        path = String(tail.prefix { $0 != "?" })
        query = String(tail.dropFirst(path.count + 1))
        if self.host.isEmpty { return nil }
    }

    /// Whether the host is this domain or below it.
    func isAt(_ domain: String) -> Bool { host == domain || host.hasSuffix("." + domain) }

    /// The decoded value of a query parameter; nil if there is none.
    func parameter(_ name: String) -> String? {
        let pair = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
        return pair.map { Self.decoded($0.dropFirst(name.count + 1)) }
    }

    /// The address behind those that mail programs replace it with, to check it first: Outlook's Safe Links
    /// and Google's redirection. At most three levels: one program may wrap what another has wrapped, but a
    /// hostile text could nest forever.
    var unwrapped: WebLink {
        var link = self
        for _ in 0..<3 {
            guard let inner = link.wrapped else { break }
            link = inner
        }
        return link
    }

    private var wrapped: WebLink? {
        let wrapped: String? =
            if isAt("safelinks.protection.outlook.com") {
                parameter("url")
            } else if host == "www.google.com", path == "/url" {
                parameter("q") ?? parameter("url")
            } else {
                nil
            }
        return wrapped.flatMap { LinkScanner.writtenLinks(in: $0).first }
    }

    /// Decodes percent-encoding (RFC 3986 2.1); leaves anything else.
    private static func decoded(_ text: Substring) -> String {
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let digits = String(rest.prefix(2)),
                digits.utf8.count == 2,
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
