internal import ICalendar

/// The content of an iCalendar file. Changing one event or to-do keeps everything else byte for byte.
///
/// Scans the content once, and later only the text that is put into it.
struct CalendarText {
    private(set) var bytes: [UInt8]
    /// The components' ranges.
    private var components: [ScannedComponent]
    private let path: String

    /// The content of an existing file.
    ///
    /// - Throws: `invalid` if it is incomplete, or in a form that cannot be written back unchanged.
    init(_ content: [UInt8], path: String) throws(AgendaError) {
        (bytes, self.path) = (content, path)
        guard TextEncoding.normalised(content) == nil else {
            throw AgendaError(.uneditableEncoding, place: path)
        }
        let stream = ComponentScanner.scan(content)
        components = stream.components
        guard stream.isCalendar, stream.isComplete else {
            throw AgendaError(.incomplete, place: path)
        }
        guard isAlone else {
            throw AgendaError(.otherContent, place: path)
        }
    }

    /// Whether there is nothing before and after the calendars. An archive or a letter counts its bytes: an edit
    /// would break it.
    private var isAlone: Bool {
        let isBlank = { (byte: UInt8) in byte <= 0x20 || byte == 0x1A }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let first = bytes.dropFirst(hasMark ? 3 : 0).drop(while: isBlank).prefix(6)
        guard first.elementsEqual("begin:".utf8, by: { $0 | 0x20 == $1 | 0x20 }) else {
            return false
        }
        let end = endOfCalendar
        guard end < bytes.count else { return true }
        return bytes[end...].dropFirst("END:VCALENDAR".utf8.count).allSatisfy(isBlank)
    }

    /// The text in the file's encoding; lines that the file already has stay as they are.
    ///
    /// - Throws: `invalid` if the encoding lacks a letter.
    func encoded(_ text: [UInt8], of name: SeriesName) throws(AgendaError) -> [UInt8] {
        let present = Set(texts(of: name).flatMap { LogicalLines.all(in: $0) })
        let (result, unknown) = TextEncoding(of: bytes).encoded(text, keeping: present)
        guard let result else {
            throw AgendaError(.notInLatin1(String(unknown ?? "?")), place: path)
        }
        return result
    }

    /// A calendar without events.
    init() {
        path = ""
        let empty = CalendarWriter.calendar([])
        bytes = Array(empty.utf8)
        components = []
    }

    /// Whether a text is a whole file: the components of an event alone begin with one of them.
    static func isFile(_ text: [UInt8]) -> Bool {
        let first = ComponentScanner.scan(text).components.first
        return first.map { SeriesName($0.kind, uid: "") == nil || $0.range.lowerBound > 0 } ?? false
    }

    /// Resolves the zones that the file names.
    ///
    /// - Parameter name: of the event or to-do that names them.
    func scope(of name: SeriesName? = nil, _ zones: TimeZoneDatabase) -> TimeZoneScope {
        TimeZoneScope(database: zones, definitions: zoneDefinitions(of: name))
    }

    /// The zones that the file defines. A name means what the calendar around the component says (RFC 5545 3.8.3.1); what
    /// that does not define, the others may.
    ///
    /// - Parameter name: of the event or to-do that names them.
    func zoneDefinitions(of name: SeriesName? = nil) -> [TimeZoneDefinition] {
        let all = components.filter { $0.kind == .timeZone }
        let calendar = name.flatMap { members(of: $0).first?.calendar }
        let own = all.filter { $0.calendar == calendar }
        return (own + all.filter { $0.calendar != calendar }).compactMap { zone in
            ICalendarParser.timeZone(in: bytes[zone.range]).value
        }
    }

    /// Whether it holds nothing but zones.
    var isEmpty: Bool { components.allSatisfy { $0.kind == .timeZone } }

    /// The texts of the components of an event or to-do.
    func texts(of name: SeriesName) -> [[UInt8]] { ranges(of: name).map { Array(bytes[$0]) } }

    private func ranges(of name: SeriesName) -> [Range<Int>] { members(of: name).map(\.range) }

    private func members(of name: SeriesName) -> [ScannedComponent] {
        components.filter { component in
            component.kind == name.component && component.describesItself
                && ICalendarParser.uid(in: bytes[component.range]) == name.uid
        }
    }

    /// The texts of the VTIMEZONEs, by `TZID`.
    var definitions: [String: [UInt8]] {
        var texts: [String: [UInt8]] = [:]
        for zone in components where zone.kind == .timeZone {
            let text = bytes[zone.range]
            guard let tzid = ComponentDocument(text)?.properties("TZID").first?.value else {
                continue
            }
            texts[tzid] = texts[tzid] ?? Array(text)
        }
        return texts
    }

    /// Replaces the components of an event or to-do; without new ones, removes them.
    ///
    /// - Parameter definitions: the VTIMEZONEs of the file that the components come from, by `TZID`.
    mutating func replace(
        _ name: SeriesName, with texts: [[UInt8]], _ zones: TimeZoneDatabase,
        definitions: [String: [UInt8]] = [:]
    ) {
        let old = ranges(of: name)
        let place = old.first?.lowerBound ?? endOfCalendar
        let own = LineEnds(of: bytes)
        let isWithoutEnd = old.last.map { bytes[$0].last != 0x0A } ?? false
        var text = texts.flatMap { own.given(to: $0) }
        for range in old.reversed() { put([], in: range) }
        if text.last == 0x0A, isWithoutEnd, place == bytes.count {
            text.removeLast()
            if text.last == 0x0D { text.removeLast() }
        } else if let last = text.last, last != 0x0A, place < bytes.count {
            text += own.end
        }
        put(text, in: place..<place)
        define(zonesOf: texts, zones, definitions)
        // A file of bare components without any would be no calendar, and take nothing back.
        if components.isEmpty, endOfCalendar == bytes.count {
            bytes += own.given(to: Array(CalendarWriter.calendar([]).utf8))
        }
    }

    /// Replaces a range of whole components, or inserts some; shifts the ranges of those behind it.
    private mutating func put(_ text: [UInt8], in range: Range<Int>) {
        func moved(_ component: ScannedComponent, by distance: Int) -> ScannedComponent {
            var component = component
            component.range =
                component.range.lowerBound + distance..<component.range.upperBound + distance
            return component
        }
        let calendar = components.last { $0.range.lowerBound <= range.lowerBound }?.calendar ?? 0
        var new = ComponentScanner.scan(text).components
        for index in new.indices { new[index].calendar = calendar }
        let rest = components.filter { $0.range.lowerBound >= range.upperBound }
        components.removeAll { $0.range.upperBound > range.lowerBound }
        components += new.map { moved($0, by: range.lowerBound) }
        components += rest.map { moved($0, by: text.count - range.count) }
        bytes.replaceSubrange(range, with: text)
    }

    /// Adds a VTIMEZONE for each zone that is used and not defined (RFC 5545 3.2.19): the one that came with the
    /// components, because nobody else may know the zone, else one made from the tz data.
    private mutating func define(
        zonesOf texts: [[UInt8]], _ zones: TimeZoneDatabase, _ known: [String: [UInt8]]
    ) {
        let defined = Set(definitions.keys)
        var firstUse: [String: CivilDateTime] = [:]
        for text in texts {
            guard let event = ComponentEdit(text)?.event else { continue }
            for case .zoned(let wall, let tzid) in event.times
            where !defined.contains(tzid) {
                firstUse[tzid] = min(wall, firstUse[tzid] ?? wall)
            }
        }
        let missing = firstUse.sorted { $0.key < $1.key }.compactMap { tzid, wall in
            known[tzid]
                ?? TimeZoneScope(database: zones).rules(for: tzid).map { rules in
                    // A day earlier: a time in a gap is read with the offset before it.
                    let definition = TimeZoneDefinition(
                        tzid: tzid, describing: rules, from: rules.instant(of: wall) - 86_400)
                    return Array(CalendarWriter.component(definition).utf8)
                }
        }
        guard !missing.isEmpty else { return }
        let place = components.first?.range.lowerBound ?? endOfCalendar
        let ends = LineEnds(of: bytes)
        put(missing.flatMap { ends.given(to: $0) }, in: place..<place)
    }

    /// Where the last calendar's `END:` begins.
    private var endOfCalendar: Int {
        var position = bytes.count
        while position > 0 {
            let start = bytes[..<(position - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let line = bytes[start..<position].prefix(13)
            if line.elementsEqual("END:VCALENDAR".utf8, by: { $0 == $1 || $0 == $1 | 0x20 }) {
                return start
            }
            position = start
        }
        return bytes.count
    }
}

extension Event {
    /// The zones that its times name.
    var timeZones: [String] { times.compactMap(\.tzid) }

    /// Whether the event keeps its times in a calendar that knows only the tz data, and not its file's definition
    /// of a zone.
    ///
    /// Exchange uses Windows' names for zones, and writes this year's rules for all years.
    func keepsTimes(
        in tzid: String, of scope: TimeZoneScope, among zones: TimeZoneDatabase
    ) -> Bool {
        guard let there = TimeZoneScope(database: zones).rules(for: tzid) else { return false }
        guard let here = scope.rules(for: tzid) else { return true }
        let first = times.map(\.wallTime).min() ?? start.wallTime
        return here.agrees(with: there, from: here.instant(of: first) - 86_400)
    }
}
