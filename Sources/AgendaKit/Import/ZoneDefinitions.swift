internal import ICalendar

/// What a file's VTIMEZONE components say.
struct ZoneDefinitions: Sendable {
    private(set) var definitions: [TimeZoneDefinition] = []
    private(set) var diagnostics: [Diagnostic] = []
    private var digests: [ContentDigest] = []
    private var seen: Set<ContentDigest> = []

    /// None yet.
    init() {}

    /// Those among a file's components.
    init(_ components: [ScannedComponent], in bytes: [UInt8]) {
        for component in components { add(component, in: bytes) }
    }

    /// Takes a VTIMEZONE in, unless the same text was taken before.
    mutating func add(_ component: ScannedComponent, in bytes: [UInt8]) {
        guard component.kind == .timeZone, seen.insert(component.digest).inserted else { return }
        digests.append(component.digest)
        let parsed = bytes[component.range].withUnsafeBytes {
            ICalendarParser.timeZone(in: $0, line: component.line)
        }
        if let definition = parsed.value { definitions.append(definition) }
        diagnostics += parsed.diagnostics
    }

    /// Stands for all of them together.
    var digest: ContentDigest {
        digests.flatMap { [$0.high, $0.low] }.withUnsafeBytes { ContentDigest($0) }
    }
}
