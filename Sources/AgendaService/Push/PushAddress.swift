internal import AgendaSync
internal import FoundationEssentials

/// Where a device wants to be told. It is an address that a client gives, so that nothing but the public Internet is reached by it
/// unless the operator allows more.
struct PushAddress: Hashable, Sendable {
    let url: URL

    /// - Parameter allowsPrivate: whether it may be in a private network, or on this machine and then without TLS.
    /// - Returns: nil for what is no address that may be used.
    init?(_ text: String, allowsPrivate: Bool) {
        let isPlain = text.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0)
        }
        guard (1...4_096).contains(text.utf8.count), isPlain, let url = URL(string: text),
            let host = url.host(percentEncoded: true), !host.isEmpty, !host.contains("%"),
            url.fragment == nil,
            url.user == nil, url.password == nil
        else { return nil }
        let isHere = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
        guard
            url.scheme?.lowercased() == "https" || (url.scheme == "http" && isHere && allowsPrivate)
        else { return nil }
        self.url = url
    }
}
