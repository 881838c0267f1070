internal import Glibc

/// Reads a VEVENT of which every line is plain, as almost all are, without libical.
///
/// A property is taken only in the form in which every program writes it; at the first that is
/// unusual the component is left to libical: a name in small letters, a parameter that is not known
/// here, an escape that RFC 5545 has not, a value that is no date. What is read is what libical
/// reads: the parser's fuzz target holds both against each other.
struct PlainEventReader {
    private var lines: PlainLines
    // What may stand there once.
    private var uid: String?
    private var start: CalendarTime?
    private var end: EventEnd?
    private var status: EventStatus?
    private var isTransparent: Bool?
    private var priority: Int?
    private var sequence: Int?
    private var event = Event(uid: "", start: .date(CivilDate(daysSinceEpoch: 0)))

    /// The event, its participants not counted; nil when something in it is not plain.
    static func event(in text: UnsafeRawBufferPointer) -> Event? {
        guard let base = text.baseAddress, memchr(base, 0, text.count) == nil else { return nil }
        var reader = PlainEventReader(lines: PlainLines(text))
        return reader.read()
    }

    private mutating func read() -> Event? {
        guard lines.next()?.delimits("BEGIN", "VEVENT") == true else { return nil }
        while let line = lines.next() {
            if line.delimits("END", "VEVENT") { return lines.isAtEnd ? finished() : nil }
            guard read(line) else { return nil }
        }
        return nil
    }

    private func finished() -> Event? {
        guard let start, let uid else { return nil }
        var event = event
        event.uid = uid
        event.start = start
        event.end = end ?? .none
        event.status = status ?? .confirmed
        event.isTransparent = isTransparent ?? false
        event.priority = priority ?? 0
        event.sequence = sequence ?? 0
        return event
    }

    /// Whether the line is plain.
    private mutating func read(_ line: PlainLines.Line) -> Bool {
        switch line.name {
        // Counted by the scanner, and read when somebody asks for them.
        case "ATTENDEE": return true
        case "BEGIN":
            guard line.delimits("BEGIN", "VALARM") else { return false }
            return PlainAlarmReader.read(&lines, into: &event)
        default: break
        }
        guard let content = PlainContent(line) else { return false }
        switch line.name {
        case "SUMMARY": return content.readText(into: &event.summary)
        case "LOCATION": return content.readText(into: &event.location)
        case "DESCRIPTION": return content.readText(into: &event.details)
        case "COLOR": return content.readText(into: &event.color)
        case "UID": return Self.once(&uid, content.text)
        case "URL": return Self.once(&event.url, content.address)
        case "DTSTART": return Self.once(&start, content.time)
        case "DTEND": return Self.once(&end, content.time.map { .time($0) })
        case "DURATION": return Self.once(&end, content.duration.map { .duration($0) })
        case "RECURRENCE-ID": return Self.once(&event.recurrenceID, content.time)
        case "DTSTAMP": return Self.once(&event.stamp, content.instant)
        case "CREATED": return Self.once(&event.created, content.instant)
        case "LAST-MODIFIED": return Self.once(&event.lastModified, content.instant)
        case "SEQUENCE": return Self.once(&sequence, content.number)
        case "PRIORITY": return Self.once(&priority, content.number)
        case "ORGANIZER": return Self.once(&event.organizer, content.participant)
        case "STATUS":
            let word = content.word(["CONFIRMED", "TENTATIVE", "CANCELLED"])
            return Self.once(&status, word.flatMap { EventStatus(rawValue: $0.lowercased()) })
        case "TRANSP":
            let word = content.word(["OPAQUE", "TRANSPARENT"])
            return Self.once(&isTransparent, word.map { $0 == "TRANSPARENT" })
        case "CLASS":
            return Self.once(
                &event.classification, content.word(["PUBLIC", "PRIVATE", "CONFIDENTIAL"]))
        case "CATEGORIES":
            guard content.parameters == nil else { return false }
            event.categories += TextValue.list(content.value)
            return true
        case "RRULE":
            guard let rule = content.rule else { return false }
            event.recurrenceRules.append(rule)
            return true
        case "EXDATE":
            guard let times = content.times else { return false }
            event.exceptionDates += times
            return true
        case let name:
            return content.isIgnored(name)
        }
    }

    /// Sets what is not set yet; false when it is, or when there is no value.
    static func once<Value>(_ property: inout Value?, _ value: Value?) -> Bool {
        guard property == nil, let value else { return false }
        property = value
        return true
    }
}

extension PlainLines.Line {
    /// Whether the line is `NAME:COMPONENT` and no more.
    func delimits(_ delimiter: String, _ component: String) -> Bool {
        name == delimiter
            && PlainContent(self).map {
                $0.parameters == nil && $0.value == component
            } == true
    }
}
