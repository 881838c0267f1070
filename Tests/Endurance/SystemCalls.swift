import Glibc

/// The calls with which programs change files; any failure is a fault.
enum SystemCalls {
    /// The reason for the last failure.
    static var reason: String { String(cString: strerror(errno)) }

    /// Opens, writes and closes a file.
    ///
    /// - Parameters:
    ///   - flags: in addition to `O_WRONLY`; most programs use `O_CREAT | O_TRUNC`.
    ///   - syncs: whether the file is on the disk on return.
    static func write(
        _ text: String, to path: String, flags: Int32 = O_CREAT | O_TRUNC, syncs: Bool = false
    ) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o644)
        try check(descriptor, "open", path)
        defer { close(descriptor) }
        try write(text.utf8, to: descriptor, path)
        if syncs { try check(fsync(descriptor), "fsync", path) }
    }

    /// Overwrites the contents and cuts off the rest: the file is never empty.
    static func overwrite(_ path: String, with text: String) throws {
        try write(text, to: path, flags: 0)
        try check(truncate(path, text.utf8.count), "truncate", path)
    }

    /// Empties a file and refills it in two parts, with a pause between them.
    static func writeSlowly(
        _ text: String, to path: String, pause: Duration
    ) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_CREAT | O_TRUNC, 0o644)
        try check(descriptor, "open", path)
        defer { close(descriptor) }
        let half = text.utf8.count / 2
        try write(text.utf8.prefix(half), to: descriptor, path)
        sleep(pause)
        try write(text.utf8.dropFirst(half), to: descriptor, path)
    }

    private static func write(
        _ text: some Collection<UInt8>, to descriptor: Int32, _ path: String
    ) throws {
        try [UInt8](text).withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.write(descriptor, part.baseAddress, part.count)
                try check(Int32(clamping: count), "write", path)
                rest = rest.dropFirst(count)
            }
        }
    }

    static func move(_ old: String, to new: String) throws {
        try check(rename(old, new), "rename", new)
    }

    static func remove(_ path: String) throws { try check(unlink(path), "unlink", path) }

    /// Gives a file a second name; fails if the name exists.
    static func hardLink(_ old: String, as new: String) throws {
        try check(link(old, new), "link", new)
    }

    static func symbolicLink(to target: String, at path: String) throws {
        try check(symlink(target, path), "symlink", path)
    }

    static func target(ofLink path: String) throws -> String {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &bytes, bytes.count)
        try check(Int32(clamping: count), "readlink", path)
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func makeFolder(_ path: String) throws { try check(mkdir(path, 0o755), "mkdir", path) }

    static func removeFolder(_ path: String) throws { try check(rmdir(path), "rmdir", path) }

    static func modificationTime(of path: String) throws -> timespec {
        var status = stat()
        try check(stat(path, &status), "stat", path)
        return status.st_mtim
    }

    static func setModificationTime(_ time: timespec, of path: String) throws {
        try check(utimensat(AT_FDCWD, path, [time, time], 0), "utimensat", path)
    }

    private static func check(_ result: Int32, _ call: String, _ path: String) throws {
        if result < 0 { throw Fault("\(path): \(call): \(reason)") }
    }
}
