/// What follows the name of a plain line: unfolded, UTF-8, without control characters, and without
/// white space around the value, which libical drops.
struct PlainContent {
    /// Between name and colon, as written, without the first semicolon; nil when there are none.
    let parameters: Substring?
    /// Behind the colon.
    let value: Substring

    /// Nil when the line is not plain.
    init?(_ line: PlainLines.Line) {
        guard let text = line.unfolded else { return nil }
        let start = text.utf8.index(after: text.startIndex)
        if text.utf8.first == UInt8(ascii: ":") {
            (parameters, value) = (nil, text[start...])
        } else {
            guard let colon = Self.colon(text) else { return nil }
            (parameters, value) = (text[start..<colon], text[text.utf8.index(after: colon)...])
        }
        if value.utf8.first == 0x20 || value.utf8.last == 0x20 { return nil }
    }

    /// The colon that ends the parameters: one in quotes does not.
    private static func colon(_ text: String) -> String.Index? {
        var inQuotes = false
        return text.utf8.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            return byte == UInt8(ascii: ":") && !inQuotes
        }
    }
}

// Values, each nil where it is not plain.
extension PlainContent {
    /// TEXT (RFC 5545 3.3.11), not empty.
    var text: String? {
        guard parameters == nil, !value.isEmpty else { return nil }
        return Self.unescaped(value)
    }

    /// Sets a text that is not set yet. Many programs write the properties that they have no
    /// text for.
    func readText(into property: inout String?) -> Bool {
        if value.isEmpty && parameters == nil { return true }
        return PlainEventReader.once(&property, text)
    }

    /// A URI, which has no escapes.
    var address: String? {
        guard parameters == nil, !value.isEmpty, !value.utf8.contains(UInt8(ascii: "\\")) else {
            return nil
        }
        return String(value)
    }

    /// One of these words.
    func word(_ known: [String]) -> String? {
        parameters == nil ? known.first { value == $0 } : nil
    }

    /// A number that is not negative.
    var number: Int? {
        parameters == nil && value.utf8.count <= 9 ? Digits.number(value.utf8) : nil
    }

    /// A time in UTC.
    var instant: Instant? {
        guard parameters == nil, case .utc(let instant) = CalendarTime(icalendar: value) else {
            return nil
        }
        return instant
    }

    /// A DATE-TIME, or a DATE that is said to be one.
    var time: CalendarTime? {
        let times = times
        return times?.count == 1 ? times?.first : nil
    }

    /// A list of times, all of one type.
    var times: [CalendarTime]? {
        var (tzid, isDate) = (String?.none, false)
        switch parameters {
        case nil, "VALUE=DATE-TIME": break
        case "VALUE=DATE": isDate = true
        case let parameter?:
            guard parameter.hasPrefix("TZID=") else { return nil }
            let name = parameter.dropFirst(5)
            guard let first = name.utf8.first, first != 0x20, name.utf8.last != 0x20,
                name.utf8.allSatisfy(Self.isBareName)
            else { return nil }
            tzid = String(name)
        }
        var times: [CalendarTime] = []
        for text in value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let time = CalendarTime(icalendar: text, tzid: tzid), time.isDate == isDate,
                // libical knows no year of less than four digits.
                time.wallTime.date.yearMonthDay.year >= 1_000
            else { return nil }
            times.append(time)
        }
        return times
    }

    /// DURATION (3.3.6).
    var duration: CalendarDuration? {
        parameters == nil ? CalendarDuration(icalendar: value) : nil
    }

    /// RECUR (3.3.10).
    var rule: RecurrenceRule? {
        guard parameters == nil, value.utf8.allSatisfy(Self.isRulePart) else { return nil }
        return try? RecurrenceRule(icalendar: value)
    }

    /// A calendar address with no other parameter than a name.
    var participant: Participant? {
        var name: String?
        if let parameters {
            guard parameters.hasPrefix("CN="),
                let found = Self.parameterValue(parameters.dropFirst(3))
            else { return nil }
            name = String(found)
        }
        let address = PlainContent(parameters: nil, value: value).address
        return address.map {
            var participant = Participant(address: $0)
            participant.name = name
            return participant
        }
    }

    /// TRIGGER (3.8.6.3): a duration from the start or, when it says so, the end.
    var trigger: Alarm.Trigger? {
        guard let duration = CalendarDuration(icalendar: value) else { return nil }
        switch parameters {
        case nil, "VALUE=DURATION", "RELATED=START": return .afterStart(duration)
        case "RELATED=END": return .afterEnd(duration)
        default: return nil
        }
    }

    /// Whether nobody reads the property but who asks for the component's text.
    ///
    /// libical complains of a value that is not of the type that its parameters claim.
    func isIgnored(_ name: String) -> Bool {
        guard parameters.map({ !$0.uppercased().contains("VALUE") }) ?? true else { return false }
        if name.hasPrefix("X-") {
            // libical hands properties of ours and its complaints through under such names.
            return !name.hasPrefix("X-LIC-") && !["X-RRULE", "X-EXRULE", "X-GEO"].contains(name)
        }
        return ["COMMENT", "CONTACT", "RELATED-TO"].contains(name)
    }

    private init(parameters: Substring?, value: Substring) {
        (self.parameters, self.value) = (parameters, value)
    }

    /// Nil for an escape that RFC 5545 has not.
    private static func unescaped(_ value: Substring) -> String? {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
        var result: [UInt8] = []
        result.reserveCapacity(value.utf8.count)
        var bytes = value.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            switch bytes.next() {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): result.append(0x0A)
            case let escaped? where #"\,;"#.utf8.contains(escaped): result.append(escaped)
            default: return nil
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A parameter's only value, in quotes or bare. RFC 6868 encodes with `^`.
    private static func parameterValue(_ written: Substring) -> Substring? {
        let isQuoted = written.utf8.count > 2 && written.utf8.first == UInt8(ascii: "\"")
        let text = isQuoted ? written.dropFirst().dropLast() : written
        guard !isQuoted || written.utf8.last == UInt8(ascii: "\""), !text.isEmpty,
            text.utf8.first != 0x20, text.utf8.last != 0x20,
            !text.utf8.contains(where: { #"^\""#.utf8.contains($0) }),
            isQuoted || !text.utf8.contains(where: { ";:,=".utf8.contains($0) })
        else { return nil }
        return text
    }

    private static func isBareName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/_-+. ".utf8.contains(byte)
        }
    }

    private static func isRulePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "=;,+-".utf8.contains(byte)
        }
    }
}
