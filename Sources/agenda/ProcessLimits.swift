import AgendaActions
import Glibc
import Synchronization

/// What the system must allow the process before it begins: Swift's runtime and SQLite end it where
/// they get no memory or no descriptor, without a word.
enum ProcessLimits {
    /// Descriptors with which each command works: three streams, the database with its log, its lock and
    /// its backup, a file and libical. With 8 to 10 some end with an error about the file that they open
    /// last.
    private static let descriptors: UInt64 = 16
    /// Bytes of addresses with which a small calendar can be read: libraries, stacks of threads and
    /// allocators' arenas take most of it.
    private static let addresses: UInt64 = 256 << 20

    /// Below it a large calendar may run out of memory: of one with 80 MB the import takes up to 500 MB of addresses.
    private static let ampleAddresses: UInt64 = 1 << 30
    /// What is said where the memory has run out. Unsafe, but written once, before the handlers that
    /// read it are set.
    private nonisolated(unsafe) static var lastWords: UnsafeMutableBufferPointer<UInt8>?
    /// Whether a thread is saying it: two may fail at once.
    private static let isEnding = Atomic(false)

    /// Says what is too little.
    static func require() throws(CommandFailure) {
        if let limit = limit(RLIMIT_NOFILE), limit < descriptors {
            throw .failure(
                "agenda: only \(limit) open files are allowed: raise the limit with ulimit -n 64")
        }
        if let limit = limit(RLIMIT_AS), limit < addresses {
            throw .failure(
                "agenda: only \(limit >> 20) MB of memory are allowed: raise the limit with "
                    + "ulimit -v unlimited"
            )
        }
        if let limit = limit(RLIMIT_AS), limit < ampleAddresses { explainEnd(limit) }
    }

    /// Has the process end with a line and a status instead of a crash. Swift's runtime and collections
    /// write to address 0, or trap, where an allocation fails: nothing can be caught.
    private static func explainEnd(_ limit: UInt64) {
        let line: Message =
            "agenda: stopped, because only \(limit >> 20) MB of memory are allowed: raise the "
            + "limit with ulimit -v unlimited"
        let text = Array((line.text + "\n").utf8)
        let words = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = words.initialize(from: text)
        lastWords = words
        // Made now: in a handler there is no memory for it.
        _ = isEnding.load(ordering: .relaxed)
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT] {
            // What is done here needs no memory.
            signal(number) { _ in
                if let words = ProcessLimits.lastWords,
                    !ProcessLimits.isEnding.exchange(true, ordering: .relaxed)
                {
                    _ = write(STDERR_FILENO, words.baseAddress, words.count)
                }
                _exit(1)
            }
        }
    }

    private static func limit(_ resource: __rlimit_resource) -> UInt64? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
            ? UInt64(limit.rlim_cur) : nil
    }
}
