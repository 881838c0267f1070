internal import ICalendar

/// A component as the things that can change one by one.
struct ComponentProperties {
    /// What changes as a whole.
    enum Key: Hashable {
        /// Start, end and rule.
        case times
        /// How far a to-do is.
        case progress
        /// All properties of a name.
        case property(String)
        /// One element of a list; by its meaning, or by a participant's address.
        case element(String, String)
        /// A nested component: its name and what tells it from others.
        case component(String, String)

        /// The property's or component's name.
        var name: String {
            switch self {
            case .times: "DTSTART"
            case .progress: "STATUS"
            case .property(let name), .element(let name, _), .component(let name, _): name
            }
        }
    }

    /// A value: its meaning, and how to write it alone.
    struct Value {
        /// Nil if it says no more than its absence.
        var meaning: String?
        /// What counts if the other side did not touch it: the zone of a time that is the same instant.
        var form: String?
        var parts: [ComponentDocument.Part]
    }

    /// How the properties of three versions are told apart.
    struct Keying {
        /// The properties that stand more than once in a version.
        private(set) var repeated: Set<String> = []
        /// The UIDs of nested components that both sides have.
        private(set) var shared: Set<String> = []

        init(
            _ base: ComponentProperties?, _ mine: ComponentProperties, _ theirs: ComponentProperties
        ) {
            for version in [base, mine, theirs].compactMap({ $0 }) {
                var seen: Set<String> = []
                for part in version.document.parts where !part.isComponent {
                    if !seen.insert(part.name).inserted { repeated.insert(part.name) }
                }
            }
            shared = mine.nestedUIDs.intersection(theirs.nestedUIDs)
        }
    }

    /// When it happens, which is never mixed (RFC 5545 3.8.2 and 3.8.5.3).
    static let times: Set = ["DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "EXRULE"]
    /// How far a to-do is, which is never mixed (3.8.1.8, 3.8.1.11, 3.8.2.1).
    static let progress: Set = ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
    /// When a person dismissed an alarm, which programs note in the event (RFC 9074 6.1).
    static let dismissals: Set = ["ACKNOWLEDGED", "X-MOZ-LASTACK", "X-MOZ-GENERATION"]
    /// Lists of values separated by commas (3.8.1.2, 3.8.1.10, 3.8.5.1, 3.8.5.2).
    static let lists: Set = ["CATEGORIES", "RESOURCES", "EXDATE", "RDATE"]
    /// Who wrote it and when, which is no change of the event (3.7, 3.8.7); its identity.
    static let stamps: Set = [
        "DTSTAMP", "CREATED", "LAST-MODIFIED", "PRODID", "SEQUENCE", "UID", "RECURRENCE-ID",
        "VERSION", "CALSCALE",
    ]
    /// May stand once in a component (3.6.1, 3.6.2; RFC 7986 4).
    private static let single: Set = [
        "CLASS", "DESCRIPTION", "GEO", "LOCATION", "PRIORITY", "STATUS", "SUMMARY", "TRANSP", "URL",
        "COLOR", "COMPLETED", "PERCENT-COMPLETE", "ORGANIZER",
    ]
    /// May stand more than once (3.6.1; RFC 7986 4, RFC 9073 5, RFC 9253 8).
    private static let multiple: Set = [
        "ATTACH", "COMMENT", "CONTACT", "RELATED-TO", "REQUEST-STATUS", "CONFERENCE", "IMAGE",
        "STRUCTURED-DATA", "STYLED-DESCRIPTION", "LINK", "CONCEPT", "REFID",
    ]

    private(set) var document: ComponentDocument
    let times: MergeTimes

    init(_ document: ComponentDocument, _ times: MergeTimes) {
        (self.document, self.times) = (document, times)
    }

    /// All values but the stamps, in the order of the text.
    func values(_ keying: Keying) -> [(key: Key, value: Value)] {
        var found: [(key: Key, value: Value)] = []
        var places: [Key: Int] = [:]
        var meanings: [Key: [String]] = [:]
        for part in document.parts {
            for (key, value) in values(of: part, keying) {
                let isFirst = places[key] == nil
                // The same element twice is the same element.
                if !isFirst, case .element(let name, _) = key,
                    !PropertyMeaning.people.contains(name)
                {
                    continue
                }
                if let meaning = value.meaning { meanings[key, default: []].append(meaning) }
                if let place = places[key] {
                    found[place].value.parts += value.parts
                } else {
                    places[key] = found.count
                    found.append((key, value))
                }
            }
        }
        // Several of one key in any order.
        for (key, several) in meanings where several.count > 1 {
            if let place = places[key] {
                found[place].value.meaning = several.sorted().joined(separator: "\n")
            }
        }
        if let place = places[.times] {
            (found[place].value.meaning, found[place].value.form) = timesMeaning
        }
        if let place = places[.progress] { found[place].value.meaning = progressMeaning }
        return found
    }

    private func values(
        of part: ComponentDocument.Part, _ keying: Keying
    ) -> [(key: Key, value: Value)] {
        if part.isComponent {
            return [
                (
                    .component(part.name, nestedKey(part, keying)),
                    Value(meaning: meaning(component: part), parts: [part])
                )
            ]
        }
        guard !Self.stamps.contains(part.name) else { return [] }
        guard let property = part.property else {
            // No property, and kept nevertheless.
            let line = String(decoding: part.bytes.filter { $0 > 0x20 }, as: UTF8.self)
            return [(.element(part.name, line), Value(meaning: line, parts: [part]))]
        }
        if let group = group(part.name) { return [(group, Value(parts: [part]))] }
        if Self.lists.contains(part.name) {
            return elements(of: property).map {
                (
                    .element(part.name, $0.element),
                    Value(meaning: $0.element, parts: [PropertyMeaning.part($0.alone)])
                )
            }
        }
        let meaning = PropertyMeaning(property, times)
        let value = Value(meaning: meaning.isDefault ? nil : meaning.text, parts: [part])
        return [(key(of: property, meaning, keying), value)]
    }

    private func key(of property: Property, _ meaning: PropertyMeaning, _ keying: Keying) -> Key {
        let name = property.name
        if name == "ATTENDEE" { return .element(name, meaning.value) }
        let isElement =
            Self.multiple.contains(name)
            || !Self.single.contains(name) && keying.repeated.contains(name)
        return isElement ? .element(name, meaning.text) : .property(name)
    }

    /// The group that a property belongs to.
    private func group(_ name: String) -> Key? {
        if document.name != "VALARM", Self.times.contains(name) { return .times }
        return document.name == "VTODO" && Self.progress.contains(name) ? .progress : nil
    }

    /// The elements of a list, and each as a property of its own.
    func elements(of property: Property) -> [(element: String, alone: Property)] {
        property.elements.compactMap { text in
            var alone = property
            alone.value = text
            let meaning = PropertyMeaning(alone, times)
            return meaning.isDefault ? nil : (meaning.text, alone)
        }
    }

    /// Sets what the keys stand for: replaces, adds, or with nil removes it.
    mutating func apply(_ changes: [(key: Key, value: Value?)], _ keying: Keying) {
        var kinds: [(name: String, isComponent: Bool)] = []
        for (key, _) in changes {
            var names = [key.name]
            if key == .times { names = Self.times.sorted() }
            if key == .progress { names = Self.progress.sorted() }
            let isComponent = if case .component = key { true } else { false }
            for name in names where !kinds.contains(where: { $0 == (name, isComponent) }) {
                kinds.append((name, isComponent))
            }
        }
        let table = Dictionary(changes.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        for (name, isComponent) in kinds {
            var placed: Set<Key> = []
            var parts: [ComponentDocument.Part] = []
            func place(_ key: Key) {
                guard placed.insert(key).inserted else { return }
                parts += (table[key] ?? nil)?.parts.filter { $0.name == name } ?? []
            }
            for part in document.parts where part.name == name && part.isComponent == isComponent {
                let values = values(of: part, keying)
                let changed = values.filter { table[$0.key] != nil }
                if changed.isEmpty {
                    parts.append(part)
                } else if Self.lists.contains(name), let property = part.property {
                    let kept = elements(of: property).filter {
                        table[.element(name, $0.element)] == nil
                    }
                    if !kept.isEmpty { parts.append(Self.joined(kept.map(\.alone))) }
                } else {
                    for (key, _) in changed { place(key) }
                }
            }
            for (key, _) in changes { place(key) }
            document.replace(name, isComponent: isComponent, with: parts)
        }
    }

    private static func joined(_ elements: [Property]) -> ComponentDocument.Part {
        var property = elements[0]
        property.value = elements.map(\.value).joined(separator: ",")
        return PropertyMeaning.part(property)
    }

    /// Replaces the properties of a name.
    mutating func replace(_ name: String, with parts: [ComponentDocument.Part]) {
        document.replace(name, with: parts)
    }
}
