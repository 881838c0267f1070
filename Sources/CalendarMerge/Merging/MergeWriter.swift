internal import ICalendar

/// Writes merged series as one calendar.
struct MergeWriter {
    /// Written for a missing `DTSTAMP`, which RFC 5545 3.6.1 requires: older than any other, and always the
    /// same. ``ComponentRevision/stated(_:)`` reads it as missing.
    static let noStamp = CalendarTime.utc(Instant(secondsSinceEpoch: 0))

    private let series: [MergedSeries]
    private let resources: [MergeResource]
    private var zones: MergedZones
    private let zonesOfParts: [[Set<String>]]
    /// How many lines of each component are not properties.
    private var omitted: [(resource: Int, line: Int, name: String, uid: String, count: Int)] =
        []

    init(_ series: [MergedSeries], _ resources: [MergeResource], _ database: TimeZoneDatabase) {
        (self.series, self.resources) = (series, resources)
        zonesOfParts = AllCores.map(series) { one in
            one.parts.map { StandardForm.zones(in: $0.text) }
        }
        zones = MergedZones(
            database, resources,
            taken: zonesOfParts.reduce(into: []) { taken, parts in
                for names in parts where !names.isEmpty { taken.formUnion(names) }
            })
    }

    /// The whole calendar.
    ///
    /// - Parameter further: lines of its head besides those of the sources.
    mutating func text(name: String?, further: [String]) -> [UInt8] {
        // Sequentially: the order of the zones decides which one is renamed.
        var jobs: [(part: MergedSeries.Part, renamings: [String: String])] = []
        for (one, names) in zip(series, zonesOfParts) {
            for (part, names) in zip(one.parts, names) {
                jobs.append((part, zones.renamings(names, in: part.component)))
            }
        }
        let written = AllCores.map(jobs) { Self.text(of: $0.part, renaming: $0.renamings) }
        for (job, written) in zip(jobs, written) where written.omittedLines > 0 {
            let component = job.part.component
            omitted.append(
                (
                    component.resource, component.line, component.name, component.uid,
                    written.omittedLines
                ))
        }
        var result = MergedHead.text(
            resources.map(\.properties), name: name, further: further)
        for zone in zones.texts { result += StandardForm.text(of: zone).bytes }
        result.reserveCapacity(result.count + written.reduce(20) { $0 + $1.bytes.count })
        for component in written { result += component.bytes }
        return result + Array("END:VCALENDAR\r\n".utf8)
    }

    private static func text(
        of part: MergedSeries.Part, renaming zones: [String: String]
    ) -> (bytes: [UInt8], omittedLines: Int) {
        var part = part
        let component = part.component
        // Almost all events have the required properties, which needs no look at their text.
        let isWhole = component.event?.stamp != nil && !component.mayHaveMadeUID
        if !isWhole, ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"].contains(component.name),
            let lines = ComponentDocument(part.text)
        {
            let lacksUID = lines.properties("UID").isEmpty
            let lacksStamp = lines.properties("DTSTAMP").isEmpty
            if lacksUID || lacksStamp {
                part.edit { lines in
                    if lacksUID { lines.set("UID", text: component.uid) }
                    if lacksStamp { lines.set("DTSTAMP", value: noStamp.icalendar) }
                }
            }
        }
        return StandardForm.text(of: part.text, renamingZones: zones)
    }

    /// Adds what writing found to the report.
    func report(to report: inout MergeReport, _ sources: [MergeSource]) {
        func name(_ resource: Int) -> String { sources[resources[resource].source].name }
        var renamed: Set<MergeReport.RenamedZone> = []
        for zone in zones.renamed {
            let zone = MergeReport.RenamedZone(
                calendar: name(zone.resource), name: zone.name, newName: zone.newName)
            if renamed.insert(zone).inserted { report.renamedZones.append(zone) }
        }
        func add(_ resource: Int, _ diagnostic: Diagnostic) {
            report.diagnostics.append(
                SourceDiagnostic(
                    calendar: name(resource), path: resources[resource].path,
                    diagnostic: diagnostic))
        }
        for zone in zones.unknown {
            add(
                zone.resource,
                Diagnostic(.warning, property: "TZID", .value(zone.name, .undefinedZone)))
        }
        for part in omitted {
            add(
                part.resource,
                Diagnostic(
                    .error, line: part.line, uid: part.uid, property: part.name,
                    .number(part.count, .notProperties)))
        }
    }
}
