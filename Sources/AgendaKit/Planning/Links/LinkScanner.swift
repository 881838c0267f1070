/// Finds web addresses in text from people and programs: plain, in angle brackets, in HTML.
enum LinkScanner {
    /// The addresses, in their order, without the wrappings of mail programs.
    static func links(in text: String) -> [WebLink] { writtenLinks(in: text).map(\.unwrapped) }

    /// The addresses as written.
    static func writtenLinks(in text: String) -> [WebLink] {
        candidates(in: text) { $0.contains("://") ? $0 : nil }
    }

    /// Addresses without a scheme, such as `zoom.us/j/1`, as `https` addresses.
    static func bareLinks(in text: String) -> [WebLink] {
        candidates(in: text) { word in
            guard !word.contains("://"), let slash = word.firstIndex(of: "/"),
                word[..<slash].contains("."), !word.contains("@")
            else { return nil }
            return "https://" + word
        }
    }

    private static func candidates(
        in text: String, _ address: (String) -> String?
    ) -> [WebLink] {
        // Everything that an address may not contain (RFC 3986 2) separates it from its neighbours: spaces,
        // quotes, angle brackets, and non-ASCII characters such as a Chinese full stop.
        text.utf8.split { !Self.isAllowed($0) }.compactMap { bytes in
            guard let word = Self.plain(Substring(bytes)), let address = address(word) else {
                return nil
            }
            return WebLink(address)
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "-", ".", "_", "~", ":", "/", "?", "#", "[", "]", "@", "!", "$", "&", "'", "(", ")",
            "*", "+", ",", ";", "=", "%":
            true
        default: false
        }
    }

    /// A word from the start of its address, without HTML entities and the punctuation of the sentence; nil
    /// if it has no slash.
    private static func plain(_ word: Substring) -> String? {
        guard word.contains("/") else { return nil }
        var text = String(word.dropFirst(start(of: word)))
        for entity in ["&lt;", "&gt;", "&quot;", "&nbsp;", "&#"] {
            if let end = text.firstRange(of: entity)?.lowerBound { text = String(text[..<end]) }
        }
        text.replace("&amp;", with: "&")
        dropPunctuation(&text)
        return text
    }

    /// The number of characters before the scheme, such as `(` or `Join:`.
    private static func start(of word: Substring) -> Int {
        let lowercased = word.lowercased()
        let scheme = ["https://", "http://"].compactMap {
            lowercased.firstRange(of: $0)?.lowerBound
        }
        if let first = scheme.min() {
            return lowercased.distance(from: lowercased.startIndex, to: first)
        }
        return word.prefix { !$0.isLetter && !$0.isNumber }.count
    }

    /// Drops the punctuation at the end of a sentence; a closing bracket stays if the address opened it.
    private static func dropPunctuation(_ text: inout String) {
        var unopened: [Character: Int] = [:]
        for character in text {
            switch character {
            case "(": unopened[")", default: 0] -= 1
            case ")": unopened[")", default: 0] += 1
            case "[": unopened["]", default: 0] -= 1
            case "]": unopened["]", default: 0] += 1
            default: break
            }
        }
        while let last = text.last {
            switch last {
            case ".", ",", ";", ":", "!", "?", "'", "*": break
            case "(": unopened[")", default: 0] += 1
            case "[": unopened["]", default: 0] += 1
            case ")", "]":
                guard unopened[last, default: 0] > 0 else { return }
                unopened[last, default: 0] -= 1
            default: return
            }
            text.removeLast()
        }
    }
}
