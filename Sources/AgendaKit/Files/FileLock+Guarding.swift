internal import CalendarFiles

// Where nothing can be written there is nothing to guard; whatever else the system says is an error.
extension FileLock {
    /// Waits until no one else has the lock.
    ///
    /// - Throws: `storeUnwritable` if the system gives none, as the others do.
    static func guarding(
        _ path: String, _ call: @escaping Call = system
    ) throws(AgendaError) -> FileLock {
        do { return try wait(path: path, isOptional: true, call) } catch {
            throw failure(path, error)
        }
    }

    /// Waits on this thread; nil if it is not free within `seconds`.
    static func guarding(
        _ path: String, atMost seconds: Double, _ call: @escaping Call = system
    ) throws(AgendaError) -> FileLock? {
        do { return try wait(path: path, atMost: seconds, isOptional: true, call) } catch {
            throw failure(path, error)
        }
    }

    /// Waits without a thread; nil if it is not free within `seconds`.
    static func guarding(
        _ path: String, seconds: Double, _ call: @escaping Call = system
    ) async throws(AgendaError) -> FileLock? {
        do { return try await wait(path: path, seconds: seconds, isOptional: true, call) } catch {
            throw failure(path, error)
        }
    }

    private static func failure(_ path: String, _ cause: SystemFailure) -> AgendaError {
        AgendaError(.cannotLock(cause: cause.description), place: path)
    }
}
