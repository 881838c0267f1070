internal import CalendarFiles
internal import Glibc
internal import Synchronization

/// The state that a ``FileWatcher`` shares with its thread.
final class WatchChannel: Sendable {
    private struct State {
        var wanted: Set<String>
        var isChanged = true
        var pending = FileWatcher.Changes()
        var isCancelled = false
        var questions: [Question] = []
    }

    /// Resumed with what the thread knows of each path.
    typealias Question = CheckedContinuation<[String: WatchMark], Never>

    private let state: Mutex<State>
    private let continuation: AsyncStream<Void>.Continuation
    /// Signals that there is something to ``take()``.
    let signal: AsyncStream<Void>
    /// Becomes readable when the thread must wake up; `-1` if the process has no descriptor left: the thread
    /// then polls every two seconds.
    let wake: Int32
    private let waker: Int32

    init(_ wanted: Set<String>) {
        state = Mutex(State(wanted: wanted))
        (signal, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let ends = PipeEnds(blocks: false)
        (wake, waker) = (ends?.reading ?? -1, ends?.writing ?? -1)
    }

    deinit { for end in [wake, waker] where end >= 0 { close(end) } }

    func want(_ paths: Set<String>) {
        state.withLock {
            $0.isChanged = $0.isChanged || $0.wanted != paths
            $0.wanted = paths
        }
        rouse()
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        continuation.finish()
        rouse()
    }

    /// What is known of the paths once all events before this call have been read.
    func marks() async -> [String: WatchMark] {
        await withCheckedContinuation { question in
            let isCancelled = state.withLock {
                if !$0.isCancelled { $0.questions.append(question) }
                return $0.isCancelled
            }
            if isCancelled { question.resume(returning: [:]) } else { rouse() }
        }
    }

    /// Takes the questions of ``marks()``.
    func questions() -> [Question] {
        state.withLock { state in
            defer { state.questions = [] }
            return state.questions
        }
    }

    /// Wakes the thread; so does a full pipe.
    private func rouse() {
        var byte: UInt8 = 0
        _ = write(waker, &byte, 1)
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The paths to watch, if they have changed since the last call.
    func newlyWanted() -> Set<String>? {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(wake, &bytes, 16) == 16 {}
        return state.withLock { state in
            guard state.isChanged else { return nil }
            state.isChanged = false
            return state.wanted
        }
    }

    func tell(_ changes: FileWatcher.Changes) {
        state.withLock {
            $0.pending.add(changes)
        }
        continuation.yield()
    }

    /// What was told since the last call.
    func take() -> FileWatcher.Changes? {
        state.withLock { state in
            defer { state.pending = FileWatcher.Changes() }
            return state.pending == FileWatcher.Changes() ? nil : state.pending
        }
    }
}

extension FileWatcher.Changes {
    /// Adds what happened later.
    fileprivate mutating func add(_ later: Self) {
        for path in later.paths {
            let earlier = paths.contains(path) ? files[path] : NamedFiles()
            files[path] = NamedFiles.joined(earlier, later.files[path])
        }
        paths.formUnion(later.paths)
        polled.merge(later.polled) { $1 }
    }
}
