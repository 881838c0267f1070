/// Writes values as the properties of a component.
///
/// Does not use libical, which loses `GEO`, absolute alarms and times after the year 3999, and rejects
/// some valid rules (decision 0001).
struct PropertyWriter {
    private(set) var lines = LineWriter()

    mutating func begin(_ component: String) { lines.begin(component) }

    mutating func end(_ component: String) { lines.end(component) }

    // One line for each property, so that the whole list fits on a page.
    // swift-format-ignore
    mutating func write(_ event: Event) {
        lines.add("UID", text: event.uid)
        if let stamp = event.stamp { add("DTSTAMP", .utc(stamp)) }
        if let created = event.created { add("CREATED", .utc(created)) }
        if let modified = event.lastModified { add("LAST-MODIFIED", .utc(modified)) }
        lines.add("SEQUENCE", String(Int32(clamping: event.sequence)))
        if let id = event.recurrenceID {
            add("RECURRENCE-ID", id, event.overridesFuture ? [("RANGE", "THISANDFUTURE")] : [])
        }
        switch event.todo?.anchor ?? .start {
        case .start: add("DTSTART", event.start)
        case .due: add("DUE", event.start)
        case .undated: break
        }
        switch event.end {
        case .none: break
        case .time(let end): add(event.todo == nil ? "DTEND" : "DUE", end)
        case .duration(let duration): lines.add("DURATION", duration.icalendar)
        }
        for rule in event.recurrenceRules { lines.add("RRULE", rule.icalendar) }
        for rule in event.exceptionRules { lines.add("EXRULE", rule.icalendar) }
        for date in event.recurrenceDates { write(date) }
        for date in event.exceptionDates { add("EXDATE", date) }
        if let summary = event.summary { lines.add("SUMMARY", text: summary) }
        if let location = event.location { lines.add("LOCATION", text: location) }
        if let details = event.details { lines.add("DESCRIPTION", text: details) }
        for text in event.todo?.journal?.moreDescriptions ?? [] { lines.add("DESCRIPTION", text: text) }
        if let url = event.url { lines.add("URL", url) }
        write(categories: event.categories, inOneLine: event.todo != nil)
        if event.status != .confirmed, event.todo == nil { lines.add("STATUS", event.status.rawValue.uppercased()) }
        if let todo = event.todo { write(todo) }
        if event.isTransparent { lines.add("TRANSP", "TRANSPARENT") }
        if let classification = event.classification { lines.add("CLASS", classification) }
        if event.priority != 0 { lines.add("PRIORITY", String(Int32(clamping: event.priority))) }
        if let geo = event.geo { lines.add("GEO", geo.icalendar) }
        if let color = event.color { lines.add("COLOR", text: color) }
        for conference in event.conferences { lines.add("CONFERENCE", conference, with: [("VALUE", "URI")]) }
        if let organizer = event.organizer { write(organizer, as: "ORGANIZER") }
    }

    /// Writes `CATEGORIES`; those of a to-do in one line, as todoman 4 cannot read a file that has two.
    private mutating func write(categories: [String], inOneLine: Bool) {
        let values = categories.map(LineWriter.escaped)
        for value in inOneLine && !values.isEmpty ? [values.joined(separator: ",")] : values {
            lines.add("CATEGORIES", value)
        }
    }

    private mutating func write(_ todo: Todo) {
        if let status = todo.journal?.status { lines.add("STATUS", status.rawValue) }
        if todo.status != .needsAction { lines.add("STATUS", todo.status.rawValue) }
        if let completed = todo.completed { add("COMPLETED", .utc(completed)) }
        if let percent = todo.percent { lines.add("PERCENT-COMPLETE", String(percent)) }
        for relation in todo.relations {
            lines.add(
                "RELATED-TO", text: relation.uid,
                with: relation.type == "PARENT" ? [] : [("RELTYPE", relation.type)])
        }
    }

    /// Writes an `ORGANIZER` or `ATTENDEE`, without parameters that have their default value.
    mutating func write(_ participant: Participant, as name: String) {
        let plain = Participant(address: participant.address)
        var parameters: [LineWriter.Parameter] = []
        if let name = participant.name { parameters.append(("CN", name)) }
        if participant.role != plain.role { parameters.append(("ROLE", participant.role)) }
        if participant.status != plain.status {
            parameters.append(("PARTSTAT", participant.status))
        }
        if participant.kind != plain.kind { parameters.append(("CUTYPE", participant.kind)) }
        if participant.expectsReply { parameters.append(("RSVP", "TRUE")) }
        lines.add(name, participant.address, with: parameters)
    }

    mutating func write(_ alarm: Alarm) {
        begin("VALARM")
        lines.add("ACTION", alarm.action)
        switch alarm.trigger {
        case .afterStart(let duration): lines.add("TRIGGER", duration.icalendar)
        case .afterEnd(let duration):
            lines.add("TRIGGER", duration.icalendar, with: [("RELATED", "END")])
        case .at(let instant):
            let time = CalendarTime.utc(instant).icalendar
            lines.add("TRIGGER", time, with: [("VALUE", "DATE-TIME")])
        }
        if let details = alarm.details { lines.add("DESCRIPTION", text: details) }
        if alarm.repetitions > 0 { lines.add("REPEAT", String(Int32(clamping: alarm.repetitions))) }
        if let interval = alarm.interval { lines.add("DURATION", interval.icalendar) }
        if let instant = alarm.acknowledged { add("ACKNOWLEDGED", .utc(instant)) }
        end("VALARM")
    }

    mutating func write(_ zone: TimeZoneDefinition) {
        lines.add("TZID", text: zone.tzid)
        if let location = zone.location { lines.add("X-LIC-LOCATION", text: location) }
        for observance in zone.observances {
            let name = observance.isDaylight ? "DAYLIGHT" : "STANDARD"
            begin(name)
            write(observance)
            end(name)
        }
    }

    private mutating func write(_ observance: TimeZoneDefinition.Observance) {
        add("DTSTART", .floating(observance.start))
        lines.add("TZOFFSETFROM", Self.offset(observance.offsetFrom))
        lines.add("TZOFFSETTO", Self.offset(observance.offsetTo))
        for rule in observance.rules { lines.add("RRULE", rule.icalendar) }
        for date in observance.dates { add("RDATE", .floating(date)) }
        if let name = observance.name { lines.add("TZNAME", text: name) }
    }

    private mutating func write(_ date: RecurrenceDate) {
        let end: String
        switch date.end {
        case .none: return add("RDATE", date.start)
        case .time(let time): end = time.icalendar
        case .duration(let duration): end = duration.icalendar
        }
        var parameters: [LineWriter.Parameter] = [("VALUE", "PERIOD")]
        if let tzid = date.start.tzid { parameters.append(("TZID", tzid)) }
        lines.add("RDATE", date.start.icalendar + "/" + end, with: parameters)
    }

    private mutating func add(
        _ name: String, _ time: CalendarTime, _ parameters: [LineWriter.Parameter] = []
    ) {
        var parameters = parameters
        if time.isDate { parameters.append(("VALUE", "DATE")) }
        if let tzid = time.tzid { parameters.append(("TZID", tzid)) }
        lines.add(name, time.icalendar, with: parameters)
    }

    /// The text of an offset, which 3.3.14 limits to less than 24 hours.
    private static func offset(_ seconds: Int) -> String {
        UTCOffset.text(min(max(seconds, -86_399), 86_399))
    }
}

extension GeoPosition {
    /// The value of `GEO` (RFC 5545 3.8.1.6), without an exponent, which `Double` may print.
    var icalendar: String { Self.text(latitude) + ";" + Self.text(longitude) }

    private static func text(_ degrees: Double) -> String {
        let parts = "\(degrees)".split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]), exponent < 0 else {
            return String(parts[0])
        }
        let zeros = String(repeating: "0", count: -exponent - 1)
        return (degrees < 0 ? "-0." : "0.") + zeros + parts[0].filter(\.isNumber)
    }
}
