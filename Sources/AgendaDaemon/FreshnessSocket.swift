import AgendaActions
import AgendaKit
import CalendarMerge
import Glibc
import Synchronization

/// Answers commands that ask whether the store is up to date (``DaemonQuestion``).
final class FreshnessSocket: Sendable {
    private let socket: RuntimeSocket
    private let listener: Int32
    private let keeper: StoreKeeper
    private let viewpoint: Viewpoint
    /// How many wait for an answer.
    private let waiting = Mutex(0)

    /// More need not wait: by then, all of them look for themselves.
    private static let maximalWaiting = 16
    /// How long a question may take to arrive, in milliseconds: it is sent at once.
    private static let patience: Int32 = 20

    /// Opens it; nil where the user has no runtime folder, or no socket can be made in it.
    ///
    /// - Parameter database: one whose ``DaemonLock`` this process has, so that a socket that is there is nobody's.
    init?(database: String, keeper: StoreKeeper) {
        guard let socket = RuntimeSocket(database: database), let viewpoint = Viewpoint.own,
            Self.makeFolder(socket.folder)
        else { return nil }
        (self.socket, self.keeper, self.viewpoint) = (socket, keeper, viewpoint)
        listener = RuntimeSocket.make(waits: true)
        guard listener >= 0 else { return nil }
        unlink(socket.path)
        guard socket.withAddress({ bind(listener, $0, $1) }) == 0,
            listen(listener, Int32(Self.maximalWaiting)) == 0
        else {
            Glibc.close(listener)
            return nil
        }
        OwnThread.start { [self] in
            while serve() {}
            Glibc.close(listener)
        }
    }

    /// Closes it; who waits for an answer may still get it.
    func close() {
        unlink(socket.path)
        // Ends accept(2).
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Takes one question; false at the end.
    private func serve() -> Bool {
        let reader = accept(listener, nil, nil)
        guard reader >= 0 else {
            switch errno {
            case EINTR, ECONNABORTED: return true
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                usleep(100_000)
                return true
            default: return false
            }
        }
        _ = fcntl(reader, F_SETFD, FD_CLOEXEC)
        guard RuntimeSocket.isOwn(reader),
            RuntimeSocket.receive(reader, milliseconds: Self.patience) == DaemonAnswer.question,
            begin()
        else {
            Glibc.close(reader)
            return true
        }
        Task {
            if let freshness = await keeper.freshness() {
                let answer = DaemonAnswer(viewpoint: viewpoint, freshness: freshness)
                RuntimeSocket.send(answer.text, reader)
            }
            // Without an answer, the end of the connection says that there is none.
            Glibc.close(reader)
            waiting.withLock { $0 -= 1 }
        }
        return true
    }

    private func begin() -> Bool {
        waiting.withLock {
            guard $0 < Self.maximalWaiting else { return false }
            $0 += 1
            return true
        }
    }

    /// Makes a folder that only this user can enter; false if there is another one.
    private static func makeFolder(_ path: String) -> Bool {
        mkdir(path, 0o700)
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }
}
