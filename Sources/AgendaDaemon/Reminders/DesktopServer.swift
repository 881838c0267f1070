import CSystemd
import CalendarFiles
import CalendarMerge
import Glibc
import Synchronization

/// The desktop's notification server, over the session's bus (Desktop Notifications Specification 1.2).
///
/// One thread owns the connection. It is made for the first notice, sleeps until something is to be shown or the server says
/// something, and is made again after the bus was gone.
final class DesktopServer: Sendable {
    /// What happens to what is shown. Numbers are the server's.
    enum Event: Sendable {
        case shown(ReminderNotice, number: UInt32)
        /// A person has chosen an action.
        case chosen(NoticeAction, number: UInt32)
        /// It is no longer shown.
        case closed(number: UInt32)
        /// Nothing is shown any more: the bus or the server has ended.
        case lost
    }

    /// What became of a notice.
    enum Outcome: Sendable {
        case shown
        /// There is no server, or it refuses.
        case refused
        /// The server has not answered: nobody knows whether it shows the notice.
        case unknown
    }

    private enum Request: Sendable {
        case show(ReminderNotice, replaced: UInt32, CheckedContinuation<Outcome, Never>)
        case withdraw(UInt32)
    }

    private let report: @Sendable (Event) -> Void
    /// Whether this process will hear what a person chooses.
    private let hasActions: Bool
    private let waiting = Mutex<(requests: [Request], isRunning: Bool)>(([], false))
    /// Wakes the thread.
    private let (wake, waker): (Int32, Int32)

    /// - Parameters:
    ///   - hasActions: whether notices have actions to choose.
    ///   - report: called on the server's thread, in the order of what happens.
    init(hasActions: Bool, report: @escaping @Sendable (Event) -> Void) {
        (self.hasActions, self.report) = (hasActions, report)
        let ends = PipeEnds(blocks: false)
        (wake, waker) = (ends?.reading ?? -1, ends?.writing ?? -1)
    }

    /// Shows a notice.
    ///
    /// - Parameter replaced: the number of the one whose place it takes; 0 for none.
    func show(_ notice: ReminderNotice, replaced: UInt32) async -> Outcome {
        guard wake >= 0, csystemd_load() == nil else { return .refused }
        return await withCheckedContinuation { request(.show(notice, replaced: replaced, $0)) }
    }

    /// Takes a notice away.
    func withdraw(_ number: UInt32) { request(.withdraw(number)) }

    private func request(_ request: Request) {
        let isRunning = waiting.withLock { waiting in
            defer { waiting.isRunning = true }
            waiting.requests.append(request)
            return waiting.isRunning
        }
        var byte: UInt8 = 0
        _ = write(waker, &byte, 1)
        if !isRunning { OwnThread.start { [self] in run() } }
    }

    private func run() {
        let link = DesktopLink(hasActions: hasActions, report: report)
        while true {
            var bytes: (UInt64, UInt64) = (0, 0)
            while read(wake, &bytes, 16) == 16 {}
            let requests = waiting.withLock { waiting in
                defer { waiting.requests = [] }
                return waiting.requests
            }
            for request in requests {
                switch request {
                case .show(let notice, let replaced, let continuation):
                    continuation.resume(returning: link.show(notice, replaced: replaced))
                case .withdraw(let number): link.withdraw(number)
                }
            }
            link.process()
            var states = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)] + link.polled
            poll(&states, nfds_t(states.count), -1)
        }
    }
}
