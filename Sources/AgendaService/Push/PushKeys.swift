internal import AgendaSync
internal import FoundationEssentials
internal import ICalendar

/// With what the service proves to push services who it is (RFC 8292), and names collections so that nobody learns anything.
struct PushKeys: Hashable, Sendable {
    let key: P256Key
    /// What makes topics that nobody can guess.
    let secret: [UInt8]

    /// As clients are told (WebDAV-Push, "VAPID").
    var publicKey: String { Base64URL.text(key.publicBytes) }

    /// 128 bits that name something, the same each time.
    ///
    /// - Parameter name: a calendar's slug; empty for the home.
    func topic(_ name: String) -> String {
        Base64URL.text(Array(SHA256.digest(secret + Array(name.utf8)).prefix(16)))
    }

    /// Seconds for which a proof is good: 24 hours at most (RFC 8292 section 2).
    private static let validity = 12 * 3_600

    /// The field `Authorization` of a push (RFC 8292 section 3).
    ///
    /// - Parameters:
    ///   - address: where it goes; one that ``PushAddress`` has taken.
    ///   - contact: an address by which the operator can be found.
    func authorization(
        for address: URL, contact: String, at now: Instant
    ) throws(PushCrypto.Fault) -> String {
        let text = Self.unsigned(for: address, contact: contact, at: now)
        let signature = Base64URL.text(try key.signature(of: Array(text.utf8)))
        return "vapid t=\(text).\(signature), k=\(publicKey)"
    }

    /// Head and claims of the token (RFC 7519 section 3).
    static func unsigned(for address: URL, contact: String, at now: Instant) -> String {
        let scheme = address.scheme?.lowercased() ?? ""
        let name = address.host(percentEncoded: true)?.lowercased() ?? ""
        let host = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
        let port =
            address.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        let audience = "\(scheme)://\(host)\(port)"
        let ends = now.secondsSinceEpoch + validity
        let claims = #"{"aud":"\#(audience)","exp":\#(ends),"sub":"\#(contact)"}"#
        return Base64URL.text(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8)) + "."
            + Base64URL.text(Array(claims.utf8))
    }
}
