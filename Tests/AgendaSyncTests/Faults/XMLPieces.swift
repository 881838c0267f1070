/// An XML text as its tags and what stands between them, to be changed as no server of ours would write it.
struct XMLPieces {
    /// Tags begin with `<`.
    var pieces: [String] = []

    init(_ text: String) {
        var rest = text[...]
        while !rest.isEmpty {
            let isTag = rest.first == "<"
            let end =
                isTag
                ? rest.firstIndex(of: ">").map { rest.index(after: $0) } ?? rest.endIndex
                : rest.firstIndex(of: "<") ?? rest.endIndex
            pieces.append(String(rest[..<end]))
            rest = rest[end...]
        }
    }

    var text: String { pieces.joined() }

    /// The name of a tag with its prefix; nil for text, declarations and comments.
    static func name(_ piece: String) -> Substring? {
        guard piece.hasPrefix("<"), !piece.hasPrefix("<?"), !piece.hasPrefix("<!") else {
            return nil
        }
        return piece.dropFirst(piece.hasPrefix("</") ? 2 : 1).prefix {
            $0 != ">" && $0 != "/" && !$0.isWhitespace
        }
    }

    private static func local(_ piece: String) -> Substring? {
        name(piece).map { $0.split(separator: ":").last ?? "" }
    }

    /// The elements of a name, whatever the prefix, from the opening to the closing tag. None holds another.
    func elements(_ name: String) -> [ClosedRange<Int>] {
        var (found, opening): ([ClosedRange<Int>], Int?) = ([], nil)
        for (index, piece) in pieces.enumerated() where Self.local(piece) == name[...] {
            if piece.hasSuffix("/>") {
                found.append(index...index)
            } else if piece.hasPrefix("</") {
                if let start = opening { found.append(start...index) }
                opening = nil
            } else {
                opening = index
            }
        }
        return found
    }

    /// Replaces the text in elements of a name.
    mutating func edit(_ name: String, _ change: (String) -> String) {
        for element in elements(name) where element.count == 3 {
            pieces[element.lowerBound + 1] = change(pieces[element.lowerBound + 1])
        }
    }

    mutating func remove(_ elements: [ClosedRange<Int>]) {
        for element in elements.reversed() { pieces.removeSubrange(element) }
    }

    /// Adds a text where the root's content begins.
    mutating func insertFirst(_ text: String) {
        guard let root = pieces.firstIndex(where: { Self.name($0) != nil }) else { return }
        pieces.insert(text, at: root + 1)
    }

    /// Adds a text before the root.
    mutating func insertBeforeRoot(_ text: String) {
        guard let root = pieces.firstIndex(where: { Self.name($0) != nil }) else { return }
        pieces.insert(text, at: root)
    }

    /// Gives every namespace another prefix, the default one, too.
    mutating func rename() {
        for (index, piece) in pieces.enumerated() {
            guard let name = Self.name(piece) else { continue }
            let start = piece.hasPrefix("</") ? "</" : "<"
            let other = name.contains(":") ? "other-" + name : "other:" + name
            let rest = piece.dropFirst(start.count + name.count)
                .replacing(" xmlns:", with: " xmlns:other-").replacing(
                    " xmlns=", with: " xmlns:other=")
            pieces[index] = start + other + rest
        }
    }
}
