internal import ICalendar

extension SeriesEditor {
    /// Opens an instance of a to-do again that an override closes. The override goes if nothing else sets it apart from
    /// the series; any other stays without what closed it.
    ///
    /// - Throws: `notFound` if there is no such instance.
    func reopening(_ instance: OccurrencePoint) throws(AgendaError) -> SeriesEditor {
        guard let index = ownIndex(of: instance) else { return self }
        let part = overrides[index]
        var rest = self
        rest.overrides.remove(at: index)
        var event = part.event
        guard master != nil else {
            event.todo?.reopen()
            rest.overrides.insert(part.with(event, part.participants, at: stamp), at: index)
            return rest
        }
        let (base, plain, _) = try rest.described(instance)
        event.todo?.reopen(percent: plain.todo?.percent)
        if event.hasSameContent(as: plain), part.participants == base.participants,
            base.rewritten(plain).lines.sortedParts == part.rewritten(plain).lines.sortedParts
        {
            return rest
        }
        rest.overrides.insert(part.with(event, part.participants, at: stamp), at: index)
        return rest
    }
}

extension Todo {
    /// Takes back what says that it is done or cancelled.
    ///
    /// - Parameter percent: how much is done then; nil for nothing.
    mutating func reopen(percent: Int? = nil) {
        (status, completed, self.percent) = (.needsAction, nil, percent)
    }
}

extension Event {
    /// Whether two components say the same, whatever their revisions.
    fileprivate func hasSameContent(as other: Event) -> Bool {
        var own = self
        (own.sequence, own.stamp, own.created, own.lastModified) =
            (other.sequence, other.stamp, other.created, other.lastModified)
        return own == other
    }
}

extension ComponentDocument {
    /// The parts in an order that does not depend on the text's.
    fileprivate var sortedParts: [[UInt8]] {
        parts.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
    }
}
