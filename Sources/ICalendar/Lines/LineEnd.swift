extension UnsafeRawBufferPointer {
    /// The end of the line at `position`, after its line feed.
    func lineEnd(from position: Int) -> Int {
        offset(of: 0x0A, from: position).map { $0 + 1 } ?? count
    }

    /// Whether these letters stand at `position`, ignoring case; given in lower case.
    ///
    /// Asked four times a line: inlined, the first letter answers.
    @inline(__always)
    package func has(_ lowercased: StaticString, at position: Int = 0) -> Bool {
        let count = lowercased.utf8CodeUnitCount
        guard position + count <= self.count else { return false }
        for offset in 0..<count
        where self[position + offset] | 0x20 != lowercased.utf8Start[offset] | 0x20 {
            return false
        }
        return true
    }

    /// Whether a property of this name stands at `position`, ignoring case; given in lower case.
    func hasName(_ lowercased: StaticString, at position: Int = 0) -> Bool {
        let end = position + lowercased.utf8CodeUnitCount
        guard has(lowercased, at: position), end < count else { return false }
        return [UInt8(ascii: ":"), UInt8(ascii: ";"), 0x0D, 0x0A, 0x20, 0x09].contains(self[end])
    }
}
