/// What follows the name of a plain line: unfolded, without control characters, and without white
/// space around the value, which libical drops. Lasts as long as the bytes that it points to.
struct PlainContent {
    /// The parameters as written, without the first semicolon; nil if there are none.
    let parameters: UnsafeRawBufferPointer?
    /// The value: what follows the colon.
    let value: UnsafeRawBufferPointer

    /// Returns nil if it is not plain.
    ///
    /// - Parameter rest: from the semicolon or the colon on.
    init?(_ rest: UnsafeRawBufferPointer) {
        // Without an early end this takes many bytes at a time.
        var hasControl = false
        for byte in rest { hasControl = hasControl || byte < 0x20 || byte == 0x7F }
        guard !hasControl, let first = rest.first else { return nil }
        if first == UInt8(ascii: ":") {
            (parameters, value) = (nil, UnsafeRawBufferPointer(rebasing: rest[1...]))
        } else {
            guard let colon = Self.colon(rest) else { return nil }
            parameters = UnsafeRawBufferPointer(rebasing: rest[1..<colon])
            value = UnsafeRawBufferPointer(rebasing: rest[(colon + 1)...])
        }
        if value.first == 0x20 || value.last == 0x20 { return nil }
    }

    /// The colon that ends the parameters, skipping those in quotes.
    private static func colon(_ rest: UnsafeRawBufferPointer) -> Int? {
        var inQuotes = false
        return rest.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            return byte == UInt8(ascii: ":") && !inQuotes
        }
    }
}

// Values, each nil where it is not plain.
extension PlainContent {
    /// TEXT (RFC 5545 3.3.11), not empty. Its parameters say nothing that is read.
    var text: String? {
        guard hasPlainParameters, !value.isEmpty else { return nil }
        return value.offset(of: Self.backslash) == nil ? Self.string(value) : unescaped
    }

    /// A URI, which has no escapes.
    var address: String? {
        hasPlainParameters ? bareAddress : nil
    }

    /// The URI, whatever the parameters are.
    private var bareAddress: String? {
        guard !value.isEmpty, value.offset(of: Self.backslash) == nil else { return nil }
        return Self.string(value)
    }

    /// `GEO` (3.8.1.6) in digits.
    var position: GeoPosition? {
        guard parameters == nil, value.allSatisfy({ Self.isDigit($0) || ".-;".utf8.contains($0) })
        else { return nil }
        let numbers = value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Self.string(UnsafeRawBufferPointer(rebasing: $0)).flatMap { Double($0) } }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        return GeoPosition(latitude: latitude, longitude: longitude)
    }

    /// Whether the value is this word, and there are no parameters.
    func isWord(_ word: StaticString) -> Bool { parameters == nil && value.equals(word) }

    /// A number that is not negative.
    var number: Int? { parameters == nil && value.count <= 9 ? Digits.number(value) : nil }

    /// `STATUS` of a to-do.
    var todoStatus: Todo.Status? {
        parameters == nil ? Self.string(value).flatMap { Todo.Status(rawValue: $0) } : nil
    }

    /// A time in UTC.
    var instant: Instant? {
        guard parameters == nil, case .utc(let instant) = CalendarTime(icalendar: value) else {
            return nil
        }
        return instant
    }

    /// A DATE-TIME, or a DATE with `VALUE=DATE`.
    var time: CalendarTime? {
        guard let form else { return nil }
        return time(value, form)
    }

    /// A list of times, all of one form.
    var times: [CalendarTime]? {
        guard let form else { return nil }
        var times: [CalendarTime] = []
        for part in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let time = time(UnsafeRawBufferPointer(rebasing: part), form) else { return nil }
            times.append(time)
        }
        return times
    }

    /// DURATION (3.3.6).
    var duration: CalendarDuration? {
        guard let text = Self.string(value), CalendarDuration.isStandard(text) else { return nil }
        return CalendarDuration(icalendar: text)
    }

    /// CATEGORIES.
    var list: [String]? {
        hasPlainParameters ? Self.string(value).map { TextValue.list($0) } : nil
    }

    /// RECUR (3.3.10).
    var rule: RecurrenceRule? {
        guard parameters == nil, value.allSatisfy(Self.isRulePart), let text = Self.string(value)
        else { return nil }
        return try? RecurrenceRule(icalendar: text)
    }

    /// A calendar address (3.3.3) with what its parameters say of the person.
    var participant: Participant? {
        guard var participant = bareAddress.map({ Participant(address: $0) }) else { return nil }
        // libical reads the first of several.
        var (name, role, status, kind) = (String?.none, String?.none, String?.none, String?.none)
        var isAsked: Bool?
        let isPlain = parameters(satisfy: { parameter, value in
            guard let text = Self.parameterValue(value) else { return false }
            var keyword: String? {
                value.allSatisfy { LogicalLine.isNameByte($0) } ? text.uppercased() : nil
            }
            if parameter.equals("CN") { return PlainEventReader.once(&name, text) }
            if parameter.equals("ROLE") { return PlainEventReader.once(&role, keyword) }
            if parameter.equals("PARTSTAT") { return PlainEventReader.once(&status, keyword) }
            if parameter.equals("CUTYPE") { return PlainEventReader.once(&kind, keyword) }
            if parameter.equals("RSVP") {
                let isTrue = text == "TRUE"
                return PlainEventReader.once(&isAsked, isTrue || text == "FALSE" ? isTrue : nil)
            }
            return Self.unread.contains { parameter.equals($0) }
                || parameter.starts(with: "X-".utf8)
        })
        guard isPlain else { return nil }
        participant.name = name
        if let role { participant.role = role }
        if let status { participant.status = status }
        if let kind { participant.kind = kind }
        participant.expectsReply = isAsked ?? false
        return participant
    }

    /// Parameters of people that nobody reads: Outlook, Apple's calendar and Exchange write them.
    private static let unread: [StaticString] = [
        "SENT-BY", "EMAIL", "DIR", "LANGUAGE", "SCHEDULE-AGENT", "SCHEDULE-STATUS", "MEMBER",
        "DELEGATED-TO", "DELEGATED-FROM",
    ]

    /// TRIGGER (3.8.6.3): a duration from the start, or from the end with `RELATED=END`; or a time in UTC.
    var trigger: Alarm.Trigger? {
        if let parameters, parameters.equals("VALUE=DATE-TIME") {
            guard case .utc(let instant)? = time else { return nil }
            return .at(instant)
        }
        guard let duration else { return nil }
        guard let parameters else { return .afterStart(duration) }
        if parameters.equals("RELATED=END") { return .afterEnd(duration) }
        let isStart = parameters.equals("RELATED=START") || parameters.equals("VALUE=DURATION")
        return isStart ? .afterStart(duration) : nil
    }

    /// Whether there are no parameters, or each has the form in which programs write one.
    var hasPlainParameters: Bool { parameters(satisfy: { _, value in Self.isBareOrQuoted(value) }) }
}

extension PlainContent {
    private typealias Bytes = UnsafeRawBufferPointer.SubSequence

    /// Whether each parameter has a name in capitals, and satisfies a condition on its name and its value as written.
    private func parameters(satisfy isPlain: (UnsafeRawBufferPointer, Bytes) -> Bool) -> Bool {
        guard let parameters else { return true }
        var (rest, inQuotes) = (parameters[...], false)
        while true {
            let name = rest.prefix { Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            let value = rest.dropFirst(name.count)
            guard !name.isEmpty, value.first == UInt8(ascii: "=") else { return false }
            let end = value.firstIndex { byte in
                if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
                return byte == UInt8(ascii: ";") && !inQuotes
            }
            let text = value[..<(end ?? value.endIndex)].dropFirst()
            guard isPlain(UnsafeRawBufferPointer(rebasing: name), text) else { return false }
            guard let end else { return true }
            rest = value[(end + 1)...]
        }
    }

    /// Whether a parameter's value has no quotation mark but one on each side.
    private static func isBareOrQuoted(_ value: Bytes) -> Bool {
        let marks = value.count { $0 == UInt8(ascii: "\"") }
        return marks == 0
            || marks == 2 && value.first == UInt8(ascii: "\"") && value.last == value.first
    }
}

extension PlainContent {
    private enum TimeForm { case date, time, zoned(tzid: String) }

    private var form: TimeForm? {
        guard let parameters else { return .time }
        if parameters.equals("VALUE=DATE") { return .date }
        if parameters.equals("VALUE=DATE-TIME") { return .time }
        guard parameters.starts(with: "TZID=".utf8) else { return nil }
        let name = Self.unquoted(parameters.dropFirst(5)).text
        guard let first = name.first, first != 0x20, name.last != 0x20,
            name.allSatisfy(Self.isBareName)
        else { return nil }
        return Self.string(UnsafeRawBufferPointer(rebasing: name)).map { .zoned(tzid: $0) }
    }

    private func time(_ value: UnsafeRawBufferPointer, _ form: TimeForm) -> CalendarTime? {
        var (tzid, isDate) = (String?.none, false)
        switch form {
        case .date: isDate = true
        case .time: break
        case .zoned(let name): tzid = name
        }
        // libical reads no year of fewer than four digits.
        guard let first = value.first, first != UInt8(ascii: "0"),
            let time = CalendarTime(icalendar: value, tzid: tzid), time.isDate == isDate
        else { return nil }
        // A zone beside a time in UTC is reported.
        if tzid != nil, case .utc = time { return nil }
        return time
    }

    private static let backslash = UInt8(ascii: "\\")

    private static func string(_ bytes: UnsafeRawBufferPointer) -> String? {
        String(utf8: bytes)
    }

    /// Nil for an escape that RFC 5545 does not have.
    private var unescaped: String? {
        var result: [UInt8] = []
        result.reserveCapacity(value.count)
        var bytes = value.makeIterator()
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
        return result.withUnsafeBytes { Self.string($0) }
    }

    private static func unquoted(_ written: Bytes) -> (text: Bytes, isQuoted: Bool) {
        let quote = UInt8(ascii: "\"")
        let isQuoted = written.count > 2 && written.first == quote && written.last == quote
        return (isQuoted ? written.dropFirst().dropLast() : written, isQuoted)
    }

    /// A parameter's only value, in quotes or bare. RFC 6868 encodes with `^`.
    private static func parameterValue(_ written: Bytes) -> String? {
        let (text, isQuoted) = unquoted(written)
        guard let first = text.first, first != 0x20, text.last != 0x20,
            !text.contains(where: { isSpecial($0, inQuotes: isQuoted) })
        else { return nil }
        return string(UnsafeRawBufferPointer(rebasing: text))
    }

    private static func isSpecial(_ byte: UInt8, inQuotes: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "^"), UInt8(ascii: "\\"), UInt8(ascii: "\""): true
        case UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "="): !inQuotes
        default: false
        }
    }

    private static func isBareName(_ byte: UInt8) -> Bool {
        if isLetterOrDigit(byte & 0xDF) || isLetterOrDigit(byte) { return true }
        return "/_-+. ".utf8.contains(byte)
    }

    private static func isRulePart(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "=;,+-".utf8.contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || isDigit(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
