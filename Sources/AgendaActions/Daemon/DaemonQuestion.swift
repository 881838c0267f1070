package import AgendaKit
import Glibc

/// Asks the daemon of a database what changed, so that a command need not look at each file itself.
///
/// The daemon reads what the kernel has noted only after it has got the question, which is sent after the command began.
/// So whatever another program had written before is in the answer, or in the store.
package final class DaemonQuestion {
    private let descriptor: Int32
    private let viewpoint: Viewpoint
    private let end: ContinuousClock.Instant

    /// The time that all of it may take: a daemon may be stopped, or busy.
    package static let patience = Duration.milliseconds(50)

    /// Asks; nil if there is nobody to ask.
    package init?(_ socket: RuntimeSocket?) {
        let end = ContinuousClock.now + Self.patience
        guard let socket, let viewpoint = Viewpoint.own else { return nil }
        let descriptor = RuntimeSocket.make(waits: false)
        guard descriptor >= 0 else { return nil }
        // A socket without a process refuses; where too many wait already, there is no place.
        guard socket.withAddress({ connect(descriptor, $0, $1) }) == 0,
            RuntimeSocket.isOwn(descriptor), RuntimeSocket.send(DaemonAnswer.question, descriptor)
        else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.viewpoint, self.end) = (descriptor, viewpoint, end)
    }

    deinit { close(descriptor) }

    /// Waits for the answer; nil if none comes in time, or from one who does not see the same files.
    package func answer() -> Freshness? {
        let left = ContinuousClock.now.duration(to: end)
        let milliseconds = left.components.attoseconds / 1_000_000_000_000_000
        guard left > .zero,
            let text = RuntimeSocket.receive(descriptor, milliseconds: Int32(milliseconds)),
            let answer = DaemonAnswer(text), answer.viewpoint == viewpoint
        else { return nil }
        return answer.freshness
    }
}
