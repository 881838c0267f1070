public import ICalendar

/// Merges several calendars into one iCalendar text without duplicates.
///
/// The same `UID` is the same event. One of its copies wins as a whole series, as in every list; the others
/// fill what it leaves empty, and newer invitations to single instances are laid over it. Everything else in
/// the texts stays as it is, including unknown properties. AgendaKit's article on merging
/// has the rules and an example.
///
/// Pure: no file, no store, no clock.
///
/// ```swift
/// let merge = CalendarMerge([
///     MergeSource(name: "home", text: home), MergeSource(name: "team", text: team),
/// ])
/// ```
public struct CalendarMerge: Sendable {
    /// What to take from the calendars.
    ///
    /// ```swift
    /// var options = CalendarMerge.Options()
    /// options.name = "Everybody"
    /// options.foldsSimilar = true
    /// let merge = CalendarMerge(
    ///     [MergeSource(name: "home", text: home), MergeSource(name: "team", text: team)],
    ///     options: options)
    /// print(merge.report.eventCount)
    /// ```
    public struct Options: Sendable {
        /// The result's name; nil takes the first name that a calendar states.
        public var name: String?
        /// Whether to fold series of different UIDs that have the same start, end, rule and normalised
        /// summary.
        public var foldsSimilar = false
        /// The UIDs of each event that a person said is the same under several UIDs; as far as these take place at the same
        /// times, they are one event, which is filled from the others.
        public var same: [Set<String>] = []
        /// Keeps only series that have this participant or organizer: a part of the address or name, in any
        /// case.
        public var attendee: String?
        /// Keeps only events with these UIDs, ``todoUIDs`` and ``journalUIDs``; nil keeps all components.
        public var uids: Set<String>?
        /// The UIDs of to-dos to keep beside the events of ``uids``.
        public var todoUIDs: Set<String> = []
        /// The UIDs of journal entries to keep beside the events of ``uids``.
        public var journalUIDs: Set<String> = []
        /// Whether to keep what its owner does not call public (RFC 5545 3.8.1.3).
        public var includesPrivate = true
        /// The UIDs of events that their owner does not call public, whatever their texts say; nil unless rules have
        /// changed the texts, which then may have instances that are ``CalendarMerge/hidden``.
        package var privateUIDs: Set<String>?
        /// Whether each component says in an `X-AGENDA-SOURCE` of which calendar it is.
        public var namesSources = false
        /// How often readers should fetch the result anew (RFC 7986 5.7); nil says nothing.
        public var refreshInterval: CalendarDuration?

        /// Creates options that keep everything.
        public init() {}
    }

    /// The result: a `VCALENDAR` in UTF-8 with CRLF line breaks, folded at 75 octets, with a `VTIMEZONE` for
    /// each zone that it uses.
    public let bytes: [UInt8]
    /// What was folded, renamed, and left out.
    public let report: MergeReport

    /// The `CLASS` of instances that are left out, as if their series had an exception for each.
    package static let hidden = "X-AGENDA-HIDDEN"

    /// The result as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Merges calendars.
    ///
    /// - Parameters:
    ///   - sources: the calendars; between equal copies, the first calendar wins.
    ///   - options: what to keep and fold.
    ///   - zones: the IANA zones.
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
        // Small files come by the thousand; a large file divides its components among the cores itself.
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
        if options.privateUIDs != nil { series = series.compactMap(\.visible) }
        if !options.includesPrivate {
            series = series.filter { options.privateUIDs?.contains($0.key.uid) != true }
                .compactMap(\.public)
        }
        if !options.same.isEmpty {
            series = SameSeries.fold(series, same: options.same, resources, sources)
        }
        if options.foldsSimilar { series = SimilarSeries.fold(series, resources, sources) }
        if options.namesSources {
            series = AllCores.map(series) { $0.named { sources[resources[$0].source].name } }
        }
        report.folded = series.compactMap(\.folded)
        report.eventCount = series.count { $0.key.name == "VEVENT" }
        report.otherCount = series.count - report.eventCount
        var writer = MergeWriter(series, resources, zones)
        bytes = writer.text(
            name: options.name,
            further: options.refreshInterval.map { interval in
                CalendarWriter.refreshing(every: interval).map { "\($0.name):\($0.fields[0])" }
            } ?? [])
        writer.report(to: &report, sources)
        self.report = report
    }

    /// The components of each UID, ordered by the UID's first occurrence.
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

    /// The warnings about UIDs that several events of one text have.
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
    /// Whether the result includes a series.
    fileprivate func includes(_ series: MergedSeries) -> Bool {
        if let uids {
            let kept = ["VEVENT": uids, "VTODO": todoUIDs, "VJOURNAL": journalUIDs]
            guard kept[series.key.name]?.contains(series.key.uid) ?? false else { return false }
        }
        guard let attendee = attendee?.lowercased() else { return true }
        return series.parts.contains { part in
            let people = ICalendarParser.participants(in: part.text)
            let organizer = ComponentDocument(part.text)?.properties("ORGANIZER").first?.value
            return organizer?.lowercased().contains(attendee) ?? false
                || people.contains {
                    $0.address.lowercased().contains(attendee)
                        || $0.name?.lowercased().contains(attendee) ?? false
                }
        }
    }
}
