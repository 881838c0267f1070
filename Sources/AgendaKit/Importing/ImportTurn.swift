/// One process imports at a time; the others wait for what it stores instead of doing the same.
///
/// This saves work alone: that nothing is imported twice, and nothing half, is what the store's
/// transactions see to.
struct ImportTurn {
    /// How a turn began.
    enum Beginning {
        /// It was free, or is held already.
        case atOnce
        /// Somebody else had it: much may be different now.
        case waited
    }

    private let storePath: String?
    private var lock: FileLock?

    /// Seconds until what is stored is shown instead; the other process may be stopped.
    private static let patience = 10.0

    /// - Parameter storePath: nil for a store that no other process has.
    init(storePath: String?) {
        self.storePath = storePath
    }

    mutating func begin() async throws(AgendaError) -> Beginning {
        guard lock == nil, let storePath else { return .atOnce }
        let path = EventStore.importLockPath(storePath)
        lock = await FileLock.wait(path: path, seconds: 0)
        if lock != nil { return .atOnce }
        lock = await FileLock.wait(path: path, seconds: Self.patience)
        guard lock != nil else {
            throw AgendaError(.stillImporting, place: storePath)
        }
        return .waited
    }

    func end() { lock?.release() }
}
