public import ICalendar

/// Several calendars as one, without duplicates, as iCalendar text.
///
/// The same `UID` is the same event. Of its copies one wins as a whole series, as in every list;
/// what it leaves empty is filled from the others, and invitations to single instances that are
/// newer are laid over it. Everything else of the texts stays as it is, properties that nobody
/// knows included. See <doc:Merging>.
///
/// Pure: no file, no store, no clock.
public struct CalendarMerge: Sendable {
    /// What is wanted of the calendars.
    public struct Options: Sendable {
        /// The result's name; nil takes the first that a calendar states.
        public var name: String?
        /// Whether series of different UIDs are folded that have the same start, end, rule and
        /// normalised summary.
        public var foldsSimilar = false
        /// Only series that this participant or organizer has, by a part of the address or name;
        /// case does not count.
        public var attendee: String?
        /// Only events with these UIDs; nil means all components.
        public var uids: Set<String>?

        /// Everything, as the calendars have it.
        public init() {}
    }

    /// The result: a `VCALENDAR` in UTF-8, its lines ended by CRLF and folded at 75 octets, with
    /// a `VTIMEZONE` for each zone that it uses.
    public let bytes: [UInt8]
    /// What was folded, renamed, and left out.
    public let report: MergeReport

    /// The result as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Merges calendars.
    ///
    /// - Parameters:
    ///   - sources: the calendars; between equal copies the first one wins.
    ///   - zones: where IANA zones are read.
    public init(
        _ sources: [MergeSource], options: Options = Options(),
        zones: TimeZoneDatabase = SystemZones.database
    ) {
        var report = MergeReport()
        report.calendarCount = sources.count
        let scopes = MergeScopes(zones)
        let texts = sources.enumerated().flatMap { index, source in
            source.resources.map { (source: index, resource: $0) }
        }
        // Small files come by the thousand; the components of large ones are divided, too.
        let resources = AllCores.map(texts, chunk: 4) {
            MergeResource($0.resource, source: $0.source, scopes)
        }
        for resource in resources {
            report.diagnostics += resource.diagnostics.map {
                SourceDiagnostic(
                    calendar: sources[resource.source].name, path: resource.path, diagnostic: $0)
            }
        }
        let members = Self.members(resources)
        report.diagnostics += Self.severalEvents(members, resources, sources)
        let events = members.flatMap { SeriesMerge.divide($0, resources) }
        var series = AllCores.map(events) { SeriesMerge($0, resources, sources).merged() }
            .filter { options.includes($0) }
        let replies = Dictionary(grouping: resources.flatMap(\.replies), by: \.uid)
        if !replies.isEmpty {
            series = series.map { $0.answered(replies[$0.key.uid] ?? []) }
        }
        let cancellations = Dictionary(grouping: resources.flatMap(\.cancellations), by: \.uid)
        if !cancellations.isEmpty {
            series = series.map { $0.cancelled(cancellations[$0.key.uid] ?? []) }
        }
        if options.foldsSimilar { series = SimilarSeries.fold(series, resources, sources) }
        report.folded = series.compactMap(\.folded)
        report.eventCount = series.count { $0.key.name == "VEVENT" }
        report.otherCount = series.count - report.eventCount
        var writer = MergeWriter(series, resources, zones)
        bytes = writer.text(name: options.name)
        writer.report(to: &report, sources)
        self.report = report
    }

    /// The components of each UID, in the order in which it first occurs.
    private static func members(_ resources: [MergeResource]) -> [[MergeComponent]] {
        var places: [MergeComponent.Key: Int] = [:]
        var members: [[MergeComponent]] = []
        for (index, resource) in resources.enumerated() {
            for var component in resource.components {
                component.resource = index
                if let place = places[component.key] {
                    members[place].append(component)
                } else {
                    places[component.key] = members.count
                    members.append([component])
                }
            }
        }
        return members
    }

    /// What is to be said about UIDs that several events of one text have.
    private static func severalEvents(
        _ members: [[MergeComponent]], _ resources: [MergeResource], _ sources: [MergeSource]
    ) -> [SourceDiagnostic] {
        members.flatMap { components -> [SourceDiagnostic] in
            guard components.count > 1 else { return [] }
            var seen: Set<Int> = []
            return components.compactMap { first in
                guard seen.insert(first.resource).inserted else { return nil }
                let count = SeriesMerge.count(components, resource: first.resource, resources)
                guard count > 1 else { return nil }
                let resource = resources[first.resource]
                var diagnostic = EventsOfUID.diagnostic(uid: first.uid, count: count)
                diagnostic.line = first.line
                return SourceDiagnostic(
                    calendar: sources[resource.source].name, path: resource.path,
                    diagnostic: diagnostic)
            }
        }
    }
}

extension CalendarMerge.Options {
    /// Whether a series is wanted.
    fileprivate func includes(_ series: MergedSeries) -> Bool {
        if let uids, series.key.name != "VEVENT" || !uids.contains(series.key.uid) { return false }
        guard let attendee = attendee?.lowercased() else { return true }
        return series.parts.contains { part in
            let people = part.text.withUnsafeBytes { ICalendarParser.participants(in: $0) }
            let organizer = ComponentDocument(part.text)?.properties("ORGANIZER").first?.value
            return organizer?.lowercased().contains(attendee) ?? false
                || people.contains {
                    $0.address.lowercased().contains(attendee)
                        || $0.name?.lowercased().contains(attendee) ?? false
                }
        }
    }
}
