internal import ICalendar

/// The line ends of a calendar's text.
struct LineEnds {
    /// The first one; CR LF for a text without lines (RFC 5545 3.1).
    let end: [UInt8]
    /// Whether others are among them.
    private let isMixed: Bool

    init(of text: some Collection<UInt8>) {
        var (previous, hasReturns, hasNone): (UInt8, Bool, Bool) = (0, false, false)
        var first: [UInt8]?
        for byte in text {
            if byte == 0x0A {
                let isReturn = previous == 0x0D
                if isReturn { hasReturns = true } else { hasNone = true }
                first = first ?? (isReturn ? [0x0D, 0x0A] : [0x0A])
            }
            previous = byte
        }
        end = first ?? [0x0D, 0x0A]
        isMixed = hasReturns && hasNone
    }

    /// A component as it is to stand among these lines. One with lines of both kinds has been there before: it stays as it is.
    func given(to text: [UInt8]) -> [UInt8] {
        let own = LineEnds(of: text)
        guard !isMixed, !own.isMixed, own.end != end else { return text }
        return LogicalLines.text(text, withLineEnd: end)
    }
}
