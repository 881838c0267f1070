internal import CalendarMerge
internal import ICalendar

/// Works out what an existing event becomes that comes again: keeps the newer of each component, so that nothing goes
/// back to an earlier state.
struct IncomingSeries {
    private typealias Key = OccurrencePoint?

    let times: SeriesTimes
    /// The time of the change.
    let stamp: Instant
    /// What a stored component becomes by a newer one of an organizer's message; nil if it comes from elsewhere, and
    /// replaces the stored one as it is.
    var keeping: ((_ own: ComponentEdit, _ other: ComponentEdit) -> ComponentEdit)?

    /// How new a component is. A message goes by `SEQUENCE` and `DTSTAMP` alone (RFC 5546 2.1.4): few organizers'
    /// programs write `LAST-MODIFIED`, which an answer sets here.
    private func revision(_ event: Event) -> ComponentRevision {
        var revision = ComponentRevision(event)
        if keeping != nil { revision.lastModified = nil }
        return revision
    }

    /// The newer components of both; of equally new ones the incoming, or of a message the stored.
    ///
    /// - Returns: nil if every incoming component is older.
    func merged(_ incoming: [ComponentEdit], into present: [ComponentEdit]) -> [ComponentEdit]? {
        var result = present
        var hasNewMaster = false
        var isNewer = false
        for part in incoming {
            guard let place = result.firstIndex(where: { key($0) == key(part) }) else {
                result.append(part)
                isNewer = true
                continue
            }
            let (own, other) = (revision(result[place].event), revision(part.event))
            guard own <= other else { continue }
            isNewer = true
            if let keeping {
                guard own < other else { continue }
                if part.event.recurrenceID == nil { hasNewMaster = true }
                result[place] = keeping(result[place], part)
                continue
            }
            let isOther = own < other || result[place].event != part.event
            if isOther, part.event.recurrenceID == nil { hasNewMaster = true }
            result[place] = part
        }
        guard isNewer else { return nil }
        if hasNewMaster, let master = incoming.first(where: { $0.event.recurrenceID == nil }) {
            // A newer series brings its own exceptions: older ones belong to a series that is gone.
            let kept = Set(incoming.map(key))
            result.removeAll { part in
                guard !kept.contains(key(part)) else { return false }
                // An answer to one instance made an override that the organizer's program does not know.
                if keeping != nil { return part.event.sequence < master.event.sequence }
                return revision(part.event) <= revision(master.event)
            }
        }
        return result
    }

    /// The series with the named instances cancelled.
    ///
    /// - Parameter incoming: the instances' original starts, nil for the whole event, whether all later ones are meant,
    ///   too (`RANGE=THISANDFUTURE`), and their `SEQUENCE`s.
    /// - Returns: nil if what is there is newer.
    func cancelled(
        _ incoming: [Cancellation], in present: SeriesEditor
    ) throws(AgendaError) -> SeriesEditor? {
        var series = present
        var isDone = false
        for (instance, isRange, sequence) in incoming {
            guard let instance else {
                let newest = series.components.map(\.event.sequence).max() ?? 0
                guard newest <= sequence else { continue }
                series.change { cancelled($0, sequence) }
                isDone = true
                continue
            }
            let point = series.point(named: instance)
            let known = series.overrides.first { series.describes($0, point) } ?? series.master
            guard (known?.event.sequence ?? 0) <= sequence else { continue }
            var draft = try series.draft(of: point)
            draft.event.cancel()
            draft.event.sequence = max(draft.event.sequence, sequence)
            try series.change(point, to: draft)
            if isRange { cancelFuture(from: point, sequence, in: &series) }
            isDone = true
        }
        return isDone ? series : nil
    }

    /// What one component of a message cancels.
    typealias Cancellation = (instance: CalendarTime?, isRange: Bool, sequence: Int)

    /// Lets the override of an instance, which is cancelled, count for all later ones, and cancels those with an override
    /// of their own.
    private func cancelFuture(
        from point: OccurrencePoint, _ sequence: Int, in series: inout SeriesEditor
    ) {
        series.overrides = series.overrides.map { part in
            guard !series.describes(part, point) else {
                var event = part.event
                event.overridesFuture = true
                return part.with(event, part.participants, at: stamp)
            }
            return series.isBefore(point, part) ? cancelled(part, sequence) : part
        }
    }

    private func cancelled(_ part: ComponentEdit, _ sequence: Int) -> ComponentEdit {
        var event = part.event
        event.cancel()
        event.sequence = max(event.sequence, sequence)
        return part.with(event, part.participants, at: stamp)
    }

    /// What a component describes: nil for the event as a whole.
    private func key(_ part: ComponentEdit) -> Key {
        part.event.recurrenceID.map { times.point(of: $0) }
    }
}

extension Event {
    /// Whether it does not take place, or need not be done.
    var isCancelled: Bool { todo.map { $0.status == .cancelled } ?? (status == .cancelled) }

    /// Says that it does not take place, or need not be done.
    mutating func cancel() {
        if todo == nil { status = .cancelled } else { todo?.status = .cancelled }
    }
}
