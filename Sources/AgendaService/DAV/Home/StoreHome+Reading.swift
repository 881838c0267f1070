internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import Foundation
internal import ICalendar

extension StoreHome {
    func token(of calendar: ServedCalendar) throws(DAVFault) -> SyncToken {
        if calendar.isMerge { return try merge().token }
        if let bank = stated(calendar) { return SyncToken(try state(of: bank)) }
        let generation = try generation()
        guard let source = calendar.source else { return Self.empty(generation) }
        let token = try told { () throws(AgendaError) in try store.memberToken(of: source) }
        return SyncToken(generation: generation, token)
    }

    /// The state of the store's own calendar before it has its first event.
    private static func empty(_ generation: String) -> SyncToken {
        SyncToken(generation: generation, MemberToken(revision: 0, nonce: 0))
    }

    private func generation() throws(DAVFault) -> String {
        try told { () throws(AgendaError) in try store.generation() }
    }

    func members(
        of calendar: ServedCalendar, since token: SyncToken?
    ) throws(DAVFault) -> ServedChanges {
        if calendar.isMerge { return try merge().changes(since: token) }
        if let bank = stated(calendar) { return try members(of: calendar, in: bank, since: token) }
        let generation = try generation()
        let none = Self.empty(generation)
        guard let source = calendar.source else {
            guard token == nil || token == none else { throw .forbidden(.dav("valid-sync-token")) }
            return ServedChanges(entries: [], token: none) { _ in none }
        }
        try requireGood(source)
        if let token, token.generation != generation { throw .forbidden(.dav("valid-sync-token")) }
        let since = token == none ? nil : token?.members
        let found = try told { () throws(AgendaError) in
            try store.members(of: source, since: since)
        }
        // Which event went with a file of many, nobody knows.
        guard let found, shape(calendar) != .composed || found.gone.isEmpty else {
            throw .forbidden(.dav("valid-sync-token"))
        }
        var entries = try shown(found.changed, calendar, isAll: since == nil)
        if let after = since?.after, let within = since?.within {
            entries.removeAll {
                ($0.revision, $0.href) == (since?.revision, after) && $0.within ?? "" <= within
            }
        }
        let names = try named(calendar, found.gone.map(\.href))
        entries += found.gone.map { gone in
            Entry(
                revision: gone.revision, href: gone.href,
                entry: .gone(names[gone.href] ?? Self.name(gone.href)))
        }
        if !found.gone.isEmpty { entries.sort { $0.place < $1.place } }
        let (place, all) = (store, entries)
        return ServedChanges(
            entries: entries.map(\.entry), token: SyncToken(generation: generation, found.token)
        ) { count in
            let last = all[count - 1]
            var token = (try? place.memberToken(at: last.revision)) ?? found.token
            (token.after, token.within) = (last.href, last.within)
            return SyncToken(generation: generation, token)
        }
    }

    /// An entry, with its place in the order in which a client takes them.
    private struct Entry {
        var revision: Int64
        var href: String
        /// For one of several events of a file: its own name.
        var within: String?
        var entry: ServedChanges.Entry

        var place: (Int64, String, String) { (revision, href, within ?? "") }
    }

    /// What a calendar's members are shown as, in their order.
    ///
    /// - Parameter isAll: whether these are all that there are.
    private func shown(
        _ members: [ServedMember], _ calendar: ServedCalendar, isAll: Bool
    ) throws(DAVFault) -> [Entry] {
        if members.isEmpty { return [] }
        let source = try source(calendar)
        var several: Set<Int64> = []
        switch shape(calendar) {
        case .own: break
        case .files:
            several = try told { () throws(AgendaError) in
                try store.resourcesOfSeveral(isAll ? nil : members.map(\.id), of: source)
            }
        case .composed: several = Set(members.map(\.id))
        }
        let known = Dictionary(members.map { ($0.id, $0) }) { first, _ in first }
        let names = try named(calendar, members.map(\.href))
        var resources = members.filter { !several.contains($0.id) }.map {
            Self.resource($0, named: names[$0.href])
        }
        var files: [Int64: Int64] = [:]
        if !several.isEmpty {
            let series = try series(calendar, isAll ? several : nil).filter {
                several.contains($0.resourceID)
            }
            for one in series { files[one.id] = one.resourceID }
            resources += series.map(Self.resource)
        }
        let entries = try part(resources, calendar).map { resource in
            let (id, within): (Int64?, String?) =
                switch resource.key {
                case .bank(_, let row): (row, nil)
                case .series(let row): (files[row], resource.name)
                case .merged: (nil, nil)
                }
            let member = id.flatMap { known[$0] }
            return Entry(
                revision: member?.revision ?? 0, href: member?.href ?? resource.name,
                within: within, entry: .changed(resource))
        }
        return several.isEmpty ? entries : entries.sorted { $0.place < $1.place }
    }

    /// The events that are shown each by itself.
    ///
    /// - Parameter files: of which resources; nil for all.
    private func series(
        _ calendar: ServedCalendar, _ files: Set<Int64>? = nil
    ) throws(DAVFault) -> [ServedSeries] {
        let source = try source(calendar)
        // Of copies of one event in several files the first is shown.
        var known: Set<String> = []
        return try told { () throws(AgendaError) in
            var several = files
            if several == nil, shape(calendar) != .composed {
                several = try store.resourcesOfSeveral(nil, of: source)
            }
            return several?.isEmpty == true
                ? [] : try store.servedSeries(of: source, in: several.map(Array.init))
        }.filter { known.insert($0.name).inserted }
    }

    /// Those of the resources that a calendar shows, if it is a part of its source.
    func part(
        _ resources: [ServedResource], _ calendar: ServedCalendar
    ) throws(DAVFault) -> [ServedResource] {
        guard calendar.isPart else { return resources }
        return try withKinds(resources, of: calendar).filter { resource in
            resource.kind.map(calendar.kinds.contains) ?? true
        }
    }

    func withKinds(
        _ resources: [ServedResource], of _: ServedCalendar
    ) throws(DAVFault) -> [ServedResource] {
        let ids = resources.compactMap { resource -> Int64? in
            guard resource.kind == nil, case .bank(_, let id) = resource.key else { return nil }
            return id
        }
        guard !ids.isEmpty else { return resources }
        let kinds = try told { () throws(AgendaError) in try store.kinds(of: ids) }
        return resources.map { resource in
            guard resource.kind == nil, case .bank(_, let id) = resource.key else {
                return resource
            }
            var resource = resource
            resource.kind = [.event, .todo, .journal].first { kinds[id]?.contains($0) ?? false }
            return resource
        }
    }

    static func tag(_ digest: ContentDigest) -> String {
        "\"" + NameDigest.hex(digest.high) + NameDigest.hex(digest.low) + "\""
    }

    static func resource(_ member: ServedMember, named name: String? = nil) -> ServedResource {
        ServedResource(
            name: name ?? Self.name(member.href), digest: member.digest,
            key: .bank(member.href, member.id))
    }

    static func resource(_ series: ServedSeries) -> ServedResource {
        ServedResource(
            name: series.name, digest: series.digest, kind: series.kind, key: .series(series.id))
    }

    /// What a file is called in addresses: as in its folder, or after a digest where it lies deeper.
    static func name(_ href: String) -> String {
        guard href.contains("/") else { return href }
        return deepStart + NameDigest(href).hex + ".ics"
    }

    static let deepStart = "file-"

    /// The names that clients have given to resources which are called otherwise where they are kept.
    ///
    /// - Parameter hrefs: of which; to read all of a large calendar takes its time.
    func named(
        _ calendar: ServedCalendar, _ hrefs: [String]
    ) throws(DAVFault) -> [String: String] {
        guard shape(calendar) != .composed else { return [:] }
        do {
            let slug = row(calendar)
            guard hrefs.count < 100 else { return try table.names(slug) }
            var names: [String: String] = [:]
            for href in hrefs { names[href] = try table.name(of: href, slug) }
            return names
        } catch { throw .away("\(error)") }
    }

    /// What the bank calls a resource; nil if no resource has or can have that name there.
    func href(_ name: String, _ calendar: ServedCalendar) throws(DAVFault) -> String? {
        guard shape(calendar) != .composed else { return nil }
        do {
            if let href = try table.href(named: name, row(calendar)) { return href }
            // What has another name is not found under its own.
            if try table.name(of: name, row(calendar)) != nil { return nil }
        } catch { throw .away("\(error)") }
        guard shape(calendar) == .files else { return name }
        guard name.hasPrefix(Self.deepStart) else { return Self.isFileName(name) ? name : nil }
        let source = try source(calendar)
        let deep = try told { () throws(AgendaError) in try store.deepHrefs(of: source) }
        return deep.first { Self.name($0) == name } ?? name
    }

    /// Whether a folder's file with this name is a calendar's.
    static func isFileName(_ name: String) -> Bool {
        name.lowercased().hasSuffix(".ics") && !name.hasPrefix(".")
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    func resources(
        _ names: [String], of calendar: ServedCalendar
    ) throws(DAVFault) -> [String: ServedResource] {
        if calendar.isMerge {
            return Dictionary(
                try merge().resources(Set(names)).map { ($0.name, $0) }
            ) { first, _ in first }
        }
        guard let source = calendar.source else { return [:] }
        try requireGood(source)
        var hrefs: [String: String] = [:]
        for name in names {
            if let href = try href(name, calendar) { hrefs[href] = name }
        }
        let members = try told { () throws(AgendaError) in
            try store.members(Array(hrefs.keys), of: source)
        }
        let several =
            shape(calendar) == .files
            ? try told { () throws(AgendaError) in
                try store.resourcesOfSeveral(members.map(\.id), of: source)
            } : []
        let kept = members.filter { !several.contains($0.id) }
            .map { Self.resource($0, named: hrefs[$0.href]) }
        var found = Dictionary(try part(kept, calendar).map { ($0.name, $0) }) { first, _ in first }
        let others = names.filter { found[$0] == nil && ServedSeries.isName($0) }
        guard shape(calendar) != .own, !others.isEmpty else { return found }
        for resource in try part(series(calendar).map(Self.resource), calendar)
        where others.contains(resource.name) {
            found[resource.name] = resource
        }
        return found
    }

    func bodies(
        of resources: [ServedResource], in calendar: ServedCalendar
    ) -> [String: Result<ServedBody, DAVFault>] {
        do throws(DAVFault) {
            if calendar.isMerge { return try merge().bodies(of: resources) }
            let source = try source(calendar)
            var bodies: [String: Result<ServedBody, DAVFault>] = [:]
            var (series, kept): ([(Int64, ServedResource)], [(String, Int64, ServedResource)]) = (
                [], []
            )
            for resource in resources {
                switch resource.key {
                case .series(let id): series.append((id, resource))
                case .bank(let href, let id): kept.append((href, id, resource))
                case .merged: break
                }
            }
            if !series.isEmpty {
                let texts = try told { () throws(AgendaError) in
                    try store.composedTexts(series.map(\.0))
                }
                for (id, resource) in series {
                    bodies[resource.name] = texts[id].map {
                        .success(ServedBody(bytes: $0, tag: resource.tag))
                    }
                }
            }
            guard !kept.isEmpty else { return bodies }
            if source.isOnlyInStore {
                let texts = try told { () throws(AgendaError) in
                    try store.composedTexts(ofResources: kept.map(\.1))
                }
                for (_, id, resource) in kept {
                    bodies[resource.name] = texts[id].map { text in
                        .success(ServedBody(bytes: text.text, tag: Self.tag(text.digest)))
                    }
                }
            } else {
                let hrefs = Dictionary(
                    kept.map { ($0.2.name, $0.0) }, uniquingKeysWith: { first, _ in first })
                let found = try texts(Array(hrefs.values), of: source)
                for (name, href) in hrefs { bodies[name] = found[href] }
            }
            return bodies
        } catch {
            return Dictionary(resources.map { ($0.name, .failure(error)) }) { first, _ in first }
        }
    }

    /// The texts of resources of a folder, by their names in it.
    private func texts(
        _ hrefs: [String], of source: CalendarSource
    ) throws(DAVFault) -> [String: Result<ServedBody, DAVFault>] {
        var bodies: [String: Result<ServedBody, DAVFault>] = [:]
        do throws(BankError) {
            guard source.isKept else {
                let bank = try FolderBank(source.location ?? "", key: store.servedKey)
                for href in hrefs { bodies[href] = Self.body(href, in: bank) }
                return bodies
            }
            let bank = person.kept?.bank(at: source.location ?? "")
            for (href, text) in try bank?.read(hrefs, key: store.servedKey) ?? [:] {
                let digest = text.version.digest ?? ContentDigest(text.bytes, key: store.servedKey)
                bodies[href] = .success(ServedBody(bytes: text.bytes, tag: Self.tag(digest)))
            }
            return bodies
        } catch { throw DAVFault.away("\(source.name) cannot be read") }
    }

    /// A file's text; nil if it is gone.
    private static func body(
        _ href: String, in bank: FolderBank
    ) -> Result<ServedBody, DAVFault>? {
        do throws(BankError) {
            guard let text = try bank.read([href])[href], case .version(let version) = text.version
            else { return nil }
            let modified = Instant(secondsSinceEpoch: Int(version.stamp.modified / 1_000_000_000))
            return .success(
                ServedBody(bytes: text.bytes, tag: tag(version.digest), modified: modified))
        } catch {
            return .failure(DAVFault(500, nil, "\(href) cannot be read"))
        }
    }

    func resources(
        of calendar: ServedCalendar, in range: Range<Instant>, zone: TimeZoneRules
    ) throws(DAVFault) -> [ServedResource]? {
        if calendar.isMerge { return nil }
        guard let source = calendar.source else { return [] }
        try requireGood(source)
        let found = try told { () throws(AgendaError) in
            try store.resources(of: source, in: range, zone: zone)
        }
        let ids = Array(Set(found.map(\.resourceID)))
        if shape(calendar) == .composed {
            let wanted = Set(found.map(\.seriesID))
            return try part(
                series(calendar, Set(ids)).filter { wanted.contains($0.id) }.map(Self.resource),
                calendar)
        }
        let several = try told { () throws(AgendaError) in
            shape(calendar) == .files ? try store.resourcesOfSeveral(ids, of: source) : []
        }
        guard several.isEmpty else { return nil }
        guard calendar.kinds.contains(.event) else { return [] }
        let members = try told { () throws(AgendaError) in
            try store.members(ids: ids, of: source)
        }
        let names = try named(calendar, members.map(\.href))
        return members.map { member in
            var resource = Self.resource(member, named: names[member.href])
            resource.kind = .event
            return resource
        }
    }

    func names(
        holding uid: String, in calendar: ServedCalendar
    ) throws(DAVFault) -> [String] {
        if calendar.isMerge { return try merge().names(holding: uid) }
        guard let source = calendar.source else { return [] }
        let hrefs = try told { () throws(AgendaError) in
            try store.hrefs(holding: uid, in: source)
        }
        let names = try named(calendar, hrefs)
        return hrefs.map { names[$0] ?? Self.name($0) }
    }
}
