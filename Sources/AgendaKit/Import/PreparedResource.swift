internal import ICalendar

/// What importing a file comes to, worked out without the store: what goes, what comes, and the
/// series concerned, expanded.
struct PreparedResource: Sendable {
    /// A component of a series: stored already, or new.
    struct Component: Sendable {
        /// Its number when it is stored already; then only its event row is written again.
        var storedID: Int64?
        var record: ComponentRecord
        var event: Event
        var recurrenceID: OccurrencePoint?
        var timeZone: String?
        var diagnostics: [Diagnostic]
    }

    /// A series that changed, whole.
    struct Series: Sendable {
        var uid: String
        var components: [Component]
        var expansion: SeriesExpander.Expansion
    }

    var record: ResourceRecord
    /// Numbers of the components that are no longer there.
    var removed: [Int64] = []
    /// UIDs of the series that those belonged to.
    var removedUIDs: Set<String> = []
    /// New components that are no events, or events that could not be read.
    var others: [(record: ComponentRecord, diagnostics: [Diagnostic])] = []
    var series: [Series] = []
    /// What the scan found wrong with the file as a whole.
    var diagnostics: [Diagnostic] = []
    /// Where the components that stay stand now.
    var keptLines: [Int64: Int] = [:]
    /// How many components libical parsed.
    var parsedCount = 0
}

/// Works out a ``PreparedResource`` from a file's bytes and what is stored of it.
struct ResourcePreparation: Sendable {
    let zones: TimeZoneDatabase
    let horizon: Range<CivilDate>

    /// What came of reading a file.
    enum Outcome: Sendable {
        case prepared(PreparedResource)
        /// The content is what is stored; only the file's version is new.
        case unchanged
        /// It is no whole calendar; what is stored stays.
        case broken([Diagnostic])
    }

    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - record: the stored row with the file's new version, or a new row (`id` 0).
    ///   - stored: what is stored of it, by digest.
    ///   - rereads: parse everything again, whatever is stored.
    func prepare(
        _ bytes: [UInt8], record: ResourceRecord, stored: [ContentDigest: StoredComponent],
        rereads: Bool = false
    ) -> Outcome {
        bytes.withUnsafeBytes { raw in
            let digest = ContentDigest(raw)
            if record.id != 0 && record.digest == digest && !rereads { return .unchanged }
            if let normalised = SourceText.normalised(raw) {
                return normalised.withUnsafeBytes {
                    prepare($0, digest: digest, record: record, stored: stored, rereads: rereads)
                }
            }
            return prepare(raw, digest: digest, record: record, stored: stored, rereads: rereads)
        }
    }

    private func prepare(
        _ bytes: UnsafeRawBufferPointer, digest: ContentDigest, record: ResourceRecord,
        stored: [ContentDigest: StoredComponent], rereads: Bool
    ) -> Outcome {
        let stream = ComponentScanner.scan(bytes)
        if let problem = Self.problem(bytes, stream) {
            if record.id != 0 && !stored.isEmpty { return .broken(problem + stream.diagnostics) }
            var empty = PreparedResource(record: record)
            empty.record.digest = digest
            empty.diagnostics = problem + stream.diagnostics
            if !stream.isCalendar { return .prepared(empty) }
        }
        var session = Session(
            bytes: bytes, stream: stream, stored: stored, rereads: rereads, preparation: self,
            record: record)
        session.result.record.digest = digest
        session.result.diagnostics =
            Self.problem(bytes, stream).map { $0 + stream.diagnostics }
            ?? stream.diagnostics
        return .prepared(session.run())
    }

    /// What makes the file as a whole unfit to replace what is stored.
    private static func problem(
        _ bytes: UnsafeRawBufferPointer, _ stream: ScannedStream
    ) -> [Diagnostic]? {
        if bytes.isEmpty {
            return [
                Diagnostic(
                    .error, line: 0, message: "the file is empty",
                    remedy: "export the calendar again, or remove the file")
            ]
        }
        if !stream.isCalendar {
            return [
                Diagnostic(
                    .error, line: 0, message: "this is no iCalendar file",
                    remedy: "a calendar begins with BEGIN:VCALENDAR")
            ]
        }
        return stream.isComplete ? nil : []
    }
}

/// One file's preparation.
private struct Session {
    let bytes: UnsafeRawBufferPointer
    let stream: ScannedStream
    let stored: [ContentDigest: StoredComponent]
    let preparation: ResourcePreparation
    var result: PreparedResource
    private let rereads: Bool
    private var parsed: [Int: ICalendarParser.Parsed<Event>] = [:]

    init(
        bytes: UnsafeRawBufferPointer, stream: ScannedStream,
        stored: [ContentDigest: StoredComponent], rereads: Bool,
        preparation: ResourcePreparation, record: ResourceRecord
    ) {
        self.bytes = bytes
        self.stream = stream
        self.stored = stored
        self.rereads = rereads
        self.preparation = preparation
        result = PreparedResource(record: record)
        result.record.calendarName = stream.name
    }

    mutating func run() -> PreparedResource {
        let components = distinct()
        let zoneDefinitions = zones(components)
        // Other zones move events whose own text is the same.
        let isZoneChange = zoneDefinitions.digest != result.record.zonesDigest
        result.record.zonesDigest = zoneDefinitions.digest
        let expander = SeriesExpander(
            scope: TimeZoneScope(
                database: preparation.zones, definitions: zoneDefinitions.definitions))

        let present = Set(components.map(\.digest))
        for (digest, component) in stored where !present.contains(digest) {
            result.removed.append(component.id)
            if let uid = component.uid { result.removedUIDs.insert(uid) }
        }
        var changedUIDs = result.removedUIDs
        var kept: [String: [Int]] = [:]
        for (index, component) in components.enumerated() {
            let known = stored[component.digest]
            if let known { result.keptLines[known.id] = component.line }
            let isFresh = known == nil || rereads
            switch component.kind {
            case .event where isFresh || isZoneChange && known?.uid != nil:
                parse(component, index)
                if let uid = parsed[index]?.value?.uid {
                    changedUIDs.insert(uid)
                } else if known == nil {
                    addOther(component, parsed[index]?.diagnostics ?? [])
                }
            case .event:
                if let uid = known?.uid { kept[uid, default: []].append(index) }
            default:
                if known == nil { addOther(component, []) }
            }
        }
        // A series is expanded whole: the components of a changed one are read again.
        for uid in changedUIDs {
            for index in kept[uid] ?? [] { parse(components[index], index) }
        }
        addSeries(components, expander)
        return result
    }

    /// The components, the same text only once.
    private func distinct() -> [ScannedComponent] {
        var seen: Set<ContentDigest> = []
        return stream.components.filter { seen.insert($0.digest).inserted }
    }

    private func text(_ component: ScannedComponent) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[component.range])
    }

    private mutating func zones(
        _ components: [ScannedComponent]
    ) -> (definitions: [TimeZoneDefinition], digest: ContentDigest) {
        var definitions: [TimeZoneDefinition] = []
        var digests: [UInt64] = []
        for component in components where component.kind == .timeZone {
            let parsed = ICalendarParser.timeZone(in: text(component), line: component.line)
            if let definition = parsed.value { definitions.append(definition) }
            result.diagnostics += parsed.diagnostics
            digests += [component.digest.high, component.digest.low]
        }
        return (definitions, digests.withUnsafeBytes { ContentDigest($0) })
    }

    private mutating func parse(_ component: ScannedComponent, _ index: Int) {
        parsed[index] = ICalendarParser.event(
            in: text(component), line: component.line,
            participantCount: component.participantCount)
        result.parsedCount += 1
    }

    private func record(_ component: ScannedComponent) -> ComponentRecord {
        ComponentRecord(
            kind: component.kind, digest: component.digest, line: component.line,
            participantCount: component.participantCount, text: Array(text(component)))
    }

    private mutating func addOther(_ component: ScannedComponent, _ diagnostics: [Diagnostic]) {
        result.others.append((record(component), diagnostics))
    }

    private mutating func addSeries(
        _ components: [ScannedComponent], _ expander: SeriesExpander
    ) {
        var members: [String: [Int]] = [:]
        var order: [String] = []
        for index in parsed.keys.sorted() {
            guard let uid = parsed[index]?.value?.uid else { continue }
            if members[uid] == nil { order.append(uid) }
            members[uid, default: []].append(index)
        }
        for uid in order {
            let parts = (members[uid] ?? []).compactMap { index -> PreparedResource.Component? in
                guard let parsed = parsed[index], let event = parsed.value else { return nil }
                let component = components[index]
                return PreparedResource.Component(
                    storedID: stored[component.digest]?.id, record: record(component),
                    event: event, recurrenceID: event.recurrenceID.map(expander.point),
                    timeZone: expander.zoneName(of: event), diagnostics: parsed.diagnostics)
            }
            let expansion = expander.expand(parts.map(\.event), days: preparation.horizon)
            result.series.append(
                PreparedResource.Series(uid: uid, components: parts, expansion: expansion))
        }
    }
}
