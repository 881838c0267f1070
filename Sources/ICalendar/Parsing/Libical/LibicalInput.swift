/// One component's text, divided for its readers in one pass.
///
/// libical gets only the lines that it reads correctly. Its own unfolding takes time that grows with
/// the square of a line's length, and it copies a line for each parameter that it does not know. It
/// removes a list of dates after the first bad one and valid rules that it cannot handle (BYMONTH with
/// BYYEARDAY), splits `CATEGORIES:A,B\,C,D` in the wrong places, rounds positions to seven digits, and
/// drops the white space around a text. Those lines are read here.
struct LibicalInput {
    /// A content line that is read here instead of by libical.
    struct Line {
        /// Its name in upper case.
        let name: String
        /// Physical lines of the component before it.
        let number: Int
        /// The line, unfolded.
        fileprivate(set) var content: [UInt8]
    }

    /// What libical reads: lines, each with a NUL at its end. Rules and dates inside of other
    /// components are renamed to `X-RRULE` and so on: as X- properties they come through untouched.
    private(set) var forLibical: [UInt8] = []
    /// The component's own `ATTENDEE` lines in the same form.
    private(set) var participants: [UInt8] = []
    /// The lines that are read here.
    private(set) var lines: [Line] = []
    /// Physical lines of the component before each of its alarms.
    private(set) var alarms: [Int] = []
    /// The lines with too many parameters.
    private(set) var cut: [(name: String, number: Int)] = []
    /// Lines that are no properties, the first of a row: each read as a part of the text before it, or left out if that
    /// has no name.
    private(set) var raw: [(text: String?, number: Int, content: [UInt8])] = []
    /// Whether a NUL byte was read as a space.
    private(set) var hasNUL = false

    /// The name of the last property that is no delimiter; nil if it is none of those that are read.
    private var lastName: String?

    /// No program writes more parameters than a tenth of this.
    static let parameterLimit = 100
    /// Shorter parameters are not checked.
    static let parameterSize = 1_024

    /// The component's own properties that are read here.
    private static let ours: Set<String> = [
        "UID", "SUMMARY", "LOCATION", "DESCRIPTION", "DTSTART", "DTEND", "DURATION",
        "RECURRENCE-ID", "RRULE", "EXRULE", "RDATE", "EXDATE", "CATEGORIES", "GEO", "CONFERENCE",
        "DUE", "COMPLETED", "PERCENT-COMPLETE", "RELATED-TO",
    ]
    /// The component's own properties that libical reads and whose parameters do not matter.
    private static let plain: Set<String> = [
        "URL", "COLOR", "CLASS", "STATUS", "TRANSP", "PRIORITY", "SEQUENCE",
        "DTSTAMP", "CREATED", "LAST-MODIFIED", "TZID", "X-LIC-LOCATION",
    ]
    /// The properties of inner components, alarms and observances, that libical reads.
    private static let inner: Set<String> = [
        "ACTION", "TRIGGER", "DESCRIPTION", "REPEAT", "DURATION", "ACKNOWLEDGED",
        "DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME",
    ]

    init(_ bytes: UnsafeRawBufferPointer) {
        forLibical.reserveCapacity(min(bytes.count, 4_096))
        hasNUL = bytes.offset(of: 0) != nil
        var lines = LogicalLines(bytes)
        var content: [UInt8] = []
        var isInRaw = false
        while let line = lines.next() {
            line.unfold(into: &content)
            if !line.isDelimiter, RawLine.isRaw(content) {
                add(raw: content, line.number, isFirst: !isInRaw, depth: lines.depth)
                isInRaw = true
                continue
            }
            isInRaw = isInRaw && content.isEmpty
            if line.isDelimiter {
                let isAlarm = content.withUnsafeBytes { $0.has("begin:valarm") }
                if lines.depth == 2, isAlarm { alarms.append(line.number) }
                forLibical += content
                forLibical.append(0)
                lastName = nil
                continue
            }
            Property.tidy(&content)
            if lines.depth == 1, line.isNamed("attendee") {
                lastName = nil
                cutParameters(of: &content, line.number)
                participants += content
                participants.append(0)
            } else {
                divide(&content, line.number, depth: lines.depth)
            }
        }
    }

    /// - Parameter isFirst: whether the line before it is a property.
    private mutating func add(raw content: [UInt8], _ number: Int, isFirst: Bool, depth: Int) {
        let text = depth == 1 ? lines.last.map(\.name) : nil
        // Another property may lie between.
        let follows =
            text.map(RawLine.mayFollow) ?? false
            && (isFirst ? lastName == text : raw.last?.text != nil)
        if follows { lines[lines.count - 1].content += Array(#"\n"#.utf8) + content }
        if isFirst { raw.append((follows ? text : nil, number, content)) }
    }

    private mutating func divide(_ content: inout [UInt8], _ number: Int, depth: Int) {
        let name = Self.name(of: content)
        if !content.isEmpty { lastName = name }
        guard let name else { return }
        if depth == 1, Self.ours.contains(name) {
            lines.append(Line(name: name, number: number, content: content))
        } else if depth == 1, Self.plain.contains(name) {
            add(name, valueOf: content)
        } else if depth > 1, name == "RRULE" || name == "RDATE" {
            add("X-" + name, valueOf: content)
        } else if depth == 1 ? name == "ORGANIZER" : Self.inner.contains(name) {
            cutParameters(of: &content, number)
            forLibical += content
            forLibical.append(0)
        }
    }

    /// Gives libical a line without its parameters.
    private mutating func add(_ name: String, valueOf content: [UInt8]) {
        guard let colon = Property.valueColon(content) else { return }
        forLibical += name.utf8
        forLibical += content[colon...]
        forLibical.append(0)
    }

    /// Leaves out the parameters after the last one that is read.
    private mutating func cutParameters(of content: inout [UInt8], _ number: Int) {
        guard content.count > Self.parameterSize, let colon = Property.valueColon(content),
            colon > Self.parameterSize
        else { return }
        var (inQuotes, count) = (false, 0)
        let end = content[..<colon].firstIndex { byte in
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            if byte == UInt8(ascii: ";"), !inQuotes { count += 1 }
            return count > Self.parameterLimit
        }
        guard let end else { return }
        content.removeSubrange(end..<colon)
        cut.append((Self.name(of: content) ?? "", number))
    }

    /// A line's name in upper case; nil if it has none, or a longer one than those that are read.
    private static func name(of content: [UInt8]) -> String? {
        let name = content.prefix(while: Property.isOfName)
        guard !name.isEmpty, name.count <= 16, name.count < content.count,
            [UInt8(ascii: ":"), UInt8(ascii: ";")].contains(content[name.count])
        else { return nil }
        return String(decoding: name, as: UTF8.self).uppercased()
    }
}
