internal import CalendarMerge
internal import ICalendar

/// An event or to-do of one calendar as read for a change: its components, and those of other events with its
/// `UID` in the same file, which stay.
struct OpenedEvent: Sendable {
    var calendar: any WritableCalendar
    let occurrence: AgendaEvent
    let present: EventTexts
    let series: SeriesEditor
    /// The instance to change; nil for the whole series.
    var instance: OccurrencePoint?
    private let others: [ComponentEdit]
    private let otherCount: Int

    var source: CalendarSource { calendar.source }
    var name: SeriesName { occurrence.name }

    /// - Parameter present: what the calendar has of the event; not empty.
    /// - Throws: `invalid` if it cannot be read, or if several events could be meant.
    init(
        _ present: EventTexts, of occurrence: AgendaEvent, in calendar: any WritableCalendar,
        stamp: Instant
    ) throws(AgendaError) {
        (self.calendar, self.occurrence, self.present) = (calendar, occurrence, present)
        instance = occurrence.recurrenceID
        var texts: [[UInt8]] = []
        for text in present.texts where !texts.contains(text) { texts.append(text) }
        var components = try SeriesEditor.components(texts).map(\.identified)
        // In another file than the series, THISANDFUTURE counts for its own instance alone, in lists and here.
        let elsewhere = Set(present.others.flatMap(\.texts))
        for index in texts.indices where elsewhere.contains(texts[index]) {
            components[index] = components[index].forItsInstance
        }
        let groups = EventsOfUID(components.map(\.event), in: present.scope) { _ in false }.groups
        var own = Array(components.indices)
        if groups.count > 1 {
            guard let start = occurrence.id.start,
                let group = groups.first(where: { $0.start == start })
            else {
                throw AgendaError(.severalWithUID, place: occurrence.uid)
            }
            own = group.indices
        }
        others = components.indices.filter { !own.contains($0) }.map { components[$0] }
        otherCount = max(groups.count, 1) - 1
        series = try SeriesEditor(
            own.map { components[$0] }, present.scope, stamp: stamp, calendar: calendar.source.name)
        // An instance in a file of its own is known by what stands there.
        let ids = series.overrides.compactMap(\.event.recurrenceID)
        if let id = ids.first(where: { series.times.point(of: $0) == instance }) {
            instance = series.point(named: id)
        }
    }

    /// The texts of all events with the UID after a change of this one.
    ///
    /// - Parameter changed: what this one becomes; nil if it is deleted.
    /// - Returns: nil if nothing is left.
    /// - Throws: `invalid` if it now starts when another one does: only the start tells them apart.
    func all(with changed: SeriesEditor?) throws(AgendaError) -> [[UInt8]]? {
        // No change does not write the UID either that an event without one has here.
        if let changed, changed.texts == series.texts { return present.texts }
        guard otherCount > 0 else { return changed?.texts }
        let all = (changed?.components ?? []) + others
        let groups = EventsOfUID(all.map(\.event), in: present.scope) { _ in false }.groups
        guard groups.count == otherCount + (changed == nil ? 0 : 1) else {
            throw AgendaError(.startTaken, place: occurrence.uid)
        }
        return all.map(\.text)
    }
}
