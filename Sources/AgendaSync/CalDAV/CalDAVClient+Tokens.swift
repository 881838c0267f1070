internal import ICalendar

extension CalDAVClient {
    /// An answer about several resources, with tokens that miss nothing.
    func multistatus(
        _ response: HTTPResponse, _ method: String, _ href: Href
    ) throws(DAVError) -> Multistatus {
        var answer = try Multistatus(response, method, href)
        let now = http.now()
        let sent = response.fields["Date"].flatMap { HTTPDate.instant($0, now: now) } ?? now
        answer.token = answer.token.map { Self.complete($0, at: sent) }
        for index in answer.responses.indices {
            let token = answer.responses[index].properties.token
            answer.responses[index].properties.token = token.map { Self.complete($0, at: sent) }
        }
        return answer
    }

    /// SOGo's tokens are the second of the last change, and what changes later in that second is never told to who has the
    /// token: until the second is over, the one before it is kept, since which that second's changes are told again.
    ///
    /// - Parameter sent: When the server answered. Without its `Date`, the local clock: one that is behind costs a page a
    ///   synchronisation, one that is ahead only what would be so without this.
    static func complete(_ token: String, at sent: Instant) -> String {
        // No other server's tokens are a number of ten digits.
        guard token.utf8.count == 10, let second = Int(token),
            sent.secondsSinceEpoch - second < 2
        else { return token }
        return String(second - 1)
    }
}
