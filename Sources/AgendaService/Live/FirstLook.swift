internal import AgendaKit
internal import Synchronization

/// The first look at all sources after a store was opened; it begins when somebody first asks for it.
final class FirstLook: Sendable {
    private enum State {
        case waiting, running, done
    }

    private let state = Mutex(State.waiting)

    /// Whether it has ended; begins it otherwise.
    func isDone(of store: EventStore, by importer: Importer) -> Bool {
        let (isDone, begins) = state.withLock { state in
            defer { if state == .waiting { state = .running } }
            return (state == .done, state == .waiting)
        }
        if begins {
            Task {
                // A source that cannot be read is no error: what is stored of it is not served (``ServingState``).
                let hasLooked = (try? await importer.refresh()) != nil
                // A store that is made anew has the same tags then.
                if hasLooked { try? store.keepDigestKey() }
                state.withLock { $0 = hasLooked ? .done : .waiting }
            }
        }
        return isDone
    }
}
