public import AgendaKit

/// A part of the engine that receives arbitrary bytes: it must not crash, hang, leak or use more
/// memory than a small multiple of them, and it must keep its own promises.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The scanner and all readers of components.
    case parser
    /// parse -> write -> parse.
    case writer
    /// The rule engine: a rule by itself, and whole recurrence sets.
    case rules
    /// TZif files, their footers, and VTIMEZONEs.
    case zones
    /// Imports bytes into a store, reads its timeline, imports other bytes, and refreshes.
    case importer

    /// Runs the target.
    ///
    /// - Parameter store: an empty store, which is left empty; only the importer uses it.
    /// - Returns: the broken promise, or nil.
    public func check(_ bytes: [UInt8], in store: EventStore) async -> String? {
        do {
            switch self {
            case .parser: try bytes.withUnsafeBytes { try ParserCheck.run($0) }
            case .writer: try bytes.withUnsafeBytes { try WriterCheck.run($0) }
            case .rules: try bytes.withUnsafeBytes { try RuleCheck.run($0) }
            case .zones: try bytes.withUnsafeBytes { try ZoneCheck.run($0) }
            case .importer: try await ImporterCheck.run(bytes, in: store)
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The bytes that a run may use beyond 20 times its input: caches, and data with limits of its
    /// own, such as 10,000 instances of a series.
    public var memoryAllowance: Int {
        switch self {
        case .parser, .writer: 1 << 20
        case .rules, .zones: 8 << 20
        case .importer: 128 << 20
        }
    }

    /// The seconds of processor time that a run may take. The importer runs six imports, seven
    /// timelines and a rebuild.
    public var timeAllowance: Double { self == .importer ? 10 : 1 }
}

/// A promise that does not hold.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws when a promise does not hold.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) throws(BrokenPromise) {
    if !holds { throw BrokenPromise(what()) }
}
