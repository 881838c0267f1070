internal import Foundation
internal import GRDB
internal import ICalendar

/// What only the store holds and nothing else can restore: the local calendar's events, and the list of
/// sources.
struct PreciousContent: Sendable {
    /// The state of the store; nil in a backup by an earlier version.
    var stamp: StoreStamp?
    /// Where the log of the backup stands; nil in a backup by an earlier version.
    var mark: BackupMark?
    /// Whether this is a record of a log: only what changed is in it.
    var isRecord: Bool { hasSameSettings != nil }
    /// Of a record, whether the sources and the local calendar's settings are as before, and left out.
    var hasSameSettings: Bool?
    /// Of a record, the names of the local calendar's resources that are gone (``ResourceRecord/localHref(_:)``).
    var gone: [String] = []
    /// The registered sources, without the local calendar, in the order in which they were added.
    var sources: [CalendarSource] = []
    /// The local calendar; nil if there is none.
    var local: CalendarSource?
    /// Whether the local calendar's settings besides its name are known: not from a backup by an earlier version.
    var hasLocalSettings = true
    /// What was said of events of different UIDs.
    var pairs: [EventPair: Bool] = [:]
    /// The stored components of the local events; those of one that has zones for itself together, with these.
    var components: [String] = []
    /// The zones that the local events use, as they name them: Windows' names stay.
    var timeZones: Set<String> = []

    /// The property that holds the local calendar's settings: words as in ``sourceProperty``, its colour; and its reminder, if
    /// it has one.
    private static let localProperty = "X-AGENDA-LOCAL"

    /// The property that holds a source: kind, words, colour, name, location; and `percent` if
    /// the last three are ``percentEncoded(_:)``, because iCalendar text may not contain their control
    /// characters. A reminder stands after these in seconds, behind an empty field where `percent` would be. The words are `writable`,
    /// `free`, `order=` and `group=` as far as they hold, and readers pass over others.
    private static let sourceProperty = "X-AGENDA-SOURCE"

    /// The property that holds what was said of two events: `same` or `different`, and both UIDs, ``percentEncoded(_:)``.
    private static let pairProperty = "X-AGENDA-PAIR"

    /// A record's property with the name of a resource that is gone.
    private static let goneProperty = "X-AGENDA-GONE"
    /// A record's property that says that sources and settings are as before.
    private static let sameProperty = "X-AGENDA-SAME"

    /// Reads the content of a store.
    ///
    /// - Parameters:
    ///   - log: the name of the log that a full copy of it gets.
    ///   - parent: the store's folder.
    /// - Throws: `storeDamaged` if a text has changed since it was stored.
    init(_ database: Database, log: String = "", beside parent: String = "") throws {
        let key = try readSettings(log: log, database, beside: parent)
        guard let local else { return }
        for group in try ComponentTable.fetchGroups(sourceID: local.id, database) {
            let text = try add(group, key)
            if group.count == 1 { timeZones.formUnion(StandardForm.zones(in: text)) }
        }
    }

    /// Reads what of a store has changed since a backup of it, as a record of the backup's log.
    ///
    /// - Returns: nil if the backup is not of an earlier state of this store or has no log, if what has changed is not known,
    ///   or if it is much.
    /// - Throws: `storeDamaged` if a text has changed since it was stored.
    init?(_ database: Database, since held: BackupState, beside parent: String) throws {
        guard let mark = held.mark, let stamp = held.stamp else { return nil }
        let key = try readSettings(log: mark.log, database, beside: parent)
        guard self.stamp?.store == stamp.store, self.stamp?.isOlder(than: stamp) == false else {
            return nil
        }
        hasSameSettings = self.mark?.settings == mark.settings
        guard let local else { return }
        let changes = try MemberTable.fetch(
            sourceID: local.id, since: mark.members,
            through: try StateTable.fetch(database).revision, database)
        guard let changes, changes.changed.count <= Self.longestRecord else { return nil }
        gone = changes.gone.map(\.href).sorted()
        for href in changes.changed.map(\.href).sorted() {
            let record = try ResourceTable.fetch(sourceID: local.id, href: href, database)
            let groups = try record.map {
                try ComponentTable.fetchGroups(resourceID: $0.id, database)
            }
            for group in groups ?? [] { _ = try add(group, key) }
        }
    }

    /// The most events that a record has.
    private static let longestRecord = 100

    /// Reads everything but the events; returns the key of the digests.
    private mutating func readSettings(
        log: String, _ database: Database, beside parent: String
    ) throws -> ContentDigest.Key {
        let identity = try IdentityTable.fetch(database)
        stamp = identity.stamp
        let all = try SourceTable.fetchBrief(database)
        (sources, local) = (all.filter { !$0.isOnlyInStore }, all.first(where: \.isOnlyInStore))
        pairs = try PairTable.fetchAll(database)
        let parent = shared(parent)
        let fields =
            sources.map { Self.fields($0, beside: parent) }
            + (local.map { [[$0.name] + Self.localFields($0)] } ?? [])
            + Self.fields(pairs)
        let settings = ContentDigest(Array("\(fields)".utf8), key: identity.digestKey)
        mark = BackupMark(
            log: log,
            members: try local.map { try MemberTable.fetchNewest(sourceID: $0.id, database) } ?? 0,
            settings: NameDigest.hex(settings.high))
        return identity.digestKey
    }

    /// Adds components that stand together; returns their text.
    private mutating func add(
        _ group: [ComponentRecord], _ key: ContentDigest.Key
    ) throws -> [UInt8] {
        guard group.allSatisfy({ ContentDigest($0.text, key: key) == $0.digest }) else {
            throw AgendaError(.localTextDamaged)
        }
        let text = group.flatMap(\.text)
        components.append(String(decoding: text, as: UTF8.self))
        return text
    }

    /// Whether a text of ``components`` begins with a zone of its own.
    private static func hasOwnZone(_ component: String) -> Bool {
        component.prefix(15).uppercased() == "BEGIN:VTIMEZONE"
    }

    /// Reads a backup; nil if it is incomplete.
    init?(backup bytes: [UInt8]) {
        let stream = ComponentScanner.scan(bytes)
        guard stream.isCalendar, stream.isComplete, stream.diagnostics.isEmpty else { return nil }
        stamp = stream.calendarProperties.lazy.compactMap { StoreStamp($0) }.first
        mark = stream.calendarProperties.lazy.compactMap { BackupMark($0) }.first
        for property in stream.calendarProperties {
            switch property.name {
            case Self.sameProperty: hasSameSettings = property.fields == ["1"]
            case Self.goneProperty: gone += property.fields
            case Self.pairProperty where property.fields.count == 3:
                let uids = property.fields[1...].map(Self.percentDecoded)
                if let pair = EventPair(uids[0], uids[1]) {
                    pairs[pair] = property.fields[0] == "same"
                }
            default: break
            }
        }
        for property in stream.calendarProperties where property.name == Self.sourceProperty {
            let fields = property.fields
            guard (5...7).contains(fields.count), !fields[0].isEmpty else { return nil }
            let isEncoded = fields.count > 5 && fields[5] == "percent"
            let texts = isEncoded ? fields[2...4].map(Self.percentDecoded) : Array(fields[2...4])
            var source = CalendarSource(
                name: texts[1], kind: CalendarSource.Kind(rawValue: fields[0]),
                location: texts[2])
            Self.take(words: fields[1], &source)
            source.color = texts[0].isEmpty ? nil : texts[0]
            source.reminder = fields.count > 6 ? Int(fields[6]) : nil
            sources.append(source)
        }
        let fields = stream.calendarProperties.lazy.filter { $0.name == Self.localProperty }
            .map(\.fields).first { (2...3).contains($0.count) }
        hasLocalSettings = fields != nil
        local = stream.name.map { CalendarSource(name: $0, kind: .local) }
        local?.isWritable = true
        if let fields, var local {
            Self.take(words: fields[0], &local)
            local.color = fields[1].isEmpty ? nil : Self.percentDecoded(fields[1])
            local.reminder = fields.count > 2 ? Int(fields[2]) : nil
            self.local = local
        }
        var (calendar, position) = (0, 0)
        for component in stream.components {
            let (range, earlier) = (component.range, calendar)
            calendar += Self.beginCount(in: bytes[position..<range.lowerBound])
            position = range.upperBound
            let text = String(decoding: bytes[range], as: UTF8.self)
            if calendar > 1, calendar == earlier {
                // A further calendar is one event with zones of its own.
                components[components.count - 1] += text
            } else if calendar > 1 || component.kind != .timeZone {
                components.append(text)
            }
        }
    }

    /// How many calendars begin in a text between components.
    private static func beginCount(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.split { $0 == 0x0A || $0 == 0x0D }.count {
            $0.elementsEqual("BEGIN:VCALENDAR".utf8)
        }
    }

    /// The content after the changes that records hold, the oldest first.
    func changed(by records: [PreciousContent]) -> PreciousContent {
        guard !records.isEmpty else { return self }
        var content = self
        var changed: [String: [String]] = [:]
        for record in records {
            (content.stamp, content.mark) = (record.stamp, record.mark)
            if record.hasSameSettings == false {
                (content.sources, content.local) = (record.sources, record.local)
                content.hasLocalSettings = record.hasLocalSettings
                content.pairs = record.pairs
            }
            for href in record.gone { changed[href] = [] }
            changed.merge(Dictionary(grouping: record.components, by: Self.href)) { $1 }
        }
        content.components.removeAll { changed[Self.href($0)] != nil }
        content.components += changed.keys.sorted().flatMap { changed[$0] ?? [] }
        return content
    }

    /// The event or to-do of which a stored text is a part; nil if it does not read as one.
    static func name(of component: String) -> SeriesName? {
        let text = Array(component.utf8)
        // A zone of its own may stand before it.
        return ComponentScanner.scan(text).components.lazy.compactMap {
            ICalendarParser.event(in: text[$0.range]).value?.name
        }.first
    }

    private static func href(_ component: String) -> String {
        name(of: component).map(ResourceRecord.localHref) ?? ""
    }

    /// The content with its sources as a backup holds them: without numbers and counts.
    var withoutNumbers: PreciousContent {
        var content = self
        content.sources = sources.map(\.settings)
        content.local = local?.settings
        return content
    }

    /// Whether `other` has every event and every source of this content.
    func isContained(in other: PreciousContent) -> Bool {
        func lines(_ content: PreciousContent) -> Set<[Substring]> {
            Set(content.components.map { $0.split(whereSeparator: \.isNewline) })
        }
        return lines(self).isSubset(of: lines(other))
            && Set(sources.map(\.name)).isSubset(of: other.sources.map(\.name))
            && pairs.allSatisfy { other.pairs[$0.key] == $0.value }
    }

    /// The content as a calendar that other programs can read, too.
    func backup(zones: TimeZoneDatabase, beside parent: String = "") -> String {
        // Windows' names, too, as Exchange sends them: others know them by their definition alone.
        let scope = TimeZoneScope(database: zones)
        let definitions = timeZones.subtracting(["UTC", ""]).sorted().compactMap { name in
            scope.rules(for: name).map {
                // From 1970: as far back as calendars commonly go.
                TimeZoneDefinition(
                    tzid: name, describing: $0, from: Instant(secondsSinceEpoch: 0))
            }
        }
        let main = CalendarWriter.calendar(
            definitions.map { CalendarWriter.component($0) }
                + components.filter { !Self.hasOwnZone($0) },
            name: hasSameSettings == true ? nil : local?.name,
            properties: head + gone.map { (Self.goneProperty, [$0]) }
                + settings(beside: shared(parent)))
        // Two events may each have another zone of one name, which a calendar has once (RFC 5545 3.8.3.1).
        return components.filter(Self.hasOwnZone).reduce(into: main) {
            $0 += CalendarWriter.calendar([$1])
        }
    }

    /// What a location in the store's folder begins with in a backup that nodes of a bank share: each has the folder elsewhere.
    private static let beside = "./"

    /// The folder that ``beside`` stands for; empty where the backup is one machine's: who copies a store with its backup has both say
    /// the same.
    private func shared(_ parent: String) -> String {
        sources.contains { $0.isKept && !$0.isShared } ? parent : ""
    }

    /// What a backup has, with the sources where they are in a folder.
    func placed(in parent: String) -> PreciousContent {
        var content = self
        for (index, source) in sources.enumerated() {
            guard let location = source.location, location.hasPrefix(Self.beside) else { continue }
            content.sources[index].location = parent + location.dropFirst(Self.beside.count)
        }
        return content
    }

    /// Stands before everything that may be long.
    private var head: [(name: String, fields: [String])] {
        (stamp.map { [$0.property] } ?? []) + (mark.map { [$0.property] } ?? [])
            + (hasSameSettings.map { [(Self.sameProperty, [$0 ? "1" : "0"])] } ?? [])
    }

    private func settings(beside parent: String) -> [(name: String, fields: [String])] {
        guard hasSameSettings != true else { return [] }
        return (local.map { [(Self.localProperty, Self.localFields($0))] } ?? [])
            + sources.map { (Self.sourceProperty, Self.fields($0, beside: parent)) }
            + Self.fields(pairs).map { (Self.pairProperty, $0) }
    }

    private static func fields(_ pairs: [EventPair: Bool]) -> [[String]] {
        pairs.sorted { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }.map {
            [$0.value ? "same" : "different"]
                + [$0.key.first, $0.key.second].map(percentEncoded)
        }
    }

    private static func localFields(_ local: CalendarSource) -> [String] {
        [words(local), percentEncoded(local.color ?? "")]
            + (local.reminder.map { ["\($0)"] } ?? [])
    }

    private static func fields(_ source: CalendarSource, beside parent: String) -> [String] {
        let head = [source.kind.rawValue, words(source)]
        var location = source.location ?? ""
        if !parent.isEmpty, location.hasPrefix(parent) {
            location = beside + location.dropFirst(parent.count)
        }
        let texts = [source.color ?? "", source.name, location]
        guard texts.contains(where: { $0.utf8.contains(where: isControl) }) else {
            return head + texts + (source.reminder.map { ["", "\($0)"] } ?? [])
        }
        return head + texts.map(percentEncoded) + ["percent"]
            + (source.reminder.map { ["\($0)"] } ?? [])
    }

    /// What a source is, in the words of its field.
    private static func words(_ source: CalendarSource) -> String {
        let group = source.group?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return [
            source.isWritable ? "writable" : nil, source.makesBusy ? nil : "free",
            source.order.map { "order=\($0)" }, group.map { "group=\($0)" },
        ].compactMap(\.self).joined(separator: " ")
    }

    private static func take(words field: String, _ source: inout CalendarSource) {
        let words = field.split(separator: " ")
        func value(_ name: String) -> String? {
            words.first { $0.hasPrefix(name) }.map {
                percentDecoded(String($0.dropFirst(name.count)))
            }
        }
        source.isWritable = words.contains("writable")
        source.makesBusy = !words.contains("free")
        (source.order, source.group) = (value("order=").flatMap { Int($0) }, value("group="))
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// Writes control characters and `%` as in a URI (RFC 3986 2.1): `%0A`.
    private static func percentEncoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }

    private static let plain = CharacterSet(charactersIn: "\u{0}"..."\u{1F}")
        .union(CharacterSet(charactersIn: "%\u{7F}")).inverted

    private static func percentDecoded(_ text: String) -> String {
        text.removingPercentEncoding ?? text
    }
}
