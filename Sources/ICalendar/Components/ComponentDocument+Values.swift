// Edits within a property's line; the rest of the line stays as it is.
extension ComponentDocument {
    /// Whether no property of this name has a value; the name is in upper case.
    package func lacks(_ name: String) -> Bool {
        properties(name).allSatisfy { $0.value.allSatisfy(\.isWhitespace) }
    }

    /// A property's first value as a time, with its `TZID`.
    package func time(_ name: String) -> CalendarTime? {
        guard let property = properties(name).first else { return nil }
        let tzid = property.parameter("TZID")
        return CalendarTime(written: property.value, tzid: tzid)
            ?? CalendarTime(loose: property.value, tzid: tzid)
    }

    /// Adds a property with a TEXT value (RFC 5545 3.3.11), or replaces those of its name.
    package mutating func set(_ name: String, text: String) {
        set(name, value: LineWriter.escaped(text))
    }

    /// `SEQUENCE`; 0 if it is absent or no number.
    package var sequence: Int { properties("SEQUENCE").first.flatMap { Int($0.value) } ?? 0 }

    /// Adds a property whose value needs no escaping, or replaces those of its name.
    package mutating func set(_ name: String, value: String) {
        let line = LineWriter.folded(Array("\(name):\(value)".utf8))
        replace(name, with: [Part(name: name, bytes: line)])
    }

    /// Removes a parameter from all properties of a name; both names are in upper case.
    package mutating func removeParameter(_ parameter: String, of name: String) {
        change(name) { $0.setParameter(parameter, to: nil) }
    }

    /// Sets a parameter of the properties of a name whose values `isMeant` selects; both names are in upper
    /// case.
    package mutating func setParameter(
        _ parameter: String, to value: String, of name: String,
        where isMeant: (_ value: String) -> Bool
    ) {
        change(name) { property in
            if isMeant(property.value) { property.setParameter(parameter, to: value) }
        }
    }

    /// Removes times from the lists of the properties of a name, and properties that become empty.
    package mutating func removeTimes(
        from name: String, where isRemoved: (CalendarTime) -> Bool
    ) {
        changeOrRemove(name) { property in
            let tzid = property.parameter("TZID")
            let times = property.value.utf8.split(separator: UInt8(ascii: ",")).map {
                String(Substring($0))
            }
            let kept = times.filter { time in
                let read =
                    CalendarTime(written: time, tzid: tzid)
                    ?? CalendarTime(loose: time, tzid: tzid)
                return read.map { !isRemoved($0) } ?? true
            }
            if kept.count < times.count { property.value = kept.joined(separator: ",") }
            return !kept.isEmpty
        }
    }

    /// Changes the properties of a name, given in upper case; those that stay the same keep their bytes.
    package mutating func change(_ name: String, _ change: (inout Property) -> Void) {
        changeOrRemove(name) { property in
            change(&property)
            return true
        }
    }

    /// Changes the properties of a name, and removes those for which `change` returns false.
    private mutating func changeOrRemove(_ name: String, _ change: (inout Property) -> Bool) {
        let new = parts.filter { $0.name == name && !$0.isComponent }.compactMap { part -> Part? in
            guard let old = part.property else { return part }
            var property = old
            guard change(&property) else { return nil }
            return property == old
                ? part : Part(name: name, bytes: LineWriter.folded(Array(property.line.utf8)))
        }
        replace(name, with: new)
    }
}
