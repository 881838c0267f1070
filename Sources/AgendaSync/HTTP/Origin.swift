internal import FoundationEssentials

/// Scheme, host and port: who is spoken to (RFC 6454 section 4). Credentials stay with one.
struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    /// How the addresses of programs begin that have a calendar instead of a server.
    static let programScheme = "agenda-source"

    /// Nil where the address is not http or https with a host, or names a user.
    init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(),
            ["http", "https", Self.programScheme].contains(scheme),
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty,
            url.user(percentEncoded: true) == nil, url.password(percentEncoded: true) == nil
        else { return nil }
        let ports = ["https": 443]
        (self.scheme, self.host, port) = (scheme, host, url.port ?? ports[scheme] ?? 80)
    }

    var isEncrypted: Bool { scheme == "https" }

    /// Whether `other` is the same server over https, each at its scheme's port.
    func isUpgraded(to other: Origin) -> Bool {
        host == other.host && !isEncrypted && port == 80 && other.isEncrypted && other.port == 443
    }

    /// For messages: the port only where it is not the scheme's.
    var name: String { port == (isEncrypted ? 443 : 80) ? host : "\(host):\(port)" }

    /// Whether the connection stays on this machine: no name is looked up for these.
    var isLoopback: Bool {
        host == "localhost" || host == "[::1]" || host == "::1"
            || (host.hasPrefix("127.") && AddressPolicy.isIPv4(host))
    }
}
