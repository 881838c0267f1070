public import CalendarMerge
internal import GRDB

extension EventStore {
    /// The calendars that the store holds, as their texts are, all from one revision: what
    /// ``CalendarMerge`` makes one of.
    ///
    /// - Parameter filter: which calendars; hidden ones are left out before any choice between
    ///   copies is made.
    public func mergeSources(
        _ filter: EventFilter = EventFilter()
    ) throws(AgendaError) -> [MergeSource] {
        try read { database in
            try SourceTable.fetchBrief(database).filter { filter.includes(calendar: $0.name) }
                .map { source in
                    let resources = try ResourceTable.fetchAll(sourceID: source.id, database)
                        .sorted { $0.href < $1.href }
                    return MergeSource(
                        name: source.name, isWritable: source.isWritable,
                        resources: try resources.map { resource in
                            MergeSource.Resource(
                                path: SourceLocation.path(
                                    source: source.path, href: resource.href),
                                bytes: try ComponentTable.fetchTexts(
                                    resourceID: resource.id, database))
                        })
                }
        }
    }
}
