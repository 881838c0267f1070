internal import Glibc

/// Which addresses may be connected to. Asked with the address that a name was resolved to, right before the
/// connection, so that no name can lead elsewhere between the two.
package enum AddressPolicy: Hashable, Sendable {
    /// All of them: what a person typed on his own machine.
    case any
    /// Those of the public Internet: what a stranger typed into a service. No proxy is used either.
    case publicOnly

    /// - Parameter address: 4 or 16 bytes in network order.
    func allows(_ address: some Collection<UInt8>) -> Bool {
        self == .any || Self.isPublic(Array(address))
    }

    /// By the registries of special addresses (RFC 6890; IANA's lists as of 2025), and no multicast.
    static func isPublic(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4:
            !IPv4.ranges.contains { Self.has(address, $0.prefix, bits: $0.bits) }
        case 16:
            // Addresses that carry one of IPv4 lead there: mapped, NAT64, 6to4.
            if Self.has(address, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], bits: 96)
                || Self.has(address, [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], bits: 96)
            {
                isPublic(Array(address[12...]))
            } else if Self.has(address, [0x20, 0x02], bits: 16) {
                isPublic(Array(address[2..<6]))
            } else {
                // Global unicast, without Teredo, benchmarks, documentation and ORCHID.
                Self.has(address, [0x20], bits: 3)
                    && !Self.has(address, [0x20, 0x01, 0x00], bits: 23)
                    && !Self.has(address, [0x20, 0x01, 0x0D, 0xB8], bits: 32)
                    && !Self.has(address, [0x3F, 0xFF, 0x00], bits: 20)
            }
        default: false
        }
    }

    /// Whether a name is an IPv4 address in its usual form.
    package static func isIPv4(_ name: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, name, &address) == 1
    }

    private static func has(_ address: [UInt8], _ prefix: [UInt8], bits: Int) -> Bool {
        let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
        guard address[..<whole] == prefix[..<whole] else { return false }
        return rest == 0 || (address[whole] ^ prefix[whole]) >> (8 - rest) == 0
    }
}

private enum IPv4 {
    /// This network, private, carriers', loopback, link-local with the clouds' metadata, protocols, documentation,
    /// relays, benchmarks, multicast, reserved and broadcast.
    static let ranges: [(prefix: [UInt8], bits: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16),
        ([198, 18], 15),
        ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]
}
