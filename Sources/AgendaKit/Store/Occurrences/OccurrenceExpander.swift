internal import CalendarMerge
package import ICalendar

/// Expands the components of one series into occurrences, with the zones of their file applied.
package struct OccurrenceExpander {
    /// Resolves the TZIDs of the series' file.
    let scope: TimeZoneScope

    /// An expander for the series of one file.
    package init(scope: TimeZoneScope) { self.scope = scope }

    /// The result of expanding a series.
    package struct Expansion: Sendable {
        /// Sorted by start.
        package var occurrences: [ExpandedOccurrence]
        /// What could not be taken as written.
        package var diagnostics: [Diagnostic]
        /// Whether the occurrences cover only the requested days.
        package var isRecurring: Bool
        /// The range on the series' clock in which no occurrence is missing; nil if none is missing at all.
        package var complete: Range<CivilDateTime>?
    }

    /// The most instances of a series that are stored for the horizon. A series with more is expanded for
    /// each query: in a week it has few.
    package static let storedInstances = 10_000

    /// All days that a calendar can name (RFC 5545 3.3.4 has four digits for the year).
    package static let allDays =
        CivilDate(
            uncheckedYear: 0, month: 1, day: 1)..<CivilDate(
            uncheckedYear: 10_000, month: 1, day: 1)

    /// The day after the last of them.
    static let lastDay = allDays.upperBound

    /// Expands a series: a recurring one for `days`, another one whole.
    ///
    /// Of several masters, or several overrides of one instance, the newest counts.
    ///
    /// - Parameters:
    ///   - wish: which instances to return of a series that exceeds the limit.
    ///   - limit: how many instances its rules may yield.
    package func expand(
        _ components: [Event], days: Range<CivilDate>, wish: ExpansionWish? = nil,
        limit: Int = storedInstances
    ) -> Expansion {
        var diagnostics: [Diagnostic] = []
        let (masterIndex, overrideIndices) = newest(components, &diagnostics)
        let set = RecurrenceSet(
            master: masterIndex.map { readable(components[$0], &diagnostics) },
            overrides: overrideIndices.map { readable(components[$0], &diagnostics) })
        let isRecurring = masterIndex.map { components[$0].isRecurring } ?? false
        let expansion = set.instances(
            overlapping: isRecurring ? days : Self.allDays, wish: wish, limit: limit
        ) { scope.rules(for: $0) ?? .utc }
        let occurrences = expansion.instances.compactMap { instance -> ExpandedOccurrence? in
            guard let component = instance.override.map({ overrideIndices[$0] }) ?? masterIndex
            else { return nil }
            return ExpandedOccurrence(
                span: instance.span, recurrenceID: instance.recurrenceID, component: component)
        }
        return Expansion(
            occurrences: occurrences, diagnostics: diagnostics + expansion.diagnostics,
            isRecurring: isRecurring, complete: expansion.complete)
    }

    /// The days to expand for the instances whose original starts are on a day: that day, and where overrides have moved
    /// them, each with its neighbours, because days begin at other times in other zones.
    ///
    /// - Parameter date: as the original start is written, in UTC or on its own clock.
    func days(ofInstancesOn date: CivilDate, _ components: [Event]) -> [Range<CivilDate>] {
        var days = [date - 1..<date + 2]
        for event in components {
            guard let id = event.recurrenceID else { continue }
            let (original, start) = (day(of: id), day(of: event.start))
            if event.overridesFuture, original <= date + 1 {
                let moved = date + (start - original)
                days.append(moved - 2..<moved + 3)
            } else if abs(original - date) <= 1 {
                days.append(start - 1..<start + 2)
            }
        }
        return days.united()
    }

    private func day(of time: CalendarTime) -> CivilDate {
        TimeZoneRules.utc.instant(of: scope.point(of: time)).utc.date
    }

    /// The master and the overrides that count.
    private func newest(
        _ components: [Event], _ diagnostics: inout [Diagnostic]
    ) -> (master: Int?, overrides: [Int]) {
        // Almost all series are one component; the table would cost as much as all the rest.
        if components.count == 1 { return components[0].recurrenceID == nil ? (0, []) : (nil, [0]) }
        var chosen: [Slot: Int] = [:]
        for (index, event) in components.enumerated() {
            let slot = Slot(event)
            guard let rival = chosen[slot] else {
                chosen[slot] = index
                continue
            }
            var hidden = event
            if ComponentRevision(components[rival]) < ComponentRevision(event) {
                chosen[slot] = index
                hidden = components[rival]
            }
            diagnostics.append(
                slot.recurrenceID == nil
                    ? Diagnostic(.warning, uid: event.uid, property: "UID", .fault(.newestEvent))
                    : hidden.hiddenInstance)
        }
        let overrides = chosen.filter { $0.key.recurrenceID != nil }.map(\.value).sorted()
        return (chosen.first { $0.key.recurrenceID == nil }?.value, overrides)
    }

    /// What a component describes: an override of all later instances coexists with an override of its own
    /// instance alone.
    private struct Slot: Hashable {
        let recurrenceID: CalendarTime?
        let isRange: Bool

        init(_ event: Event) {
            recurrenceID = event.recurrenceID
            isRange = event.recurrenceID != nil && event.overridesFuture
        }
    }

    /// The IANA name of the event's zone, if known.
    func zoneName(of event: Event) -> String? {
        switch event.start {
        case .zoned(_, let tzid): scope.rules(for: tzid)?.name
        case .utc: "UTC"
        case .date, .floating: nil
        }
    }

    /// The event with times in unknown zones made floating, so that they follow the reader's zone.
    private func readable(_ event: Event, _ diagnostics: inout [Diagnostic]) -> Event {
        var (unknown, offsetAlone) = (String?.none, String?.none)
        // In place: almost no time changes, and most events have no lists of them.
        func read(_ time: inout CalendarTime) {
            guard case .zoned(let wall, let tzid) = time else { return }
            if scope.knowsOnlyOffset(of: tzid) { offsetAlone = tzid }
            guard scope.rules(for: tzid) == nil else { return }
            unknown = tzid
            time = .floating(wall)
        }
        func read(_ end: inout EventEnd) {
            guard case .time(var time) = end else { return }
            read(&time)
            end = .time(time)
        }
        var event = event
        read(&event.start)
        read(&event.end)
        if var id = event.recurrenceID {
            read(&id)
            event.recurrenceID = id
        }
        for index in event.exceptionDates.indices { read(&event.exceptionDates[index]) }
        for index in event.recurrenceDates.indices {
            read(&event.recurrenceDates[index].start)
            read(&event.recurrenceDates[index].end)
        }
        if let unknown {
            diagnostics.append(
                Diagnostic(
                    .error, uid: event.uid, property: "TZID", .value(unknown, .unknownZone)))
        }
        if let offsetAlone {
            diagnostics.append(
                Diagnostic(
                    .warning, uid: event.uid, property: "TZID", .value(offsetAlone, .offsetAlone)))
        }
        return event
    }
}

/// One occurrence of a series, not stored yet.
package struct ExpandedOccurrence: Hashable, Sendable {
    /// When it takes place.
    package var span: Span
    /// Nil unless the event recurs.
    package var recurrenceID: OccurrencePoint?
    /// The index of the component that describes it among the series' components.
    package var component: Int
}

extension Event {
    /// The warning that a newer component describes the same instance.
    var hiddenInstance: Diagnostic {
        let name = [recurrenceID?.icalendar, summary].compactMap { $0 }.joined(separator: " ")
        return Diagnostic(
            .warning, uid: uid, property: "RECURRENCE-ID", .value(name, .hiddenInstance))
    }
}
