/// The text of a component, divided into its properties and nested components. Each keeps its bytes, including
/// folds and unknown parameters, until it is replaced.
///
/// Edits change the text through this type, and so lose nothing that this library does not know.
package struct ComponentDocument: Hashable, Sendable {
    /// A property's logical line, or a nested component from `BEGIN:` to `END:`.
    package struct Part: Hashable, Sendable {
        /// The property's or component's name in upper case.
        package var name: String
        /// Whether it is a component, such as a `VALARM`.
        package var isComponent: Bool
        /// Its bytes, including folds and line ends.
        package var bytes: [UInt8]

        /// The empty lines behind it, which belong to no part and stay where they are.
        fileprivate var blank: [UInt8] = []

        /// Creates a part from a property's logical line or a component's text, with line ends of
        /// either kind.
        package init(name: String, isComponent: Bool = false, bytes: [UInt8]) {
            (self.name, self.isComponent, self.bytes) = (name, isComponent, bytes)
        }

        /// The property, unfolded; nil for a component, or a line without a colon.
        package var property: Property? {
            isComponent ? nil : Property(LogicalLine.content(of: bytes))
        }

        fileprivate var kind: Kind { Kind(name: name, isComponent: isComponent) }
    }

    fileprivate struct Kind: Hashable {
        var name: String
        var isComponent: Bool
    }

    /// The component's name in upper case, such as `VEVENT`.
    package let name: String
    /// Its properties and nested components in the order of the text.
    public private(set) var parts: [Part] = []
    private let begin: [UInt8]
    private let end: [UInt8]
    /// The empty lines behind the first line.
    private var blank: [UInt8] = []

    /// Splits a component's text, from its `BEGIN:` to its `END:`; nil for any other text.
    package init?(_ text: some Collection<UInt8>) {
        let lines = Self.allLines(Array(text))
        guard let first = lines.first, let last = lines.last, lines.count > 1,
            case ("BEGIN", let name?) = Self.delimiter(first),
            case ("END", name) = Self.delimiter(last)
        else { return nil }
        (self.name, begin, end) = (
            name, first, last.last == 0x0A ? last : Self.ended(last, like: first)
        )
        var open: (part: Part, depth: Int)?
        for line in lines.dropFirst().dropLast() {
            if open == nil, Self.isBlank(line) {
                keep(blank: line, behind: parts.count)
                continue
            }
            let (word, component) = Self.delimiter(line)
            if var inner = open {
                inner.part.bytes += line
                if word == "BEGIN" { inner.depth += 1 }
                if word == "END" { inner.depth -= 1 }
                open = inner.depth == 0 ? nil : inner
                if inner.depth == 0 { parts.append(inner.part) }
            } else if word == "BEGIN", let component {
                open = (Part(name: component, isComponent: true, bytes: line), 1)
            } else {
                parts.append(Part(name: word, isComponent: false, bytes: line))
            }
        }
        guard open == nil else { return nil }
    }

    /// Splits a component's text.
    package init?(_ text: String) { self.init(Array(text.utf8)) }

    /// The whole text.
    package var bytes: [UInt8] { begin + blank + parts.flatMap { $0.bytes + $0.blank } + end }

    private mutating func keep(blank: [UInt8], behind count: Int) {
        if count == 0 { self.blank += blank } else { parts[count - 1].blank += blank }
    }

    /// The properties of a name, given in upper case.
    package func properties(_ name: String) -> [Property] {
        parts.filter { $0.name == name }.compactMap(\.property)
    }

    /// Removes the parts that `isRemoved` selects.
    package mutating func remove(where isRemoved: (Part) -> Bool) {
        let old = parts
        parts = []
        for part in old {
            if isRemoved(part) {
                keep(blank: part.blank, behind: parts.count)
            } else {
                parts.append(part)
            }
        }
    }

    /// Replaces each part by what `change` makes of it. A new part has this component's line ends.
    package mutating func changeParts(_ change: (Part) -> Part) {
        parts = parts.map { part in
            var new = change(part)
            if new.bytes != part.bytes { new.bytes = Self.ended(new.bytes, like: begin) }
            new.blank = part.blank
            return new
        }
    }

    /// Replaces all parts of one name in place; if there were none, new properties go after the
    /// last property and new components at the end. The new parts take this component's line ends; those that stay keep
    /// theirs.
    package mutating func replace(_ name: String, isComponent: Bool = false, with new: [Part]) {
        let kind = Kind(name: name, isComponent: isComponent)
        let places = parts.indices.filter { parts[$0].kind == kind }
        let old = Set(places.map { parts[$0].bytes })
        var new = new.map { part in
            var part = part
            part.blank = []
            if !old.contains(part.bytes) { part.bytes = Self.ended(part.bytes, like: begin) }
            return part
        }
        if places.count == new.count {
            for (place, part) in zip(places, new) { parts[place].bytes = part.bytes }
            return
        }
        let blank = places.flatMap { parts[$0].blank }
        parts.removeAll { $0.kind == kind }
        let end = isComponent ? nil : parts.firstIndex(where: \.isComponent)
        let place = places.first ?? end ?? parts.count
        if !blank.isEmpty, !new.isEmpty { new[new.count - 1].blank = blank }
        if new.isEmpty { keep(blank: blank, behind: place) }
        parts.insert(contentsOf: new, at: place)
    }

    /// Applies the difference between two texts to this component; what both have keeps its form
    /// here.
    ///
    /// - Parameters:
    ///   - old: this component as read, in ``CalendarWriter``'s form.
    ///   - new: the same after a change of its values.
    package mutating func apply(changesFrom old: ComponentDocument, to new: ComponentDocument) {
        var kinds: [Kind] = []
        for part in old.parts + new.parts where !kinds.contains(part.kind) {
            kinds.append(part.kind)
        }
        for kind in kinds {
            let before = old.parts.filter { $0.kind == kind }
            let after = new.parts.filter { $0.kind == kind }
            guard before != after else { continue }
            let own = parts.filter { $0.kind == kind }
            var free = Array(before.indices)
            let replacement = after.map { part -> Part in
                guard own.count == before.count,
                    let place = free.firstIndex(where: { before[$0] == part })
                else { return part }
                return own[free.remove(at: place)]
            }
            replace(kind.name, isComponent: kind.isComponent, with: replacement)
        }
    }
}

extension ComponentDocument {
    /// Lines with their folds (RFC 5545 3.1), each with its line end, and texts with their raw lines; empty lines are
    /// left out.
    static func lines(_ text: [UInt8]) -> [[UInt8]] {
        RawLine.joined(LogicalLines.all(in: text).filter { !isBlank($0) })
    }

    /// The same with the empty lines between the first and the last one, each run of them as one.
    private static func allLines(_ text: [UInt8]) -> ArraySlice<[UInt8]> {
        var all = LogicalLines.all(in: text)[...]
        while all.first.map(isBlank) ?? false { all.removeFirst() }
        while all.last.map(isBlank) ?? false { all.removeLast() }
        guard all.contains(where: isBlank) else { return RawLine.joined(Array(all))[...] }
        // Empty lines go with the line before them, so that raw lines behind them still belong to its text.
        var lines: [[UInt8]] = []
        for line in all {
            if isBlank(line) { lines[lines.count - 1] += line } else { lines.append(line) }
        }
        return RawLine.joined(lines).flatMap { line in
            let text = line.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? line.startIndex
            let end = line[text...].firstIndex(of: 0x0A).map { $0 + 1 } ?? line.endIndex
            return end == line.endIndex ? [line] : [Array(line[..<end]), Array(line[end...])]
        }[...]
    }

    private static func isBlank(_ line: [UInt8]) -> Bool {
        line.allSatisfy { $0 == 0x0A || $0 == 0x0D }
    }

    /// The line's name and, for `BEGIN` and `END`, the component's name.
    private static func delimiter(_ line: [UInt8]) -> (name: String, component: String?) {
        // Most lines begin with a name as it should be: nothing else of them matters here.
        let start = line.prefix { LogicalLine.isNameByte($0) }
        if start.count < line.count, [0x3A, 0x3B].contains(line[start.count]) {
            let text = String(decoding: start, as: UTF8.self).uppercased()
            if text != "BEGIN", text != "END" { return (text, nil) }
        }
        let content = LogicalLine.content(of: line)
        let name = content.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        let text = word(name)
        guard text == "BEGIN" || text == "END", let property = Property(content),
            property.parameters.isEmpty
        else { return (text, nil) }
        return (text, word(property.value.utf8))
    }

    /// A text in upper case without white space.
    private static func word(_ bytes: some Collection<UInt8>) -> String {
        // Almost all are ASCII. To ask each character what it is took three quarters of a reading.
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            return String(decoding: bytes, as: UTF8.self).uppercased().filter { !$0.isWhitespace }
        }
        let visible = bytes.filter { $0 != 0x20 && !(0x09...0x0D ~= $0) }
        return String(decoding: visible, as: UTF8.self).uppercased()
    }

    /// The same lines with the line ends of `model`.
    private static func ended(_ bytes: [UInt8], like model: [UInt8]) -> [UInt8] {
        LogicalLines.text(
            bytes, withLineEnd: model.suffix(2).first == 0x0D ? [0x0D, 0x0A] : [0x0A])
    }
}
