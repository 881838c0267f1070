internal import AgendaKit
internal import AgendaSync
internal import CalendarMerge
internal import ICalendar
internal import Synchronization

/// All calendars merged, as the resources of one.
struct MergedCalendar: Sendable {
    private var all: [String: (resource: ServedResource, uid: String, text: [UInt8])] = [:]
    /// Changes where any text does.
    private(set) var token: SyncToken

    /// - Parameters:
    ///   - sources: what is merged.
    ///   - same: the UIDs of each event that was said to have several.
    ///   - generation: which store.
    init(
        _ sources: [MergeSource], same: [Set<String>], key: ContentDigest.Key, generation: String
    ) {
        var options = CalendarMerge.Options()
        options.same = same
        options.namesSources = true
        let bytes = CalendarMerge(sources, options: options).bytes
        let stream = ComponentScanner.scan(bytes)
        let scope = TimeZoneScope(
            database: SystemZones.database, definitions: stream.zoneDefinitions(in: bytes))
        var series: [String: (uid: String, kind: ScannedComponent.Kind, texts: [[UInt8]])] = [:]
        for component in stream.components where [.event, .todo, .journal].contains(component.kind)
        {
            guard let uid = ICalendarParser.uid(in: bytes[component.range]) else { continue }
            let name = ServedSeries.name(of: uid, component.kind)
            series[name, default: (uid, component.kind, [])].texts.append(
                Array(bytes[component.range]))
        }
        var digests: [UInt8] = []
        for (name, one) in series.sorted(by: { $0.key < $1.key }) {
            let text = ServedSeries.text(of: one.texts, scope)
            let digest = ContentDigest(text, key: key)
            let resource = ServedResource(
                name: name, digest: digest, kind: one.kind, key: .merged)
            digests += Array((name + resource.tag).utf8)
            all[name] = (resource, one.uid, text)
        }
        let nonce = ContentDigest(digests, key: key).high | 1
        token = SyncToken(generation: generation, MemberToken(revision: 0, nonce: nonce))
    }

    /// All resources, or those of some names, in the order of names.
    func resources(_ names: Set<String>? = nil) -> [ServedResource] {
        all.filter { names?.contains($0.key) ?? true }.map(\.value.resource).sorted {
            $0.name < $1.name
        }
    }

    /// Which event went, nobody knows: a token is good while nothing has changed.
    func changes(since other: SyncToken?) throws(DAVFault) -> ServedChanges {
        let after = other?.members.after
        var whole = other
        whole?.members.after = nil
        guard whole == nil || whole == token else { throw .forbidden(.dav("valid-sync-token")) }
        let rest = whole == nil || after != nil ? resources() : []
        let entries = rest.filter { $0.name > after ?? "" }.map { ServedChanges.Entry.changed($0) }
        return ServedChanges(entries: entries, token: token) { [token, entries] count in
            var part = token
            if case .changed(let last) = entries[count - 1] { part.members.after = last.name }
            return part
        }
    }

    func bodies(of resources: [ServedResource]) -> [String: Result<ServedBody, DAVFault>] {
        var bodies: [String: Result<ServedBody, DAVFault>] = [:]
        for resource in resources {
            guard let found = all[resource.name] else { continue }
            bodies[resource.name] = .success(ServedBody(bytes: found.text, tag: found.resource.tag))
        }
        return bodies
    }

    func names(holding uid: String) -> [String] {
        all.filter { $0.value.uid == uid }.map(\.key).sorted()
    }
}

/// The merges of the calendars that devices see, for the state of the store in which they were made.
final class MergeCache: Sendable {
    private struct Key: Hashable {
        var generation: String
        var revision: Int64
        var calendars: Set<String>?
    }

    private let known = Mutex<[Key: MergedCalendar]>([:])

    /// - Parameter calendars: the names of those that the device sees; nil for all.
    func merge(of store: EventStore, _ calendars: Set<String>?) throws(AgendaError)
        -> MergedCalendar
    {
        let key = Key(
            generation: try store.generation(), revision: try store.revision(), calendars: calendars
        )
        if let known = known.withLock({ $0[key] }) { return known }
        var filter = EventFilter()
        filter.calendars = calendars ?? []
        let merge = MergedCalendar(
            try store.mergeSources(filter), same: try store.sameUIDs(), key: store.servedKey,
            generation: key.generation)
        known.withLock { known in
            // An earlier state is nobody's.
            known = known.filter { $0.key.revision == key.revision }
            known[key] = merge
        }
        return merge
    }
}

extension StoreHome {
    func merge() throws(DAVFault) -> MergedCalendar {
        for source in try told({ () throws(AgendaError) in try store.sources(counting: false) })
        where device.sees(source.name) {
            try requireGood(source)
        }
        return try told { () throws(AgendaError) in try merges.merge(of: store, device.calendars) }
    }
}
