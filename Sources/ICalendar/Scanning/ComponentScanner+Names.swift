// The names after BEGIN: and END:.
extension ComponentScanner {
    /// The component's name, in upper case and without white space.
    func name(after length: Int, at position: Int, end: Int) -> String {
        if let plain = plainName(from: position + length, end: end) { return plain }
        var lines = LogicalLines(bytes, from: position)
        let name = lines.next()?.content.dropFirst(length) ?? []
        return TextEncoding.string(name).text.uppercased()
            .filter { !$0.isWhitespace }
    }

    /// The name if it has only capital letters, as almost all have; nil otherwise. Handling every name
    /// as Unicode would take longer than the rest of the scan.
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
