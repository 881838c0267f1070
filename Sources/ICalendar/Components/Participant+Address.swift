extension Participant {
    /// The address in lower case, without the `mailto:` that nearly all have: what is compared.
    package var bareAddress: String { Self.bareAddress(address) }

    /// An address in lower case, without the `mailto:` that nearly all have.
    package static func bareAddress(_ address: String) -> String {
        let lowercased = address.lowercased()
        return lowercased.hasPrefix("mailto:") ? String(lowercased.dropFirst(7)) : lowercased
    }
}
