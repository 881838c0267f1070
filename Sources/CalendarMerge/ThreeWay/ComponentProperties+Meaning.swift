internal import ICalendar

extension ComponentProperties {
    /// Whether another version says the same. Who dismissed an alarm has not edited the event.
    func means(theSame other: ComponentProperties) -> Bool { substance == other.substance }

    /// All that it says, in an order of its own.
    private var substance: [String] {
        values(Keying(nil, self, self)).compactMap { entry -> String? in
            guard let meaning = entry.value.meaning,
                !Self.dismissals.contains(entry.key.name)
            else { return nil }
            guard case .component(let name, _) = entry.key else {
                return entry.key.name + meaning + (entry.value.form ?? "")
            }
            let nested = entry.value.parts.compactMap { ComponentDocument($0.bytes) }.map {
                ComponentProperties($0, times).substance.joined(separator: "\n")
            }
            return name + "\n" + nested.sorted().joined(separator: "\n")
        }.sorted()
    }

    /// The UIDs of nested components (RFC 9074 4).
    var nestedUIDs: Set<String> {
        Set(
            document.parts.compactMap { part in
                part.isComponent
                    ? ComponentDocument(part.bytes)?.properties("UID").first?.value : nil
            })
    }

    /// A nested component: its properties in any order.
    func meaning(component part: ComponentDocument.Part) -> String {
        guard let nested = ComponentDocument(part.bytes).map({ ComponentProperties($0, times) })
        else {
            return String(decoding: part.bytes, as: UTF8.self)
        }
        let lines = nested.values(Keying(nil, nested, nested)).compactMap { entry in
            entry.value.meaning.map { entry.key.name + $0 }
        }
        return part.name + "\n" + lines.sorted().joined(separator: "\n")
    }

    /// What tells a nested component from others of its name: its UID where both sides have it, since servers and programs
    /// add some; else what starts it (RFC 5545 3.6.6).
    func nestedKey(_ part: ComponentDocument.Part, _ keying: Keying) -> String {
        guard let document = ComponentDocument(part.bytes) else { return "" }
        if let uid = document.properties("UID").first?.value, keying.shared.contains(uid) {
            return "UID " + uid
        }
        let properties = document.properties("TRIGGER") + document.properties("ACTION")
        return properties.isEmpty
            ? meaning(component: part)
            : properties.map { $0.name + PropertyMeaning($0, times).text }.joined(separator: "\n")
    }

    /// Start, end and rule: an end that is written as a length is the same end. The zone counts for a series, whose later
    /// instances depend on it; for others it is the form.
    var timesMeaning: (meaning: String?, form: String?) {
        var meaning = start ?? ""
        let end = document.time("DTEND") ?? document.time("DUE")
        let lengths = document.properties("DURATION").map(\.value)
        if let end {
            meaning += " to \(times.text(end))"
        } else if let start = document.time("DTSTART"), let text = lengths.first,
            let length = CalendarDuration(icalendar: text)
        {
            meaning += " to \(times.text(start, after: length))"
        } else if let start = document.time("DTSTART"), lengths.isEmpty, document.name == "VEVENT" {
            // RFC 5545 3.6.1: without an end, a day, or an instant.
            let length = CalendarDuration(days: start.isDate ? 1 : 0)
            meaning += " to \(times.text(start, after: length))"
        } else {
            meaning += lengths.map { " " + $0 }.joined()
        }
        let zone = document.time("DTSTART").flatMap(times.zone(of:))
        let rules = document.properties("RRULE") + document.properties("EXRULE")
        let texts = rules.map { $0.name + PropertyMeaning($0, times).text }
        if isSeries { meaning += " zone \(zone ?? "")" }
        if !texts.isEmpty { meaning += " " + texts.sorted().joined(separator: " ") }
        // Times that cannot be read are compared as written.
        for name in ["DTSTART", "DTEND", "DUE"] where document.time(name) == nil {
            meaning += document.properties(name).map { " " + $0.line }.joined()
        }
        return (meaning.isEmpty ? nil : meaning, isSeries ? nil : zone)
    }

    /// Status, completion and percentage of a to-do.
    var progressMeaning: String? {
        let texts = Self.progress.sorted().flatMap { name in
            document.properties(name).map { name + PropertyMeaning($0, times).text }
        }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// Whether it repeats.
    var isSeries: Bool { document.parts.contains { $0.name == "RRULE" || $0.name == "RDATE" } }

    /// The instances that were deleted.
    var exceptions: Set<String> {
        Set(
            document.properties("EXDATE").flatMap { property in
                elements(of: property).map(\.element)
            })
    }

    /// When it begins; nil without a readable start.
    var start: String? { document.time("DTSTART").map(times.text) }

    /// All lines but the stamps, unfolded.
    var lines: [String] {
        Self.lines(document.parts.filter { !Self.stamps.contains($0.name) || $0.isComponent })
    }

    /// The unfolded lines of parts.
    static func lines(_ parts: [ComponentDocument.Part]) -> [String] {
        parts.flatMap { part in
            guard part.isComponent else {
                return [part.property?.line ?? String(decoding: part.bytes, as: UTF8.self)]
            }
            let inner = ComponentDocument(part.bytes)?.parts ?? []
            return ["BEGIN:\(part.name)"] + lines(inner) + ["END:\(part.name)"]
        }
    }

    /// Who organizes it.
    var organizer: String? {
        document.properties("ORGANIZER").first.map { Participant.bareAddress($0.value) }
    }

    /// Who is invited.
    var attendees: [String] {
        document.properties("ATTENDEE").map { Participant.bareAddress($0.value) }
    }

    /// The instance's original start as written; empty for a master.
    var recurrenceID: String { document.properties("RECURRENCE-ID").first?.value ?? "" }

    /// How often it was revised (3.8.7.4).
    var sequence: Int { document.sequence }

    /// When it was revised; nil if it does not say.
    var revised: CivilDateTime? {
        (document.time("LAST-MODIFIED") ?? document.time("DTSTAMP"))?.wallTime
    }

    /// Takes the larger number of revisions.
    mutating func takeSequence(of other: ComponentProperties) {
        guard other.sequence > sequence else { return }
        replace("SEQUENCE", with: other.document.parts.filter { $0.name == "SEQUENCE" })
    }

    /// Takes the stamps of who revised it last.
    mutating func takeStamps(of other: ComponentProperties) {
        for name in ["DTSTAMP", "LAST-MODIFIED"] {
            guard let their = other.document.time(name)?.wallTime else { continue }
            if let own = document.time(name)?.wallTime, own >= their { continue }
            replace(name, with: other.document.parts.filter { $0.name == name })
        }
    }
}
