// The C library's functions stand in this file alone, so that nothing else depends on the system. Built and tested
// with Glibc; Musl and Darwin have been read up only.
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension UnsafeRawBufferPointer {
    /// A C string without its NUL.
    init(cString: UnsafePointer<CChar>) { self.init(start: cString, count: strlen(cString)) }

    /// Where the byte first stands from `position` on, at memory speed.
    func offset(of byte: UInt8, from position: Int = 0) -> Int? {
        guard let baseAddress, position < count,
            let found = memchr(baseAddress + position, Int32(byte), count - position)
        else { return nil }
        return baseAddress.distance(to: found)
    }

    /// Whether the bytes are these letters.
    func equals(_ word: StaticString) -> Bool {
        equals(UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Whether both have the same bytes.
    func equals(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let first = baseAddress, let second = other.baseAddress else { return isEmpty }
        return memcmp(first, second, count) == 0
    }
}

/// Files that the system provides, such as its time zone data.
enum SystemFile {
    /// A path without links; nil where there is no such file.
    static func resolved(_ path: UnsafePointer<CChar>) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// A regular file's content; nil if there is none or it cannot be read. Opens without blocking,
    /// so that a pipe of that name does not stall the caller.
    static func bytes(path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if got > 0 {
                    count += got
                } else if got == 0 || errno != EINTR {
                    return
                }
            }
        }
        return bytes.count == size ? bytes : nil
    }
}
