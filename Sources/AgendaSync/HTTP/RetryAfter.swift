internal import ICalendar

/// How long a server asks to be left alone (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// What is believed: a server that says less is asked again too often, one that says more would be forgotten.
    static let range = 60...7_200

    /// Seconds within ``range``; nil where the answer asks for no pause.
    ///
    /// A date counts from the answer's own `Date`, because the local clock may be wrong.
    static func seconds(_ response: HTTPResponse, now: Instant) -> Int? {
        guard response.status == 429 || response.status == 503,
            let value = response.fields["Retry-After"]
        else { return nil }
        if let seconds = number(value) { return clamped(seconds) }
        guard let end = HTTPDate.instant(value, now: now) else { return range.lowerBound }
        let sent = response.fields["Date"].flatMap { HTTPDate.instant($0, now: now) } ?? now
        return clamped(end - sent)
    }

    private static func clamped(_ seconds: Int) -> Int {
        min(max(seconds, range.lowerBound), range.upperBound)
    }

    /// A number of seconds, however long; some servers send a fraction.
    private static func number(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.endIndex == text.endIndex || text[digits.endIndex] == "."
        else {
            return text.hasPrefix("-") && Int(text) != nil ? 0 : nil
        }
        return Int(digits) ?? .max
    }
}
