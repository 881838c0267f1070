internal import ICalendar

// Handles calendars that give one UID to several events.
extension SeriesMerge {
    /// Divides the components of one UID into the events that they describe; mostly one.
    static func divide(
        _ components: [MergeComponent], _ resources: [MergeResource]
    ) -> [[MergeComponent]] {
        let byResource = Dictionary(grouping: components, by: \.resource)
            .sorted { $0.key < $1.key }.map(\.value)
        guard byResource.contains(where: mayBeSeveral) else { return [components] }
        var copies: [EventCopy] = []
        var members: [[MergeComponent]] = []
        for own in byResource {
            for group in groups(own, in: resources[own[0].resource].scope) {
                let parts = group.indices.map { own[$0] }
                copies.append(
                    EventCopy(
                        seriesID: Int64(copies.count), start: group.start,
                        isSeveral: group.isSeveral,
                        isRecurring: parts.contains { $0.event?.isRecurring ?? false },
                        calendar: "", sourceOrder: 0, isWritable: false, href: "", components: []))
                members.append(parts)
            }
        }
        var events: [[MergeComponent]] = []
        for (place, parts) in zip(CopyGroups.places(copies), members) {
            while events.count <= place { events.append([]) }
            events[place] += parts
        }
        return events
    }

    /// How many events with the UID of these components one resource has.
    static func count(
        _ components: [MergeComponent], resource: Int, _ resources: [MergeResource]
    ) -> Int {
        let own = components.filter { $0.resource == resource }
        return mayBeSeveral(own) ? groups(own, in: resources[resource].scope).count : 1
    }

    /// Whether components of one resource start at different times without being instances.
    private static func mayBeSeveral(_ components: [MergeComponent]) -> Bool {
        var first: MergeComponent?
        for component in components where component.recurrenceID == nil {
            if let first, first.start != component.start { return true }
            first = component
        }
        return false
    }

    private static func groups(
        _ components: [MergeComponent], in scope: TimeZoneScope
    ) -> [EventsOfUID.Group] {
        let events = components.compactMap(\.event)
        if events.count == components.count {
            return EventsOfUID(events, in: scope) { components[$0].isScheduled }.groups
        }
        // For tasks and journal entries, an instance belongs to the component with its start, else to the
        // first.
        var groups: [EventsOfUID.Group] = []
        var places: [OccurrencePoint?: Int] = [:]
        for (index, component) in components.enumerated() where component.recurrenceID == nil {
            let place = places[component.start] ?? groups.count
            places[component.start] = place
            if place == groups.count {
                groups.append(
                    EventsOfUID.Group(start: component.start, isSeveral: true, indices: []))
            }
            groups[place].indices.append(index)
        }
        if groups.count < 2 {
            return [
                EventsOfUID.Group(
                    start: groups.first?.start, isSeveral: false,
                    indices: Array(components.indices))
            ]
        }
        for (index, component) in components.enumerated() where component.recurrenceID != nil {
            groups[places[component.recurrenceID] ?? 0].indices.append(index)
        }
        return groups
    }
}
