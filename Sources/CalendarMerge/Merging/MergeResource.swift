internal import ICalendar
internal import Synchronization

/// One text, read for a merge.
struct MergeResource: Sendable {
    /// The index of its calendar among the sources.
    let source: Int
    let path: String
    /// The calendar's own properties.
    let properties: [Property]
    /// Resolves its TZIDs.
    let scope: TimeZoneScope
    /// The texts of its VTIMEZONEs that have observances, by name.
    let zoneTexts: [String: [UInt8]]
    let components: [MergeComponent]
    /// Answers to invitations.
    let replies: [InvitationReply]
    /// Cancellations without a start.
    let cancellations: [EventCancellation]
    let diagnostics: [Diagnostic]

    /// Reads a text: reports what is unusable and keeps the rest.
    init(_ resource: MergeSource.Resource, source: Int, _ scopes: MergeScopes) {
        let scanned = ScannedText(resource.bytes, zones: scopes.database)
        let (bytes, stream) = (scanned.bytes, scanned.stream)
        var diagnostics = stream.diagnostics
        if !stream.isCalendar {
            diagnostics.append(
                Diagnostic(.error, .fault(bytes.isEmpty ? .emptyFile : .notICalendar)))
        }
        let zones = scopes.zones(of: stream, in: bytes)
        diagnostics += zones.diagnostics
        var seen: Set<ContentDigest> = []
        let wanted = stream.components.filter {
            $0.kind != .timeZone && seen.insert($0.digest).inserted
        }
        let read = AllCores.map(wanted.filter(\.describesItself)) {
            Self.component($0, in: bytes, zones.scope)
        }
        var replies: [InvitationReply] = []
        for message in wanted where !message.describesItself {
            let reply = InvitationReply(bytes[message.range], in: zones.scope)
            diagnostics += [message.method?.diagnostic(line: message.line, uid: reply?.uid)]
                .compactMap { $0 }
            if message.method == .reply, message.kind == .event, let reply {
                replies.append(reply)
            }
        }
        self.replies = replies
        (self.source, path, properties) = (source, resource.path, stream.calendarProperties)
        (scope, zoneTexts) = (zones.scope, zones.texts)
        components = read.compactMap(\.component)
        cancellations = wanted.compactMap { component in
            component.method == .cancel && component.kind == .event
                ? EventCancellation(bytes[component.range], in: zones.scope) : nil
        }
        self.diagnostics = diagnostics + read.flatMap(\.diagnostics)
    }

    private static func component(
        _ component: ScannedComponent, in bytes: [UInt8], _ scope: TimeZoneScope
    ) -> (component: MergeComponent?, diagnostics: [Diagnostic]) {
        let text = Array(bytes[component.range])
        guard component.kind == .event else {
            return (MergeComponent(other: component, text, in: scope), [])
        }
        let parsed = ICalendarParser.event(
            in: text, line: component.line, participantCount: component.participantCount,
            method: component.method)
        var event = parsed.value.map { MergeComponent($0, component, text, in: scope) }
        event?.isScheduled = component.method != nil
        return (event, parsed.diagnostics)
    }
}

/// Resolves the VTIMEZONEs of texts, and caches them: thousands of texts have the same few.
struct MergeScopes: Sendable {
    /// The zones of one text.
    struct Zones: Sendable {
        var scope: TimeZoneScope
        var texts: [String: [UInt8]] = [:]
        var diagnostics: [Diagnostic] = []
    }

    let database: TimeZoneDatabase
    private let known = Known()

    private final class Known: Sendable {
        let zones = Mutex<[[ContentDigest]: Zones]>([:])
    }

    init(_ database: TimeZoneDatabase) { self.database = database }

    func zones(of stream: ScannedStream, in bytes: [UInt8]) -> Zones {
        let components = stream.components.filter { $0.kind == .timeZone }
        let digests = components.map(\.digest)
        if let zones = known.zones.withLock({ $0[digests] }) { return zones }
        var zones = Zones(scope: TimeZoneScope(database: database))
        var definitions: [TimeZoneDefinition] = []
        for component in components {
            let text = Array(bytes[component.range])
            let parsed = ICalendarParser.timeZone(in: text, line: component.line)
            zones.diagnostics += parsed.diagnostics
            guard let definition = parsed.value else { continue }
            definitions.append(definition)
            let name = TimeZoneScope.trimmed(definition.tzid)
            if !definition.observances.isEmpty, zones.texts[name] == nil {
                zones.texts[name] = text
            }
        }
        zones.scope = TimeZoneScope(database: database, definitions: definitions)
        // Diagnostics have line numbers, which differ from text to text: cache only zones without any.
        if zones.diagnostics.isEmpty {
            known.zones.withLock { $0[digests] = zones }
        }
        return zones
    }
}
