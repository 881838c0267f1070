internal import Glibc

/// Tells whether something was mounted or unmounted since it was asked last (proc_pid_mountinfo(5)).
struct MountChanges: ~Copyable {
    private let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Always true where the system does not tell.
    func haveChanged() -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        // poll(2) passes over negative descriptors.
        return descriptor < 0 || poll(&state, 1, 0) != 0
    }
}
