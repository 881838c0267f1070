internal import CalendarFiles
internal import CalendarMerge
internal import Glibc

/// Calls at a time of the machine's clock, also right after a suspend, and at once when the clock is set
/// (timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`). Until then it costs nothing: nobody polls.
package final class WakeTimer: Sendable {
    private let descriptor: Int32
    /// Whether the timer is no longer wanted, for its thread.
    private let isOver = CancellationFlag()

    // From sys/timerfd.h, which Swift's Glibc module lacks.
    private typealias Create = @convention(c) (Int32, Int32) -> Int32
    private typealias Set =
        @convention(c) (
            Int32, Int32, UnsafePointer<itimerspec>, UnsafeMutablePointer<itimerspec>?
        ) -> Int32
    private static let (absolute, cancelOnSet): (Int32, Int32) = (1, 2)
    private static let create = dlsym(nil, "timerfd_create").map {
        unsafeBitCast($0, to: Create.self)
    }
    private static let settime = dlsym(nil, "timerfd_settime").map {
        unsafeBitCast($0, to: Set.self)
    }

    /// The time at which it is set when there is nothing to wait for: the kernel tells of a clock that is set only while
    /// a timer runs. A hundred years from 1970.
    private static let never = 3_155_760_000.0

    /// - Parameter fire: called on a thread of its own when the time has come, or the clock was set.
    package init(_ fire: @escaping @Sendable () -> Void) {
        let descriptor = Self.create?(CLOCK_REALTIME, O_CLOEXEC) ?? -1
        self.descriptor = descriptor
        guard descriptor >= 0 else { return }
        OwnThread.start { [isOver] in
            var count: UInt64 = 0
            while true {
                // ECANCELED: the clock was set.
                let size = read(descriptor, &count, MemoryLayout<UInt64>.size)
                guard size > 0 || errno == ECANCELED || errno == EINTR,
                    !isOver.isSet
                else { break }
                fire()
            }
            close(descriptor)
        }
    }

    deinit {
        isOver.set()
        // The thread waits for the timer, and ends.
        _ = set(0)
    }

    /// Sets the time.
    ///
    /// - Parameter time: seconds since 1970; nil to wake only when the clock is set.
    /// - Returns: false if the system has no such timer.
    package func set(_ time: Double?) -> Bool {
        guard descriptor >= 0, let settime = Self.settime else { return false }
        // A time of 0 would stop it; one in the past fires at once.
        let time = min(max(time ?? Self.never, 1), Self.never)
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(time.rounded(.down))
        setting.it_value.tv_nsec = Int((time - time.rounded(.down)) * 1e9)
        if settime(descriptor, Self.absolute | Self.cancelOnSet, &setting, nil) == 0 { return true }
        // The clock was set meanwhile, so that the time may be another one: fires at once.
        guard errno == ECANCELED else { return false }
        (setting.it_value.tv_sec, setting.it_value.tv_nsec) = (1, 0)
        return settime(descriptor, Self.absolute, &setting, nil) == 0
    }
}
