/// One component's text, divided for its readers in one pass: lines unfolded (RFC 5545 3.1), each
/// with a NUL at its end, without the control characters that no value may hold.
///
/// libical would unfold by itself, in a time that grows with the square of a line's length: two
/// minutes for one of 10 MB, such as an attachment is.
struct ComponentText {
    /// What libical reads: everything but the `ATTENDEE` and `CATEGORIES` lines, and `RRULE`,
    /// `EXRULE` and `GEO` renamed to `X-RRULE` and so on.
    ///
    /// libical 3 removes valid rules that it cannot handle (BYMONTH beside BYYEARDAY) and splits
    /// `CATEGORIES:A,B\,C,D` in the wrong places; as X- properties rules come through untouched.
    /// Positions it would round to seven digits.
    private(set) var forLibical: [UInt8] = []
    /// The component's own `ATTENDEE` lines.
    private(set) var participants: [UInt8] = []
    /// The values of its `CATEGORIES` lines.
    private(set) var categories: [String] = []
    /// Whether a NUL byte was read as a space.
    private(set) var hasNUL = false

    private enum Destination { case libical, participants, categories }

    init(_ bytes: UnsafeRawBufferPointer) {
        forLibical.reserveCapacity(bytes.count + 1)
        var reader = Reader(bytes)
        var destination: Destination?
        var category: [UInt8] = []
        // Where the line begins in what libical reads, unless it delimits a component.
        var start: Int?
        while let line = reader.next() {
            if !line.isContinuation || destination == nil {
                finish(destination, from: start, &category)
                start = line.isDelimiter ? nil : forLibical.count
                destination = Self.destination(of: line, depth: reader.depth)
                if line.has("rrule") || line.has("exrule") || line.has("geo") {
                    forLibical += "X-".utf8
                }
            }
            switch destination {
            case .libical, nil: append(line.content, to: \.forLibical)
            case .participants: append(line.content, to: \.participants)
            case .categories: category += line.content
            }
        }
        finish(destination, from: start, &category)
    }

    /// Ends an unfolded line.
    private mutating func finish(
        _ destination: Destination?, from start: Int?, _ category: inout [UInt8]
    ) {
        switch destination {
        case nil: break
        case .libical:
            if let start, isStrayDelimiter(from: start) { forLibical.removeSubrange(start...) }
            if let start { divideDates(from: start) }
            forLibical.append(0)
        case .participants: participants.append(0)
        case .categories:
            let text = category.withUnsafeBytes { SourceText.string($0).text }
            if let line = ContentLine(text) { categories += TextValue.list(line.value) }
            category.removeAll()
        }
    }

    /// Whether the line is a `BEGIN` or `END` to libical alone: with parameters, without a colon, or
    /// folded in its name. libical complains of such an `END` on standard error.
    private func isStrayDelimiter(from start: Int) -> Bool {
        ["BEGIN", "END"].contains { name in
            let end = start + name.utf8.count
            guard forLibical.count >= end,
                zip(forLibical[start..<end], name.utf8).allSatisfy({ $0 & 0xDF == $1 })
            else { return false }
            return end == forLibical.count
                || [":", ";"].map { UInt8(ascii: $0) }.contains(forLibical[end])
        }
    }

    /// Makes several lines of a long list of dates: of one line libical keeps 500 values.
    private mutating func divideDates(from start: Int) {
        // 400 of the shortest values, which are days.
        let (colon, comma) = (UInt8(ascii: ":"), UInt8(ascii: ","))
        guard forLibical.count - start > 400 * 9,
            ["EXDATE", "RDATE"].contains(where: { name in
                zip(forLibical[start...], name.utf8).allSatisfy { $0 & 0xDF == $1 }
            }), let end = forLibical[start...].firstIndex(of: colon)
        else { return }
        let values = forLibical[(end + 1)...].split(separator: comma)
        let head = Array(forLibical[start...end])
        forLibical.removeSubrange(start...)
        for (index, value) in values.enumerated() {
            if index % 400 > 0 {
                forLibical.append(comma)
            } else {
                if index > 0 { forLibical.append(0) }
                forLibical += head
            }
            forLibical += value
        }
    }

    private mutating func append(
        _ content: Slice<UnsafeRawBufferPointer>, to lines: WritableKeyPath<Self, [UInt8]>
    ) {
        guard content.contains(where: Self.isControl) else {
            self[keyPath: lines] += content
            return
        }
        for byte in content {
            if byte == 0 { hasNUL = true }
            if byte == 0 || !Self.isControl(byte) {
                self[keyPath: lines].append(byte == 0 ? UInt8(ascii: " ") : byte)
            }
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 || byte == 0x7F
    }

    private static func destination(of line: Line, depth: Int) -> Destination {
        guard depth == 1 else { return .libical }
        if line.has("attendee") { return .participants }
        return line.has("categories") ? .categories : .libical
    }
}

extension ComponentText {
    /// A physical line with its line end.
    fileprivate struct Line {
        let bytes: UnsafeRawBufferPointer.SubSequence

        var isContinuation: Bool { bytes.first == 0x20 || bytes.first == 0x09 }

        /// What it adds to the unfolded line.
        var content: Slice<UnsafeRawBufferPointer> {
            var content = isContinuation ? bytes.dropFirst() : bytes
            while let last = content.last, last == 0x0A || last == 0x0D { content.removeLast() }
            return content
        }

        /// Whether the line's name is this one, given in lower case.
        func has(_ lowercased: StaticString) -> Bool {
            guard begins(with: lowercased) else { return false }
            let follows = bytes[bytes.startIndex + lowercased.utf8CodeUnitCount]
            return [UInt8(ascii: ":"), UInt8(ascii: ";"), 0x0D, 0x0A].contains(follows)
        }

        /// Whether the line begins or ends a component.
        var isDelimiter: Bool { begins(with: "begin:") || begins(with: "end:") }

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
            guard position < bytes.count else { return nil }
            let end = bytes.lineEnd(from: position)
            let line = Line(bytes: bytes[position..<end])
            position = end
            if line.isDelimiter { depth += line.begins(with: "begin:") ? 1 : -1 }
            return line
        }
    }
}
