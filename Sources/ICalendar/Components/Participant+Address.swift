extension Participant {
    /// The address in lower case, without the usual `mailto:`; used for comparisons.
    package var bareAddress: String { Self.bareAddress(address) }

    /// An address in lower case, without the usual `mailto:`.
    package static func bareAddress(_ address: String) -> String {
        let lowercased = address.lowercased()
        return lowercased.hasPrefix("mailto:") ? String(lowercased.dropFirst(7)) : lowercased
    }
}
