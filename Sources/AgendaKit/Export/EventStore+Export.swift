public import CalendarMerge
internal import GRDB

extension EventStore {
    /// The calendars of the store as their original texts, all from one revision: the input of a
    /// `CalendarMerge`.
    ///
    /// ```swift
    /// let sources = try store.mergeSources()
    /// print(sources.map(\.name))
    /// ```
    ///
    /// - Parameter filter: selects calendars; hidden ones are excluded before any choice between copies.
    /// - Throws: the errors of reading (``AgendaError``).
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
                                    source: source.location, href: resource.href),
                                bytes: try ComponentTable.fetchTexts(
                                    resourceID: resource.id, database))
                        })
                }
        }
    }
}
