internal import AgendaKit
internal import ICalendar

/// Tries a filter on one resource (RFC 4791 sections 9.7 and 9.9).
struct FilterMatch {
    let resource: CalendarResource
    /// Places whole days and times without a zone.
    let zone: TimeZoneRules

    /// Instances of a series that are looked at in a range that ends; in one that does not, the first or any one decides.
    private static let (most, few) = (OccurrenceExpander.storedInstances, 200)

    /// Whether the filter of the calendar itself matches.
    func matches(_ filter: ComponentFilter) -> Bool {
        guard !filter.isNotDefined, resource.stream.isCalendar else { return false }
        let own = resource.stream.calendarProperties
        return filter.properties.allSatisfy { asked in
            has(asked, own.filter { $0.name == asked.name })
        } && filter.components.allSatisfy(hasComponent)
    }

    private func hasComponent(_ filter: ComponentFilter) -> Bool {
        let named = resource.components.indices.filter { resource.name($0) == filter.name }
        if filter.isNotDefined { return named.isEmpty }
        let found = filter.isPlain ? named : named.filter { hasContent($0, filter) }
        guard let times = filter.times, !found.isEmpty else { return !found.isEmpty }
        return takesPlace(found, times)
    }

    private func hasContent(_ index: Int, _ filter: ComponentFilter) -> Bool {
        guard let document = resource.documents[index] else { return false }
        return hasContent(document, filter, of: index)
    }

    /// - Parameter index: the component that the document is, or is in.
    private func hasContent(
        _ document: ComponentDocument, _ filter: ComponentFilter, of index: Int
    ) -> Bool {
        filter.properties.allSatisfy { asked in
            let properties = document.properties(asked.name)
            return has(asked, properties)
                || properties.isEmpty && hasEffective(asked, document, of: index)
        }
            && filter.components.allSatisfy { inner in
                let parts = document.parts.filter { $0.isComponent && $0.name == inner.name }
                if inner.isNotDefined { return parts.isEmpty }
                return parts.contains { part in
                    ComponentDocument(part.bytes).map { hasContent($0, inner, of: index) } ?? false
                        && inner.times.map { goesOff(part, of: index, in: $0) } ?? true
                }
            }
    }
}

// Properties.
extension FilterMatch {
    private func has(_ filter: PropertyFilter, _ properties: [Property]) -> Bool {
        if filter.isNotDefined { return properties.isEmpty }
        return properties.contains { property in
            filter.times.map { instant(of: property).map($0.contains) ?? false } ?? true
                && filter.text?.matches(TextValue.unescaped(property.value)) ?? true
                && filter.parameters.allSatisfy { has($0, property) }
        }
    }

    private func has(_ filter: ParameterFilter, _ property: Property) -> Bool {
        let isDefined = property.parameterNames.contains(filter.name)
        guard isDefined, !filter.isNotDefined else { return isDefined != filter.isNotDefined }
        guard let text = filter.text else { return true }
        return property.parameterValues(filter.name).contains(where: text.matches)
    }

    private func instant(of property: Property) -> Instant? {
        CalendarTime(written: property.value, tzid: property.parameter("TZID")).map {
            zone.instant(of: resource.scope.point(of: $0))
        }
    }

    /// `DTEND`, or `DUE`, that `DURATION` makes (section 9.9).
    private func hasEffective(
        _ filter: PropertyFilter, _ document: ComponentDocument, of index: Int
    ) -> Bool {
        let end = ["VEVENT": "DTEND", "VTODO": "DUE"][document.name]
        guard let times = filter.times, filter.parameters.isEmpty, filter.name == end,
            case .duration? = resource.events[index]?.end,
            let span = resource.events[index]?.firstSpan(in: resource.scope)
        else { return false }
        return times.contains(span.instants(in: zone).upperBound)
    }
}

// Times.
extension FilterMatch {
    /// Whether one of some components of a kind takes place in a range of time.
    private func takesPlace(_ components: [Int], _ times: TimeRange) -> Bool {
        if resource.components[components[0]].kind == .freeBusy {
            return components.contains { isFreeBusy($0, times) }
        }
        let undated = components.filter { isUndated($0) }
        if undated.contains(where: { isWorkedOn($0, times) }) { return true }
        guard undated.count < components.count else { return false }
        let wanted = Set(components)
        return anyOccurrence(of: wanted, in: times) { occurs($0, times) }
    }

    /// Whether a component has an occurrence that is as asked for, which is taken for granted of a series with more than can
    /// be looked at.
    private func anyOccurrence(
        of components: Set<Int>, in times: TimeRange,
        _ isMeant: (CalendarResource.Occurrence) -> Bool
    ) -> Bool {
        let limit = times.start == nil || times.end == nil ? Self.few : Self.most
        let (found, dense) = resource.occurrences(in: times, limit: limit)
        if found.contains(where: { components.contains($0.component) && isMeant($0) }) {
            return true
        }
        // All that is before an end is after the first instance, which was looked at.
        return times.start != nil
            && dense.contains { place in
                resource.series[place].contains {
                    components.contains($0) && resource.events[$0]?.recurrenceID == nil
                }
            }
    }

    /// Whether it is a to-do of no day.
    func isUndated(_ index: Int) -> Bool {
        resource.components[index].kind == .todo
            && resource.events[index]?.todo?.anchor == .undated
    }

    /// The rows of to-dos without `DTSTART` and `DUE`.
    func isWorkedOn(_ index: Int, _ times: TimeRange) -> Bool {
        guard let event = resource.events[index] else { return false }
        switch (event.created, event.todo?.completed) {
        case (let created?, let completed?):
            return times.lower <= max(created, completed) && times.upper >= min(created, completed)
        case (nil, let completed?): return times.lower <= completed && times.upper >= completed
        case (let created?, nil): return times.upper > created
        case (nil, nil): return true
        }
    }

    /// Whether an occurrence is one in a range of time.
    func occurs(_ occurrence: CalendarResource.Occurrence, _ times: TimeRange) -> Bool {
        let span = occurrence.span.instants(in: zone)
        guard resource.components[occurrence.component].kind == .todo,
            let event = resource.events[occurrence.component]
        else { return times.overlaps(span) }
        let (start, end) = (span.lowerBound, span.upperBound)
        // A date is due until its day is over.
        var due = end
        if case .dates(let days) = occurrence.span { due = zone.startOfDay(days.upperBound - 1) }
        switch (event.todo?.anchor, event.end) {
        case (.undated, _): return false
        case (.due, _): return times.lower < end && times.upper >= due
        case (_, .none): return times.overlaps(span)
        case (_, .duration):
            return times.lower <= end && (times.upper > start || times.upper >= due)
        case (_, .time):
            return (times.lower < end || times.lower <= start)
                && (times.upper > start || times.upper >= due)
        }
    }

    private func isFreeBusy(_ index: Int, _ times: TimeRange) -> Bool {
        guard let found = resource.freeBusy(index) else { return false }
        if let span = found.span {
            return times.lower <= span.upperBound && times.upper > span.lowerBound
        }
        return found.periods.contains { times.overlaps($0.times) }
    }

    /// Whether an alarm goes off in a range of time, the first time or again.
    private func goesOff(
        _ part: ComponentDocument.Part, of index: Int, in times: TimeRange
    ) -> Bool {
        guard let alarm = WrittenAlarm(part)?.alarm else { return false }
        let length: CalendarDuration
        switch alarm.trigger {
        case .afterStart(let duration), .afterEnd(let duration): length = duration
        case .at(let instant):
            let span = Span.instants(instant..<instant)
            return alarm.instants(of: span, zone: zone).contains(where: times.contains)
        }
        let repeated = alarm.instants(of: .instants(times.lower..<times.lower), zone: zone)
        let repetition = (repeated.last ?? times.lower) - (repeated.first ?? times.lower)
        let wanted = times.moved(
            back: length.days * 86_400 + length.seconds, lengthened: repetition)
        return anyOccurrence(of: [index], in: wanted) { occurrence in
            alarm.instants(of: occurrence.span, zone: zone).contains(where: times.contains)
        }
    }
}
