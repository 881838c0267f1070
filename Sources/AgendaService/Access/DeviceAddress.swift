internal import AgendaSync

/// Where devices reach the service: over TLS, or on this machine.
package struct DeviceAddress: Hashable, Sendable {
    /// Such as `https://calendar.example.org`.
    package let origin: String
    /// The name without brackets.
    package let host: String
    package let port: Int
    package let isEncrypted: Bool

    /// - Parameter text: `https://` and a name, perhaps with a port; `http://` for names of this machine alone; nothing
    ///   behind it but `/` or `/dav/`.
    package init?(_ text: String) {
        var rest = text[...]
        for path in ["/", "/dav"] where rest.hasSuffix(path) { rest = rest.dropLast(path.count) }
        guard
            let scheme = ["https://", "http://"].first(where: { rest.lowercased().hasPrefix($0) })
        else { return nil }
        rest = rest.dropFirst(scheme.count)
        var port = scheme == "https://" ? 443 : 80
        var name = rest
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            guard let number = Int(rest[rest.index(after: colon)...]), 1...65_535 ~= number else {
                return nil
            }
            (name, port) = (rest[..<colon], number)
        }
        let isIPv6 = name.hasPrefix("[") && name.hasSuffix("]")
        let host = isIPv6 ? name.dropFirst().dropLast() : name
        let isName = host.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0) || isIPv6 && $0 == ":")
        }
        guard isName, !host.isEmpty else { return nil }
        (self.host, self.port, isEncrypted) = (host.lowercased(), port, scheme == "https://")
        origin = scheme + rest.lowercased()
        guard isEncrypted || isLoopback else { return nil }
    }

    /// Where the service is reached that somebody asks for an address of.
    ///
    /// - Parameters:
    ///   - remembered: what `--address` last said.
    ///   - service: the addresses of the running one: those that may be reached from elsewhere are not encrypted.
    package init?(remembered: String?, service addresses: [String]) {
        let known = ([remembered].compactMap(\.self) + addresses).lazy.compactMap(
            DeviceAddress.init)
        guard let first = known.first else { return nil }
        // Browsers alone find names below 'localhost' everywhere.
        guard first.host.hasSuffix(".localhost"),
            let plain = DeviceAddress("http://127.0.0.1:\(first.port)")
        else {
            self = first
            return
        }
        self = plain
    }

    /// Whether it is reached from this machine alone.
    package var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || host.hasPrefix("127.") && AddressPolicy.isIPv4(host)
    }

    /// What a device is told.
    package var dav: String { origin + "/dav/" }

    /// The link of a ticket.
    package func link(_ ticket: String) -> String { origin + "/devices/" + ticket }
}
