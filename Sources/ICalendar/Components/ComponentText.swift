internal import Glibc

/// One component's text, divided for its readers in one pass.
struct ComponentText {
    /// What libical reads: everything but the `ATTENDEE` and `CATEGORIES` lines, and `RRULE`,
    /// `EXRULE` and `GEO` renamed to `X-RRULE` and so on, with a NUL at the end.
    ///
    /// libical 3 removes valid rules that it cannot handle (BYMONTH beside BYYEARDAY) and splits
    /// `CATEGORIES:A,B\,C,D` in the wrong places; as X- properties rules come through untouched. Positions it
    /// would round to seven digits.
    private(set) var forLibical: [UInt8] = []
    /// The component's own `ATTENDEE` lines with their continuations.
    private(set) var participants: [UInt8] = []
    /// The values of its `CATEGORIES` lines, unfolded.
    private(set) var categories: [String] = []
    /// Whether a NUL byte was read as a space: C strings end at one.
    private(set) var hasNUL = false

    private enum Destination { case libical, participants, categories }

    init(_ bytes: UnsafeRawBufferPointer) {
        forLibical.reserveCapacity(bytes.count + 1)
        var reader = Reader(bytes)
        var destination = Destination.libical
        var category: [UInt8] = []
        while let line = reader.next() {
            if !line.isContinuation {
                if destination == .categories { finish(&category) }
                destination = Self.destination(of: line, depth: reader.depth)
                if line.has("rrule") || line.has("exrule") || line.has("geo") {
                    forLibical += "X-".utf8
                }
            }
            switch destination {
            case .libical: forLibical += line.bytes
            case .participants: participants += line.bytes
            case .categories: category += line.isContinuation ? line.bytes.dropFirst() : line.bytes
            }
            if destination == .categories {
                while category.last == 0x0A || category.last == 0x0D { category.removeLast() }
            }
        }
        if destination == .categories { finish(&category) }
        if forLibical.contains(0) {
            hasNUL = true
            for index in forLibical.indices where forLibical[index] == 0 {
                forLibical[index] = UInt8(ascii: " ")
            }
        }
        forLibical.append(0)
    }

    private static func destination(of line: Line, depth: Int) -> Destination {
        guard depth == 1 else { return .libical }
        if line.has("attendee") { return .participants }
        return line.has("categories") ? .categories : .libical
    }

    private mutating func finish(_ category: inout [UInt8]) {
        let text = category.withUnsafeBytes { SourceText.string($0).text }
        if let line = ContentLine(text) { categories += TextValue.list(line.value) }
        category.removeAll()
    }
}

extension ComponentText {
    /// A physical line with its line end.
    fileprivate struct Line {
        let bytes: UnsafeRawBufferPointer.SubSequence

        var isContinuation: Bool { bytes.first == 0x20 || bytes.first == 0x09 }

        /// Whether the line's name is this one, given in lower case.
        func has(_ lowercased: StaticString) -> Bool {
            guard begins(with: lowercased) else { return false }
            let follows = bytes[bytes.startIndex + lowercased.utf8CodeUnitCount]
            return [UInt8(ascii: ":"), UInt8(ascii: ";"), 0x0D, 0x0A].contains(follows)
        }

        /// Whether the line begins so, given in lower case, and goes on after it.
        func begins(with lowercased: StaticString) -> Bool {
            let count = lowercased.utf8CodeUnitCount
            guard bytes.count > count, bytes[bytes.startIndex] | 0x20 == lowercased.utf8Start[0]
            else { return false }
            let name = UnsafeBufferPointer(start: lowercased.utf8Start, count: count)
            return zip(bytes, name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }

    /// The lines, and how deep in components each stands.
    fileprivate struct Reader {
        private let bytes: UnsafeRawBufferPointer
        private var position = 0
        /// 1 for the component's own properties.
        private(set) var depth = 0

        init(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
        }

        mutating func next() -> Line? {
            guard let base = bytes.baseAddress, position < bytes.count else { return nil }
            let found = memchr(base + position, 0x0A, bytes.count - position)
            let end = found.map { base.distance(to: UnsafeRawPointer($0)) + 1 } ?? bytes.count
            let line = Line(bytes: bytes[position..<end])
            position = end
            if line.begins(with: "begin:") {
                depth += 1
            } else if line.begins(with: "end:") {
                depth -= 1
            }
            return line
        }
    }
}
