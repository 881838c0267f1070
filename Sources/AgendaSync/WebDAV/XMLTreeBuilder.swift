internal import Glibc

/// Builds an ``XMLElement`` of a whole document.
struct XMLTreeBuilder: XMLHandler {
    private(set) var root: XMLElement?
    private var open: [XMLElement] = []
    private var text: [UInt8] = []
    /// A document has few names, and namespaces are long: each is made once.
    private var names: [(written: [CChar], name: XMLName)] = []
    private static let mostNames = 32

    mutating func start(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        takeText()
        var element = XMLElement(self.name(name))
        if var next = attributes {
            while let key = next[0], let value = next[1] {
                element.attributes[self.name(key)] = String(cString: value)
                next += 2
            }
        }
        open.append(element)
    }

    mutating func text(_ bytes: UnsafeRawBufferPointer) { text += bytes }

    mutating func end() {
        takeText()
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    /// The text before a child or the end belongs to the open element, or to its last child's tail.
    private mutating func takeText() {
        guard !text.isEmpty, let last = open.indices.last else { return }
        let words = String(decoding: text, as: UTF8.self)
        text.removeAll(keepingCapacity: true)
        if let child = open[last].children.indices.last {
            open[last].children[child].tail = words
        } else {
            open[last].text = words
        }
    }

    /// - Parameter written: Namespace, `|` and local name, which has no `|` itself.
    private mutating func name(_ written: UnsafePointer<CChar>) -> XMLName {
        let length = strlen(written)
        for known in names
        where known.written.count == length && memcmp(known.written, written, length) == 0 {
            return known.name
        }
        let text = String(cString: written)
        let bar = text.utf8.lastIndex(of: UInt8(ascii: "|"))
        let name =
            bar.map { XMLName(String(text[..<$0]), String(text[text.utf8.index(after: $0)...])) }
            ?? XMLName("", text)
        if names.count < Self.mostNames {
            let bytes = UnsafeBufferPointer(start: written, count: length)
            names.append((Array(bytes), name))
        }
        return name
    }
}
