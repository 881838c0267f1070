internal import CLibical

/// Adds properties to a component in libical's memory, which owns them from then on.
struct PropertyWriter {
    /// Stands before rules, times and positions until the text is done: libical refuses some
    /// rules that are valid, loses times after the year 3999, and keeps seven digits of a position.
    static let rawPrefix = "X-AGENDA-"
    /// Stands for a category's comma until the text is done: libical does not escape it. No text
    /// holds it, because it is no character.
    static let comma: Unicode.Scalar = "\u{FFFF}"

    private let component: OpaquePointer

    init(_ component: OpaquePointer) {
        self.component = component
    }

    func add(_ property: OpaquePointer?) {
        guard let property else { return }
        icalcomponent_add_property(component, property)
    }

    /// An X- property with its value as written.
    @discardableResult
    func addExtension(_ name: String, _ value: String) -> OpaquePointer? {
        guard let property = icalproperty_new_x(value) else { return nil }
        icalproperty_set_x_name(property, name)
        add(property)
        return property
    }

    /// A property whose value libical reads from text.
    private func add(_ kind: icalproperty_kind, value: String, tzid: String? = nil) {
        guard let property = icalproperty_new(kind) else { return }
        icalproperty_set_value_from_string(property, value, "NO")
        if let tzid { icalproperty_add_parameter(property, icalparameter_new_tzid(tzid)) }
        add(property)
    }

    /// A time, its value as written: libical loses those after the year 3999.
    @discardableResult
    private func add(_ name: String, _ time: CalendarTime) -> OpaquePointer? {
        guard let property = addExtension(Self.rawPrefix + name, time.icalendar) else { return nil }
        if time.isDate {
            icalproperty_add_parameter(property, icalparameter_new_value(ICAL_VALUE_DATE))
        }
        if let tzid = time.tzid {
            icalproperty_add_parameter(property, icalparameter_new_tzid(tzid))
        }
        return property
    }

    /// Text without control characters, which no property may hold (RFC 5545 3.3.11), and without
    /// ``comma``.
    private static func clean(_ text: String) -> String {
        TextValue.replacing(comma, with: "", in: TextValue.clean(text))
    }

    // One line a property; a row of so many plain cases reads best in one place.
    // swift-format-ignore
    func write(_ event: Event) {
        add(icalproperty_new_uid(event.uid))
        if let stamp = event.stamp { add("DTSTAMP", .utc(stamp)) }
        if let created = event.created { add("CREATED", .utc(created)) }
        if let modified = event.lastModified { add("LAST-MODIFIED", .utc(modified)) }
        add(icalproperty_new_sequence(Int32(clamping: event.sequence)))
        if let id = event.recurrenceID {
            let property = add("RECURRENCE-ID", id)
            if event.overridesFuture, let property {
                icalproperty_add_parameter(property, icalparameter_new_range(ICAL_RANGE_THISANDFUTURE))
            }
        }
        add("DTSTART", event.start)
        switch event.end {
        case .none: break
        case .time(let end): add("DTEND", end)
        case .duration(let duration): add(ICAL_DURATION_PROPERTY, value: duration.icalendar)
        }
        for rule in event.recurrenceRules { addExtension(Self.rawPrefix + "RRULE", rule.icalendar) }
        for rule in event.exceptionRules { addExtension(Self.rawPrefix + "EXRULE", rule.icalendar) }
        for date in event.recurrenceDates { write(date) }
        for date in event.exceptionDates { add("EXDATE", date) }
        if let summary = event.summary { add(icalproperty_new_summary(Self.clean(summary))) }
        if let location = event.location { add(icalproperty_new_location(Self.clean(location))) }
        if let details = event.details { add(icalproperty_new_description(Self.clean(details))) }
        if let url = event.url { add(icalproperty_new_url(Self.clean(url))) }
        for category in event.categories {
            let text = TextValue.replacing(",", with: String(Self.comma), in: Self.clean(category))
            add(icalproperty_new_categories(text))
        }
        if event.status != .confirmed { add(ICAL_STATUS_PROPERTY, value: event.status.rawValue.uppercased()) }
        if event.isTransparent { add(ICAL_TRANSP_PROPERTY, value: "TRANSPARENT") }
        if let classification = event.classification { add(ICAL_CLASS_PROPERTY, value: classification) }
        if event.priority != 0 { add(icalproperty_new_priority(Int32(clamping: event.priority))) }
        if let geo = event.geo { addExtension(Self.rawPrefix + "GEO", "\(geo.latitude);\(geo.longitude)") }
        if let color = event.color { add(icalproperty_new_color(Self.clean(color))) }
        for conference in event.conferences { add(icalproperty_new_conference(Self.clean(conference))) }
        if let organizer = event.organizer { write(organizer, icalproperty_new_organizer(organizer.address)) }
    }

    private func write(_ date: RecurrenceDate) {
        guard date.end != .none else {
            add("RDATE", date.start)
            return
        }
        let end =
            switch date.end {
            case .time(let time): time.icalendar
            case .duration(let duration): duration.icalendar
            case .none: ""
            }
        let period = date.start.icalendar + "/" + end
        guard let property = addExtension(Self.rawPrefix + "RDATE", period) else { return }
        icalproperty_add_parameter(property, icalparameter_new_value(ICAL_VALUE_PERIOD))
        if let tzid = date.start.tzid {
            icalproperty_add_parameter(property, icalparameter_new_tzid(tzid))
        }
    }

    /// An `ORGANIZER` or `ATTENDEE`; parameters that have their default value are left out.
    func write(_ participant: Participant, _ property: OpaquePointer?) {
        guard let property else { return }
        func add(_ parameter: String) {
            icalproperty_add_parameter(property, icalparameter_new_from_string(parameter))
        }
        let plain = Participant(address: participant.address)
        if let name = participant.name {
            icalproperty_add_parameter(property, icalparameter_new_cn(Self.clean(name)))
        }
        if participant.role != plain.role { add("ROLE=" + participant.role) }
        if participant.status != plain.status { add("PARTSTAT=" + participant.status) }
        if participant.kind != plain.kind { add("CUTYPE=" + participant.kind) }
        if participant.expectsReply { add("RSVP=TRUE") }
        self.add(property)
    }

    func write(_ alarm: Alarm) {
        add(ICAL_ACTION_PROPERTY, value: alarm.action)
        switch alarm.trigger {
        case .afterStart(let duration): add(ICAL_TRIGGER_PROPERTY, value: duration.icalendar)
        case .afterEnd(let duration):
            add(ICAL_TRIGGER_PROPERTY, value: duration.icalendar)
            if let trigger = icalcomponent_get_first_property(component, ICAL_TRIGGER_PROPERTY) {
                icalproperty_add_parameter(trigger, icalparameter_new_related(ICAL_RELATED_END))
            }
        case .at(let instant):
            if let trigger = add("TRIGGER", .utc(instant)) {
                icalproperty_add_parameter(trigger, icalparameter_new_value(ICAL_VALUE_DATETIME))
            }
        }
        if let details = alarm.details { add(icalproperty_new_description(Self.clean(details))) }
    }

    func write(_ observance: TimeZoneDefinition.Observance) {
        add("DTSTART", .floating(observance.start))
        add(icalproperty_new_tzoffsetfrom(Int32(clamping: observance.offsetFrom)))
        add(icalproperty_new_tzoffsetto(Int32(clamping: observance.offsetTo)))
        for rule in observance.rules { addExtension(Self.rawPrefix + "RRULE", rule.icalendar) }
        for date in observance.dates { add("RDATE", .floating(date)) }
        if let name = observance.name { add(icalproperty_new_tzname(Self.clean(name))) }
    }
}
