internal import Glibc

/// Tells whether something was mounted or unmounted since it was asked last (proc_pid_mountinfo(5)).
struct MountChanges: ~Copyable {
    private let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether the system tells.
    var areTold: Bool { descriptor >= 0 }

    /// What poll(2) waits for; it passes over negative descriptors. Each change is told once.
    var polled: pollfd { pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0) }

    /// Always true where the system does not tell.
    func haveChanged() -> Bool {
        var state = polled
        return descriptor < 0 || poll(&state, 1, 0) != 0
    }
}
