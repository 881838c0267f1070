package import ICalendar

/// Decides which of several copies of an event to show.
///
/// Among the copies that hold the master, one wins **as a whole series**: mixing the instances of an old and
/// a new series would show a moved meeting twice. Within one calendar an instance belongs to its series, whichever
/// file it is written in and however old it is (RFC 5545 3.8.4.4). One of another calendar is laid over the winner
/// if it is not older than the series, and newer than the winner's own instance.
package struct CopyChoice: Sendable {
    /// The copies, best first.
    package let ranking: [EventCopy]
    /// The copy to show; nil if no copy holds a master.
    package let winner: EventCopy?
    /// The copies laid over it, by the instance's original start.
    package let overlays: [OccurrencePoint: EventCopy]

    /// Chooses among the copies of one `UID`.
    package init(_ copies: [EventCopy]) {
        ranking = copies.sorted(by: Self.isBetter)
        let winner = ranking.first { $0.master != nil }
        var overlays: [OccurrencePoint: EventCopy] = [:]
        let (own, foreign) = ranking.filter { $0.seriesID != winner?.seriesID }
            .reduce(into: ([EventCopy](), [EventCopy]())) { parts, copy in
                if let winner, copy.isPart(of: winner) {
                    parts.0.append(copy)
                } else if copy.master == nil {
                    parts.1.append(copy)
                }
            }
        for copy in own + foreign {
            let belongs = winner.map(copy.isPart) ?? false
            for component in copy.components {
                guard let instance = component.recurrenceID else { continue }
                let rival = (overlays[instance] ?? winner)?.component(for: instance)
                let isHidden =
                    switch rival {
                    case let rival? where rival.recurrenceID != nil:
                        rival.revision >= component.revision
                    case let rival?: !belongs && rival.revision > component.revision
                    case nil: false
                    }
                if !isHidden { overlays[instance] = copy }
            }
        }
        self.winner = winner
        self.overlays = overlays
    }

    /// Whether this series provides the instance to show.
    package func shows(seriesID: Int64, recurrenceID: OccurrencePoint?) -> Bool {
        let shown = recurrenceID.flatMap { overlays[$0] } ?? winner
        return shown?.seriesID == seriesID
    }

    /// The other calendars that have a copy, in the sources' order.
    package func otherCalendars(than calendar: String) -> [String] {
        var names: [String] = []
        for copy in ranking.sorted(by: { $0.sourceOrder < $1.sourceOrder })
        where copy.calendar != calendar && !names.contains(copy.calendar) {
            names.append(copy.calendar)
        }
        return names
    }

    /// The components of other calendars that fill what the shown copy leaves empty, best first.
    package func fillers(for seriesID: Int64, recurrenceID: OccurrencePoint?) -> [Int64] {
        let shown = ranking.first { $0.seriesID == seriesID }
        return ranking.filter { $0.collection != shown?.collection }
            .compactMap { $0.component(for: recurrenceID)?.eventID }
    }

    /// Why a copy is not shown; nil for the copy that is.
    package func reason(for copy: EventCopy, recurrenceID: OccurrencePoint?) -> Wording? {
        guard let shown = recurrenceID.flatMap({ overlays[$0] }) ?? winner,
            shown.seriesID != copy.seriesID
        else { return nil }
        // Series are compared by their masters alone.
        let isSeries = shown.master != nil && copy.master != nil
        guard let losing = isSeries ? copy.master : copy.component(for: recurrenceID),
            let winning = isSeries ? shown.master : shown.component(for: recurrenceID)
        else { return "it has other instances only" }
        if !isSeries, losing.recurrenceID == nil, winning.recurrenceID != nil,
            copy.collection == shown.collection
        {
            return "it has other instances only"
        }
        if let reason = losing.revision.reasonItLost(against: winning.revision) { return reason }
        if shown.isWritable != copy.isWritable { return "its source is not writable" }
        return "its source comes later"
    }

    private static func isBetter(_ lhs: EventCopy, _ rhs: EventCopy) -> Bool {
        let (left, right) = (revision(lhs), revision(rhs))
        if left.series != right.series { return left.series > right.series }
        if left.newest != right.newest { return left.newest > right.newest }
        if lhs.isWritable != rhs.isWritable { return lhs.isWritable }
        if lhs.sourceOrder != rhs.sourceOrder { return lhs.sourceOrder < rhs.sourceOrder }
        return lhs.href < rhs.href
    }

    /// The master decides; between equal masters, the newest override decides.
    private static func revision(
        _ copy: EventCopy
    ) -> (series: ComponentRevision, newest: ComponentRevision) {
        let oldest = ComponentRevision(sequence: Int.min, lastModified: nil, stamp: nil)
        let own = copy.components.filter { !$0.isLaidOver }
        let newest = own.map(\.revision).max() ?? oldest
        return (copy.master?.revision ?? newest, newest)
    }
}
