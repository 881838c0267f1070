public import CalendarMerge
internal import GRDB
internal import ICalendar

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

    /// The merge of what calendars hold for others: as rules have it, and with what a person calls the same as one event.
    ///
    /// - Parameters:
    ///   - filter: which calendars, and for whom (``EventFilter/rules``).
    ///   - options: what else is asked of the merge.
    ///   - paths: of files that have no part in it.
    ///   - end: until when rules judge the instances of series one by one; nil if they judge each as a whole.
    ///   - zones: the IANA zones.
    /// - Returns: with the UIDs of the events that a rule calls private: those of which it calls any copy so, or any event that
    ///   is the same.
    /// - Throws: the errors of reading (``AgendaError``).
    func mergeForOthers(
        _ filter: EventFilter, _ options: CalendarMerge.Options = CalendarMerge.Options(),
        leavingOut paths: Set<String> = [], until end: CivilDate? = nil,
        zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) -> (merge: CalendarMerge, privateUIDs: Set<String>) {
        var options = options
        options.same = try sameUIDs()
        let (all, ruled) = try ruledSources(filter, until: end)
        var sources = all
        for index in sources.indices where !paths.isEmpty {
            sources[index].resources.removeAll { paths.contains($0.path) }
        }
        options.privateUIDs = ruled.map { uids in
            options.same.filter { !$0.isDisjoint(with: uids) }.reduce(uids) { $0.union($1) }
        }
        let merge = CalendarMerge(sources, options: options, zones: zones)
        return (merge, options.privateUIDs ?? [])
    }

    /// As ``mergeSources(_:)``, with the UIDs of the events that a rule calls private; nil without rules.
    private func ruledSources(
        _ filter: EventFilter, until end: CivilDate? = nil
    ) throws(AgendaError) -> (sources: [MergeSource], privateUIDs: Set<String>?) {
        try read { database in
            let isForOthers = filter.rules == .shares || filter.rules == .mirrors
            let isRuled = try isForOthers && !RulingTable.isEmpty(database)
            let ruled = try isRuled ? RuledTexts(database, filter, until: end) : nil
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
