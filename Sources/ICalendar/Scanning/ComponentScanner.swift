/// Finds the components of an iCalendar stream in one pass at memory speed: where each lies, its
/// kind, a digest, and how many participants it has.
///
/// This is what makes a change cost the change: a component whose digest is known is never parsed
/// again, and the participants' lines need not reach libical at all. Measured on 10 MB with
/// 97,600 attendees: libical parses the file in 200 ms, the scan passes it in a few.
///
/// The scanner looks at line beginnings only, so it is right whatever the values hold. It accepts
/// more than the grammar (RFC 5545 3.4): several calendars in a stream, components without a
/// calendar around them, and components that never end, which are reported and left out.
public struct ComponentScanner {
    /// More nested components than any real one has; libical frees components recursively, so
    /// that a deeper one could exhaust the stack.
    static let maximalDepth = 16

    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    private var stream = ScannedStream()
    private var line = 1
    private var isInCalendar = false
    /// What the open calendar is for.
    private var method: SchedulingMethod?
    /// Where the components of the open calendar begin among those of the piece.
    private var firstOfCalendar = 0
    private var current: Open?
    /// Whether the next piece begins inside a line that is passed over.
    private var isInLongLine = false
    private let limits: Limits

    /// Sizes beyond those of any real calendar: what is larger is passed over, so that memory and time
    /// stay in bounds.
    struct Limits {
        /// Bytes of a line, not unfolded.
        var line = 16 << 20
        /// Bytes of a component.
        var component = 256 << 20
    }

    private struct Open {
        var name: String
        var start: Int
        var line: Int
        var depth = 1
        var maximalDepth = 1
        var participants = 0
        /// Why it is left out when it ends; its bytes are not needed then.
        var fault: Fault?

        /// As a message names it: a name is the file's to choose, and may be empty.
        var shownName: String { name.isEmpty ? "BEGIN" : EventReader.shown(name) }
    }

    private enum Fault { case longLine, size }

    private let key: ContentDigest.Key

    /// At the begin of a stream.
    ///
    /// - Parameter key: of the components' digests. They can be kept only where the key is kept, too.
    public init(key: ContentDigest.Key = .process) { self.init(limits: Limits(), key: key) }

    init(limits: Limits, key: ContentDigest.Key = .process) {
        self.limits = limits
        self.key = key
    }

    /// Scans a stream in the form that ``TextEncoding/normalised(_:)`` gives.
    ///
    /// - Parameter key: of the components' digests.
    public static func scan(
        _ bytes: UnsafeRawBufferPointer, key: ContentDigest.Key = .process
    ) -> ScannedStream {
        var scanner = ComponentScanner(key: key)
        return scanner.scan(piece: bytes, isLast: true).found
    }

    /// Scans the next piece of a stream that is too long to be held whole.
    ///
    /// - Parameters:
    ///   - piece: begins with what the previous piece had left over.
    ///   - isLast: whether the stream ends with it.
    /// - Returns: what is whole in the piece, ranges counted from its begin, lines from the
    ///   stream's; and how many of its bytes are done with. None are when it is too short to
    ///   hold one component: then it is to be scanned again with more bytes behind it.
    public mutating func scan(
        piece: UnsafeRawBufferPointer, isLast: Bool
    ) -> (found: ScannedStream, consumed: Int) {
        bytes = piece
        stream = ScannedStream()
        firstOfCalendar = 0
        let limit = isLast ? piece.count : lastLineStart(piece)
        run(from: afterLongLine(), to: limit)
        var consumed = limit
        if !isLast, piece.count - limit > limits.line {
            passLongLine(at: limit)
            (isInLongLine, consumed) = (true, piece.count)
        }
        if isLast {
            if current != nil || isInCalendar {
                abandon(at: line, reason: "the file ends inside it")
            }
            current = nil
            return (stream, consumed)
        }
        guard var open = current else { return (stream, consumed) }
        if open.fault == nil, limit - open.start > limits.component { open.fault = .size }
        if open.fault == nil {
            (consumed, line) = (open.start, open.line)
            current = nil
        } else {
            open.start = 0
            current = open
        }
        return (stream, consumed)
    }

    /// Where the first line begins that is to be looked at.
    private mutating func afterLongLine() -> Int {
        guard isInLongLine else { return 0 }
        let end = bytes.lineEnd(from: 0)
        guard end > 0, bytes[end - 1] == 0x0A else { return bytes.count }
        isInLongLine = false
        line += 1
        return end
    }

    /// Where the last line begins: its folds are counted as one with it, as long as it is not too long
    /// for a line.
    private func lastLineStart(_ piece: UnsafeRawBufferPointer) -> Int {
        if isInLongLine, piece.lineEnd(from: 0) == piece.count { return piece.count }
        var rest = piece[...]
        var last: Int?
        while let feed = rest.lastIndex(of: 0x0A) {
            let start = feed + 1
            if last == nil { last = start }
            if start < piece.count, piece[start] != 0x20, piece[start] != 0x09 { return start }
            if piece.count - start > limits.line { return last ?? start }
            rest = rest[..<feed]
        }
        return 0
    }

    /// Leaves out what a line belongs to that is longer than any.
    private mutating func passLongLine(at position: Int) {
        if current != nil {
            if current?.fault == nil { current?.fault = .longLine }
        } else if isInCalendar {
            let (line, megabytes) = (line, limits.line >> 20)
            stream.report(
                Diagnostic(
                    .warning, line: line, property: "VCALENDAR",
                    message: "a line is longer than \(megabytes) MB and was left out",
                    remedy: "export the calendar again"))
        }
    }

    /// Scans a text.
    public static func scan(_ text: String) -> ScannedStream {
        var text = text
        return text.withUTF8 { scan(UnsafeRawBufferPointer($0)) }
    }

    private mutating func run(from start: Int, to limit: Int) {
        var position = line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
        while position < limit {
            let next = bytes.lineEnd(from: position)
            if next - position > limits.line {
                passLongLine(at: position)
                (position, line) = (next, line + 1)
                continue
            }
            // Only three letters can begin a line that matters inside a component.
            switch bytes[position] | 0x20 {
            case UInt8(ascii: "b") where bytes.has("begin:", at: position):
                begin(name(after: 6, at: position, end: next), at: position)
            case UInt8(ascii: "e") where bytes.has("end:", at: position):
                end(name(after: 4, at: position, end: next), next: next)
            case UInt8(ascii: "a")
            where current?.depth == 1 && bytes.hasName("attendee", at: position):
                current?.participants += 1
            default:
                if isInCalendar && current == nil { calendarProperty(at: position) }
            }
            position = next
            line += 1
        }
    }

    private mutating func begin(_ name: String, at position: Int) {
        if name == "VCALENDAR" {
            if current != nil || isInCalendar {
                abandon(at: line, reason: "another VCALENDAR begins inside it")
            }
            isInCalendar = true
            (method, firstOfCalendar) = (nil, stream.components.count)
            stream.isCalendar = true
        } else if current == nil {
            current = Open(name: name, start: position, line: line)
        } else if ScannedComponent.Kind(rawValue: name) != nil {
            // None of these may stand inside another component (RFC 5545 3.6): an END is missing.
            let wasInCalendar = isInCalendar
            abandon(at: line, reason: "\(name) begins inside it")
            isInCalendar = wasInCalendar
            current = Open(name: name, start: position, line: line)
        } else if var open = current {
            open.depth += 1
            open.maximalDepth = max(open.maximalDepth, open.depth)
            current = open
        }
    }

    private mutating func end(_ name: String, next: Int) {
        if name == "VCALENDAR" {
            if current != nil { abandon(at: line, reason: "END:VCALENDAR comes before its END") }
            isInCalendar = false
            method = nil
        } else if let open = current {
            if name == open.name || open.depth == 1 {
                close(open, next: next, isProper: name == open.name)
            } else {
                current?.depth -= 1
            }
        }
    }

    private mutating func close(_ open: Open, next: Int, isProper: Bool) {
        current = nil
        stream.isCalendar = true
        guard isProper, open.maximalDepth <= Self.maximalDepth, open.fault == nil,
            next - open.start <= limits.component
        else {
            let fault = fault(of: open, isProper: isProper)
            stream.report(fault)
            return
        }
        let range = open.start..<next
        stream.components.append(
            ScannedComponent(
                kind: ScannedComponent.Kind(rawValue: open.name) ?? .other, range: range,
                line: open.line,
                digest: ContentDigest(UnsafeRawBufferPointer(rebasing: bytes[range]), key: key),
                participantCount: open.participants))
        if method != nil { noteMethod(from: stream.components.count - 1) }
    }

    /// Gives components of the open calendar its method.
    private mutating func noteMethod(from first: Int) {
        for index in first..<stream.components.count
        where stream.components[index].kind != .timeZone {
            let before = stream.components[index].describesItself
            stream.components[index].method = method
            // The same text is something else in a message.
            guard stream.components[index].describesItself != before else { continue }
            let digest = stream.components[index].digest
            stream.components[index].digest = ContentDigest(high: ~digest.high, low: ~digest.low)
        }
    }

    private func fault(of open: Open, isProper: Bool) -> Diagnostic {
        let name = open.shownName
        guard open.fault != .longLine else {
            return Diagnostic(
                .error, line: open.line, property: name,
                message:
                    "a line of \(name) is longer than \(limits.line >> 20) MB, so it was left out",
                remedy: "take out what is attached to it")
        }
        guard isProper else {
            return Diagnostic(
                .error, line: open.line, property: name,
                message: "\(name) ends with another component's END",
                remedy: "export the calendar again")
        }
        guard open.maximalDepth <= Self.maximalDepth else {
            return Diagnostic(
                .error, line: open.line, property: name,
                message: "\(name) has components nested over \(Self.maximalDepth) deep",
                remedy: "export the calendar again")
        }
        return Diagnostic(
            .error, line: open.line, property: name,
            message: "\(name) is larger than \(limits.component >> 20) MB and was left out",
            remedy: "take out what is attached to it")
    }

    /// Gives up what is open, because it can have no end any more.
    private mutating func abandon(at line: Int, reason: String) {
        stream.isComplete = false
        let (open, place) = (current, current?.line ?? line)
        let name = open?.shownName ?? "VCALENDAR"
        stream.report(
            Diagnostic(
                .error, line: place, property: name, message: "\(name) has no end: \(reason)",
                remedy: "wait until the file is whole, or export it again"))
        current = nil
        isInCalendar = false
    }

    private mutating func calendarProperty(at position: Int) {
        // A continuation belongs to the property before it, which unfolded it already.
        guard bytes[position] != 0x20, bytes[position] != 0x09 else { return }
        var lines = LogicalLines(bytes, from: position)
        if let property = lines.next()?.property {
            stream.calendarProperties.append(property)
            if property.name == "METHOD" {
                method = SchedulingMethod(rawValue: property.value.uppercased().trimmed)
                noteMethod(from: firstOfCalendar)
            }
        }
    }

    /// A component's name in upper case, without white space.
    private func name(after length: Int, at position: Int, end: Int) -> String {
        if let plain = plainName(from: position + length, end: end) { return plain }
        var lines = LogicalLines(bytes, from: position)
        let name = lines.next()?.content.dropFirst(length) ?? []
        return name.withUnsafeBytes { TextEncoding.string($0).text }.uppercased()
            .filter { !$0.isWhitespace }
    }

    /// The name where it is capital letters and no more, as almost all are: looking at each as Unicode
    /// would take longer than the rest of the scan.
    private func plainName(from start: Int, end: Int) -> String? {
        if end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { return nil }
        var stop = end
        while stop > start, bytes[stop - 1] == 0x0A || bytes[stop - 1] == 0x0D { stop -= 1 }
        guard start <= stop else { return nil }
        let name = UnsafeRawBufferPointer(rebasing: bytes[start..<stop])
        guard name.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}

extension String {
    /// Without white space around it.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
