internal import CalendarMerge
internal import ICalendar

/// The components of an event that is edited, and those of other events that have the same `UID` in
/// the same file, which stay.
struct EventParts {
    /// The texts of the event that is meant.
    let own: [[UInt8]]
    private let others: [[UInt8]]
    private let otherCount: Int
    private let scope: TimeZoneScope
    private let uid: String

    /// - Throws: `invalid` where it cannot be told which event is meant.
    init(_ present: EventTexts, of occurrence: AgendaEvent) throws(AgendaError) {
        (scope, uid) = (present.scope, occurrence.uid)
        let events = present.texts.compactMap { ComponentEdit($0)?.event }
        let groups =
            events.count == present.texts.count
            ? EventsOfUID(events, in: present.scope) { _ in false }.groups : []
        guard groups.count > 1 else {
            (own, others, otherCount) = (present.texts, [], 0)
            return
        }
        guard let start = occurrence.id.start,
            let place = groups.firstIndex(where: { $0.start == start })
        else {
            throw AgendaError(
                .invalid, place: occurrence.uid,
                message: "its file has several events with this UID",
                remedy: "give each a UID of its own")
        }
        own = groups[place].indices.map { present.texts[$0] }
        others = groups.indices.filter { $0 != place }
            .flatMap { groups[$0].indices.map { present.texts[$0] } }
        otherCount = groups.count - 1
    }

    /// The texts of all events of the UID after a change of the one that is meant.
    ///
    /// - Parameter texts: what has become of that one; nil when it is gone.
    /// - Returns: nil when nothing is left.
    /// - Throws: `invalid` where it now starts with another one, and could not be told from it.
    func all(with texts: [[UInt8]]?) throws(AgendaError) -> [[UInt8]]? {
        guard otherCount > 0 else { return texts }
        let all = (texts ?? []) + others
        let events = all.compactMap { ComponentEdit($0)?.event }
        let count = EventsOfUID(events, in: scope) { _ in false }.groups.count
        guard count == otherCount + (texts == nil ? 0 : 1) else {
            throw AgendaError(
                .invalid, place: uid,
                message: "another event with this UID starts at that time",
                remedy: "give each a UID of its own")
        }
        return all
    }
}
