// Edits within one property's line; the rest of the line stays as it is.
extension ComponentDocument {
    /// Whether no property of this name has a value; the name is in upper case.
    package func lacks(_ name: String) -> Bool {
        properties(name).allSatisfy { $0.value.allSatisfy(\.isWhitespace) }
    }

    /// A property's first value as a time, with its `TZID`.
    package func time(_ name: String) -> CalendarTime? {
        guard let head = heads(name).first else { return nil }
        return CalendarTime(
            written: String(decoding: head.value, as: UTF8.self), tzid: head.tzid)
    }

    /// Adds a property with a TEXT value (RFC 5545 3.3.11), or replaces those of its name.
    package mutating func set(_ name: String, text: String) {
        set(name, value: LineWriter.escaped(text))
    }

    /// Adds a property with a value that needs no escaping, or replaces those of its name.
    package mutating func set(_ name: String, value: String) {
        let line = LineWriter.folded(Array("\(name):\(value)".utf8))
        replace(name, with: [Part(name: name, bytes: line)])
    }

    /// Removes a parameter from all properties of a name; both names are in upper case.
    package mutating func removeParameter(_ parameter: String, of name: String) {
        let prefix = Array("\(parameter)=".utf8)
        change(name) { head in
            head.parameters.removeAll { part in
                part.count > prefix.count
                    && zip(part, prefix).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
            }
            return true
        }
    }

    /// Sets a parameter on those properties of a name whose values `isMeant` selects, replacing an
    /// existing one; both names are in upper case.
    package mutating func setParameter(
        _ parameter: String, to value: String, of name: String,
        where isMeant: (_ value: String) -> Bool
    ) {
        let prefix = Array("\(parameter)=".utf8)
        change(name) { head in
            guard isMeant(String(decoding: head.value, as: UTF8.self)) else { return true }
            head.parameters.removeAll { part in
                part.count >= prefix.count
                    && zip(part, prefix).allSatisfy { $0 == $1 || $0 & 0xDF == $1 }
            }
            head.parameters.append(prefix + Array(LineWriter.quoted(value).utf8))
            return true
        }
    }

    /// Removes times from the lists in the properties of a name, and the properties that become
    /// empty.
    package mutating func removeTimes(
        from name: String, where isRemoved: (CalendarTime) -> Bool
    ) {
        change(name) { head in
            let tzid = head.tzid
            let times = head.value.split(separator: UInt8(ascii: ","))
            let kept = times.filter { time in
                CalendarTime(written: String(decoding: time, as: UTF8.self), tzid: tzid)
                    .map { !isRemoved($0) } ?? true
            }
            if kept.count < times.count {
                head.value = Array(kept.joined(separator: [UInt8(ascii: ",")]))
            }
            return !kept.isEmpty
        }
    }

    private func heads(_ name: String) -> [Property] {
        parts.filter { $0.name == name && !$0.isComponent }.compactMap {
            Property(Array(Self.unfolded($0.bytes).utf8))
        }
    }

    /// - Parameter change: returns whether to keep the property.
    private mutating func change(_ name: String, _ change: (inout Property) -> Bool) {
        let new = parts.filter { $0.name == name && !$0.isComponent }.compactMap { part -> Part? in
            guard var head = Property(Array(Self.unfolded(part.bytes).utf8)) else {
                return part
            }
            let line = head.line
            guard change(&head) else { return nil }
            return head.line == line
                ? part : Part(name: name, bytes: LineWriter.folded(head.line))
        }
        replace(name, with: new)
    }
}
