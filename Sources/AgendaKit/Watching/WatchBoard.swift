internal import CalendarFiles
internal import Glibc
internal import Synchronization

/// Where watchers leave word for the thread that watches for them, and wake it.
final class WatchBoard: Sendable {
    private let waiting = Mutex<[WatchChannel]>([])
    /// Becomes readable when somebody waits; `-1` if the process has no descriptor left: the thread then looks every two seconds.
    let wake: Int32
    private let waker: Int32

    init() {
        let ends = PipeEnds(blocks: false)
        (wake, waker) = (ends?.reading ?? -1, ends?.writing ?? -1)
    }

    deinit { for end in [wake, waker] where end >= 0 { close(end) } }

    /// Wakes the thread, which looks at what the channel wants; so does a full pipe.
    func rouse(for channel: WatchChannel) {
        waiting.withLock { $0.append(channel) }
        var byte: UInt8 = 0
        _ = write(waker, &byte, 1)
    }

    /// The channels that want something since the last call; one may be there twice.
    func take() -> [WatchChannel] {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(wake, &bytes, 16) == 16 {}
        return waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
