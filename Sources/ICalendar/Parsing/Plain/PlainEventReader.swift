/// Reads a VEVENT or VTODO whose lines are all plain, as almost all are, without libical.
///
/// Takes a property only in the form in which every program writes it, and leaves the component to
/// libical at the first unusual one: a name in small letters, an unknown parameter, an escape that
/// RFC 5545 does not have, a value that is not a date. It reads the same as libical: the parser's
/// fuzz target compares the two.
struct PlainEventReader: ~Copyable {
    private var lines: PlainLines
    // The properties that may appear once.
    private var uid: String?
    private var start: CalendarTime?
    private var end: EventEnd?
    private var status: EventStatus?
    private var isTransparent: Bool?
    private var priority: Int?
    private var sequence: Int?
    private var todoStatus: Todo.Status?
    private var todo = Todo()
    private var kind = Event.Kind.event
    private var event = Event(uid: "", start: .date(CivilDate(daysSinceEpoch: 0)))

    /// The event without counting its participants; nil if something in it is not plain.
    static func event(in text: UnsafeRawBufferPointer) -> Event? {
        guard text.offset(of: 0) == nil else { return nil }
        var reader = PlainEventReader(text)
        return reader.read()
    }

    /// The UID alone; nil if it, or something before it, is not plain.
    static func uid(in text: UnsafeRawBufferPointer) -> String? {
        var lines = PlainLines(text)
        guard kind(beginning: &lines) != nil else { return nil }
        while let line = lines.next(), line.name != .begin {
            if line.name == .uid { return lines.content(of: line)?.text }
        }
        return nil
    }

    private init(_ text: UnsafeRawBufferPointer) {
        lines = PlainLines(text)
    }

    private static func kind(beginning lines: inout PlainLines) -> Event.Kind? {
        let first = lines.next()
        if lines.delimits(first, .begin, Event.Kind.event.component) { return .event }
        return lines.delimits(first, .begin, Event.Kind.todo.component) ? .todo : nil
    }

    private mutating func read() -> Event? {
        guard let kind = Self.kind(beginning: &lines) else { return nil }
        self.kind = kind
        while let line = lines.next() {
            if line.name == .end {
                return lines.delimits(line, .end, kind.component) && lines.isAtEnd
                    ? finished() : nil
            }
            guard read(line) else { return nil }
        }
        return nil
    }

    private mutating func finished() -> Event? {
        guard let uid else { return nil }
        event.uid = uid
        event.end = end ?? .none
        if kind == .todo {
            todo.status = todoStatus ?? .needsAction
            event.become(todo, startingAt: start)
        } else if let start {
            event.start = start
        } else {
            return nil
        }
        event.status = status ?? .confirmed
        event.isTransparent = isTransparent ?? false
        event.priority = priority ?? 0
        event.sequence = sequence ?? 0
        return event
    }

    /// Whether the line is plain.
    private mutating func read(_ line: PlainLines.Line) -> Bool {
        if line.name == .attendee || line.name == .organizer,
            line.bytes.count > LibicalInput.parameterSize
        {
            return false
        }
        // The scanner counts them; they are read on demand.
        if line.name == .attendee { return true }
        if line.name == .begin {
            guard lines.delimits(line, .begin, "VALARM") else { return false }
            return PlainAlarmReader.read(&lines, into: &event)
        }
        guard let content = lines.content(of: line) else { return false }
        switch line.name {
        case .uid: return Self.once(&uid, content.text)
        case .summary: return Self.text(&event.summary, content)
        case .location: return Self.text(&event.location, content)
        case .description: return Self.text(&event.details, content)
        case .start: return Self.once(&start, content.time)
        case .finish where kind == .event, .due where kind == .todo:
            return Self.once(&end, content.time.map { .time($0) })
        case .stamp: return Self.once(&event.stamp, content.instant)
        case .created: return Self.once(&event.created, content.instant)
        case .lastModified: return Self.once(&event.lastModified, content.instant)
        case .sequence: return Self.once(&sequence, content.number)
        case .status where kind == .event: return Self.once(&status, Self.status(content))
        case .status: return Self.once(&todoStatus, content.todoStatus)
        case .completed where kind == .todo: return Self.once(&todo.completed, content.instant)
        case .percent where kind == .todo: return Self.once(&todo.percent, content.number)
        case .relatedTo where kind == .todo: return relate(content)
        case .transparency: return Self.once(&isTransparent, Self.isTransparent(content))
        case .organizer: return Self.once(&event.organizer, content.participant)
        case .priority: return Self.once(&priority, content.number)
        case .classification: return Self.once(&event.classification, Self.classification(content))
        case .duration where content.parameters == nil:
            return Self.once(&end, content.duration.map { .duration($0) })
        case .recurrenceID: return Self.once(&event.recurrenceID, content.time)
        case .rule: return Self.add(content.rule.map { [$0] }, to: &event.recurrenceRules)
        case .exceptionDate: return Self.add(content.times, to: &event.exceptionDates)
        case .categories: return Self.add(content.list, to: &event.categories)
        case .url: return Self.once(&event.url, content.address)
        case .position: return Self.once(&event.geo, content.position)
        case .recurrenceDate:
            return Self.add(
                content.times?.map { RecurrenceDate(start: $0) }, to: &event.recurrenceDates)
        case .conference: return Self.add(content.address.map { [$0] }, to: &event.conferences)
        case .color: return Self.text(&event.color, content)
        default: return Self.isIgnored(line)
        }
    }
}

extension PlainEventReader {
    /// Sets a value once; returns false if it is set already, or if there is no value.
    static func once<Value>(_ property: inout Value?, _ value: Value?) -> Bool {
        guard property == nil, let value else { return false }
        property = value
        return true
    }

    /// Sets a text once. Many programs write properties for which they have no text.
    static func text(_ property: inout String?, _ content: PlainContent) -> Bool {
        if content.value.isEmpty { return content.hasPlainParameters }
        return once(&property, content.text)
    }

    /// Whether the property only matters to readers of the component's text.
    static func isIgnored(_ line: PlainLines.Line) -> Bool {
        line.isExtension || PlainName.ignored.contains(line.name)
    }

    /// Adds a relation to a parent; others have a parameter.
    private mutating func relate(_ content: PlainContent) -> Bool {
        guard content.parameters == nil, let uid = content.text,
            !uid.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        else {
            return false
        }
        todo.relations.append(Todo.Relation(to: uid))
        return true
    }

    static func add<Value>(_ values: [Value]?, to property: inout [Value]) -> Bool {
        guard let values else { return false }
        property += values
        return true
    }

    private static func status(_ content: PlainContent) -> EventStatus? {
        if content.isWord("CONFIRMED") { return .confirmed }
        if content.isWord("TENTATIVE") { return .tentative }
        return content.isWord("CANCELLED") ? .cancelled : nil
    }

    private static func isTransparent(_ content: PlainContent) -> Bool? {
        if content.isWord("OPAQUE") { return false }
        return content.isWord("TRANSPARENT") ? true : nil
    }

    private static func classification(_ content: PlainContent) -> String? {
        if content.isWord("PUBLIC") { return "PUBLIC" }
        if content.isWord("PRIVATE") { return "PRIVATE" }
        return content.isWord("CONFIDENTIAL") ? "CONFIDENTIAL" : nil
    }
}
