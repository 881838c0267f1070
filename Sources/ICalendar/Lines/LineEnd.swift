extension UnsafeRawBufferPointer {
    /// Where the line at `position` ends, its line feed included.
    func lineEnd(from position: Int) -> Int {
        offset(of: 0x0A, from: position).map { $0 + 1 } ?? count
    }

    /// Whether these letters, given in lower case, stand at `position` in whatever case.
    package func has(_ lowercased: StaticString, at position: Int = 0) -> Bool {
        let count = lowercased.utf8CodeUnitCount
        guard position + count <= self.count else { return false }
        for offset in 0..<count
        where self[position + offset] | 0x20 != lowercased.utf8Start[offset] | 0x20 {
            return false
        }
        return true
    }

    /// Whether a property of this name, given in lower case, stands at `position`.
    func hasName(_ lowercased: StaticString, at position: Int = 0) -> Bool {
        let end = position + lowercased.utf8CodeUnitCount
        guard has(lowercased, at: position), end < count else { return false }
        return [UInt8(ascii: ":"), UInt8(ascii: ";"), 0x0D, 0x0A].contains(self[end])
    }
}
