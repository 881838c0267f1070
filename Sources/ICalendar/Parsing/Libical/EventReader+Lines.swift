/// A property that is read here instead of by libical.
struct OwnLine {
    /// Its name in upper case.
    let name: String
    /// Physical lines of the component before it.
    let number: Int
    private let property: Property
    /// The value as written.
    var value: String { property.value }

    /// Nil if the line has no value: exporters write properties for which they have nothing.
    init?(_ line: LibicalInput.Line) {
        guard let property = Property(line.content),
            !property.value.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        else { return nil }
        (name, number, self.property) = (line.name, line.number, property)
    }

    /// The value as TEXT (RFC 5545 3.3.11).
    var text: String { TextValue.unescaped(value) }

    /// The value without white space around it.
    var word: String { TextValue.trimmed(value[...]) }

    /// The elements of a list, without white space around them.
    var words: [String] {
        value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { TextValue.trimmed(Substring($0)) }
    }

    /// The zone of the value's times.
    var tzid: String? { property.parameter("TZID").flatMap { $0.isEmpty ? nil : $0 } }

    /// The value of a `RELATED-TO`.
    var relation: Todo.Relation {
        var relation = Todo.Relation(to: text)
        if let type = property.parameter("RELTYPE"), !type.isEmpty {
            relation.type = type.uppercased()
        }
        return relation
    }

    /// A parameter's value in upper case; its name is given in upper case.
    func word(ofParameter name: String) -> String? { property.parameter(name)?.uppercased() }
}

// Reads the properties that are not left to libical.
extension EventReader {
    mutating func start(_ lines: [OwnLine]) -> CalendarTime? {
        let starts = lines.filter { $0.name == "DTSTART" }
        for line in starts {
            guard let start = value(line, line.word) else { continue }
            if starts.count > 1 { reportSecond("DTSTART", after: line.number) }
            return start
        }
        guard let bad = starts.first else {
            report(.error, "DTSTART", .fault(.noStart))
            return nil
        }
        let fault = Self.hasForm(bad.word) ? Diagnostic.ValueFault.impossibleStart : .notAStart
        report(.error, "DTSTART", after: bad.number, .value(Diagnostic.shown(bad.word), fault))
        return nil
    }

    mutating func read(_ lines: [OwnLine], into event: inout Event) {
        var duration: (value: CalendarDuration, number: Int)?
        for line in lines {
            switch line.name {
            case "SUMMARY": event.summary = line.text
            case "LOCATION": event.location = line.text
            case "DESCRIPTION": event.details = line.text
            case "CONFERENCE": event.conferences.append(line.word)
            case "CATEGORIES": event.categories += TextValue.list(line.value)
            case "GEO": readPosition(line, into: &event)
            case "RRULE", "EXRULE": readRule(line, into: &event)
            case "EXDATE": event.exceptionDates += times(line)
            case "RDATE": event.recurrenceDates += dates(line)
            case event.todo == nil ? "DTEND" : "DUE":
                guard event.end == .none else {
                    reportSecond(line.name, after: line.number)
                    break
                }
                if let end = time(line, line.word) { event.end = .time(end) }
            case "DURATION":
                guard duration == nil else {
                    reportSecond("DURATION", after: line.number)
                    break
                }
                duration = self.duration(line).map { ($0, line.number) }
            case "RECURRENCE-ID": readRecurrenceID(line, into: &event)
            case "COMPLETED" where event.todo != nil:
                event.todo?.completed = time(line, line.word).map { Instant(utc: $0.wallTime) }
            case "PERCENT-COMPLETE": event.todo?.percent = Int(line.word)
            case "RELATED-TO" where event.todo != nil: event.todo?.relations.append(line.relation)
            default: break
            }
        }
        guard let duration else { return }
        if event.end == .none {
            event.end = .duration(duration.value)
        } else {
            report(.warning, "DURATION", after: duration.number, .fault(.durationBesideEnd))
        }
    }

    private mutating func reportSecond(_ property: String, after number: Int) {
        report(.warning, property, after: number, .fault(.repeated))
    }

    /// Whether a text looks like a time: then it is a day or time that does not exist.
    private static func hasForm(_ word: String) -> Bool {
        let digits = word.utf8.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return digits == 14 && word.utf8.count <= 20 || digits == 8 && word.utf8.count <= 10
    }

    /// A time of the line's value, also in a form that RFC 5545 does not have; nil for anything else.
    private mutating func value(_ line: OwnLine, _ word: String) -> CalendarTime? {
        guard let time = CalendarTime(written: word, tzid: line.tzid) else {
            let loose = CalendarTime(loose: word, tzid: line.tzid)
            if loose != nil {
                report(
                    .warning, line.name, after: line.number,
                    .value(Diagnostic.shown(word), .otherForm))
            }
            return loose
        }
        if time.isDate { return time }
        if line.word(ofParameter: "VALUE") == "DATE", time.wallTime.secondOfDay == 0 {
            report(
                .warning, line.name, after: line.number,
                .value(Diagnostic.shown(word), .hoursOfDate))
            return .date(time.wallTime.date)
        }
        if case .utc = time, let tzid = line.tzid, UTCOffset.seconds(named: tzid) != 0,
            zonesOfUTC.insert(line.number).inserted
        {
            report(
                .warning, line.name, after: line.number, .value(Diagnostic.shown(tzid), .zoneOfUTC))
        }
        return time
    }

    /// A time of the line's value; reports anything else, and returns nil.
    private mutating func time(
        _ line: OwnLine, _ word: String, in value: String? = nil
    ) -> CalendarTime? {
        if let time = self.value(line, word) { return time }
        let fault = Self.hasForm(word) ? Diagnostic.ValueFault.impossibleTime : .notATime
        report(
            .error, line.name, after: line.number, .value(Diagnostic.shown(value ?? word), fault))
        return nil
    }

    /// The elements of a list without the empty ones, which are reported.
    private mutating func words(_ line: OwnLine) -> [String] {
        let words = line.words
        let full = words.filter { !$0.isEmpty }
        if full.count < words.count {
            report(.warning, line.name, after: line.number, .fault(.emptyElement))
        }
        return full
    }

    private mutating func times(_ line: OwnLine) -> [CalendarTime] {
        words(line).compactMap { time(line, $0) }
    }

    private mutating func dates(_ line: OwnLine) -> [RecurrenceDate] {
        words(line).compactMap { word in
            let parts = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let start = time(line, String(parts[0]), in: word) else { return nil }
            guard parts.count == 2 else { return RecurrenceDate(start: start) }
            return RecurrenceDate(start: start, end: periodEnd(line, parts[1], from: start))
        }
    }

    /// How a PERIOD ends (RFC 5545 3.3.9).
    private mutating func periodEnd(
        _ line: OwnLine, _ text: Substring, from start: CalendarTime
    ) -> EventEnd {
        var (end, isPositive) = (EventEnd.none, true)
        if let duration = CalendarDuration(icalendar: text) {
            end = .duration(duration)
            isPositive = duration.days * 86_400 + duration.seconds > 0
        } else if let time = CalendarTime(written: String(text), tzid: line.tzid) {
            end = .time(time)
            isPositive = start.wallTime < time.wallTime
        } else {
            report(
                .error, line.name, after: line.number,
                text.isEmpty
                    ? .fault(.endlessPeriod) : .value(Diagnostic.shown(text), .notAPeriodEnd))
        }
        if !isPositive {
            report(
                .warning, line.name, after: line.number,
                .value(Diagnostic.shown(text), .emptyPeriod))
        }
        return end
    }

    private mutating func duration(_ line: OwnLine) -> CalendarDuration? {
        guard let duration = CalendarDuration(icalendar: line.word) else {
            report(
                .error, "DURATION", after: line.number,
                .value(Diagnostic.shown(line.word), .notALength))
            return nil
        }
        if !CalendarDuration.isStandard(line.word) {
            report(
                .warning, "DURATION", after: line.number,
                .value(Diagnostic.shown(line.word), .mixedLength))
        }
        return duration
    }

    private mutating func readRecurrenceID(_ line: OwnLine, into event: inout Event) {
        guard event.recurrenceID == nil else {
            return reportSecond("RECURRENCE-ID", after: line.number)
        }
        event.recurrenceID = time(line, line.word)
        event.overridesFuture =
            event.recurrenceID != nil && line.word(ofParameter: "RANGE") == "THISANDFUTURE"
    }

    private mutating func readPosition(_ line: OwnLine, into event: inout Event) {
        let numbers = line.text.split(separator: ";").map { Double(TextValue.trimmed($0)) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else {
            return report(
                .warning, "GEO", after: line.number,
                .value(Diagnostic.shown(line.word), .notAPosition))
        }
        event.geo = GeoPosition(latitude: latitude, longitude: longitude)
    }

    private mutating func readRule(_ line: OwnLine, into event: inout Event) {
        // Some programs escape its semicolons, as if it were a text.
        var text = line.text
        if text.utf8.count > 6, Self.namesRule(text) {
            report(
                .warning, line.name, after: line.number, .value(Diagnostic.shown(text), .namedRule))
            text = TextValue.trimmed(Substring(text.utf8.dropFirst(6)))
        }
        let (rule, faults) = Self.rule(text)
        for fault in faults { report(.error, line.name, after: line.number, fault) }
        guard let rule else { return }
        if line.name == "RRULE" {
            event.recurrenceRules.append(rule)
        } else {
            event.exceptionRules.append(rule)
        }
    }

    /// Whether a rule begins with its property's name once more: some programs paste the whole line as the value.
    private static func namesRule(_ text: String) -> Bool {
        text.prefix(6).uppercased() == "RRULE:"
    }

    /// Reads a rule, but skips unreadable parts if the remaining ones say when the rule ends and on which days
    /// it falls: a bad `COUNT` with an `UNTIL`, a bad weekday among others.
    ///
    /// - Returns: the rule, nil if it cannot be followed, and what was left out.
    static func rule(_ text: String) -> (RecurrenceRule?, [Diagnostic.Reason]) {
        func shown(_ error: RecurrenceRuleError) -> RecurrenceRuleError {
            var error = error
            error.value = Diagnostic.shown(error.value)
            return error
        }
        var reader = RuleTextReader(omitsParts: true)
        do {
            let rule = try reader.read(text)
            return (rule, reader.omitted.map { .rulePart(shown($0)) })
        } catch {
            return (nil, [.rule(Diagnostic.shown(text), shown(error))])
        }
    }
}
