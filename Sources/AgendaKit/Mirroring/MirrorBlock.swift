internal import ICalendar

/// What a mirror wants in its target: an event of its own, written from nothing but the fields that it may show.
struct MirrorBlock: Hashable, Sendable {
    /// The UID that it has at first.
    var uid: String
    /// The whole event, then its instances that differ.
    var events: [Event]
    /// The UID of the event that it stands for; of those that are one in it, any.
    var origin = ""
    /// Whether it stands for a part of that event, or says when it is in a way that is not compared.
    var isPart = true

    /// Its text with the zones that it names.
    ///
    /// - Parameters:
    ///   - uid: that it is to have.
    ///   - mark: the value of ``MirrorNames/property``.
    ///   - sequence: how often it was changed.
    ///   - stamp: the present time.
    ///   - zones: the IANA zones.
    func text(
        uid: String, mark: String, sequence: Int, stamp: Instant, zones: TimeZoneDatabase
    ) -> [UInt8] {
        let events = events.map { event in
            var event = event
            (event.uid, event.sequence, event.stamp) = (uid, sequence, stamp)
            return event
        }
        let texts = events.map { event -> String in
            var lines = ComponentDocument(CalendarWriter.component(event))
            lines?.set(MirrorNames.property, text: mark)
            return String(decoding: lines?.bytes ?? [], as: UTF8.self)
        }
        let definitions = CalendarWriter.zones(of: events) { zones.rules(named: $0) }
        return Array(CalendarWriter.calendar(definitions + texts).utf8)
    }
}

/// What a block says, however it is written: what is compared to know whether a block is as it is wanted.
///
/// Only the fields that mirrors write count (a server may add others), times as instants, and the zone where it decides
/// something: of a series.
struct MirrorMeaning: Hashable, Sendable {
    private let lines: [String]

    /// - Parameters:
    ///   - events: the components of one block.
    ///   - scope: the zones that they name.
    ///   - details: the fields that the mirror shows.
    init(_ events: [Event], _ scope: TimeZoneScope, _ details: Set<Mirror.Detail>) {
        let master = events.first { $0.recurrenceID == nil }
        func point(of id: CalendarTime) -> String {
            guard let master else { return scope.point(of: id).icalendar }
            return scope.point(of: id, inSeriesFrom: master.start).icalendar
        }
        // Some servers keep an instance that is left out as one that is cancelled.
        var excepted = Set((master?.exceptionDates ?? []).map(point))
        var parts: [(id: String, event: Event)] = []
        for event in events {
            let id = event.recurrenceID.map(point) ?? ""
            if event.recurrenceID != nil, event.status == .cancelled || excepted.contains(id) {
                excepted.insert(id)
            } else {
                parts.append((id, event))
            }
        }
        var lines: [String] = []
        for (id, event) in parts.sorted(by: { $0.id < $1.id }) {
            lines.append("id \(id)")
            lines.append("when \(Self.span(of: event, scope))")
            if id.isEmpty, event.isRecurring {
                let zone = event.start.tzid.flatMap { scope.rules(for: $0)?.name } ?? ""
                lines.append("zone \(zone)")
                lines += event.recurrenceRules.map { "rule \($0.icalendar)" }.sorted()
                lines += event.recurrenceDates.map { "date \(point(of: $0.start))" }.sorted()
                lines += excepted.sorted().map { "not \($0)" }
            }
            lines.append("title \(Self.text(event.summary))")
            if event.isTransparent { lines.append("free") }
            if event.status == .cancelled { lines.append("cancelled") }
            let classification = event.classification?.uppercased() ?? "PUBLIC"
            if classification != "PUBLIC" { lines.append("class \(classification)") }
            if details.contains(.location) { lines.append("location \(Self.text(event.location))") }
            if details.contains(.notes) { lines.append("notes \(Self.text(event.details))") }
            if details.contains(.link) { lines.append("link \(Self.text(event.url))") }
            if details.contains(.categories) {
                lines.append("categories \(event.categories.sorted().joined(separator: ","))")
            }
        }
        self.lines = lines
    }

    /// Whether both keep somebody busy at the same times; a zone may have another name.
    func isAtTheTimes(of other: MirrorMeaning) -> Bool {
        func times(_ meaning: MirrorMeaning) -> [String] {
            meaning.lines.filter { line in
                ["id ", "when ", "rule ", "date ", "not ", "free", "cancelled"].contains {
                    line.hasPrefix($0)
                }
            }
        }
        return times(self) == times(other)
    }

    /// Stands for it in the notes of a mirror.
    var digest: String { NameDigest(lines.joined(separator: "\n")).hex }

    /// Servers cut white space at the ends of texts, and write line breaks of their own.
    private static func text(_ text: String?) -> String {
        let words = (text ?? "").split { $0.isWhitespace || $0.isNewline }
        return words.joined(separator: " ")
    }

    /// From when to when one instance is.
    private static func span(of event: Event, _ scope: TimeZoneScope) -> String {
        guard let span = event.firstSpan(in: scope) else {
            return scope.point(of: event.start).icalendar
        }
        return switch span {
        case .dates(let dates): "\(dates.lowerBound.icalendar)/\(dates.upperBound.icalendar)"
        case .instants(let range):
            "\(range.lowerBound.utc.icalendar)Z/\(range.upperBound.utc.icalendar)Z"
        case .floating(let range): "\(range.lowerBound.icalendar)/\(range.upperBound.icalendar)"
        }
    }
}
