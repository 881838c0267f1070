internal import GRDB

extension EventStore {
    /// The rules by which lists, shared links and mirrors show the events.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func rules() throws(AgendaError) -> RuleSet {
        try read { try RulingTable.fetchRules($0) }
    }

    /// Whether the rules are known to be those of a configuration, so that nobody need read it.
    ///
    /// - Parameters:
    ///   - stamp: how new the configuration is; see ``setRules(_:stamp:)``.
    ///   - head: the zone and the addresses that belong to its rules (``RuleSet/head(zone:me:)``).
    package func hasRules(stamp: Int64, head: String) throws(AgendaError) -> Bool {
        try read { try RulingTable.isCurrent(stamp, head, $0) }
    }

    /// Makes other rules count: judges by those that are new, and changes what looks otherwise then. The same rules cost one
    /// look at a row.
    ///
    /// - Parameters:
    ///   - rules: all rules, in their order.
    ///   - stamp: how new they are, as a number that grows: rules of an older configuration, which a program has read
    ///     long ago, change nothing. Nil for rules that count whatever is there.
    /// - Returns: whether the rules were others.
    /// - Throws: the errors of reading and writing (``AgendaError``).
    @discardableResult
    public func setRules(_ rules: RuleSet, stamp: Int64? = nil) throws(AgendaError) -> Bool {
        let text = rules.text
        let (known, age) = try read {
            (try RulingTable.fetchText($0), try RulingTable.fetchStamp($0))
        }
        guard known != text else {
            // Another line of the configuration was changed. Who cannot write reads it the next time, too.
            if let stamp, age < stamp, !rules.rules.isEmpty { try? note(stamp) }
            return false
        }
        return try write { database in
            let old = try RulingTable.fetchRules(database)
            guard old.text != text else { return (false, .nothing) }
            if let stamp, try stamp < RulingTable.fetchStamp(database) { return (false, .nothing) }
            var judging = Rejudging(database, from: old, to: rules)
            try judging.run()
            if let stamp { try RulingTable.setStamp(stamp, database) }
            return (
                true,
                CommittedChange(change: .events(judging.changedKeys), origins: CommitOrigins())
            )
        }
    }

    private func note(_ stamp: Int64) throws(AgendaError) {
        try write(patience: 0, isDurable: false) { database in
            try RulingTable.setStamp(stamp, database)
            return ((), .nothing)
        }
    }

    /// Makes other rules count as ``setRules(_:stamp:)`` does, and notes the change, so that it can be undone.
    ///
    /// - Parameter expected: what the rules must be; nil for any.
    func setRules(
        _ rules: RuleSet, stamp: Int64, noting change: EventChange,
        expecting expected: String? = nil,
        by origin: ChangeOrigin.Kind
    ) throws(AgendaError) -> EventChange {
        try write { database in
            let old = try RulingTable.fetchRules(database)
            if let expected, RuleSet(text: expected).rules != old.rules {
                throw AgendaError(.rulesChanged)
            }
            var judging = Rejudging(database, from: old, to: rules)
            try judging.run()
            try RulingTable.setStamp(stamp, database)
            var change = change
            change.rules = RuleOperation(before: old.text, after: rules.text)
            change.id = try OperationTable.insert(change, sources: [], database)
            return (
                change,
                CommittedChange(
                    change: .events(judging.changedKeys),
                    origins: CommitOrigins(ChangeOrigin(origin, number: change.id)))
            )
        }
    }
}
