/// A change of a stream's text that gives it the structure that was meant (``ScannedText``).
package struct ScannedMend: Hashable, Sendable {
    /// The bytes that go; empty for a line that is added.
    let range: Range<Int>
    /// What stands in their place.
    let bytes: [UInt8]
    /// The line of the stream that it concerns, 1-based.
    let line: Int
    /// How many lines the text gets more.
    let addedLines: Int

    /// The text with all changes. Of two that concern the same bytes the first counts: what is left broken then is read
    /// as it stands, and reported.
    static func applied(_ mends: [ScannedMend], to text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + mends.count * 16)
        var position = 0
        for mend in mends.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where mend.range.lowerBound >= position {
            result += text[position..<mend.range.lowerBound]
            result += mend.bytes
            position = mend.range.upperBound
        }
        return result + text[position...]
    }

    /// The lines of the text before its changes, by lines of the changed one.
    struct Lines {
        /// Lines of the changed text that were added, ascending.
        private var added: [Int] = []

        init(_ mends: [ScannedMend]) {
            for mend in mends where mend.addedLines > 0 { added.append(mend.line + added.count) }
        }

        func original(_ line: Int) -> Int { line - added.boundary { $0 >= line } }
    }
}
