internal import CalendarFiles
internal import Dispatch
internal import Synchronization

/// The state that a ``FileWatcher`` shares with the thread that watches for it.
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
    private let board: WatchBoard
    private let isWatched = DispatchSemaphore(value: 0)

    /// Returns once the thread behind the board watches everything.
    init(_ wanted: Set<String>, _ board: WatchBoard) {
        state = Mutex(State(wanted: wanted))
        (signal, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.board = board
        board.rouse(for: self)
        isWatched.wait()
    }

    /// Tells who made the channel that everything is watched.
    func beginsNow() { isWatched.signal() }

    func want(_ paths: Set<String>) {
        state.withLock {
            $0.isChanged = $0.isChanged || $0.wanted != paths
            $0.wanted = paths
        }
        board.rouse(for: self)
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        continuation.finish()
        board.rouse(for: self)
    }

    /// What is known of the paths once all events before this call have been read.
    func marks() async -> [String: WatchMark] {
        await withCheckedContinuation { question in
            let isCancelled = state.withLock {
                if !$0.isCancelled { $0.questions.append(question) }
                return $0.isCancelled
            }
            if isCancelled { question.resume(returning: [:]) } else { board.rouse(for: self) }
        }
    }

    /// Takes the questions of ``marks()``.
    func questions() -> [Question] {
        state.withLock { state in
            defer { state.questions = [] }
            return state.questions
        }
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The paths to watch, if they have changed since the last call.
    func newlyWanted() -> Set<String>? {
        state.withLock { state in
            guard state.isChanged else { return nil }
            state.isChanged = false
            return state.wanted
        }
    }

    func tell(_ changes: FileWatcher.Changes) {
        state.withLock { $0.pending.add(changes) }
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
