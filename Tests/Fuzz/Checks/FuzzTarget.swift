public import AgendaKit

/// A part of the engine that is given bytes without meaning: it must not crash, hang, leak or take
/// more memory than a small multiple of them, and its own promises must hold.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The scanner and all readers of components.
    case parser
    /// parse -> write -> parse.
    case writer
    /// The rule engine: a rule by itself, and whole recurrence sets.
    case rules
    /// TZif files, their footers, and VTIMEZONEs.
    case zones
    /// Bytes into a store, its timeline, other bytes, and a refresh.
    case importer

    /// Runs the target.
    ///
    /// - Parameter store: an empty one, left empty; the importer alone takes part in it.
    /// - Returns: which promise was broken, or nil.
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

    /// Bytes that a run may take on top of 20 times its input: caches, and what is bounded by
    /// itself, such as 10,000 instances of a series.
    public var memoryAllowance: Int {
        switch self {
        case .parser, .writer: 1 << 20
        case .rules, .zones: 8 << 20
        case .importer: 128 << 20
        }
    }

    /// Seconds of processor time that a run may take. The importer's has six imports, seven
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
