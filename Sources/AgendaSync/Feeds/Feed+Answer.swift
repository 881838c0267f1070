internal import FoundationEssentials
internal import ICalendar

// What answers change in a feed's state.
extension Feed {
    /// Takes the address to which the feed has moved for good, if what proves who asks may go there.
    mutating func follow(_ response: HTTPResponse) {
        guard let target = response.movedTo, let from = Origin(url), let to = Origin(target) else {
            return
        }
        let isOpen = settings.credentials == nil && settings.fields.isEmpty
        if to == from || from.isUpgraded(to: to) || isOpen { url = target }
    }

    /// Notes content and the copy that holds it.
    mutating func take(
        _ content: FeedContent, _ response: HTTPResponse, _ stamp: FeedFile.Stamp?, _ now: Instant
    ) {
        (name, color, count) = (content.name, content.color, content.count)
        (published, validators) = (content.published, FeedValidators(response.fields))
        lifetime = FeedFreshness.lifetime(response.fields, now: now)
        self.stamp = stamp
    }

    /// Notes that the copy is what the server has, and when to ask again.
    mutating func schedule(_ now: Instant) {
        (asked, confirmed) = (now, max(now, confirmed))
        (fault, faultStart, failures, pause) = (nil, nil, 0, nil)
        due =
            now
            + (settings.every
                ?? FeedFreshness.seconds(lifetime: lifetime, published: published))
    }

    /// Notes that the server wants to be left alone for so many seconds.
    mutating func wait(_ seconds: Int, _ now: Instant) {
        pause = now + seconds
        due = max(due, now + seconds)
    }

    /// Notes a failure, and when to try again.
    ///
    /// - Parameter pause: Seconds for which the server asked to be left alone.
    /// - Returns: Whether this was not said before.
    mutating func fail(_ fault: FeedFault, pause: Int?, random: Double, _ now: Instant) -> Bool {
        let isNews = self.fault.map { !$0.isSame(as: fault) } ?? true
        if self.fault == nil { faultStart = now }
        self.fault = fault
        failures += 1
        asked = now
        self.pause = pause.map { now + $0 }
        due = now + max(FeedBackoff.seconds(after: failures, fault, random: random), pause ?? 0)
        return isNews
    }
}

extension HTTPError {
    /// Whether the connection could not be made secure.
    var isOfTrust: Bool {
        if case .notTrusted = reason { true } else { false }
    }
}
