internal import GRDB
internal import ICalendar

/// The SQL of the tables `ruling` and `rule_set`.
///
/// A row of `ruling` names the conditions (``RuleSet/names``) that a component's text meets. What is done then is not in it,
/// so that other effects or another order change no row.
enum RulingTable {
    /// The rules by which the rows were judged.
    static func fetchRules(_ database: Database) throws -> RuleSet {
        RuleSet(text: try fetchText(database))
    }

    /// Their text; empty for none.
    static func fetchText(_ database: Database) throws -> String {
        var text = ""
        try RowReader(rules, database).forEach { text = $0.text(0) }
        return text
    }

    private static let rules = "SELECT text, stamp FROM rule_set"

    /// Notes the rules by which the rows have been judged.
    static func setRules(_ rules: RuleSet, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO rule_set VALUES (1, ?, 0) ON CONFLICT DO UPDATE SET text = excluded.text
                """, arguments: [rules.text])
    }

    /// Whether the rules are from a configuration that is as new as this number says, and for this zone and these addresses.
    static func isCurrent(_ stamp: Int64, _ head: String, _ database: Database) throws -> Bool {
        var isCurrent = false
        try RowReader(rules, database).forEach { row in
            isCurrent =
                row.integer(1) == stamp && row.withBytes(0) { $0.starts(with: head.utf8) }
        }
        return isCurrent
    }

    /// How new the configuration is that these rules are from (``EventStore/setRules(_:stamp:)``).
    static func fetchStamp(_ database: Database) throws -> Int64 {
        var stamp: Int64 = 0
        try RowReader(rules, database).forEach { stamp = Int64($0.integer(1)) }
        return stamp
    }

    /// Notes how new it is.
    static func setStamp(_ stamp: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE rule_set SET stamp = MAX(stamp, ?)", arguments: [stamp])
    }

    /// Whether a rule may apply to any component.
    static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(
            try database.cachedStatement(sql: "SELECT 1 FROM ruling LIMIT 1")) == nil
    }

    /// Reads the conditions that a component meets, by its number: no row for none.
    static func reader(_ database: Database) throws -> RowReader {
        try RowReader("SELECT rules FROM ruling WHERE component_id = ?", database)
    }

    /// The conditions that components meet, each once as they are stored.
    static func fetchTexts(_ database: Database) throws -> [String] {
        try RowReader("SELECT DISTINCT rules FROM ruling", database).map { $0.text(0) }
    }

    /// The components whose conditions are stored as one of some texts, with that text.
    static func fetch(among texts: Set<String>, _ database: Database) throws -> [Int64: String] {
        var found: [Int64: String] = [:]
        let reader = try RowReader(
            "SELECT component_id FROM ruling WHERE rules = ?", database)
        for text in texts {
            try reader.forEach(text: text) { found[Int64($0.integer(0))] = text }
        }
        return found
    }

    /// The conditions that components meet.
    static func fetchAll(_ database: Database) throws -> [Int64: String] {
        var found: [Int64: String] = [:]
        try RowReader("SELECT component_id, rules FROM ruling", database).forEach {
            found[try $0.requiredInteger(0)] = $0.text(1)
        }
        return found
    }

    /// Whether a rule may apply to one of the copies of an event, by its key.
    static func isRuled(key: UInt64, _ kind: Event.Kind, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT 1 FROM series JOIN \(EventTable.name(kind)) AS event ON event.series_id = series.id
                JOIN ruling ON ruling.component_id = event.id WHERE uid_key = ? LIMIT 1
                """)
        return try Int.fetchOne(statement, arguments: [Int64(bitPattern: key)]) != nil
    }

    /// The resources that have a component to which a rule may apply.
    static func fetchResources(_ database: Database) throws -> Set<Int64> {
        try Int64.fetchSet(
            database,
            sql:
                "SELECT DISTINCT resource_id FROM ruling JOIN component ON component.id = component_id"
        )
    }

    /// Stores which conditions a component meets; its row of `event` or `todo` says whether there are any.
    static func insert(_ names: [String], componentID: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO ruling VALUES (?, ?)")
            .execute(arguments: [componentID, names.sorted().joined(separator: " ")])
    }

    /// Forgets which conditions a component meets.
    static func delete(componentID: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM ruling WHERE component_id = ?")
            .execute(arguments: [componentID])
    }

    /// Stores which conditions a component meets whose row is there already.
    static func replace(
        _ names: [String], componentID: Int64, _ kind: Event.Kind, _ database: Database
    ) throws {
        if names.isEmpty {
            try delete(componentID: componentID, database)
        } else {
            try insert(names, componentID: componentID, database)
        }
        try database.cachedStatement(
            sql: """
                UPDATE \(EventTable.name(kind)) SET is_transparent = (is_transparent & 1) | ?
                WHERE id = ?
                """
        ).execute(arguments: [names.isEmpty ? 0 : EventTable.ruled, componentID])
    }

    /// Notes what a change does to the rules.
    static func insert(_ operation: RuleOperation, editID: Int64, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO rule_edit VALUES (?, ?, ?)",
            arguments: [editID, operation.before, operation.after])
    }

    /// What a change did to the rules; nil for nothing.
    static func fetchEdit(_ editID: Int64, _ database: Database) throws -> RuleOperation? {
        var found: RuleOperation?
        try RowReader("SELECT before, after FROM rule_edit WHERE edit_id = ?", database)
            .forEach(editID) { found = RuleOperation(before: $0.text(0), after: $0.text(1)) }
        return found
    }
}
