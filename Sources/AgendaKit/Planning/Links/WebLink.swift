/// An `http` or `https` address, divided as far as it must be known where it leads (RFC 3986 3).
struct WebLink: Hashable {
    /// As written.
    let text: String
    /// The host in lower case, without port and user.
    let host: String
    /// From the first slash after the host on, without query and fragment; may be empty.
    let path: String
    /// Between question mark and fragment; may be empty.
    let query: String

    /// Reads an address; nil when it is of another scheme or has no host.
    init?(_ text: String) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard rest.hasPrefix("://") else { return nil }
        let hierarchy = rest.dropFirst(3).prefix { $0 != "#" }
        let authority = hierarchy.prefix { $0 != "/" && $0 != "?" }
        // What stands before an @ is a user, however much it looks like a host.
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        self.text = text
        self.host = host.prefix { $0 != ":" }.lowercased()
        let tail = hierarchy.dropFirst(authority.count)
        path = String(tail.prefix { $0 != "?" })
        query = String(tail.dropFirst(path.count + 1))
        if self.host.isEmpty { return nil }
    }

    /// Whether the host is this one, or below it.
    func isAt(_ domain: String) -> Bool { host == domain || host.hasSuffix("." + domain) }

    /// The value of a query's parameter, its percent-encoding undone; nil when there is none.
    func parameter(_ name: String) -> String? {
        let pair = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
        return pair.map { Self.decoded($0.dropFirst(name.count + 1)) }
    }

    /// The address behind the ones that mail programs put in its place, to look at it first:
    /// Outlook's Safe Links and Google's redirection. Three deep: one program wraps what another has
    /// wrapped, and a hostile text could go on for ever.
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

    /// Undoes percent-encoding (RFC 3986 2.1); what is none stays.
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
