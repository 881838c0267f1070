internal import CalendarMerge
internal import GRDB
public import ICalendar

extension EventStore {
    /// What a look at all calendars finds beside ``diagnostics()``: components that another file of the same calendar
    /// hides, and overrides of instances that their series lack, on days of which nothing is stored. Takes longer.
    ///
    /// - Parameter zones: the zones of the series.
    /// - Throws: the errors of reading (``AgendaError``).
    public func overlooked(
        zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) -> [SourceDiagnostic] {
        try read { database in
            let sources = try SourceTable.fetchBrief(database)
            var found: [SourceDiagnostic] = []
            for kind in Event.Kind.allCases {
                let reader = OverlookedReader(
                    kind: kind, database: database, sources: sources, scopes: StoredScopes(zones),
                    horizon: try StateTable.fetch(database).horizon)
                found += try reader.hidden() + reader.withoutInstance()
            }
            return found
        }
    }
}

/// Reads what is shown of each event and what is not.
private struct OverlookedReader {
    let kind: Event.Kind
    let database: Database
    let sources: [CalendarSource]
    let scopes: StoredScopes
    let horizon: Range<CivilDate>

    /// Components that another one in another file of their calendar hides.
    func hidden() throws -> [SourceDiagnostic] {
        let keys = OccurrenceID.keys(of: kind)
        let uids = try RowReader(
            """
            SELECT DISTINCT uid FROM series
            WHERE is_shared <> 0 AND uid_key BETWEEN \(keys.lowerBound) AND \(keys.upperBound)
            """, database
        ).map { $0.text(0) }
        return try uids.flatMap { uid in
            let copies = try StoredCopies.fetch(uid: uid, kind, among: sources, database)
            return try CopyGroups(copies).groups.flatMap { try hidden($0.decision) }
        }
    }

    private func hidden(_ decision: CopyChoice) throws -> [SourceDiagnostic] {
        let winner = decision.winner
        var found: [SourceDiagnostic] = []
        for copy in decision.ranking {
            let isWinner = copy.seriesID == winner?.seriesID
            if !isWinner, let master = copy.master, let winner {
                guard copy.collection == winner.collection else { continue }
                found += try diagnostic(master, of: copy) { event in
                    Diagnostic(.warning, uid: event.uid, property: "UID", .fault(.olderCopy))
                }
                if !copy.isPart(of: winner) { continue }
            }
            for part in copy.components {
                guard let instance = part.recurrenceID,
                    let shown = decision.overlays[instance] ?? winner,
                    shown.collection == copy.collection
                else { continue }
                found += try diagnostic(part, of: copy) { event in
                    if shown.seriesID != copy.seriesID { return event.hiddenInstance }
                    guard !isWinner, winner != nil, event.overridesFuture else { return nil }
                    return Diagnostic(
                        .warning, uid: event.uid, property: "RECURRENCE-ID",
                        .fault(.rangeElsewhere))
                }
            }
        }
        return found
    }

    private func diagnostic(
        _ part: EventCopy.Component, of copy: EventCopy, _ make: (Event) -> Diagnostic?
    ) throws -> [SourceDiagnostic] {
        guard let component = try ComponentTable.fetch(id: part.eventID, database),
            let event = component.event, var diagnostic = make(event)
        else { return [] }
        diagnostic.line = component.line
        let source = sources[copy.sourceOrder]
        return [
            SourceDiagnostic(
                calendar: source.name,
                path: SourceLocation.path(source: source.location, href: copy.href),
                diagnostic: diagnostic)
        ]
    }

    /// Overrides of no instance outside of the stored days; those on the stored days were found when they were expanded.
    func withoutInstance() throws -> [SourceDiagnostic] {
        let reader = try RowReader(
            """
            SELECT DISTINCT series.id, resource.source_id, resource.href
            FROM \(EventTable.name(kind)) AS event
            JOIN series ON series.id = event.series_id
            JOIN resource ON resource.id = series.resource_id
            WHERE event.recurrence_id IS NOT NULL AND series.is_recurring <> 0
            ORDER BY series.id
            """, database)
        let all = try reader.map {
            (id: try $0.requiredInteger(0), source: try $0.requiredInteger(1), href: $0.text(2))
        }
        var found: [SourceDiagnostic] = []
        for series in all {
            guard let source = sources.first(where: { $0.id == series.source }) else { continue }
            try SeriesChoice.one(series.id).forEachBatch(kind, database) { texts in
                for text in texts {
                    let scope = try scopes.scope(resourceID: text.resourceID, database)
                    for diagnostic in withoutInstance(text, scope) {
                        found.append(
                            SourceDiagnostic(
                                calendar: source.name,
                                path: SourceLocation.path(
                                    source: source.location, href: series.href),
                                diagnostic: diagnostic))
                    }
                }
            }
        }
        return found
    }

    private func withoutInstance(_ text: SeriesText, _ scope: TimeZoneScope) -> [Diagnostic] {
        let parts = text.components.compactMap { component in
            component.event.map { (event: $0, line: component.line) }
        }
        let masters = parts.filter { $0.event.recurrenceID == nil }.map(\.event)
        guard !masters.isEmpty else { return [] }
        return parts.flatMap { part -> [Diagnostic] in
            guard part.event.recurrenceID != nil else { return [] }
            let day = part.event.start.wallTime.date
            guard !horizon.contains(day) else { return [] }
            // Alone with its series, so that the report is about this one.
            return OccurrenceExpander(scope: scope)
                .expand(masters + [part.event], days: day - 1..<day + 2).diagnostics
                .filter { $0.reason == .fault(.noSuchInstance) }
                .map { diagnostic in
                    var diagnostic = diagnostic
                    (diagnostic.line, diagnostic.uid) = (part.line, part.event.uid)
                    return diagnostic
                }
        }
    }
}
