internal import Glibc

/// Names the temporary files that a change creates beside a file, and removes those that killed processes left.
///
/// A name says which process created the file and what it may hold: `.agenda-PID-RANDOM.tmp` while it is
/// written, then `.agenda-PID-RANDOM-OLD-NEW.tmp` with the digests of the old and the new content. After the two
/// files are swapped, it holds the old content, or what another program wrote at that moment. That exists nowhere
/// else, so a leftover with other content than these two is never removed.
enum LeftoverFiles {
    /// After this time a leftover belongs to no process, even if a process has its number again.
    private static let seconds = 86_400

    /// A new name beside a file; calendar programs ignore it.
    static func name(beside path: String) -> String {
        "\(FileSystem.folder(of: path))/.agenda-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    }

    /// A new name with the digests of what the file may hold.
    static func name(beside path: String, old: [UInt8], new: [UInt8]) -> String {
        name(beside: path).dropLast(4) + "-\(digest(old))-\(digest(new)).tmp"
    }

    /// Removes what dead processes left in a file's folder.
    static func remove(beside path: String) {
        let folder = FileSystem.folder(of: path)
        for name in FileSystem.names(in: folder) where name.hasPrefix(".agenda-") {
            let parts = name.dropFirst(8).split(separator: "-", omittingEmptySubsequences: false)
            guard name.hasSuffix(".tmp"), parts.count == 2 || parts.count == 4,
                let process = pid_t(parts[0]), UInt32(parts[1].prefix { $0 != "." }) != nil,
                isLeft("\(folder)/\(name)", by: process)
            else { continue }
            if parts.count == 4 {
                guard let content = try? FileContent.read(path: "\(folder)/\(name)"),
                    [parts[2], parts[3].dropLast(4)].contains(digest(content)[...])
                else { continue }
            }
            unlink("\(folder)/\(name)")
        }
    }

    /// Whether this user owns the file, and no process still works on it.
    private static func isLeft(_ path: String, by process: pid_t) -> Bool {
        var status = stat()
        guard process > 0, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return false }
        if kill(process, 0) != 0 && errno == ESRCH { return true }
        return time(nil) - status.st_ctim.tv_sec > seconds
    }

    private static func digest(_ bytes: [UInt8]) -> String { String(bytes.fnv1a, radix: 16) }
}
