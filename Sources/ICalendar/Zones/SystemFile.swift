internal import Glibc

/// Files that the system provides, such as its time zone data.
enum SystemFile {
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
