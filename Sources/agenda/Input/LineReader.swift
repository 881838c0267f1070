import Glibc

/// Reads lines from a descriptor as they come; a line that is too long costs no memory.
struct LineReader {
    /// One line, without its end.
    struct Line {
        var bytes: [UInt8]
        /// Whether this is all of it: false for one of over ``LineReader/limit`` bytes.
        var isWhole: Bool
    }

    /// How many bytes a line may have.
    static let limit = 4 << 20

    let descriptor: Int32
    private var read: [UInt8] = []
    /// Where the next line begins in what was read.
    private var place = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line that is not empty; nil at the end of input.
    mutating func next() -> Line? {
        var line = Line(bytes: [], isWhole: true)
        while true {
            if let end = read[place...].firstIndex(of: UInt8(ascii: "\n")) {
                line.append(read[place..<end])
                place = end + 1
                if !line.bytes.isEmpty { return line }
                continue
            }
            line.append(read[place...])
            guard fill() else { return line.bytes.isEmpty ? nil : line }
        }
    }

    /// Reads more; false at the end of input.
    private mutating func fill() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            (read, place) = (Array(buffer.prefix(max(count, 0))), 0)
            return count > 0
        }
    }
}

extension LineReader.Line {
    fileprivate mutating func append(_ more: ArraySlice<UInt8>) {
        if bytes.count + more.count > LineReader.limit {
            isWhole = false
        } else {
            bytes += more
        }
    }
}
