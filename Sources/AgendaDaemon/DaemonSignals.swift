import CalendarFiles
import CalendarMerge
import Glibc

/// Tells a daemon what the system wants of it: signals, and that the network is another one.
enum DaemonSignals {
    /// Written to by signal handlers, which may do little else (signal-safety(7)).
    private static let pipe = PipeEnds()

    /// Calls `body` for each SIGTERM, SIGINT and SIGHUP.
    static func follow(_ body: @escaping @Sendable (Int32) -> Void) {
        let reader = pipe?.reading ?? -1
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in [SIGTERM, SIGINT, SIGHUP] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(DaemonSignals.pipe?.writing ?? -1, &byte, 1)
            }
            sigaddset(&wanted, number)
        }
        // The parent process may have blocked them.
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
        OwnThread.start {
            var byte: UInt8 = 0
            while true {
                let count = read(reader, &byte, 1)
                if count == 1 { body(Int32(byte)) } else if errno != EINTR { return }
            }
        }
    }

    /// Seconds until addresses and routes have settled.
    private static let settling: UInt32 = 3

    /// Calls `body` some seconds after addresses or routes have changed (rtnetlink(7)). Where the system does not tell, it
    /// is never called, and waits end by themselves.
    static func followNetwork(_ body: @escaping @Sendable () -> Void) {
        let descriptor = socket(16, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        // struct sockaddr_nl with RTMGRP_IPV4_IFADDR, IPV4_ROUTE, IPV6_IFADDR and IPV6_ROUTE, which Glibc does not import.
        let address: [UInt16] = [16, 0, 0, 0, 0x10 | 0x40 | 0x100 | 0x400, 0]
        let isBound = address.withUnsafeBytes { bytes in
            bind(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        guard isBound == 0 else {
            close(descriptor)
            return
        }
        OwnThread.start {
            var bytes = [UInt8](repeating: 0, count: 8_192)
            while true {
                let count = recv(descriptor, &bytes, bytes.count, 0)
                // ENOBUFS: more happened than there was room for.
                guard count >= 0 || errno == EINTR || errno == ENOBUFS else { return }
                sleep(settling)
                while recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
                body()
            }
        }
    }
}
