package import ICalendar

/// The copies of one `UID`, divided into the events that they are copies of.
///
/// That is mostly one event. If one resource has several events with the `UID`, the start tells them apart in
/// all resources.
package struct CopyGroups {
    /// The copies of one event.
    package struct Group {
        /// The start that tells the event from others with its UID; nil if it is the only one.
        package var start: OccurrencePoint?
        package var decision: CopyChoice
    }

    package let groups: [Group]
    /// The index of each copy's group, by the copy's series.
    private let places: [Int64: Int]

    package init(_ copies: [EventCopy]) {
        let places = Self.places(copies)
        var members: [[EventCopy]] = []
        for (copy, place) in zip(copies, places) {
            while members.count <= place { members.append([]) }
            members[place].append(copy)
        }
        let isOne = members.count < 2
        groups = members.map { copies in
            Group(
                start: isOne ? nil : copies.lazy.compactMap(\.start).first,
                decision: CopyChoice(copies))
        }
        self.places = Dictionary(
            zip(copies.map(\.seriesID), places), uniquingKeysWith: { first, _ in first })
    }

    /// The group of a series; nil for a series that is not among the copies.
    package func group(of seriesID: Int64) -> Group? { places[seriesID].map { groups[$0] } }

    /// For each copy, the index of its event, from 0 without a gap.
    package static func places(_ copies: [EventCopy]) -> [Int] {
        guard copies.contains(where: \.isSeveral) else {
            return Array(repeating: 0, count: copies.count)
        }
        var byStart: [OccurrencePoint: Int] = [:]
        var recurring: Int?
        for copy in copies {
            guard let start = copy.start else { continue }
            let place = byStart[start] ?? byStart.count
            byStart[start] = place
            if copy.isRecurring { recurring = recurring ?? place }
        }
        // Invitations to single instances belong to the series, if there is one.
        return copies.map { copy in copy.start.flatMap { byStart[$0] } ?? recurring ?? 0 }
    }
}
