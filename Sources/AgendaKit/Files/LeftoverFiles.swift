internal import Glibc

/// The files that a change makes beside another, and what killed processes have left of them.
///
/// A name tells who made the file and what it may hold: `.agenda-PID-RANDOM.tmp` while it is written, then
/// `.agenda-PID-RANDOM-OLD-NEW.tmp` with the digests of the content that is replaced and the one that
/// replaces it. When old and new file have changed places, it holds the old one, or what another program
/// has written in that instant, which nobody else has: a leftover that is neither is never removed.
enum LeftoverFiles {
    /// A leftover of this age is nobody's, though its process's number is in use again.
    private static let seconds = 86_400

    /// A new name beside a file, of which calendar programs take no notice.
    static func name(beside path: String) -> String {
        "\(FileSystem.folder(of: path))/.agenda-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    }

    /// The same with what it may hold.
    static func name(beside path: String, old: [UInt8], new: [UInt8]) -> String {
        name(beside: path).dropLast(4) + "-\(digest(old))-\(digest(new)).tmp"
    }

    /// Removes what dead processes have left in a file's folder.
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

    /// Removes what dead processes have left of one file that is written whole: `.NAME.PID.new`.
    static func remove(of path: String) {
        let folder = FileSystem.folder(of: path)
        let start = ".\(path.split(separator: "/").last ?? "")."
        for name in FileSystem.names(in: folder)
        where name.hasPrefix(start) && name.hasSuffix(".new") {
            guard let process = pid_t(name.dropFirst(start.count).dropLast(4)),
                isLeft("\(folder)/\(name)", by: process)
            else { continue }
            unlink("\(folder)/\(name)")
        }
    }

    /// Whether a file is this user's own, and nobody works on it.
    private static func isLeft(_ path: String, by process: pid_t) -> Bool {
        var status = stat()
        guard process > 0, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return false }
        if kill(process, 0) != 0 && errno == ESRCH { return true }
        return time(nil) - status.st_ctim.tv_sec > seconds
    }

    /// FNV-1a, 64 bits: the same in each version of the program.
    private static func digest(_ bytes: [UInt8]) -> String {
        let value = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(value, radix: 16)
    }
}
