/// Finds the components of an iCalendar stream in one pass at memory speed: where each lies, its
/// kind, a digest, and how many participants it has.
///
/// The scan makes the cost of a change depend on its size: a component with a known digest is not
/// parsed again, and libical need not see the participants' lines. Measured on 10 MB with 97,600
/// attendees: libical needs 200 ms for the file, the scan a few.
///
/// The scanner compares only the beginnings of lines, so no value can mislead it. It accepts more
/// than the grammar (RFC 5545 3.4): several calendars in a stream, and components outside of a
/// calendar. It reports and leaves out a component that the stream ends in, and finds the lines that others
/// need (`ScannedText`).
public struct ComponentScanner {
    /// The deepest nesting of components accepted; no real calendar's is as deep. libical frees
    /// components recursively, so a deeper one could exhaust the stack.
    static let maximalDepth = 16

    var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    var stream = ScannedStream()
    var line = 1
    var isInCalendar = false
    /// The open calendar's method.
    private var method: SchedulingMethod?
    /// The index in the piece of the open calendar's first component.
    private var firstOfCalendar = 0
    /// How many calendars have begun.
    private var calendarCount = 0
    var current: Open?
    /// The names of the open component's own components that are open, in upper case.
    var inner: [String] = []
    /// What is wrong with the open component: reported once it ends.
    var held: [Diagnostic] = []
    /// Whether the last line that was not empty is part of nothing; the others of a row are not reported.
    var isInStrayLines = false
    /// Whether a calendar or component has begun.
    var hasCalendar = false
    /// The first line before the first calendar that is part of nothing.
    var lineBefore: Diagnostic?
    /// Whether the next piece begins inside a line that is too long and skipped.
    private var isInLongLine = false
    private let limits: Limits

    /// The largest lines and components accepted, far beyond those of real calendars. They bound memory
    /// and time.
    struct Limits {
        /// Bytes of a line, not unfolded.
        var line = 16 << 20
        /// Bytes of a component.
        var component = 256 << 20
    }

    struct Open {
        var name: String
        var start: Int
        var line: Int
        /// How many mends the stream had before.
        var mendCount = 0
        var maximalDepth = 1
        var participants = 0
        /// Why it will be left out at its end; its bytes need not be kept.
        var fault: Fault?

        /// The name for messages; a file may give any name, even an empty one.
        var shownName: String { name.isEmpty ? "BEGIN" : Diagnostic.shown(name) }
    }

    enum Fault { case longLine, size }

    private let key: ContentDigest.Key

    /// Creates a scanner at the beginning of a stream.
    ///
    /// - Parameter key: the key of the components' digests. Store it with digests that you store.
    package init(key: ContentDigest.Key = .process) { self.init(limits: Limits(), key: key) }

    init(limits: Limits, key: ContentDigest.Key = .process) {
        self.limits = limits
        self.key = key
    }

    /// Scans a whole stream.
    ///
    /// - Parameter bytes: the stream, converted by ``TextEncoding/normalised(_:)``.
    public static func scan(_ bytes: some Collection<UInt8>) -> ScannedStream {
        scan(bytes, key: .process)
    }

    /// Scans a whole stream, with digests of this key.
    package static func scan(
        _ bytes: some Collection<UInt8>, key: ContentDigest.Key
    ) -> ScannedStream {
        var scanner = ComponentScanner(key: key)
        return scanner.scan(piece: bytes, isLast: true).found
    }

    /// Scans the next piece of a stream that is too long to be held in memory.
    ///
    /// - Parameters:
    ///   - piece: begins with the bytes of the previous piece that were not consumed.
    ///   - isLast: whether the stream ends with it.
    /// - Returns: the components that lie wholly in the piece, with ranges relative to the piece and
    ///   lines relative to the stream; and how many bytes were consumed. If none, the piece is too
    ///   short to contain a component: scan it again with more bytes after it.
    package mutating func scan(
        piece: some Collection<UInt8>, isLast: Bool
    ) -> (found: ScannedStream, consumed: Int) {
        piece.withBytes { scan($0, isLast: isLast) }
    }

    private mutating func scan(
        _ piece: UnsafeRawBufferPointer, isLast: Bool
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
                abandon(at: line, .fault(.fileEnds))
            }
            current = nil
            return (stream, consumed)
        }
        guard var open = current else { return (stream, consumed) }
        if open.fault == nil, limit - open.start > limits.component { open.fault = .size }
        if open.fault == nil {
            (consumed, line) = (open.start, open.line)
            stream.mends.removeLast(stream.mends.count - open.mendCount)
            current = nil
            inner.removeAll(keepingCapacity: true)
            held = []
        } else {
            (open.start, open.mendCount) = (0, 0)
            current = open
        }
        return (stream, consumed)
    }

    /// The beginning of the first line to scan.
    private mutating func afterLongLine() -> Int {
        guard isInLongLine else { return 0 }
        let end = bytes.lineEnd(from: 0)
        guard end > 0, bytes[end - 1] == 0x0A else { return bytes.count }
        isInLongLine = false
        line += 1
        return end
    }

    /// The beginning of the last logical line; of its last physical line if the logical one is too
    /// long.
    private func lastLineStart(_ piece: UnsafeRawBufferPointer) -> Int {
        if isInLongLine, piece.lineEnd(from: 0) == piece.count { return piece.count }
        var rest = piece[...]
        var last: Int?
        while let feed = rest.lastIndex(of: 0x0A) {
            let start = feed + 1
            if last == nil { last = start }
            // A line may be continued, also behind blank ones.
            if start < piece.count, ![0x20, 0x09, 0x0D, 0x0A].contains(piece[start]) {
                return start
            }
            if piece.count - start > limits.line { return last ?? start }
            rest = rest[..<feed]
        }
        return 0
    }

    /// Leaves out the component to which a too long line belongs, or the line of a calendar.
    private mutating func passLongLine(at position: Int) {
        if current != nil {
            if current?.fault == nil { current?.fault = .longLine }
        } else if isInCalendar {
            let (line, megabytes) = (line, limits.line >> 20)
            stream.report(
                Diagnostic(
                    .warning, line: line, property: "VCALENDAR", .number(megabytes, .line)))
        }
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
                end(name(after: 4, at: position, end: next), position..<next)
            case UInt8(ascii: "a")
            where current != nil && inner.isEmpty && bytes.hasName("attendee", at: position):
                current?.participants += 1
            default:
                if current == nil { readOutside(position..<next) }
            }
            position = next
            line += 1
        }
    }

    mutating func begin(_ name: String, at position: Int) {
        if name == "VCALENDAR" {
            if current != nil { mendEnd(at: position, .value("BEGIN:VCALENDAR", .unended)) }
            if isInCalendar { mendCalendar(at: position) }
            isInCalendar = true
            (method, firstOfCalendar) = (nil, stream.components.count)
            calendarCount += 1
            noteCalendar()
            return
        }
        if current != nil, Self.mains.contains(name) {
            // No component may contain any of these (RFC 5545 3.6): an END is missing.
            mendEnd(at: position, .value("BEGIN:\(name)", .unended))
        }
        guard current != nil else {
            current = Open(
                name: name, start: position, line: line, mendCount: stream.mends.count)
            return
        }
        if let last = inner.last, Self.parts.contains(last), Self.parts.contains(name) {
            mend(position..<position, with: "END:\(last)")
            inner.removeLast()
        }
        inner.append(name)
        let deepest = max(current?.maximalDepth ?? 0, inner.count + 1)
        current?.maximalDepth = deepest
    }

    /// The components of a calendar; none may contain another.
    static let mains: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]
    /// Components of components; none of these may contain another.
    private static let parts: Set<String> = ["VALARM", "STANDARD", "DAYLIGHT"]

    mutating func end(_ name: String, _ range: Range<Int>) {
        if name.utf8.contains(UInt8(ascii: ":")), let begin = name.firstRange(of: "BEGIN:") {
            return divide(name[..<begin.lowerBound], range)
        }
        if name == "VCALENDAR" {
            if current != nil { mendEnd(at: range.lowerBound, .value("END:VCALENDAR", .unended)) }
            if !isInCalendar { reportNothingEnded(name) }
            isInCalendar = false
            method = nil
        } else if let open = current {
            if name == inner.last {
                inner.removeLast()
            } else if inner.isEmpty, name == open.name {
                close(open, next: range.upperBound)
            } else {
                endOther(name, range)
            }
        } else {
            reportNothingEnded(name)
        }
    }

    mutating func close(_ open: Open, next: Int) {
        current = nil
        inner.removeAll(keepingCapacity: true)
        noteCalendar()
        report(held)
        held = []
        guard open.maximalDepth <= Self.maximalDepth, open.fault == nil,
            next - open.start <= limits.component
        else {
            let fault = fault(of: open)
            stream.report(Diagnostic(.error, line: open.line, property: open.shownName, fault))
            return
        }
        // One that lacks a line is found whole in the mended text.
        guard stream.mends.count == open.mendCount else { return }
        let range = open.start..<next
        stream.components.append(
            ScannedComponent(
                kind: ScannedComponent.Kind(rawValue: open.name) ?? .other, range: range,
                line: open.line,
                digest: ContentDigest(UnsafeRawBufferPointer(rebasing: bytes[range]), key: key),
                participantCount: open.participants, calendar: max(0, calendarCount - 1)))
        if method != nil { noteMethod(from: stream.components.count - 1) }
    }

    /// Sets the method of the open calendar's components.
    private mutating func noteMethod(from first: Int) {
        for index in first..<stream.components.count
        where stream.components[index].kind != .timeZone {
            let before = stream.components[index].describesItself
            stream.components[index].method = method
            // The same text has another meaning in a message, so it gets another digest.
            guard stream.components[index].describesItself != before else { continue }
            let digest = stream.components[index].digest
            stream.components[index].digest = ContentDigest(high: ~digest.high, low: ~digest.low)
        }
    }

    private func fault(of open: Open) -> Diagnostic.Reason {
        if open.fault == .longLine { return .number(limits.line >> 20, .componentLine) }
        if open.maximalDepth > Self.maximalDepth { return .number(Self.maximalDepth, .depth) }
        return .number(limits.component >> 20, .size)
    }

    /// Reports what is open as incomplete and closes it.
    private mutating func abandon(at line: Int, _ reason: Diagnostic.Reason) {
        stream.isComplete = false
        let (open, place) = (current, current?.line ?? line)
        let name = open?.shownName ?? "VCALENDAR"
        stream.report(Diagnostic(.error, line: place, property: name, reason))
        report(held)
        (current, held) = (nil, [])
        inner.removeAll(keepingCapacity: true)
        isInCalendar = false
    }

    /// Reads a property of the open calendar.
    mutating func read(_ property: Property) {
        stream.calendarProperties.append(property)
        guard property.name == "METHOD" else { return }
        method = SchedulingMethod(rawValue: TextValue.trimmed(property.value.uppercased()[...]))
        noteMethod(from: firstOfCalendar)
    }
}
