internal import ICalendar

/// How long a feed need not be asked for again.
enum FeedFreshness {
    /// What is believed: a shorter time would be a burden for the server, a longer one none on the reader.
    static let range = 300...604_800
    /// What holds where nobody says anything.
    static let usual = 3_600

    /// Seconds until a feed is due, by SYNC's order: what the answer's header says (``lifetime(_:now:)``), what the feed
    /// itself says, an hour; within ``range``.
    static func seconds(lifetime: Int?, published: Int?) -> Int {
        min(max(lifetime ?? published ?? usual, range.lowerBound), range.upperBound)
    }

    /// Seconds for which the answer's header calls it fresh (RFC 9111 section 4.2); nil where it says nothing.
    ///
    /// `Expires` counts from the answer's own `Date`: the local clock may be wrong.
    static func lifetime(_ fields: HTTPFields, now: Instant) -> Int? {
        let directives = directives(fields.list("Cache-Control") ?? "")
        if directives["no-store"] != nil || directives["no-cache"] != nil { return 0 }
        let age = fields["Age"].flatMap(number) ?? 0
        if let maximum = directives["max-age"] {
            // A number that is none means stale (RFC 9111 section 4.2.1).
            return max(0, (number(maximum) ?? 0) - age)
        }
        guard let expires = fields["Expires"] else { return nil }
        // "0" and "-1" mean in the past (RFC 9111 section 5.3).
        guard let end = HTTPDate.instant(expires, now: now) else { return 0 }
        guard let sent = fields["Date"].flatMap({ HTTPDate.instant($0, now: now) }) else {
            return nil
        }
        return max(0, end - sent - age)
    }

    /// Seconds that the feed itself asks for: `REFRESH-INTERVAL` (RFC 7986 section 5.7), else `X-PUBLISHED-TTL`, of the
    /// calendar's properties; nil where they say nothing that can be read.
    static func published(_ properties: [Property]) -> Int? {
        for name in ["REFRESH-INTERVAL", "X-PUBLISHED-TTL"] {
            let value = properties.first { $0.name == name }?.value
            if let value, let duration = CalendarDuration(icalendar: value) {
                let (days, isTooMany) = duration.days.multipliedReportingOverflow(by: 86_400)
                let (sum, isTooLarge) = days.addingReportingOverflow(duration.seconds)
                if !isTooMany, !isTooLarge, sum > 0 { return sum }
            }
        }
        return nil
    }

    /// The first value of each directive, by its name in lower case; empty for one without a value.
    private static func directives(_ list: String) -> [String: String] {
        var found: [String: String] = [:]
        for part in list.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map { word in
                word.filter { !$0.isWhitespace && $0 != "\"" }
            }
            guard let name = pair.first?.lowercased(), found[name] == nil else { continue }
            found[name] = pair.count > 1 ? pair[1] : ""
        }
        return found
    }

    /// A number of seconds, however long.
    private static func number(_ text: String) -> Int? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return min(Int(text) ?? .max, range.upperBound * 2)
    }
}
