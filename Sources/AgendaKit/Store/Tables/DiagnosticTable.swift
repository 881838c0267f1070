internal import GRDB
internal import ICalendar

/// One row of table `diagnostic`.
struct DiagnosticRecord: Hashable, Sendable {
    /// What found the problem, and so what replaces it.
    enum Origin: String, Sendable {
        /// Reading a source, or scanning the stored content.
        case read
        /// Scanning newer content, which was rejected.
        case stale
        /// Parsing a component.
        case parse
        /// Expanding a recurrence set.
        case expand
    }

    var sourceID: Int64
    var resourceID: Int64?
    var componentID: Int64?
    var origin: Origin
    var diagnostic: Diagnostic
}

/// The SQL of table `diagnostic`.
enum DiagnosticTable {
    static func insert(_ record: DiagnosticRecord, _ database: Database) throws {
        let diagnostic = record.diagnostic
        try database.execute(
            sql: """
                INSERT INTO diagnostic (source_id, resource_id, component_id, origin, severity,
                    line, uid, property, reason)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                record.sourceID, record.resourceID, record.componentID, record.origin.rawValue,
                diagnostic.severity.rawValue, diagnostic.line, diagnostic.uid, diagnostic.property,
                diagnostic.reason.stored,
            ])
    }

    /// All problems, in the order of sources, files and lines. A source that is one file has an empty `href`.
    static func fetchAll(_ database: Database) throws -> [SourceDiagnostic] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT name, path, href, severity, line, uid, property, reason, is_told,
                    diagnostic.id
                FROM diagnostic
                JOIN source ON source.id = diagnostic.source_id
                LEFT JOIN resource ON resource.id = diagnostic.resource_id
                ORDER BY source.id, href, line, diagnostic.id
                """)
        return try rows.map { row in
            let (location, href): (String?, String?) = (try row.value(1), try row.value(2))
            var found = SourceDiagnostic(
                calendar: try row.value(0),
                path: SourceLocation.path(source: location, href: href ?? ""),
                diagnostic: Diagnostic(
                    Diagnostic.Severity(rawValue: try row.value(3)) ?? .error,
                    line: try row.value(4), uid: try row.value(5), property: try row.value(6),
                    Diagnostic.Reason(stored: try row.value(7))))
            (found.isTold, found.id) = (try row.value(8), try row.value(9))
            return found
        }
    }

    /// Marks problems as seen by the user.
    static func setTold(ids: [Int64], _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "UPDATE diagnostic SET is_told = 1 WHERE id = ?")
        for id in ids { try statement.execute(arguments: [id]) }
    }

    /// The problems of a source as a whole, each as its reason, with a line break at the end if the row
    /// holds more than an error and its reason.
    static func fetchSourceLevel(sourceID: Int64, _ database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT reason || IIF(
                    severity = 'error' AND line = 0 AND uid IS NULL AND property IS NULL, '', char(10))
                FROM diagnostic INDEXED BY diagnostic_resource
                WHERE source_id = ? AND resource_id IS NULL
                """, arguments: [sourceID])
    }

    /// Deletes the problems of a source as a whole; returns whether there were any.
    static func deleteSourceLevel(sourceID: Int64, _ database: Database) throws -> Bool {
        try database.cachedStatement(
            sql: """
                DELETE FROM diagnostic INDEXED BY diagnostic_resource
                WHERE source_id = ? AND resource_id IS NULL
                """
        ).execute(arguments: [sourceID])
        return database.changesCount > 0
    }

    /// Whether an earlier version stored a problem of a file in words, which a refresh has not replaced.
    static func hasWords(resourceID: Int64, _ database: Database) throws -> Bool {
        try Int.fetchOne(
            database,
            sql: """
                SELECT 1 FROM diagnostic
                WHERE resource_id = ? AND substr(reason, 1, instr(reason, char(31)) - 1)
                    IN ('other', 'rulePart', 'rule', 'zonePart') LIMIT 1
                """, arguments: [resourceID]) != nil
    }

    /// Whether newer content of a file was rejected.
    static func hasStale(resourceID: Int64, _ database: Database) throws -> Bool {
        try Int.fetchOne(
            database,
            sql: "SELECT 1 FROM diagnostic WHERE resource_id = ? AND origin = 'stale' LIMIT 1",
            arguments: [resourceID]) != nil
    }

    /// Deletes the problems of a file's newer content; returns whether there were any.
    static func deleteStale(resourceID: Int64, _ database: Database) throws -> Bool {
        try database.cachedStatement(
            sql: "DELETE FROM diagnostic WHERE resource_id = ? AND origin = 'stale'"
        ).execute(arguments: [resourceID])
        return database.changesCount > 0
    }

    /// Deletes what scanning a file found.
    static func deleteRead(resourceID: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                DELETE FROM diagnostic
                WHERE resource_id = ? AND component_id IS NULL AND origin IN ('read', 'stale')
                """
        ).execute(arguments: [resourceID])
    }

    /// Deletes what expanding a resource's copy of an event found.
    static func deleteExpand(key: UInt64, resourceID: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                DELETE FROM diagnostic WHERE origin = 'expand' AND component_id IN (
                    SELECT event.id FROM series JOIN event ON event.series_id = series.id
                    WHERE +series.resource_id = ? AND uid_key = ?)
                """)
        try statement.execute(arguments: [resourceID, Int64(bitPattern: key)])
    }

    /// The components of a resource that have diagnostics, each with the line at which it was parsed.
    static func fetchLines(resourceID: Int64, _ database: Database) throws -> [Int64: Int] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT DISTINCT component.id, component.line FROM diagnostic
                JOIN component ON component.id = component_id
                WHERE diagnostic.resource_id = ?
                """,
            arguments: [resourceID])
        let lines: [(Int64, Int)] = try rows.map { (try $0.value(0), try $0.value(1)) }
        return Dictionary(lines, uniquingKeysWith: { first, _ in first })
    }

    /// Moves a component's diagnostics to its new line.
    static func move(componentID: Int64, from old: Int, to new: Int, _ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE diagnostic SET line = line + ? WHERE component_id = ?"
        ).execute(arguments: [new - old, componentID])
        try database.cachedStatement(sql: "UPDATE component SET line = ? WHERE id = ?")
            .execute(arguments: [new, componentID])
    }
}

extension Diagnostic.Reason {
    /// What the column `reason` holds: the fault's name and the values, with U+001F between them.
    var stored: String {
        let fields =
            switch self {
            case .fault(let fault): [fault.rawValue]
            case .value(let value, let fault): [fault.rawValue, value]
            case .number(let number, let fault): [fault.rawValue, "\(number)"]
            case .rulePart(let error): ["omittedPart"] + error.stored
            case .rule(let rule, let error): ["omittedRule", rule] + error.stored
            case .zone(let zone, let reason): ["zone", zone, reason.stored]
            case .other(let text): ["other", text]
            }
        // Only the last field can have separators.
        return
            (fields.dropLast().map { $0.replacing(Self.separator, with: " ") } + fields.suffix(1))
            .joined(separator: Self.separator)
    }

    /// What the column holds; an unknown name is shown as it is.
    init(stored text: String) {
        let fields = text.split(separator: Self.separator, omittingEmptySubsequences: false)
            .map(String.init)
        let (name, values) = (fields[0], fields.dropFirst())
        let value = values.joined(separator: Self.separator)
        if let fault = Diagnostic.Fault(rawValue: name) {
            self = .fault(fault)
        } else if let fault = Diagnostic.ValueFault(rawValue: name) {
            self = .value(value, fault)
        } else if let fault = Diagnostic.NumberFault(rawValue: name), let number = Int(value) {
            self = .number(number, fault)
        } else if name == "omittedPart", let error = RecurrenceRuleError(stored: values) {
            self = .rulePart(error)
        } else if name == "omittedRule", let rule = values.first,
            let error = RecurrenceRuleError(stored: values.dropFirst())
        {
            self = .rule(rule, error)
        } else if name == "zone", let zone = values.first {
            let reason = values.dropFirst().joined(separator: Self.separator)
            self = .zone(zone, Diagnostic.Reason(stored: reason))
        } else {
            self = .other(Self.words(name, values))
        }
    }

    /// What earlier versions stored in words.
    private static func words(_ name: String, _ values: ArraySlice<String>) -> String {
        guard let why = values.last else { return name }
        let part = values.dropLast().joined(separator: separator)
        return switch name {
        case "rulePart": "'\(part)' was left out of the rule: it \(why)"
        case "rule": "'\(part)' was left out: \(why)"
        case "zonePart": "zone \(why): \(part) was left out"
        default: values.joined(separator: separator)
        }
    }

    fileprivate static let separator = "\u{1F}"
}

extension RecurrenceRuleError {
    /// The name of the reason, or its numbers, and the part with its value.
    fileprivate var stored: [String] {
        switch reason {
        case .fault(let fault): [fault.rawValue, part, value]
        case .outside(let range): ["\(range.lowerBound) \(range.upperBound)", part, value]
        }
    }

    fileprivate init?(stored fields: ArraySlice<String>) {
        guard let name = fields.first, let part = fields.dropFirst().first else { return nil }
        let value = fields.dropFirst(2).joined(separator: Diagnostic.Reason.separator)
        let bounds = name.split(separator: " ").compactMap { Int($0) }
        if let fault = Fault(rawValue: name) {
            self.init(part: part, value: value, reason: .fault(fault))
        } else if bounds.count == 2, bounds[0] <= bounds[1] {
            self.init(part: part, value: value, reason: .outside(bounds[0]...bounds[1]))
        } else {
            return nil
        }
    }
}
