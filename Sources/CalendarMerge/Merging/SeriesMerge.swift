internal import ICalendar

/// Merges the copies of one `UID` into one series.
struct SeriesMerge {
    /// All components of the series, in the order of the sources.
    let components: [MergeComponent]
    let resources: [MergeResource]
    let sources: [MergeSource]
    private var copies: [EventCopy] = []

    init(_ components: [MergeComponent], _ resources: [MergeResource], _ sources: [MergeSource]) {
        (self.components, self.resources, self.sources) = (components, resources, sources)
        var place: [Int: Int] = [:]
        for (index, component) in components.enumerated() {
            if place[component.resource] == nil {
                place[component.resource] = copies.count
                copies.append(copy(of: component.resource))
            }
            guard let copy = place[component.resource] else { continue }
            copies[copy].components.append(
                EventCopy.Component(
                    eventID: Int64(index), recurrenceID: component.recurrenceID,
                    revision: component.revision, isLaidOver: component.isLaidOver))
        }
        // What was laid over a series is also a copy of its own: another series may win now.
        for copy in copies where copy.master != nil {
            for component in copy.components where component.isLaidOver {
                var own = copy
                own.seriesID = Int64(copies.count)
                own.components = [component]
                own.components[0].isLaidOver = false
                copies.append(own)
            }
        }
    }

    private func copy(of resource: Int) -> EventCopy {
        let (path, source) = (resources[resource].path, resources[resource].source)
        return EventCopy(
            seriesID: Int64(copies.count), calendar: sources[source].name, sourceOrder: source,
            isWritable: sources[source].isWritable, href: path, components: [])
    }

    /// The merged series, and what it was made from.
    func merged() -> MergedSeries {
        let key = components[0].key
        guard components.count > 1 else {
            return MergedSeries(key: key, parts: [MergedSeries.Part(components[0])])
        }
        let decision = CopyChoice(copies)
        let shown = shownComponents(decision)
        var series = MergedSeries(key: key, parts: [])
        var report = MergeReport.FoldedEvent(uid: key.uid)
        report.calendar = decision.winner?.calendar
        report.summary = components.lazy.compactMap { $0.event?.summary }.first
        for (index, copy) in shown {
            var part = MergedSeries.Part(components[index])
            // An instance of the same calendar belongs to the series, wherever it is written.
            if let instance = part.component.recurrenceID, let winner = decision.winner,
                copy.seriesID != winner.seriesID, !copy.isPart(of: winner)
            {
                layOver(&part)
                report.laidOver.append(
                    MergeReport.FoldedEvent.Instance(
                        recurrenceID: instance, calendar: copy.calendar))
            }
            report.filled += fill(&part, of: copy, decision)
            series.parts.append(part)
        }
        restore(report.laidOver.map(\.recurrenceID), in: &series)
        if let master = series.master?.component.event?.summary { report.summary = master }
        report.losers = losers(decision, shown: Set(shown.map(\.index)))
        if !report.losers.isEmpty || !report.laidOver.isEmpty { series.folded = report }
        return series
    }

    /// The components of the result with their copies: the winner's in their order, then those laid over
    /// them.
    private func shownComponents(_ decision: CopyChoice) -> [(index: Int, copy: EventCopy)] {
        var shown: [(index: Int, copy: EventCopy)] = []
        if let winner = decision.winner {
            shown = newest(of: winner).filter { index in
                guard let instance = components[index].recurrenceID else { return true }
                return decision.overlays[instance] == nil || movesFuture(index)
            }.map { ($0, winner) }
        }
        let settled = Set(shown.compactMap { components[$0.index].recurrenceID })
        var laidOver: [(index: Int, copy: EventCopy)] = []
        for copy in Set(decision.overlays.values) {
            laidOver += newest(of: copy).filter { index in
                guard let instance = components[index].recurrenceID else { return false }
                return decision.overlays[instance] == copy && !settled.contains(instance)
            }.map { ($0, copy) }
        }
        return shown + laidOver.sorted { $0.index < $1.index }
    }

    /// The indices of a copy's components; of several masters, or several overrides of one instance, the
    /// newest.
    private func newest(of copy: EventCopy) -> [Int] {
        var chosen: [OccurrencePoint?: Int] = [:]
        for part in copy.components {
            let index = Int(part.eventID)
            if let rival = chosen[part.recurrenceID],
                !(components[rival].revision < part.revision)
            {
                continue
            }
            chosen[part.recurrenceID] = index
        }
        return chosen.values.sorted()
    }

    /// Whether the override moves the instances after it: without it they would lose their times.
    private func movesFuture(_ index: Int) -> Bool {
        components[index].event?.overridesFuture ?? false
    }

    /// Marks an instance from another series. It describes a single instance, as lists show it: `RANGE` would
    /// move instances of a series that it does not belong to.
    private func layOver(_ part: inout MergedSeries.Part) {
        part.edit { lines in
            lines.removeParameter("RANGE", of: "RECURRENCE-ID")
            lines.set(MergeComponent.mark, value: "TRUE")
        }
    }

    /// Removes the instances that were laid over from the series' exceptions: `EXDATE` would hide them.
    private func restore(_ instances: [OccurrencePoint], in series: inout MergedSeries) {
        guard !instances.isEmpty,
            let master = series.parts.firstIndex(where: { $0.component.recurrenceID == nil })
        else { return }
        let scope = resources[series.parts[master].component.resource].scope
        series.parts[master].edit { lines in
            lines.removeTimes(from: "EXDATE") { instances.contains(scope.point(of: $0)) }
        }
    }

    private func losers(
        _ decision: CopyChoice, shown: Set<Int>
    ) -> [MergeReport.FoldedEvent.Copy] {
        decision.ranking.compactMap { copy in
            var reason: Wording?
            if copy.components.contains(where: { shown.contains(Int($0.eventID)) }) {
                reason =
                    newest(of: copy).count < copy.components.count
                    ? "the same text has a newer one" : nil
            } else if !isPart(copy, of: decision.winner) {
                reason = decision.reason(
                    for: copy,
                    recurrenceID: copy.master == nil ? copy.components.first?.recurrenceID : nil)
            }
            return reason.map {
                MergeReport.FoldedEvent.Copy(
                    calendar: copy.calendar, path: copy.href, wording: $0)
            }
        }
    }

    /// Whether an earlier merge laid the copy over the winner, from the same file.
    private func isPart(_ copy: EventCopy, of winner: EventCopy?) -> Bool {
        guard let winner else { return false }
        return copy.seriesID != winner.seriesID && copy.sourceOrder == winner.sourceOrder
            && copy.href == winner.href
    }

    /// Fills empty properties from the losing copies, best first; never a time.
    private func fill(
        _ part: inout MergedSeries.Part, of copy: EventCopy, _ decision: CopyChoice
    ) -> [MergeReport.FoldedEvent.Filling] {
        let fillers = decision.fillers(
            for: copy.seriesID, recurrenceID: part.component.recurrenceID
        ).map { components[Int($0)] }
        return PropertyFilling.fill(&part, from: fillers).map { property, filler in
            MergeReport.FoldedEvent.Filling(
                property: property, calendar: sources[resources[filler.resource].source].name)
        }
    }
}
