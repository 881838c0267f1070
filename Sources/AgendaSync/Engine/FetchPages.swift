/// What is to be fetched, in pages that become smaller where the server's answers break off.
struct FetchPages {
    /// A page of so few whose answer breaks off is no matter of its size. Three are asked for in the place of the largest
    /// before that is known.
    static let smallest = 20

    private let all: [Href]
    private var size: Int
    private var position = 0

    init(_ all: [Href], size: Int) { (self.all, self.size) = (all, size) }

    /// The next page; nil at the end.
    mutating func next() -> [Href]? {
        guard position < all.count else { return nil }
        let page = Array(all[position..<min(position + size, all.count)])
        position += page.count
        return page
    }

    /// Takes back the page that was given last, where a smaller one may be answered: a server that needs too much memory or
    /// time for a large one dies or is given up, and a proxy before it says 502 or 504.
    ///
    /// - Returns: Whether there is more to try. What breaks off small pages, too, is the network.
    mutating func takeBack(_ page: [Href], after error: DAVError) -> Bool {
        guard error.isBreakingOff, page.count > Self.smallest else { return false }
        position -= page.count
        // Waiting for an answer in vain takes half a minute, which is not to happen for each size.
        size = error.isTimeOut ? Self.smallest : max(Self.smallest, page.count / 5)
        return true
    }
}

extension DAVError {
    /// Whether the request was taken, and no whole answer came that could be read.
    fileprivate var isBreakingOff: Bool {
        switch reason {
        case .http(let error):
            switch error.reason {
            case .answerBroken, .tooLarge: true
            default: isTimeOut
            }
        // Where no length was announced, a cut answer is XML without its end.
        case .notXML: true
        case .status(let status, _): status == 502 || status == 504
        default: false
        }
    }

    fileprivate var isTimeOut: Bool {
        if case .http(let error) = reason { error.reason == .timedOut } else { status == 504 }
    }
}
