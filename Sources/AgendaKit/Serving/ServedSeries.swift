internal import GRDB
package import ICalendar

/// An event or to-do of a source whose resources are not what a server of CalDAV may show as they are (RFC 4791 section 4.1):
/// one file with many events, or the local calendar. Each is shown by itself.
package struct ServedSeries: Hashable, Sendable {
    /// The number of its row.
    package var id: Int64
    /// The number of its resource's row.
    package var resourceID: Int64
    package var uid: String
    /// An event or a to-do.
    package var kind: ScannedComponent.Kind
    /// What stands for the text that is composed of it: of its components, of the zones beside them, and of how they are put
    /// together.
    package var digest: ContentDigest

    /// The name under which it is shown: made of its UID alone, so that it outlives the store.
    package var name: String { Self.name(of: uid, kind) }

    /// The name under which an event, to-do or journal entry is shown.
    package static func name(of uid: String, _ kind: ScannedComponent.Kind) -> String {
        let digest = NameDigest("\(kind.rawValue) \(uid)")
        return (uid.isHarmlessFileName ? uid.prefix(100) : "") + "~" + digest.hex + ".ics"
    }

    /// Whether a name may be one of those: to look for it takes as long as there are many.
    package static func isName(_ name: String) -> Bool {
        name.utf8.suffix(37).first == UInt8(ascii: "~") && name.hasSuffix(".ics")
    }
}

extension EventStore {
    /// How components are put together: what is composed has another digest where that changes.
    private static let composerVersion: UInt8 = 1

    /// The events and to-dos of a source.
    ///
    /// - Parameter resources: the numbers of the rows of some of its resources; nil for all.
    package func servedSeries(
        of source: CalendarSource, in resources: [Int64]? = nil
    ) throws(AgendaError) -> [ServedSeries] {
        try read { database in
            var found: [ServedSeries] = []
            var digests: [[UInt8]] = []
            let condition =
                resources == nil
                ? "resource.source_id = ?" : "resource.id IN (SELECT value FROM json_each(?))"
            for kind in [Event.Kind.event, .todo] {
                let reader = try RowReader(
                    """
                    SELECT series.id, series.resource_id, series.uid, component.digest
                    FROM resource JOIN series ON series.resource_id = resource.id
                    JOIN \(EventTable.name(kind)) AS item ON item.series_id = series.id
                    JOIN component ON component.id = item.id
                    WHERE \(condition) ORDER BY series.id, component.id
                    """, database)
                func add(_ row: RawRow) {
                    let id = Int64(row.integer(0))
                    if found.last?.id != id {
                        found.append(
                            ServedSeries(
                                id: id, resourceID: Int64(row.integer(1)), uid: row.text(2),
                                kind: kind == .event ? .event : .todo, digest: .unknown))
                        digests.append([Self.composerVersion])
                    }
                    row.withBytes(3) { digests[digests.count - 1] += $0 }
                }
                if let resources {
                    try reader.forEach(among: resources, body: add)
                } else {
                    try reader.forEach(source.id, body: add)
                }
            }
            var zones: [Int64: [UInt8]] = [:]
            let zoneReader = try RowReader(
                "SELECT digest FROM component WHERE resource_id = ? AND kind = 'VTIMEZONE' ORDER BY id",
                database)
            for index in found.indices {
                let resource = found[index].resourceID
                if zones[resource] == nil {
                    var bytes: [UInt8] = []
                    try zoneReader.forEach(resource) { row in row.withBytes(0) { bytes += $0 } }
                    zones[resource] = bytes
                }
                found[index].digest = ContentDigest(
                    digests[index] + (zones[resource] ?? []), key: digestKey)
            }
            return found
        }
    }

    /// The texts that are composed of events or to-dos, each a calendar of its own with the zones that it names (RFC 5545
    /// section 3.6.5): those beside it, else as the tz data has them.
    ///
    /// - Parameter ids: the numbers of the rows; one that is gone is left out.
    package func composedTexts(
        _ ids: [Int64], zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) -> [Int64: [UInt8]] {
        try read { database in
            let scopes = StoredScopes(zones)
            var texts: [Int64: [UInt8]] = [:]
            for id in ids {
                for kind in [Event.Kind.event, .todo] {
                    try SeriesChoice.one(id).forEachBatch(kind, database) { found in
                        for series in found {
                            let scope = try scopes.scope(resourceID: series.resourceID, database)
                            texts[id] = ServedSeries.text(
                                of: series.components.map { Array($0.text) }, scope)
                        }
                    }
                }
            }
            return texts
        }
    }

    /// The texts that are composed of resources of the local calendar, each an event or a to-do of its own.
    ///
    /// - Parameter ids: the numbers of the resources' rows; one that is gone is left out.
    /// - Returns: with what stands for them (``ServedMember/digest``).
    package func composedTexts(
        ofResources ids: [Int64], zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) -> [Int64: (text: [UInt8], digest: ContentDigest)] {
        try read { database in
            var texts: [Int64: (text: [UInt8], digest: ContentDigest)] = [:]
            for id in ids {
                guard let record = try ResourceTable.fetch(id: id, database) else { continue }
                let text = try ComponentTable.fetchTexts(resourceID: id, database)
                let own = OwnZones(in: text)
                let digest =
                    record.digest == .unknown ? ContentDigest(text, key: digestKey) : record.digest
                texts[id] = (
                    ServedSeries.text(of: EventTexts.divided(text), own.scope(zones)), digest
                )
            }
            return texts
        }
    }
}

extension ServedSeries {
    /// A calendar of some components, with the zones that they name (RFC 5545 section 3.6.5).
    ///
    /// - Parameter scope: what the zones mean.
    package static func text(of components: [[UInt8]], _ scope: TimeZoneScope) -> [UInt8] {
        let zones = CalendarWriter.zones(
            of: components.compactMap { ICalendarParser.event(in: $0).value }
        ) { scope.rules(for: $0) }
        return Array(
            CalendarWriter.calendar(
                zones + components.map { String(decoding: $0, as: UTF8.self) }
            ).utf8)
    }
}
