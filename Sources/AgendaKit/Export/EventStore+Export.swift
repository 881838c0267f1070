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
    /// The texts are as the sources have them, unless the filter says that they are for a shared link or a
    /// mirror (``EventFilter/rules``): then rules have changed them.
    ///
    /// - Parameter filter: selects calendars; hidden ones are excluded before any choice between copies.
    /// - Throws: the errors of reading (``AgendaError``).
    public func mergeSources(
        _ filter: EventFilter = EventFilter()
    ) throws(AgendaError) -> [MergeSource] {
        try ruledSources(filter).sources
    }

    /// As ``mergeSources(_:)``, with the UIDs of the events that a rule calls private.
    func ruledSources(
        _ filter: EventFilter
    ) throws(AgendaError) -> (sources: [MergeSource], privateUIDs: Set<String>?) {
        try read { database in
            let isForOthers = filter.rules == .shares || filter.rules == .mirrors
            let isRuled = try isForOthers && !RulingTable.isEmpty(database)
            let ruled = try isRuled ? RuledTexts(database, filter) : nil
            let sources = try SourceTable.fetchBrief(database).filter {
                filter.includes(calendar: $0.name)
            }
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
                                resourceID: resource.id, database
                            ) { component in
                                guard let ruled else { return component.text }
                                return try ruled.text(of: component, resource, in: source)
                            })
                    })
            }
            return (sources, ruled?.privateUIDs)
        }
    }
}
