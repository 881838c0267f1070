extension ICalendarParser {
    /// Reads a VFREEBUSY (RFC 5545 3.6.4).
    ///
    /// Its times should be in UTC. Those with a `TZID` are read as well; others are reported, because nobody
    /// can tell which instants they are.
    ///
    /// - Parameters:
    ///   - text: the component from its `BEGIN:` to its `END:`, as the scanner found it.
    ///   - line: the line of its `BEGIN:` in the file, for diagnostics.
    ///   - scope: the zones of its file.
    public static func freeBusy(
        in text: some Collection<UInt8>, line: Int = 1, scope: TimeZoneScope
    ) -> Parsed<FreeBusy> {
        text.withBytes { bytes in
            var reader = FreeBusyReader(scope: scope)
            var lines = LogicalLines(bytes)
            while let next = lines.next() {
                guard lines.depth == 1, !next.isDelimiter else { continue }
                reader.read(next, number: line + next.number)
            }
            return Parsed(value: reader.freeBusy, diagnostics: reader.diagnostics)
        }
    }
}

/// Collects the properties of a VFREEBUSY.
private struct FreeBusyReader {
    let scope: TimeZoneScope
    private(set) var diagnostics: [Diagnostic] = []
    private var result = FreeBusy()
    private var start: Instant?
    private var end: Instant?

    init(scope: TimeZoneScope) { self.scope = scope }

    var freeBusy: FreeBusy {
        var result = result
        if let start, let end, start <= end { result.span = start..<end }
        return result
    }

    /// - Parameter number: the line's number in the file.
    mutating func read(_ line: LogicalLine, number: Int) {
        guard let property = line.property else {
            // A line without a value may have been a busy time.
            if line.bytes.has("freebusy") {
                result.isComplete = false
                report("FREEBUSY", String(decoding: line.content, as: UTF8.self), number)
            }
            return
        }
        switch property.name {
        case "DTSTART": start = instant(of: property, number) ?? start
        case "DTEND": end = instant(of: property, number) ?? end
        case "DTSTAMP":
            if case .utc(let instant)? = CalendarTime(written: property.value) {
                result.stamp = instant
            }
        case "FREEBUSY": readPeriods(property, number)
        default: break
        }
    }

    private mutating func readPeriods(_ property: Property, _ number: Int) {
        // RFC 5545 3.2.9: an unknown type is BUSY.
        let type = property.parameter("FBTYPE")?.uppercased()
        let kind = type.flatMap(FreeBusy.Kind.init) ?? .busy
        for element in property.value.split(separator: ",") {
            let text = String(element.trimming(\.isWhitespace))
            guard !text.isEmpty else { continue }
            guard let times = scope.period(text, tzid: property.parameter("TZID")) else {
                result.isComplete = false
                report("FREEBUSY", text, number)
                continue
            }
            if !times.isEmpty { result.periods.append(FreeBusy.Period(times, kind)) }
        }
    }

    private mutating func instant(of property: Property, _ number: Int) -> Instant? {
        let instant = scope.instant(property.value, property.parameter("TZID"))
        if instant == nil { report(property.name, property.value, number) }
        return instant
    }

    private mutating func report(_ property: String, _ text: String, _ number: Int) {
        guard diagnostics.count < ScannedStream.diagnosticLimit else { return }
        diagnostics.append(
            Diagnostic(
                .error, line: number, property: property,
                .value(Diagnostic.shown(text), .invalid)))
    }
}

extension TimeZoneScope {
    /// Reads a PERIOD: start and end, or start and length (RFC 5545 3.3.9); nil if it is none, or a time is in no zone.
    package func period(_ text: String, tzid: String?) -> Range<Instant>? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let start = instant(parts[0], tzid) else { return nil }
        let length = CalendarDuration(icalendar: parts[1])
        let end =
            length.map { start + ($0.days * 86_400 + $0.seconds) } ?? instant(parts[1], tzid)
        guard let end, start <= end else { return nil }
        return start..<end
    }

    fileprivate func instant(_ text: String, _ tzid: String?) -> Instant? {
        switch CalendarTime(written: text, tzid: tzid) {
        case .utc(let instant)?: instant
        case .zoned(let wall, let tzid)?: rules(for: tzid)?.instant(of: wall)
        case .date?, .floating?, nil: nil
        }
    }
}
