internal import CalendarMerge
internal import ICalendar

/// The components of one event or to-do in one calendar.
struct EventTexts: Sendable {
    /// Of all files, those of ``href`` first. Empty if the calendar does not have it.
    var texts: [[UInt8]]
    /// The resource within its source; of several that of the whole event.
    var href: String
    /// Resolves the zones that the texts name.
    var scope: TimeZoneScope
    /// The content of the file that holds them; nil without file.
    var file: [UInt8]?
    /// What further files have of it: a folder may keep each instance in a file of its own.
    var others: [Part] = []
    /// Names the file of an instance, in a folder that keeps each in one of its own; nil elsewhere.
    var nameOfInstance: (@Sendable (_ recurrenceID: CalendarTime) -> String)?

    /// What one more file has of it.
    struct Part: Sendable {
        var href: String
        var texts: [[UInt8]]
        /// An older state of the whole event, which is not shown and goes only with the event.
        var hidden: [[UInt8]] = []
    }

    /// The texts one after the other; nil if the calendar does not have it.
    var joined: [UInt8]? { texts.isEmpty ? nil : texts.flatMap { $0 } }

    /// Divides a text into its components, without time zones.
    static func divided(_ text: [UInt8]) -> [[UInt8]] {
        ComponentScanner.scan(text).components.filter { $0.kind != .timeZone }
            .map { Array(text[$0.range]) }
    }

    /// The events, to-dos and journal entries of a text.
    static func names(in text: [UInt8]) -> Set<SeriesName> {
        Set(
            ComponentScanner.scan(text).components.compactMap { component in
                guard component.describesItself,
                    let name = SeriesName(component.kind, uid: ""),
                    let uid = ICalendarParser.uid(in: text[component.range])
                else { return nil }
                return SeriesName(kind: name.kind, uid: uid, isJournal: name.isJournal)
            })
    }

    /// Whether these are the same components, whatever their order and line ends.
    func isEqual(to others: [[UInt8]]) -> Bool { Self.lines(texts) == Self.lines(others) }

    /// Whether a text has the same components.
    func isEqual(to text: [UInt8]?) -> Bool { isEqual(to: Self.divided(text ?? [])) }

    private static func lines(_ texts: [[UInt8]]) -> [[UInt8]] {
        texts.map { text in
            let lines = text.filter { $0 != 0x0D }
            // The last line of a file may have no end.
            return lines.last == 0x0A ? lines.dropLast() : lines
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

// An event of several files (RFC 5545 3.8.4.4: UID and RECURRENCE-ID name an instance, wherever it is written).
extension EventTexts {
    /// What a component describes: the whole event, an instance, or an instance and all later ones.
    private struct Slot: Hashable {
        var instance: OccurrencePoint?
        var isRange: Bool

        init(_ text: [UInt8], in scope: TimeZoneScope) {
            let lines = ComponentDocument(text)
            instance = lines?.time("RECURRENCE-ID").map { scope.point(of: $0) }
            let range = lines?.properties("RECURRENCE-ID").first?.parameter("RANGE")
            isRange = range?.uppercased() == "THISANDFUTURE"
        }
    }

    /// Joins what several files have of one event. Of several states of the whole event the newest counts, and the
    /// instances that come with an older one do not (``CopyChoice``).
    ///
    /// - Parameter parts: in the order of their names, with the zones of all.
    init(joining parts: [EventTexts], scope: TimeZoneScope) {
        let events = parts.map { part in part.texts.map { ICalendarParser.event(in: $0).value } }
        func master(_ place: Int) -> Event? {
            events[place].lazy.compactMap { $0 }.first { $0.recurrenceID == nil }
        }
        let wholes = parts.indices.filter { master($0) != nil }
        let main =
            wholes.reduce(nil as Int?) { best, place in
                guard let best, let old = master(best), let new = master(place) else {
                    return place
                }
                return ComponentRevision(old) < ComponentRevision(new) ? place : best
            } ?? 0
        self = parts[main]
        self.scope = scope
        let state = master(main).map { ComponentRevision($0) }
        for place in parts.indices where place != main {
            var part = Part(href: parts[place].href, texts: parts[place].texts)
            if let older = master(place) {
                let isSame = ComponentRevision(older) == state
                let isKept = events[place].map { isSame && $0?.recurrenceID != nil }
                part.hidden = zip(part.texts, isKept).filter { !$0.1 }.map(\.0)
                part.texts = zip(part.texts, isKept).filter(\.1).map(\.0)
            }
            others.append(part)
            texts += part.texts
        }
    }

    /// What becomes of each file: each component stays in the file that has it, a new one comes to that of the whole event.
    ///
    /// - Parameter new: the event's components after a change; nil if it is deleted.
    func files(
        with new: [[UInt8]]?
    ) -> [(href: String, before: [[UInt8]], after: [[UInt8]]?)] {
        guard !others.isEmpty || nameOfInstance != nil else { return [(href, texts, new)] }
        let own = Array(texts.prefix(texts.count - others.map(\.texts.count).reduce(0, +)))
        var files = [(href: href, before: own, after: [[UInt8]]())]
        files += others.map { ($0.href, $0.texts + $0.hidden, new == nil ? [] : $0.hidden) }
        var left = ([own] + others.map(\.texts)).enumerated().flatMap { place, texts in
            texts.map { (place: place, text: $0, slot: Slot($0, in: scope)) }
        }
        func take(_ isIt: ([UInt8], Slot) -> Bool) -> Int? {
            left.firstIndex { isIt($0.text, $0.slot) }.map { left.remove(at: $0).place }
        }
        // One that stays as it is stays where it is, also if two describe one instance.
        var changed: [[UInt8]] = []
        for text in new ?? [] {
            if let place = take({ old, _ in old == text }) {
                files[place].after.append(text)
            } else {
                changed.append(text)
            }
        }
        for text in changed {
            let slot = Slot(text, in: scope)
            if let place = take({ $1 == slot }) {
                files[place].after.append(text)
            } else if let nameOfInstance,
                let id = ComponentDocument(text)?.time("RECURRENCE-ID")
            {
                files.append((nameOfInstance(id), [], [text]))
            } else {
                files[0].after.append(text)
            }
        }
        return files.map { ($0.href, $0.before, $0.after.isEmpty ? nil : $0.after) }
    }

    /// What is done to each file that has the event, so that it has the new components.
    ///
    /// - Parameters:
    ///   - new: the event's components after a change; nil if it is deleted.
    ///   - written: what a file is to have for some of them.
    func operations<Failure>(
        of uid: String, in source: CalendarSource, with new: [[UInt8]]?,
        written: ([[UInt8]]) throws(Failure) -> [UInt8]
    ) throws(Failure) -> [EventOperation] {
        var operations: [EventOperation] = []
        for file in files(with: new) {
            var there = self
            there.texts = file.before
            // The order of the components means nothing.
            guard !there.isEqual(to: file.after ?? []) else { continue }
            var operation = EventOperation(
                uid: uid, calendar: source.name, href: file.href, before: there.joined, after: nil)
            if let after = file.after { operation.after = try written(after) }
            operations.append(operation)
        }
        return operations
    }

    /// Whether a component of a text with this `UID` describes what one of these does.
    func describes(sameAs text: [UInt8], uid: String) -> Bool {
        let own = Set(texts.map { Slot($0, in: scope) })
        return Self.divided(text).contains {
            own.contains(Slot($0, in: scope)) && ICalendarParser.uid(in: $0) == uid
        }
    }
}
