internal import CLibical

/// Turns the properties of one VEVENT or VTODO into an ``Event``, and reports what it cannot use. libical
/// reads some of the properties, the others are read here (``LibicalInput``).
struct EventReader {
    private let text: UnsafeRawBufferPointer
    private let line: Int
    private(set) var uid: String?
    private(set) var diagnostics: [Diagnostic] = []
    private var omittedCount = 0
    private var omittedSeverity = Diagnostic.Severity.warning
    /// Lines whose time zones were reported as ignored.
    var zonesOfUTC: Set<Int> = []
    /// The lines of properties found so far: each search reads the whole text.
    private var propertyLines: [String: Int] = [:]

    /// - Parameters:
    ///   - text: the component's text, in which the lines of bad properties are found.
    ///   - line: the line of its `BEGIN:`.
    init(text: UnsafeRawBufferPointer, line: Int) {
        self.text = text
        self.line = line
    }

    /// - Parameters:
    ///   - property: the property concerned; the component's name if it is about all of it.
    ///   - number: lines of the component before it, if known.
    mutating func report(
        _ severity: Diagnostic.Severity, _ property: String, after number: Int? = nil,
        _ reason: Diagnostic.Reason
    ) {
        guard diagnostics.count < Self.diagnosticLimit else { return countOmitted(severity) }
        diagnostics.append(
            Diagnostic(
                severity, line: line + (number ?? lineOfProperty(property)), uid: uid,
                property: property, reason))
    }

    /// Nobody reads more about one component, and a file full of faults would fill the store.
    private static let diagnosticLimit = 100

    private mutating func countOmitted(_ severity: Diagnostic.Severity) {
        if omittedCount > 0 { diagnostics.removeLast() }
        omittedCount += 1
        if severity == .error { omittedSeverity = .error }
        diagnostics.append(
            Diagnostic(
                omittedSeverity, line: line, uid: uid, property: "VEVENT",
                .number(omittedCount, .more)))
    }

    /// The event or to-do; nil for an event that has no time at which it could be shown.
    mutating func event(
        _ component: borrowing ComponentHandle, _ divided: LibicalInput
    ) -> Event? {
        let lines = divided.lines.compactMap { OwnLine($0) }
        uid = lines.lazy.filter { $0.name == "UID" }.compactMap(\.text).first
        if divided.hasNUL {
            report(.warning, "VEVENT", after: 0, .fault(.nulByte))
        }
        for (name, number) in divided.cut {
            report(
                .warning, name, after: number, .number(LibicalInput.parameterLimit, .parameters))
        }
        for raw in divided.raw {
            let shown = Diagnostic.shown(TextEncoding.string(raw.content).text)
            report(
                .warning, raw.text ?? "VEVENT", after: raw.number,
                .value(shown, raw.text == nil ? .notAProperty : .rawLine))
        }
        let isTodo = icalcomponent_isa(component.pointer) == ICAL_VTODO_COMPONENT
        let isOpen = isTodo && !lines.contains { $0.name == "DTSTART" }
        let start = isOpen ? nil : start(lines)
        guard isTodo || start != nil else { return nil }
        if uid == nil { report(.warning, "UID", .fault(.noUID)) }
        var event = Event(
            uid: uid ?? "agenda-\(NameDigest(text).hex)",
            start: start ?? .date(CivilDate(daysSinceEpoch: 0)))
        if isTodo { event.todo = Todo() }
        read(lines, into: &event)
        component.forEachProperty { read($0, into: &event) }
        if let todo = event.todo { event.become(todo, startingAt: start) }
        var alarmCount = 0
        component.forEachComponent { child in
            guard icalcomponent_isa(child) == ICAL_VALARM_COMPONENT else { return }
            let number = divided.alarms.count > alarmCount ? divided.alarms[alarmCount] : nil
            alarmCount += 1
            if let alarm = alarm(child, of: event, after: number) { event.alarms.append(alarm) }
        }
        return event
    }

    /// "Can't parse as DATE value in DTSTART property. Removing entire property: 2026" taken apart.
    static func valueError(_ property: OpaquePointer) -> (property: String, value: String)? {
        guard let message = PropertyReader.text(icalproperty_get_xlicerror(property)),
            message.hasPrefix("Can't parse"), let name = message.firstRange(of: "value in "),
            let end = message.firstRange(of: " property. Removing entire property: ")
        else { return nil }
        return (
            String(message[name.upperBound..<end.lowerBound]), String(message[end.upperBound...])
        )
    }

    // One line a property; a switch of so many plain cases reads best in one place.
    // swift-format-ignore
    private mutating func read(_ property: OpaquePointer, into event: inout Event) {
        typealias Read = PropertyReader
        switch icalproperty_isa(property) {
        case ICAL_URL_PROPERTY: event.url = Read.text(icalproperty_get_url(property))
        case ICAL_COLOR_PROPERTY: event.color = Read.text(icalproperty_get_color(property))
        case ICAL_CLASS_PROPERTY: event.classification = Read.valueText(property)?.uppercased()
        case ICAL_STATUS_PROPERTY where event.todo != nil:
            event.todo?.status = Read.valueText(property).flatMap { Todo.Status(rawValue: $0.uppercased()) } ?? .needsAction
        case ICAL_STATUS_PROPERTY:
            event.status = Read.valueText(property).flatMap { EventStatus(rawValue: $0.lowercased()) } ?? .confirmed
        case ICAL_TRANSP_PROPERTY: event.isTransparent = Read.valueText(property)?.uppercased() == "TRANSPARENT"
        case ICAL_PRIORITY_PROPERTY: event.priority = Int(icalproperty_get_priority(property))
        case ICAL_SEQUENCE_PROPERTY: event.sequence = Int(icalproperty_get_sequence(property))
        case ICAL_DTSTAMP_PROPERTY: event.stamp = Read.instant(of: property)
        case ICAL_CREATED_PROPERTY: event.created = Read.instant(of: property)
        case ICAL_LASTMODIFIED_PROPERTY: event.lastModified = Read.instant(of: property)
        case ICAL_ORGANIZER_PROPERTY:
            event.organizer = Read.text(icalproperty_get_organizer(property)).map {
                Read.participant(property, address: $0)
            }
        case ICAL_XLICERROR_PROPERTY:
            guard let error = Self.valueError(property) else { return }
            report(
                .warning, error.property.isEmpty ? "VEVENT" : error.property,
                .value(Diagnostic.shown(error.value), .invalid))
        default: break
        }
    }

    /// Lines of the component before the first property of a name; 0 if there is none.
    private mutating func lineOfProperty(_ name: String) -> Int {
        if let known = propertyLines[name] { return known }
        let found = search(name) ?? 0
        propertyLines[name] = found
        return found
    }

    private func search(_ name: String) -> Int? {
        let lowercased = name.lowercased().utf8
        var lines = LogicalLines(text)
        while let line = lines.next() {
            if line.bytes.count > lowercased.count,
                zip(line.bytes, lowercased).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
            {
                return line.number
            }
        }
        return nil
    }
}
