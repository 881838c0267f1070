// All uses of the C library, so that no other file depends on the system. Built and tested with Glibc only; the
// branches for Musl and Darwin follow their documentation.
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension UnsafeRawBufferPointer {
    /// The bytes of a C string without its NUL.
    init(cString: UnsafePointer<CChar>) { self.init(start: cString, count: strlen(cString)) }

    /// The first place of the byte at or after `position`, found at memory speed.
    package func offset(of byte: UInt8, from position: Int = 0) -> Int? {
        guard let baseAddress, position < count,
            let found = memchr(baseAddress + position, Int32(byte), count - position)
        else { return nil }
        return baseAddress.distance(to: found)
    }

    /// Whether the bytes are these letters.
    func equals(_ word: StaticString) -> Bool {
        equals(UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Whether both buffers have the same bytes.
    package func equals(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let first = baseAddress, let second = other.baseAddress else { return isEmpty }
        return memcmp(first, second, count) == 0
    }
}

/// Files that the system provides, such as its time zone data, and where they are.
enum SystemFile {
    /// An environment variable; nil if it is not set or empty.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Resolves symbolic links; nil if there is no such file.
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

/// The C library's conversion of encodings.
package enum SystemCharset {
    /// The text of bytes.
    ///
    /// - Parameter name: as iconv_open(3) knows it.
    /// - Returns: nil if it does not know it, or the bytes are not in that encoding.
    package static func string(_ bytes: [UInt8], from name: String) -> String? {
        let converter = iconv_open("UTF-8", name)
        // (iconv_t) -1 is the only failure.
        guard let converter, Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // No letter of a byte has more than four in UTF-8, nor one of two more than the double.
        let capacity = 4 * bytes.count + 16
        var isWhole = false
        let text = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                var (from, left) = (input.baseAddress, input.count)
                output.withMemoryRebound(to: CChar.self) { output in
                    var (to, room) = (output.baseAddress, capacity)
                    // The second call ends what the encoding keeps open.
                    isWhole =
                        iconv(converter, &from, &left, &to, &room) != -1 && left == 0
                        && iconv(converter, nil, nil, &to, &room) != -1
                    count = capacity - room
                }
            }
        }
        return isWhole ? String(validating: text, as: UTF8.self) : nil
    }
}
