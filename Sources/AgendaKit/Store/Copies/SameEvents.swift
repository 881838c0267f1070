internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// Events of different UIDs that are one, as a person said or as blocks of a mirror, and as far as they agree on when they take
/// place: one of them is shown for all.
///
/// SEQUENCE and the times of changes are no guide here: they count what one organizer did to one UID. So only what takes place
/// at the same times is one event, and a writable calendar's copy is shown before an earlier one.
struct SameEvents {
    /// One of the events, with the choice among its own copies.
    struct Member {
        var uid: String
        var choice: CopyChoice
        /// Whether it is a block of a mirror: it says less than its event.
        var isBlock: Bool
    }

    /// The first one is shown.
    let members: [Member]
    /// The instances in which they differ, because one was moved, cancelled or taken out: there each shows its own.
    let apart: Set<OccurrencePoint>

    var uids: [String] { members.map(\.uid) }
    /// Those that may fill what the event that is shown leaves empty, and it.
    var fillingUIDs: [String] { [uids[0]] + members.dropFirst().filter { !$0.isBlock }.map(\.uid) }

    /// Whether this event shows an instance.
    func shows(uid: String, _ recurrenceID: OccurrencePoint?) -> Bool {
        members[0].uid == uid || isApart(recurrenceID)
    }

    /// Whether each shows its own of an instance.
    func isApart(_ recurrenceID: OccurrencePoint?) -> Bool {
        recurrenceID.map { apart.contains($0) } ?? false
    }

    /// The copies of all of them, each event's best first.
    var ranking: [EventCopy] { members.flatMap(\.choice.ranking) }

    /// The other calendars that have it, in the sources' order.
    func otherCalendars(than calendar: String) -> [String] {
        var names: [String] = []
        for copy in ranking.sorted(by: { $0.sourceOrder < $1.sourceOrder })
        where copy.calendar != calendar && !names.contains(copy.calendar) {
            names.append(copy.calendar)
        }
        return names
    }

    /// The components that fill what the event that is shown leaves empty, besides its own copies'.
    func fillers(for recurrenceID: OccurrencePoint?) -> [Int64] {
        members.dropFirst().filter { !$0.isBlock }.flatMap { member in
            member.choice.ranking.compactMap { $0.component(for: recurrenceID)?.eventID }
        }
    }
}

extension SameEvents {
    /// Reads those of these UIDs' events that are one.
    ///
    /// - Parameters:
    ///   - sources: in the order in which they win; whose are left out have no part in it.
    ///   - scopes: the zones of the stored files.
    static func fetch(
        _ uids: Set<String>, among sources: [CalendarSource], _ scopes: StoredScopes,
        _ database: Database
    ) throws -> [SameEvents] {
        let cancelled = try ReplyTable.fetchCancelledKeys(database)
        var all: [Reading] = []
        for uid in uids where !cancelled.contains(OccurrenceID.key(uid: uid)) {
            if let one = try Reading(uid, among: sources, scopes, database) { all.append(one) }
        }
        all.sort { $0.isBefore($1) }
        let groups = Dictionary(grouping: all, by: \.agreed)
        return groups.values.filter { $0.count > 1 }.map { group in
            let deviations = group.map(\.deviations)
            var apart: Set<OccurrencePoint> = []
            for other in deviations.dropFirst() {
                for point in Set(deviations[0].keys).union(other.keys)
                where deviations[0][point] != other[point] { apart.insert(point) }
            }
            return SameEvents(
                members: group.map { Member(uid: $0.uid, choice: $0.choice, isBlock: $0.isBlock) },
                apart: apart)
        }
    }

    /// What is compared of an event.
    private struct Reading {
        /// What must be equal.
        struct Agreed: Hashable {
            var shape: SeriesShape
            var isCancelled: Bool
        }

        /// How an instance differs from what the rule says.
        enum Deviation: Hashable {
            case out
            case moved(Span, isCancelled: Bool)
        }

        let uid: String
        let choice: CopyChoice
        let isBlock: Bool
        let agreed: Agreed
        var deviations: [OccurrencePoint: Deviation] = [:]

        /// Nil for an event that is never one with another: its UID has several, it has dates besides its rule, or an
        /// instance of another calendar is laid over it.
        init?(
            _ uid: String, among sources: [CalendarSource], _ scopes: StoredScopes,
            _ database: Database
        ) throws {
            let copies = try StoredCopies.fetch(uid: uid, .event, among: sources, database)
            let groups = CopyGroups(copies).groups
            guard groups.count == 1, groups[0].start == nil, groups[0].decision.overlays.isEmpty,
                let winner = groups[0].decision.winner, let main = winner.master,
                let resource = try Int64.fetchOne(
                    database, sql: "SELECT resource_id FROM series WHERE id = ?",
                    arguments: [winner.seriesID]),
                let master = try ComponentTable.fetch(id: main.eventID, database)?.event
            else { return nil }
            let scope = try scopes.scope(resourceID: resource, database)
            guard let shape = SeriesShape(master, in: scope) else { return nil }
            (self.uid, choice) = (uid, groups[0].decision)
            isBlock = try MirroredTable.isBlock(uid, database)
            agreed = Agreed(shape: shape, isCancelled: master.status == .cancelled)
            for time in master.exceptionDates { deviations[scope.point(of: time)] = .out }
            for part in winner.components {
                guard let id = part.recurrenceID else { continue }
                guard let event = try ComponentTable.fetch(id: part.eventID, database)?.event,
                    !event.overridesFuture, let span = event.firstSpan(in: scope)
                else { return nil }
                let isCancelled = event.status == .cancelled
                if isCancelled || span.start != id || span.length != shape.span.length {
                    deviations[id] = .moved(span, isCancelled: isCancelled)
                }
            }
            // A date that names an instance with a time: which one, only an expansion says.
            guard deviations.keys.allSatisfy({ $0.hasForm(of: shape.span.start) }) else {
                return nil
            }
        }

        /// An event stands before its blocks, then a writable calendar's before others, then the sources' order counts.
        func isBefore(_ other: Reading) -> Bool {
            if isBlock != other.isBlock { return other.isBlock }
            guard let own = choice.winner, let its = other.choice.winner else { return false }
            if own.isWritable != its.isWritable { return own.isWritable }
            if own.sourceOrder != its.sourceOrder { return own.sourceOrder < its.sourceOrder }
            return (own.href, uid) < (its.href, other.uid)
        }
    }
}

extension Span {
    /// In seconds, or in days.
    fileprivate var length: Int {
        switch self {
        case .instants(let range): range.upperBound - range.lowerBound
        case .floating(let range):
            Instant(utc: range.upperBound) - Instant(utc: range.lowerBound)
        case .dates(let range): range.upperBound - range.lowerBound
        }
    }
}
