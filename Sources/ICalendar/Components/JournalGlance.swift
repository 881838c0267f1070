/// What a VJOURNAL's lines tell without being parsed: enough to leave out most entries of other days.
///
/// It costs a fraction of a ``Journal``.
package struct JournalGlance {
    /// `UID`, as ``Journal`` reads it.
    package let uid: String
    /// The day of `DTSTART` as written.
    private var date: CivilDate?
    /// Whether it has one of ``movers``, or `DTSTART` is no usual one.
    private var isOnUnknownDays = false

    /// Properties that add other days, or may: no VJOURNAL has `DUE`, but a reader of to-dos reads it.
    private static let movers: [StaticString] = [
        "rrule", "rdate", "exrule", "recurrence-id", "due",
    ]

    /// Looks at a component from its `BEGIN:` to its `END:`; nil if it is written in an unusual way, so that only a
    /// parser can tell anything.
    package init?(_ text: UnsafeRawBufferPointer) {
        var (lines, uid) = (LogicalLines(text), String?.none)
        while let line = lines.next() {
            guard lines.depth == 1 else { continue }
            let bytes = line.bytes
            // A name with white space or a fold in it may still be read.
            guard let end = bytes.firstIndex(where: { !LogicalLine.isNameByte($0) }), end > 0,
                bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: ";")
            else { return nil }
            if line.isNamed("uid") {
                guard uid == nil, let found = Self.uid(line, from: end) else { return nil }
                uid = found
            } else if line.isNamed("dtstart") {
                let found = Self.date(line)
                isOnUnknownDays = isOnUnknownDays || date != nil || found == nil
                date = found
            } else if Self.movers.contains(where: line.isNamed) {
                isOnUnknownDays = true
            }
        }
        guard let uid else { return nil }
        self.uid = uid
    }

    /// Whether it may lie on one of these days in some zone of the reader; false for an entry of no day.
    ///
    /// Where it is earliest and where it is latest, clocks differ by 26 hours: by two days.
    package func mayLie(on days: Range<CivilDate>) -> Bool {
        isOnUnknownDays
            || date.map { (days.lowerBound - 2..<days.upperBound + 2).contains($0) } ?? false
    }

    /// The value of a line with a name and a value of visible ASCII without escapes alone.
    private static func uid(_ line: LogicalLine, from end: Int) -> String? {
        guard !line.isFolded, line.bytes[end] == UInt8(ascii: ":") else { return nil }
        let value = UnsafeRawBufferPointer(rebasing: line.bytes[(end + 1)...].visiblePrefix)
        let rest = line.bytes[(end + 1 + value.count)...]
        guard !value.isEmpty, rest.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    /// The date of `20261120` or `20261120T093000`, with any parameters without quotation marks.
    private static func date(_ line: LogicalLine) -> CivilDate? {
        guard !line.isFolded, !line.bytes.contains(UInt8(ascii: "\"")),
            let colon = line.bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let value = line.bytes[(colon + 1)...].visiblePrefix
        let digits = value.prefix { 0x30...0x39 ~= $0 }
        guard digits.count == 8, [8, 15, 16].contains(value.count) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Up to the first byte that is no visible ASCII, or begins an escape.
    fileprivate var visiblePrefix: Slice<UnsafeRawBufferPointer> {
        prefix { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
    }
}
