internal import GRDB
internal import ICalendar

/// A series of whose instances rules may make something else than of the series: with a component for each of these. What rules call
/// private is so for the whole series (``RuledTexts/privateUIDs``).
struct RuledSeries {
    /// The component in whose place ``text`` stands; its other parts that describe several instances are in it, too.
    let mainID: Int64
    /// Empty if rules hide all.
    let text: [UInt8]
    /// Marks an instance that changes all later ones as one that rules hide itself: no second component may name it.
    static let hidesFirst = "X-AGENDA-HIDES-FIRST"

    /// - Parameter end: later instances are as the series is.
    /// - Returns: nil if there are too many instances to look at each.
    init?(
        _ seriesID: Int64, _ resource: ResourceRecord, in source: CalendarSource,
        until end: CivilDate, _ texts: RuledTexts
    ) throws {
        let parts = try Self.parts(seriesID, texts.database)
        let scope = try texts.scopes.scope(resourceID: resource.id, texts.database)
        guard let main = parts.first(where: { $0.edit.event.recurrenceID == nil }),
            let series = try? SeriesEditor(
                parts.map(\.edit), scope, stamp: Instant(secondsSinceEpoch: 0))
        else { return nil }
        let event = main.edit.event
        let first = ([event.start] + event.recurrenceDates.map(\.start)).map(\.wallTime.date).min()
        let later = parts.filter { $0.id != main.id }
        let found = RecurrenceSet(master: event, overrides: later.map(\.edit.event)).instances(
            overlapping: ((first ?? end) - 1)..<max(end, first ?? end),
            limit: SeriesEditor.examinedInstances, in: scope)
        guard found.complete == nil else { return nil }
        var (text, isShown) = ([UInt8](), false)
        typealias Whole = (
            row: RuledTexts.Row, instance: StoredRulings.Instance, effects: RuleEffects
        )
        var whole: [Int64: Whole] = [:]
        for part in parts {
            guard let row = try texts.row(part.id),
                let component = try ComponentTable.fetch(id: part.id, texts.database)
            else { return nil }
            let instance = try texts.instance(of: component, row)
            let effects = try texts.rulings.effects(componentID: part.id, instance)
            whole[part.id] = (row, instance, effects)
            if effects.isHidden != true { isShown = true }
        }
        var hiding: Set<Int64> = []
        let own = try Self.instances(of: seriesID, without: Set(parts.map(\.id)), texts.database)
        for one in found.instances {
            let id = one.override.map { later[$0].id } ?? main.id
            guard let point = one.recurrenceID, !own.contains(point), let usual = whole[id]
            else { continue }
            var instance = usual.instance
            instance.span = one.span
            let effects = try texts.effects(componentID: id, instance, point, of: usual.row)
            guard !effects.showsAsMuch(as: usual.effects),
                let described = try? series.described(point)
            else { continue }
            if let id = one.override, later[id].edit.event.recurrenceID.map(series.point) == point {
                if effects.isHidden == true || effects.isBusy == false {
                    hiding.insert(later[id].id)
                }
                continue
            }
            if effects.isHidden != true { isShown = true }
            var event = described.event
            event.overridesFuture = false
            let part = described.part.rewritten(event)
            text += texts.text(of: part.event, part.lines, as: effects, in: source)
        }
        for part in parts {
            var lines = part.edit.lines
            if hiding.contains(part.id) { lines.set(Self.hidesFirst, value: "TRUE") }
            text += texts.text(
                of: part.edit.event, lines, as: whole[part.id]?.effects ?? RuleEffects(), in: source
            )
        }
        (mainID, self.text) = (main.id, isShown ? text : [])
    }

    /// The components of a series that describe several instances: its own, and those that change all later ones.
    static func parts(
        _ seriesID: Int64, _ database: Database
    ) throws -> [(id: Int64, edit: ComponentEdit)] {
        var ids: [Int64] = []
        try RowReader("SELECT id FROM event WHERE series_id = ? ORDER BY id", database)
            .forEach(seriesID) { ids.append(Int64($0.integer(0))) }
        return try ids.compactMap { id in
            guard let text = try ComponentTable.fetch(id: id, database)?.text,
                let edit = ComponentEdit(text),
                edit.event.recurrenceID == nil || edit.event.overridesFuture
            else { return nil }
            return (id, edit)
        }
    }

    /// The instances of a series that have components of their own.
    ///
    /// - Parameter several: the components that describe several (``parts(_:_:)``).
    private static func instances(
        of seriesID: Int64, without several: Set<Int64>, _ database: Database
    ) throws -> Set<OccurrencePoint> {
        var found: Set<OccurrencePoint> = []
        try RowReader("SELECT id, recurrence_id FROM event WHERE series_id = ?", database)
            .forEach(seriesID) { row in
                guard !several.contains(Int64(row.integer(0))) else { return }
                if let point = row.withBytes(1, { OccurrencePoint(icalendar: $0) }) {
                    found.insert(point)
                }
            }
        return found
    }
}

extension RuleEffects {
    /// Whether others see the same by both, but for what is private.
    fileprivate func showsAsMuch(as other: RuleEffects) -> Bool {
        (isHidden == true) == (other.isHidden == true) && title == other.title
            && category == other.category && color == other.color && isBusy == other.isBusy
    }
}
