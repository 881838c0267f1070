internal import ICalendar

/// The local calendar, which exists only in the database: the texts of its ``LocalBank``. Each has its zones that nobody else
/// knows, so that two events may each have another zone of one name.
struct LocalCalendar: WritableCalendar {
    let source: CalendarSource
    private let context: StoreContext
    private var store: EventStore { context.store }
    /// The rows that were read, by the names of their resources.
    private var seen: [String: ResourceRecord] = [:]
    /// The zones that come along with what was read, by the names of their resources; nothing for those without.
    private var zones: [String: OwnZones] = [:]
    private var operations: [EventOperation] = []

    init(_ source: CalendarSource, _ context: StoreContext) {
        (self.source, self.context) = (source, context)
    }

    mutating func read(_ name: SeriesName, href _: String?) throws(AgendaError) -> EventTexts {
        let href = ResourceRecord.localHref(name)
        seen[href] = try store.resource(href, of: source)
        guard let record = seen[href] else {
            return EventTexts(
                texts: [], href: href, scope: TimeZoneScope(database: context.zones))
        }
        let text = try store.text(of: record)
        let (texts, own) = (EventTexts.divided(text), OwnZones(in: text))
        zones[href] = own.isEmpty ? nil : own
        return EventTexts(
            texts: texts, href: href, scope: own.scope(context.zones),
            file: own.isEmpty ? nil : own.text(with: texts))
    }

    /// The zones that an event needs come along: those that its text brings, else those that it had, else those of the
    /// others that were read, such as the series from which it is divided. An undo needs what was there, too.
    mutating func prepare(_ operation: inout EventOperation) {
        let held = zones[ResourceRecord.localHref(operation.name)] ?? OwnZones()
        if let before = operation.before, !held.isEmpty {
            operation.before = held.text(with: EventTexts.divided(before))
        }
        if let after = operation.after {
            var own = OwnZones(in: after)
            for zones in [held] + zones.values { own.add(zones.definitions) }
            var text = after
            if !own.isEmpty {
                let texts = EventTexts.divided(after)
                text = own.needed(by: texts, among: context.zones).text(with: texts)
            }
            operation.after = TextEncoding.utf8.encoded(text).text ?? text
        }
        operations.append(operation)
    }

    var outcome: [ExpectedText] {
        operations.map { operation in
            ExpectedText(
                sourceID: source.id, href: ResourceRecord.localHref(operation.name),
                digest: operation.after.map { ContentDigest($0, key: store.digestKey) })
        }
    }

    func commit() throws(AgendaError) { _ = try commit(noting: nil) }

    /// Stores what was prepared, in one transaction with its note in the journal.
    ///
    /// - Parameter change: what to note; nil if it is noted already.
    /// - Returns: the note's number; nil if nothing was noted.
    func commit(noting change: EventChange?) throws(AgendaError) -> Int64? {
        try LocalBank(source: source, context: context).commit(
            operations.map { operation in
                LocalBank.Change(
                    name: operation.name, seen: seen[ResourceRecord.localHref(operation.name)],
                    text: operation.after)
            }, noting: change)
    }
}
