internal import Glibc

extension UnsafeRawBufferPointer {
    /// Where the line at `position` ends, its line feed included.
    func lineEnd(from position: Int) -> Int {
        guard let baseAddress,
            let feed = memchr(baseAddress + position, 0x0A, count - position)
        else { return count }
        return baseAddress.distance(to: feed) + 1
    }
}
