/// How long to leave a feed alone that failed.
enum FeedBackoff {
    /// The wait after the first failure, in seconds.
    static let first = 300
    /// The longest wait, in seconds: for a network that comes back, and for a server that must be mended.
    static let (longestOfNetwork, longest) = (3_600, 86_400)

    /// Seconds until the next attempt: twice as long after each failure, and a quarter more or less, so that machines that
    /// failed together do not come back together.
    ///
    /// - Parameters:
    ///   - failures: How many in succession, from 1.
    ///   - random: Between 0 and 1.
    static func seconds(after failures: Int, _ fault: FeedFault, random: Double) -> Int {
        if fault == .gone { return longest }
        var limit = longest
        if case .noAnswer(let error) = fault, error.isOfTheNetwork { limit = longestOfNetwork }
        let wait = min(first << min(max(failures - 1, 0), 10), limit)
        return wait * 3 / 4 + Int(Double(wait) / 2 * random)
    }
}
