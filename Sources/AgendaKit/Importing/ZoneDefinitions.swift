internal import ICalendar
internal import Synchronization

/// The zones that a file's VTIMEZONE components define.
struct ZoneDefinitions: Sendable {
    private(set) var definitions: [TimeZoneDefinition] = []
    private(set) var diagnostics: [Diagnostic] = []
    private var digests: [ContentDigest] = []
    private var seen: Set<ContentDigest> = []
    private var names: Set<String> = []
    /// Whether two texts define one name that the tz data do not know: two calendars may mean two zones.
    private(set) var isAmbiguous = false

    /// None yet.
    init() {}

    /// Those among a file's components.
    init(_ components: [ScannedComponent], in bytes: [UInt8], _ known: KnownZones) {
        for component in components { add(component, in: bytes, known) }
    }

    /// Adds a VTIMEZONE, unless the same text was added before.
    mutating func add(_ component: ScannedComponent, in bytes: [UInt8], _ known: KnownZones) {
        guard component.kind == .timeZone, seen.insert(component.digest).inserted else { return }
        digests.append(component.digest)
        if let definition = known[component.digest] { return add(definition) }
        let parsed = ICalendarParser.timeZone(in: bytes[component.range], line: component.line)
        if let definition = parsed.value { add(definition) }
        diagnostics += parsed.diagnostics
        if parsed.diagnostics.isEmpty { known[component.digest] = parsed.value }
    }

    private mutating func add(_ definition: TimeZoneDefinition) {
        definitions.append(definition)
        let isNew = names.insert(TimeZoneScope.trimmed(definition.tzid)).inserted
        if !isNew, SystemZones.database.rules(named: definition.tzid) == nil { isAmbiguous = true }
    }

    /// Stands for all of them together.
    func digest(key: ContentDigest.Key) -> ContentDigest {
        digests.flatMap { [$0.high, $0.low] }.withUnsafeBytes { ContentDigest($0, key: key) }
    }
}

/// VTIMEZONEs that were parsed without an error: thousands of files in a folder have the same few.
final class KnownZones: Sendable {
    /// A struct of its own, because Swift makes the generic types of a bare dictionary at each start.
    private struct Known { var definitions: [ContentDigest: TimeZoneDefinition] = [:] }

    private let known = Mutex(Known())
    /// Further ones are parsed each time, so that they do not fill the memory.
    private static let limit = 1_000

    subscript(digest: ContentDigest) -> TimeZoneDefinition? {
        get { known.withLock { $0.definitions[digest] } }
        set {
            known.withLock {
                if $0.definitions.count < Self.limit { $0.definitions[digest] = newValue }
            }
        }
    }
}
