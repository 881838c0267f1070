internal import GRDB
public import ICalendar

extension EventProvider {
    /// How many events each rule matches on some days, wherever it counts; in the rules' order.
    ///
    /// An instance counts as an event, as in a list; copies that another one stands in for count, too.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func ruleMatches(on dates: Range<CivilDate>? = nil) async throws(AgendaError) -> [Int] {
        let reader = reader(dates)
        return try store.read { database in
            let rules = try RulingTable.fetchRules(database).rules
            var counts = [Int](repeating: 0, count: rules.count)
            let ruled = Set(try RulingTable.fetchAll(database).keys)
            guard !ruled.isEmpty else { return counts }
            var occurrences = try Occurrences(database, zones: reader.zones)
            var assembler = try OccurrenceAssembler(&occurrences, filter: EventFilter())
            occurrences.skipsHidden = false
            let rulings = StoredRulings(database, in: Set(RulePlace.allCases))
            try occurrences.forEach(in: reader.window, around: reader.focus, among: ruled) {
                occurrence in
                let instance = StoredRulings.Instance(
                    span: occurrence.span,
                    timeZone: occurrence.described.content.content.timeZone,
                    isDeclined: try assembler.isDeclinedForRules(occurrence))
                for (index, _) in try rulings.applied(
                    componentID: occurrence.event.id, instance)
                { counts[index] += 1 }
            }
            return counts
        }
    }

    /// What some days would be like by other rules. Changes nothing.
    ///
    /// - Parameters:
    ///   - rules: all rules.
    ///   - dates: the days; nil for the whole window.
    /// - Returns: the days as they are, and as they would be.
    /// - Throws: the errors of reading (``AgendaError``); `storeBusy` while another process writes.
    public func trying(
        _ rules: RuleSet, on dates: Range<CivilDate>? = nil
    ) async throws(AgendaError) -> (before: [AgendaEvent], after: [AgendaEvent]) {
        let reader = reader(dates)
        let ranges = [0..<reader.window.count]
        func events(_ database: Database) throws -> [AgendaEvent] {
            let nodes = try reader.read(ranges, database).flatMap(\.nodes)
            var seen: Set<OccurrenceID> = []
            return nodes.flatMap(\.events).filter { seen.insert($0.id).inserted }
        }
        return try store.discarding { database in
            let before = try events(database)
            var judging = Rejudging(
                database, from: try RulingTable.fetchRules(database), to: rules)
            try judging.run()
            return (before, try events(database))
        }
    }
}

extension EventStore {
    /// Runs changes and takes all of them back.
    fileprivate func discarding<T>(_ body: (Database) throws -> T) throws(AgendaError) -> T {
        if let unwritable { throw unwritable }
        return try Self.translating(place: path ?? "") {
            try writer.writeWithoutTransaction { database in
                try database.beginTransaction(.immediate)
                defer { try? database.rollback() }
                return try body(database)
            }
        }
    }
}
