internal import CLibical

/// Turns libical's properties of one VEVENT into an ``Event``, and reports what it cannot take.
struct EventReader {
    private let text: UnsafeRawBufferPointer
    private let line: Int
    private var uid: String?
    private(set) var diagnostics: [Diagnostic] = []
    private var omittedCount = 0
    private var omittedSeverity = Diagnostic.Severity.warning
    /// Lines found already: a search goes through the whole text.
    private var propertyLines: [String: Int] = [:]

    /// - Parameters:
    ///   - text: the component's text, in which the lines of bad properties are found.
    ///   - line: the line of its `BEGIN:`.
    init(text: UnsafeRawBufferPointer, line: Int) {
        self.text = text
        self.line = line
    }

    mutating func report(
        _ severity: Diagnostic.Severity, _ property: String? = nil, message: String,
        remedy: String? = nil
    ) {
        guard diagnostics.count < Self.diagnosticLimit else { return countOmitted(severity) }
        diagnostics.append(
            Diagnostic(
                severity, line: property.map { lineOfProperty($0) } ?? line, uid: uid,
                property: property, message: message, remedy: remedy))
    }

    /// No one reads more about one component; a file of nothing but faults would fill the store.
    private static let diagnosticLimit = 100

    private mutating func countOmitted(_ severity: Diagnostic.Severity) {
        if omittedCount > 0 { diagnostics.removeLast() }
        omittedCount += 1
        if severity == .error { omittedSeverity = .error }
        diagnostics.append(
            Diagnostic(
                omittedSeverity, line: line, uid: uid,
                message: "\(omittedCount) more like these", remedy: nil))
    }

    /// The event, or nil when it has no time at which it could be shown.
    mutating func event(_ component: borrowing ComponentHandle) -> Event? {
        if let property = icalcomponent_get_first_property(component.pointer, ICAL_UID_PROPERTY) {
            uid = PropertyReader.text(icalproperty_get_uid(property))
        }
        guard let start = start(component) else { return nil }
        if uid == nil {
            report(
                .warning, "UID", message: "the event has no UID, so one was made from its text",
                remedy: "give it a UID, or a change of it looks like another event")
        }
        var event = Event(uid: uid ?? "agenda-\(ContentDigest(text).hex)", start: start)
        component.forEachProperty { read($0, into: &event) }
        component.forEachComponent { child in
            guard icalcomponent_isa(child) == ICAL_VALARM_COMPONENT else { return }
            if let alarm = Self.alarm(child) { event.alarms.append(alarm) }
        }
        return event
    }

    private mutating func start(_ component: borrowing ComponentHandle) -> CalendarTime? {
        guard
            let property = icalcomponent_get_first_property(
                component.pointer, ICAL_DTSTART_PROPERTY)
        else {
            let bad = valueErrors(component).first { $0.property == "DTSTART" }
            report(
                .error, "DTSTART",
                message: bad.map { "'\($0.value)' is no date or time" } ?? "there is no DTSTART",
                remedy: "write it like 20261120T100000 or, for a whole day, VALUE=DATE:20261120")
            return nil
        }
        guard let start = PropertyReader.time(of: property) else {
            report(
                .error, "DTSTART",
                message: "'\(PropertyReader.valueText(property) ?? "")' is a day or time that "
                    + "does not exist",
                remedy: "correct the date")
            return nil
        }
        return start
    }

    /// The properties that libical removed, as its X-LIC-ERROR properties tell.
    private func valueErrors(
        _ component: borrowing ComponentHandle
    ) -> [(property: String, value: String)] {
        var errors: [(String, String)] = []
        component.forEachProperty { property in
            guard icalproperty_isa(property) == ICAL_XLICERROR_PROPERTY,
                let error = Self.valueError(property)
            else { return }
            errors.append(error)
        }
        return errors
    }

    /// "Can't parse as DATE value in DTSTART property. Removing entire property: 2026" taken apart.
    private static func valueError(_ property: OpaquePointer) -> (property: String, value: String)?
    {
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
        case ICAL_SUMMARY_PROPERTY: event.summary = Read.text(icalproperty_get_summary(property))
        case ICAL_LOCATION_PROPERTY: event.location = Read.text(icalproperty_get_location(property))
        case ICAL_DESCRIPTION_PROPERTY: event.details = Read.text(icalproperty_get_description(property))
        case ICAL_URL_PROPERTY: event.url = Read.text(icalproperty_get_url(property))
        case ICAL_COLOR_PROPERTY: event.color = Read.text(icalproperty_get_color(property))
        case ICAL_CLASS_PROPERTY: event.classification = Read.valueText(property)?.uppercased()
        case ICAL_CONFERENCE_PROPERTY: Read.valueText(property).map { event.conferences.append($0) }
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
        case ICAL_DTEND_PROPERTY: readEnd(property, into: &event)
        case ICAL_DURATION_PROPERTY:
            if event.end == .none {
                event.end = .duration(Read.duration(icalproperty_get_duration(property)))
            } else {
                report(.warning, "DURATION", message: "there is a DTEND, too, which counts")
            }
        case ICAL_RECURRENCEID_PROPERTY:
            event.recurrenceID = time("RECURRENCE-ID", property)
            let range = Read.parameter(property, ICAL_RANGE_PARAMETER)
            event.overridesFuture =
                event.recurrenceID != nil
                && range.map { icalparameter_get_range($0) == ICAL_RANGE_THISANDFUTURE } ?? false
        case ICAL_EXDATE_PROPERTY: time("EXDATE", property).map { event.exceptionDates.append($0) }
        case ICAL_RDATE_PROPERTY: readRecurrenceDate(property, into: &event)
        case ICAL_X_PROPERTY: readRenamed(property, into: &event)
        case ICAL_XLICERROR_PROPERTY:
            if let error = Self.valueError(property), error.property != "DTSTART" {
                let severity: Diagnostic.Severity = Self.timing.contains(error.property) ? .error : .warning
                report(severity, error.property, message: "'\(error.value)' was left out: it is no valid value")
            }
        default: break
        }
    }

    /// Properties that decide when an event takes place.
    private static let timing: Set<String> = [
        "DTSTART", "DTEND", "DURATION", "RDATE", "EXDATE", "RECURRENCE-ID",
    ]

    private mutating func time(_ name: String, _ property: OpaquePointer) -> CalendarTime? {
        let time = PropertyReader.time(of: property)
        if time == nil {
            report(
                .error, name,
                message: "'\(PropertyReader.valueText(property) ?? "")' was left out: there is "
                    + "no such day or time")
        }
        return time
    }

    private mutating func readEnd(_ property: OpaquePointer, into event: inout Event) {
        if event.end != .none {
            report(.warning, "DURATION", message: "there is a DTEND, too, which counts")
        }
        if let end = time("DTEND", property) { event.end = .time(end) }
    }

    private mutating func readRecurrenceDate(_ property: OpaquePointer, into event: inout Event) {
        let text = PropertyReader.valueText(property) ?? ""
        let parts = text.split(separator: "/", maxSplits: 1)
        let tzid = PropertyReader.tzid(property)
        guard let start = parts.first.flatMap({ CalendarTime(icalendar: $0, tzid: tzid) }) else {
            report(.error, "RDATE", message: "'\(text)' was left out: it is no date or time")
            return
        }
        var end = EventEnd.none
        if parts.count == 2 {
            if let duration = CalendarDuration(icalendar: parts[1]) {
                end = .duration(duration)
            } else if let time = CalendarTime(icalendar: parts[1], tzid: tzid) {
                end = .time(time)
            }
        }
        event.recurrenceDates.append(RecurrenceDate(start: start, end: end))
    }

    /// Some properties come renamed (``ComponentText``); other X- properties stay in the raw text
    /// alone.
    private mutating func readRenamed(_ property: OpaquePointer, into event: inout Event) {
        let name = PropertyReader.text(icalproperty_get_x_name(property))?.uppercased() ?? ""
        let text = PropertyReader.text(icalproperty_get_x(property)) ?? ""
        switch name {
        case "X-RRULE", "X-EXRULE": readRule(name, text, into: &event)
        case "X-GEO":
            let numbers = text.split(separator: ";").map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
                (-90...90).contains(latitude), (-180...180).contains(longitude)
            else {
                return report(
                    .warning, "GEO", message: "'\(text)' was left out: it is no position")
            }
            event.geo = GeoPosition(latitude: latitude, longitude: longitude)
        default: break
        }
    }

    private mutating func readRule(_ name: String, _ text: String, into event: inout Event) {
        do {
            let rule = try RecurrenceRule(icalendar: text)
            if name == "X-RRULE" {
                event.recurrenceRules.append(rule)
            } else {
                event.exceptionRules.append(rule)
            }
        } catch {
            report(
                .error, String(name.dropFirst(2)), message: "'\(text)' was left out: \(error)",
                remedy: "the event is shown without this rule until it is corrected")
        }
    }

    private static func alarm(_ component: OpaquePointer) -> Alarm? {
        var (action, details) = ("DISPLAY", String?.none)
        var trigger: Alarm.Trigger?
        ComponentHandle.forEachProperty(of: component) { property in
            switch icalproperty_isa(property) {
            case ICAL_ACTION_PROPERTY:
                action = PropertyReader.valueText(property)?.uppercased() ?? action
            case ICAL_DESCRIPTION_PROPERTY:
                details = PropertyReader.text(icalproperty_get_description(property))
            case ICAL_TRIGGER_PROPERTY: trigger = Self.trigger(property)
            default: break
            }
        }
        return trigger.map { Alarm(action: action, trigger: $0, details: details) }
    }

    private static func trigger(_ property: OpaquePointer) -> Alarm.Trigger? {
        guard let text = PropertyReader.valueText(property) else { return nil }
        if let time = CalendarTime(icalendar: text) { return .at(Instant(utc: time.wallTime)) }
        guard let duration = CalendarDuration(icalendar: text) else { return nil }
        let isEnd =
            PropertyReader.parameter(property, ICAL_RELATED_PARAMETER)
            .map { icalparameter_get_related($0) == ICAL_RELATED_END } ?? false
        return isEnd ? .afterEnd(duration) : .afterStart(duration)
    }

    /// The line of the first property of this name, 1-based in the file.
    private mutating func lineOfProperty(_ name: String) -> Int {
        if let known = propertyLines[name] { return known }
        let found = search(name) ?? line
        propertyLines[name] = found
        return found
    }

    private func search(_ name: String) -> Int? {
        let lowercased = name.lowercased().utf8
        var (start, number) = (text.startIndex, line)
        while start < text.endIndex {
            let content = text[start...]
            if content.count > lowercased.count,
                zip(content, lowercased).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
            {
                return number
            }
            guard let end = content.firstIndex(of: 0x0A) else { return nil }
            (start, number) = (end + 1, number + 1)
        }
        return nil
    }
}
