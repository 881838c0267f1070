import Glibc

/// What the system must allow the process before it begins: Swift's runtime and SQLite end it where
/// they get no memory or no descriptor, without a word.
enum ProcessLimits {
    /// Descriptors with which a list can be read: three streams, the database with its log, and a
    /// file.
    private static let descriptors: UInt64 = 8
    /// Bytes of addresses with which a small calendar can be read: libraries, stacks of threads and
    /// allocators' arenas take most of it.
    private static let addresses: UInt64 = 256 << 20

    /// Says what is too little.
    static func require() throws(CommandFailure) {
        if let limit = limit(RLIMIT_NOFILE), limit < descriptors {
            throw .failure(
                "agenda: only \(limit) open files are allowed: ulimit -n 64 allows more")
        }
        if let limit = limit(RLIMIT_AS), limit < addresses {
            throw .failure(
                "agenda: only \(limit >> 20) MB of memory are allowed: ulimit -v unlimited allows more"
            )
        }
    }

    private static func limit(_ resource: __rlimit_resource) -> UInt64? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
            ? UInt64(limit.rlim_cur) : nil
    }
}
