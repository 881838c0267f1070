package import ICalendar

/// Divides the components of one `UID` in one file into events.
///
/// RFC 5545 3.8.4.7 makes them one event, with the components that have a `RECURRENCE-ID` as its overrides.
/// But feeds and timetables give one `UID` to different events: components without `RECURRENCE-ID` that start
/// at different times. Only in a scheduling message (RFC 5546) is such a component a newer version of the
/// same event.
package struct EventsOfUID {
    /// The components of one event.
    package struct Group {
        /// The master's `DTSTART`; nil if there is none.
        package var start: OccurrencePoint?
        /// Whether the UID has other events in this file.
        package var isSeveral: Bool
        /// The indices of its components, in their order.
        package var indices: [Int]
    }

    package private(set) var groups: [Group] = []

    /// How many recurring masters to search for the instance of an override.
    private static let maximalCandidates = 32
    /// How many instances of each master to search.
    private static let maximalInstances = 1_000

    /// - Parameters:
    ///   - events: components of one UID, in the file's order.
    ///   - isVersion: whether the component at an index is from a scheduling message, and so a version of the
    ///     event.
    package init(_ events: [Event], in scope: TimeZoneScope, isVersion: (Int) -> Bool) {
        // The usual case: 100,000 times in a large file.
        if events.count == 1 {
            // In place: a copy of an event takes longer than all the rest.
            let start = events.withUnsafeBufferPointer {
                $0[0].recurrenceID == nil ? scope.point(of: $0[0].start) : nil
            }
            groups = [Group(start: start, isSeveral: false, indices: [0])]
            return
        }
        let masters = events.indices.filter { events[$0].recurrenceID == nil }
        let starts = masters.map { scope.point(of: events[$0].start) }
        guard Set(starts).count > 1, !masters.contains(where: isVersion) else {
            groups = [
                Group(start: starts.first, isSeveral: false, indices: Array(events.indices))
            ]
            return
        }
        var places: [OccurrencePoint: Int] = [:]
        for (index, start) in zip(masters, starts) {
            if let place = places[start] {
                groups[place].indices.append(index)
            } else {
                places[start] = groups.count
                groups.append(Group(start: start, isSeveral: true, indices: [index]))
            }
        }
        let recurring = groups.indices.filter { place in
            groups[place].indices.contains { events[$0].isRecurring }
        }
        for index in events.indices {
            guard let id = events[index].recurrenceID else { continue }
            let point = scope.point(of: id)
            let place =
                recurring.prefix(Self.maximalCandidates).first { place in
                    Self.has(point, events[groups[place].indices[0]], scope)
                } ?? places[point] ?? recurring.first ?? 0
            groups[place].indices.append(index)
        }
    }

    /// Whether a series has an instance at this point.
    private static func has(
        _ point: OccurrencePoint, _ master: Event, _ scope: TimeZoneScope
    ) -> Bool {
        let date: CivilDate =
            switch point {
            case .instant(let instant): instant.utc.date
            case .floating(let time): time.date
            case .date(let date): date
            }
        let found = RecurrenceSet(master: master).instances(
            overlapping: date - 1..<date + 2, limit: maximalInstances, in: scope)
        return found.instances.contains { $0.recurrenceID == point }
    }

    /// The warning about several events with one UID.
    package static func diagnostic(uid: String, count: Int) -> Diagnostic {
        Diagnostic(.warning, uid: uid, property: "UID", .number(count, .events))
    }
}
