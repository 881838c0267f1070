internal import CalendarMerge
internal import ICalendar

// Taking back what a change did to an event that was changed since.
extension CalendarEditor {
    /// What takes an operation back and keeps all that was changed since.
    ///
    /// A three-way merge: both sides had what the operation left; one side puts back what was before, the other one has what
    /// is there now. A server's form of the same content is no change.
    ///
    /// - Returns: nil if it is taken back already, or was never made.
    /// - Throws: `changedSince` if the same was changed since.
    func reversed(
        _ operation: EventOperation, of change: EventChange, _ present: EventTexts
    ) throws(AgendaError) -> EventOperation? {
        if present.isEqual(to: operation.before) { return nil }
        let merging = ThreeWayMerge(zones: zones)
        let (before, after) = (whole(operation.before), whole(operation.after))
        let theirs = whole(present)
        guard after != nil else {
            // A deletion is taken back if the event is there again as it was.
            if let again = merging.merge(base: before, mine: nil, theirs: theirs), again.text == nil
            {
                return nil
            }
            throw changedSince([], by: try laterChange(of: operation, after: change), change)
        }
        let result = merging.merge(base: after, mine: before, theirs: theirs)
        guard let result, result.clashes.isEmpty else {
            let culprit = try laterChange(of: operation, after: change) { _, later in
                let left = whole(later.after)
                let clashes = merging.merge(base: after, mine: before, theirs: left)?.clashes
                return clashes.map { !$0.isEmpty } ?? true
            }
            throw changedSince(result?.clashes.map(\.property) ?? [], by: culprit, change)
        }
        var reverse = operation.reversed
        (reverse.href, reverse.before) = (present.href, present.joined)
        guard let text = result.text else {
            reverse.after = nil
            return reverse
        }
        let texts = EventTexts.divided(text)
        guard !present.isEqual(to: texts) else { return nil }
        try check(texts, present.scope, uid: operation.uid)
        // Zones come along to a file, and those that nobody else knows anywhere.
        let bringsZones = present.file != nil || !OwnZones(in: operation.before).isEmpty
        reverse.after = bringsZones ? text : texts.flatMap { $0 }
        return reverse
    }

    /// The first change after another one that did something to the same event.
    ///
    /// - Parameter isMeant: whether it is the one, by what it did to the event.
    /// - Returns: its number; nil if the history has none.
    func laterChange(
        of operation: EventOperation, after change: EventChange,
        where isMeant: (EventChange.Kind, EventOperation) -> Bool = { _, _ in true }
    ) throws(AgendaError) -> Int64? {
        try store.read {
            try OperationTable.fetchOperations(
                on: operation.uid, in: operation.calendar, after: change.id, $0)
        }.first {
            $0.operation.name == operation.name && isMeant($0.kind, $0.operation)
        }?.change
    }

    func changedSince(
        _ properties: [String], by later: Int64?, _ change: EventChange
    ) -> AgendaError {
        let names = Set(properties).sorted()
        return AgendaError(
            .changedSince(properties: names, by: later),
            place: change.summary ?? change.operations.first?.uid ?? "")
    }

    /// A calendar of an operation's text, whether that is a file or components alone.
    private func whole(_ text: [UInt8]?) -> [UInt8]? {
        text.map { text in
            Self.calendar(of: ComponentScanner.scan(text).components.map { Array(text[$0.range]) })
        }
    }

    /// A calendar of an event with the zones of its file; nil if it is gone.
    private func whole(_ present: EventTexts) -> [UInt8]? {
        guard !present.texts.isEmpty else { return nil }
        let file = present.file ?? []
        let definitions = ComponentScanner.scan(file).components.filter { $0.kind == .timeZone }
        return Self.calendar(of: definitions.map { Array(file[$0.range]) } + present.texts)
    }

    /// Only what is in a calendar counts, not the properties of its own.
    static func calendar(of components: [[UInt8]]) -> [UInt8] {
        Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n".utf8) + components.flatMap { $0 }
            + Array("END:VCALENDAR\r\n".utf8)
    }
}
