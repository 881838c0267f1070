import AgendaActions
import AgendaKit
import CalendarMerge
import Glibc
import Synchronization

/// Brings what the system wants to the daemon of the moment: a new one takes over when the store is opened again.
final class DaemonInbox: Sendable {
    /// Wakes the daemon of the moment.
    private let timer = Mutex<WakeTimer?>(nil)
    private let receiver = Mutex<AsyncStream<Daemon.Event>.Continuation?>(nil)
    private let database: String

    /// Microseconds after which a process that was told to end does: it may be waiting for a disk. Everything tolerates its
    /// end at any time.
    private static let patience: UInt32 = 900_000

    init(database: String) { self.database = database }

    /// Follows signals, and the network unless it is to be done once.
    func follow(network: Bool) {
        DaemonSignals.follow { [self] number in
            send(.signal(number))
            guard number != SIGHUP else { return }
            OwnThread.start { [self] in
                usleep(Self.patience)
                DaemonStatus.remove(database: database)
                _exit(ExitStatus.fine.rawValue)
            }
        }
        if network { DaemonSignals.followNetwork { [self] in send(.network) } }
    }

    /// The events of a new daemon.
    func open() -> (
        stream: AsyncStream<Daemon.Event>, continuation: AsyncStream<Daemon.Event>.Continuation
    ) {
        let events = AsyncStream<Daemon.Event>.makeStream()
        receiver.withLock { $0 = events.continuation }
        return events
    }

    /// Wakes the daemon at a time, and when the clock is set.
    ///
    /// - Parameter time: seconds since 1970; nil for no time.
    /// - Returns: false if the system has no timer for that.
    func wake(at time: Double?) -> Bool {
        timer.withLock { timer in
            let own = timer ?? WakeTimer { [self] in send(.time) }
            timer = own
            return own.set(time)
        }
    }

    /// Brings an event to the daemon of the moment.
    func send(_ event: Daemon.Event) { _ = receiver.withLock { $0 }?.yield(event) }
}
