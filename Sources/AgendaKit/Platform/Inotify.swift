internal import Glibc

/// An inotify instance and its watches (inotify(7)): one owner, closed with it.
struct Inotify: ~Copyable {
    /// What the kernel reports about a watched path.
    struct Event: Equatable {
        /// The watched paths that are this file or folder.
        var paths: Set<String>
        /// `IN_…`.
        var mask: UInt32
        /// The name within the folder; empty for the path itself.
        var name: String
    }

    /// Negative if the system has no instance left (`max_user_instances`).
    private(set) var descriptor: Int32 = -1
    /// The `errno` of a missing descriptor; else 0.
    private var failure: Int32 = 0
    private var numbers: [String: Int32] = [:]
    private var paths: [Int32: Set<String>] = [:]

    init() { open() }

    private mutating func open() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        failure = descriptor < 0 ? errno : 0
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches a path, or what is there now instead of what was there before.
    ///
    /// - Returns: 0, or `errno`.
    mutating func watch(_ path: String, mask: UInt32) -> Int32 {
        // There may be an instance again.
        if failure != 0 { open() }
        guard failure == 0 else { return failure }
        let number = inotify_add_watch(descriptor, path, mask | UInt32(IN_MASK_ADD))
        guard number >= 0 else {
            let reason = errno
            forget(path)
            return reason
        }
        if numbers[path] != number {
            forget(path)
            numbers[path] = number
            paths[number, default: []].insert(path)
        }
        return 0
    }

    /// Stops watching a path.
    mutating func forget(_ path: String) {
        guard let number = numbers.removeValue(forKey: path) else { return }
        paths[number]?.remove(path)
        if paths[number]?.isEmpty == true {
            paths[number] = nil
            inotify_rm_watch(descriptor, number)
        }
    }

    /// The events since the last call; one with `IN_Q_OVERFLOW` has no paths.
    mutating func read() -> [Event] {
        guard failure == 0 else { return [] }
        var events: [Event] = []
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                // EAGAIN: everything is read.
                guard count > 0 else { return }
                parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &events)
            }
        }
        return events
    }

    private mutating func parse(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
        let head = MemoryLayout<inotify_event>.size
        var position = 0
        while position + head <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
            let name = bytes[(position + head)..<(position + head + Int(event.len))]
            position += head + Int(event.len)
            let known = paths[event.wd, default: []]
            // Events of watches that were dropped meanwhile do not matter.
            if known.isEmpty, event.mask & UInt32(IN_Q_OVERFLOW) == 0 { continue }
            events.append(
                Event(
                    paths: known, mask: event.mask,
                    name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)))
            if event.mask & UInt32(IN_IGNORED) != 0 {
                // The kernel dropped the watch: what it watched is gone.
                for path in known { numbers[path] = nil }
                paths[event.wd] = nil
            }
        }
    }
}
