internal import CalendarMerge
internal import ICalendar

/// What must be known of a large resource before its first batch is stored: its zones, wherever they
/// are, and which series lie scattered over it.
struct ResourceSurvey: Sendable {
    /// The calendars' own properties, and what is wrong with the resource as a whole; no components.
    private(set) var stream = ScannedStream()
    private(set) var zones = ZoneDefinitions()
    private(set) var digest = ContentDigest.unknown
    /// What to note as the version of this content.
    let version: ResourceVersion
    /// Keys that several components have: masters and overrides, or copies of one text.
    private(set) var repeatedKeys: Set<UInt64> = []
    /// Bytes of the components that have one of these keys, about.
    private(set) var repeatedSize = 0

    /// - Parameters:
    ///   - length: bytes that are read at once.
    ///   - key: of its digests.
    /// - Returns: nil if the content is not in the form that can be read piece by piece.
    init?(
        _ resource: ListedResource, _ reader: any SourceReader, length: Int,
        key: ContentDigest.Key
    ) async throws(AgendaError) {
        let content = try await reader.open(resource)
        version = content.version
        let pieces = FileChunks(content, length: length, key: key)
        let known = KnownZones()
        var keys: [UInt64] = []
        var size = 0
        while let piece = try await pieces.next() {
            // Its first bytes tell, and a large resource of nothing but bytes is soon passed.
            if size == 0,
                TextEncoding.normalised(piece.bytes) != nil
                    || ContactCalendar.isContacts(piece.bytes)
            {
                return nil
            }
            stream.addRest(of: piece.found)
            for component in piece.found.components { zones.add(component, in: piece.bytes, known) }
            // What must be mended before it is read is read as a whole (``ScannedText``).
            if !stream.mends.isEmpty || zones.isAmbiguous { return nil }
            keys += AllCores.map(piece.found.components) { Self.key(of: $0, in: piece.bytes) }
            size = piece.end
        }
        digest = pieces.contentDigest
        let count = keys.count
        keys.sort()
        var repeated = 0
        for (key, next) in zip(keys, keys.dropFirst()) where key == next {
            repeated += repeatedKeys.insert(key).inserted ? 2 : 1
        }
        repeatedSize = count == 0 ? 0 : size / count * repeated
    }

    /// The same for components that must be prepared together: those of one series, and those of
    /// one text.
    static func key(of component: ScannedComponent, in bytes: [UInt8]) -> UInt64 {
        guard let kind = component.seriesKind,
            let uid = ICalendarParser.uid(in: bytes[component.range])
        else { return component.digest.low }
        return OccurrenceID.key(uid: uid, kind)
    }
}
