internal import CalendarFiles
internal import CalendarMerge

/// One refresh imports at a time, in all processes; the others wait for what it stores instead of doing the
/// same.
///
/// A file that is imported in batches relies on it. For everything else it only saves work: the store's
/// transactions ensure that nothing is imported twice or half.
struct ImportLock {
    /// How it was taken.
    enum Beginning {
        /// It was free, or is held already.
        case atOnce
        /// Somebody else had it: much may be different now.
        case waited
    }

    private let store: EventStore
    private var lock: FileLock?
    private var isHeld = false

    /// Seconds after which what is stored is shown instead: the other process may be stopped.
    private static let patience = 10.0

    init(_ store: EventStore) { self.store = store }

    mutating func begin() async throws(AgendaError) -> Beginning {
        guard !isHeld else { return .atOnce }
        isHeld = try await take(seconds: 0)
        if isHeld { return .atOnce }
        isHeld = try await take(seconds: Self.patience)
        guard isHeld else { throw AgendaError(.stillImporting, place: store.path ?? "") }
        return .waited
    }

    private mutating func take(seconds: Double) async throws(AgendaError) -> Bool {
        if let path = store.path {
            lock = try await FileLock.guarding(
                EventStore.importLockPath(path), seconds: seconds)
            return lock != nil
        }
        let end = ContinuousClock.now + .seconds(seconds)
        while !store.takeTurn() {
            guard ContinuousClock.now < end else { return false }
            await OwnThread.sleep(milliseconds: 5)
        }
        return true
    }

    func end() {
        lock?.release()
        if isHeld, store.path == nil { store.endTurn() }
    }
}
