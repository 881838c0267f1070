internal import AgendaKit
internal import ICalendar

/// The texts of a resource's components as they concern a range of time (RFC 4791 sections 9.6.5 and 9.6.6).
struct InstanceTexts {
    private let resource: CalendarResource
    private let match: FilterMatch
    private let range: TimeRange

    init(_ resource: CalendarResource, _ zone: TimeZoneRules, _ range: TimeRange) {
        self.resource = resource
        self.range = range
        match = FilterMatch(resource: resource, zone: zone)
    }

    /// Each instance in the range as a component of its own, with its times in UTC, unless they are whole days or in no zone.
    /// Without rules and VTIMEZONEs.
    ///
    /// - Throws: `number-of-matches-within-limits` if there are more than the limit.
    func all(limit: Int) throws(BrokenCondition) -> [ComponentDocument] {
        let (found, dense) = resource.occurrences(in: range, limit: max(limit, 1))
        let met = found.filter { match.occurs($0, range) }
        var bases: [Int: ComponentDocument] = [:]
        for index in Set(met.map(\.component)) { bases[index] = base(index) }
        let texts = met.compactMap { one in bases[one.component].map { text(one, of: $0) } }
        guard dense.isEmpty, texts.count <= limit else { throw .numberOfMatchesWithinLimits }
        let others = resource.components.indices.filter { index in
            switch resource.components[index].kind {
            case .timeZone, .event, .journal: false
            case .todo: match.isUndated(index) && match.isWorkedOn(index, range)
            case .freeBusy, .other: true
            }
        }
        return texts
            + others.compactMap { resource.documents[$0]?.withTimesInUTC(resource.scope) }
    }

    /// All components but the overrides that neither lie in the range nor replace an instance in it.
    var impacting: [ComponentDocument] {
        let limit = OccurrenceExpander.storedInstances
        let (now, isDense) = resource.occurrences(in: range, limit: limit)
        let present = Set(now.filter { match.occurs($0, range) }.map(\.component))
        let before = resource.occurrences(in: range, limit: limit, ofMasters: true)
        let original = before.found.filter { match.occurs($0, range) }
        guard isDense.isEmpty, before.dense.isEmpty else {
            return resource.documents.compactMap { $0 }
        }
        return resource.components.indices.filter { index in
            guard let event = resource.events[index], let id = event.recurrenceID,
                !present.contains(index)
            else { return true }
            let members = resource.series.first { $0.contains(index) } ?? []
            return original.contains { occurrence in
                guard members.contains(occurrence.component), let point = occurrence.recurrenceID,
                    let master = resource.events[occurrence.component]
                else { return false }
                let named = resource.scope.point(of: id, inSeriesFrom: master.start)
                // Compared on one clock, whichever.
                return event.overridesFuture
                    ? match.zone.instant(of: point) >= match.zone.instant(of: named)
                    : point == named
            }
        }.compactMap { resource.documents[$0] }
    }

    /// A component without its rules, with its times in UTC; nil for one that cannot be read.
    private func base(_ index: Int) -> ComponentDocument? {
        guard var document = resource.documents[index], resource.events[index] != nil else {
            return nil
        }
        let rules: Set = ["RRULE", "RDATE", "EXDATE", "EXRULE"]
        document.remove { !$0.isComponent && rules.contains($0.name) }
        return document.withTimesInUTC(resource.scope)
    }

    private func text(
        _ occurrence: CalendarResource.Occurrence, of base: ComponentDocument
    ) -> ComponentDocument {
        var document = base
        let span = occurrence.span
        let endName = document.name == "VTODO" ? "DUE" : "DTEND"
        var last = span.end
        if document.name == "VTODO", case .dates(let days) = span {
            last = .date(days.upperBound - 1)
        }
        if resource.events[occurrence.component]?.todo?.anchor == .due {
            document.set("DUE", last)
        } else {
            document.set("DTSTART", span.start)
            if !document.properties(endName).isEmpty {
                document.set(endName, last)
            } else if !isLengthOf(document, span) {
                document.remove { $0.name == "DURATION" && !$0.isComponent }
                document.set(endName, last)
            }
        }
        if let id = occurrence.recurrenceID { document.set("RECURRENCE-ID", id) }
        return document
    }

    /// Whether `DURATION`, or its lack, says how long the instance is: days are hours in UTC, and an RDATE may have a length of
    /// its own.
    private func isLengthOf(_ document: ComponentDocument, _ span: Span) -> Bool {
        let duration = document.properties("DURATION").first.map {
            CalendarDuration(icalendar: $0.value).map { $0.days * 86_400 + $0.seconds }
        }
        switch span {
        case .dates(let days): return days.count * 86_400 == duration ?? 86_400
        case .instants(let times): return times.upperBound - times.lowerBound == duration ?? 0
        case .floating(let times):
            let length =
                times.upperBound.secondsSinceEpoch - times.lowerBound.secondsSinceEpoch
            return length == duration ?? 0
        }
    }
}

extension ComponentDocument {
    /// Adds or replaces a property that is one time.
    fileprivate mutating func set(_ name: String, _ point: OccurrencePoint) {
        set(name, value: point.icalendar)
        if case .date = point { setParameter("VALUE", to: "DATE", of: name) { _ in true } }
    }

    /// The same with all times in zones that are known as times in UTC.
    fileprivate func withTimesInUTC(_ scope: TimeZoneScope) -> ComponentDocument {
        var document = self
        document.changeParts { part in
            guard !part.isComponent, var property = part.property,
                let tzid = property.parameter("TZID")
            else { return part }
            let times = property.value.split(separator: ",").map { text in
                CalendarTime(written: String(text), tzid: tzid).map(scope.point)
            }
            guard !times.contains(where: { $0 == nil }), scope.rules(for: tzid) != nil else {
                return part
            }
            property.setParameter("TZID", to: nil)
            property.value = times.compactMap { $0?.icalendar }.joined(separator: ",")
            var part = part
            part.bytes = LineWriter.folded(Array(property.line.utf8))
            return part
        }
        return document
    }
}
