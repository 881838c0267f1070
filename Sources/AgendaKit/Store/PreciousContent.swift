internal import GRDB
internal import ICalendar

/// What lives in the store alone and cannot be worked out again: the local calendar's events and
/// which sources there are.
struct PreciousContent: Sendable {
    /// The registered sources, without the local calendar, in the order in which they were added.
    var sources: [CalendarSource] = []
    /// What the local calendar is called; nil when there is none.
    var localName: String?
    /// The local events' components, as they are stored.
    var components: [String] = []
    /// The zones that local events use.
    var timeZones: [String] = []

    /// The property that holds a source: kind, whether it is writable, colour, name, path.
    private static let sourceProperty = "X-AGENDA-SOURCE"

    /// Reads it from a store.
    ///
    /// - Throws: `storeDamaged` when a text is not the one that was stored.
    init(_ database: Database) throws {
        for source in try SourceTable.fetchBrief(database) {
            guard source.kind == .local else {
                sources.append(source)
                continue
            }
            localName = source.name
            for record in try ComponentTable.fetch(sourceID: source.id, database) {
                let digest = record.text.withUnsafeBytes { ContentDigest($0) }
                guard digest == record.digest else {
                    throw AgendaError(
                        .storeDamaged, place: "", message: "a local event's text is damaged")
                }
                components.append(String(decoding: record.text, as: UTF8.self))
            }
            timeZones = try EventTable.fetchTimeZones(sourceID: source.id, database)
        }
    }

    /// Reads it from a backup; nil when that is not whole.
    init?(backup bytes: [UInt8]) {
        let stream = bytes.withUnsafeBytes { ComponentScanner.scan($0) }
        guard stream.isCalendar, stream.isComplete, stream.diagnostics.isEmpty else { return nil }
        for property in stream.calendarProperties where property.name == Self.sourceProperty {
            let fields = property.fields
            guard fields.count == 5, let kind = CalendarSource.Kind(rawValue: fields[0]) else {
                return nil
            }
            var source = CalendarSource(name: fields[3], kind: kind, path: fields[4])
            source.isWritable = fields[1] == "writable"
            source.color = fields[2].isEmpty ? nil : fields[2]
            sources.append(source)
        }
        localName = stream.name
        components = stream.components.filter { $0.kind == .event }.map {
            String(decoding: bytes[$0.range], as: UTF8.self)
        }
    }

    /// As a calendar that other programs read, too.
    func backup(zones: TimeZoneDatabase) -> String {
        let definitions = timeZones.compactMap { name in
            zones.rules(named: name).map {
                // Since 1970: as far back as calendars commonly go.
                TimeZoneDefinition(
                    tzid: name, describing: $0, from: Instant(secondsSinceEpoch: 0))
            }
        }
        return CalendarWriter.calendar(
            definitions.map { CalendarWriter.component($0) } + components, name: localName,
            properties: sources.map { source in
                (
                    Self.sourceProperty,
                    [
                        source.kind.rawValue, source.isWritable ? "writable" : "",
                        source.color ?? "", source.name, source.path ?? "",
                    ]
                )
            })
    }
}
