internal import FoundationEssentials

/// What a search begins with.
enum DiscoveryStart: Hashable {
    case address(URL)
    case domain(String)

    /// - Parameter text: `https://host/path`, `host/path` or `user@domain`.
    init?(_ text: String) {
        let text = text.filter { !$0.isWhitespace }
        if text.contains("://") {
            guard let url = URL(string: text), Origin(url) != nil else { return nil }
            self = .address(url)
        } else if let at = text.lastIndex(of: "@") {
            let domain = text[text.index(after: at)...].lowercased()
            guard let url = URL(string: "https://\(domain)/"), Origin(url)?.host == domain else {
                return nil
            }
            self = .domain(domain)
        } else {
            guard let url = URL(string: "https://\(text)"), Origin(url) != nil else { return nil }
            self = .address(url)
        }
    }

    /// The host that a person named, who thereby trusts it.
    var host: String {
        switch self {
        case .address(let url): Origin(url)?.host ?? ""
        case .domain(let domain): domain
        }
    }

    /// Where to ask, in this order.
    ///
    /// - Parameter locations: What the domain's name servers say.
    func candidates(_ locations: [ServiceLocation]) -> [URL] {
        switch self {
        case .address(let url):
            (url.path(percentEncoded: true).isEmpty ? [] : [url]) + Self.places(on: url)
        case .domain(let domain):
            (locations.isEmpty ? [ServiceLocation(host: domain, port: 443)] : locations)
                .flatMap { location -> [URL] in
                    let root = URL(
                        string: location.port == 443
                            ? "https://\(location.host)/"
                            : "https://\(location.host):\(location.port)/")
                    guard let root else { return [] }
                    let path = location.path.flatMap { Href($0, relativeTo: root)?.url(on: root) }
                    return (path.map { [$0] } ?? []) + Self.places(on: root)
                }
        }
    }

    /// Where servers are found that do not answer at `/.well-known/caldav` (RFC 6764 section 5): SOGo answers 200 there and
    /// sabre 404. The others are SOGo's, DAViCal's, Baikal's and Nextcloud's own places.
    private static func places(on url: URL) -> [URL] {
        ["/.well-known/caldav", "/", "/SOGo/dav/", "/caldav.php/", "/dav.php/", "/remote.php/dav/"]
            .compactMap { URL(string: $0, relativeTo: url)?.absoluteURL }
    }
}
