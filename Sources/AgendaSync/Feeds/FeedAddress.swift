internal import FoundationEssentials

/// The addresses that people give for feeds.
enum FeedAddress {
    /// The http or https addresses to try, best first; empty where the text is none of a feed.
    ///
    /// `webcals:` is https. `webcal:` says nothing about encryption, which is therefore tried first. A text without a
    /// scheme is a host and its path.
    static func candidates(_ text: String) -> [URL] {
        let text = text.filter { !$0.isWhitespace }
        let schemes: [String]
        let rest: Substring
        if let colon = text.firstRange(of: "://") {
            rest = text[colon.upperBound...]
            switch text[..<colon.lowerBound].lowercased() {
            case "webcal": schemes = ["https", "http"]
            case "webcals", "https": schemes = ["https"]
            case "http": schemes = ["http"]
            default: return []
            }
        } else {
            (schemes, rest) = (["https"], text[...])
        }
        return schemes.compactMap { URL(string: "\($0)://\(rest)") }.filter { Origin($0) != nil }
    }

    /// Whether to try the second address of a `webcal:` after the first one's answer: its host may not speak https.
    static func isWorthTheOther(after answer: Result<HTTPResponse, HTTPError>) -> Bool {
        if case .failure(let error) = answer {
            error.isOfTheNetwork || error.isOfTrust
        } else {
            false
        }
    }
}
