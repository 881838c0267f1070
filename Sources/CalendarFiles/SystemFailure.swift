internal import Glibc

/// What a system call failed with (errno(3)).
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's number of the error.
    package let number: Int32

    /// - Parameter number: `errno`, read at once.
    package init(_ number: Int32) { self.number = number }

    /// The system's own words.
    package var description: String { String(cString: strerror(number)) }

    /// Whether the disk or the user's quota is full.
    package var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
}
