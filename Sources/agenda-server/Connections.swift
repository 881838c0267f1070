import AgendaActions
import NIOCore
import Synchronization

/// The connections that are open, and how many there may be.
final class Connections: Sendable {
    private struct Contents {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var peers: [String: Int] = [:]
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let contents = Mutex(Contents())
    /// All together.
    private let most: Int
    /// Over addresses: the owner's Unix socket always has some left.
    private let mostOfNetwork: Int
    private static let limit = 2_048
    /// Descriptors for everything else: the store and its readers, watched files, what commands print, and connections
    /// that are being refused.
    private static let reserve = 128
    /// With fewer, a page or two would be all.
    private static let least = 16
    /// Of one address; a Unix socket has none, and its owner alone comes over it.
    private static let mostOfPeer = 64

    /// - Parameter descriptors: how many this process may have open.
    /// - Throws: if too few are left for connections.
    init(descriptors: Int) throws {
        most = min(Self.limit, descriptors - Self.reserve)
        mostOfNetwork = most - most / 8
        guard most >= Self.least else {
            throw CommandFailure.failure(
                "a limit of \(descriptors) open files is too low: raise it with 'ulimit -n \(Self.reserve + Self.least)' or more"
            )
        }
        guard most < Self.limit else { return }
        AgendaServer.complain(
            "agenda: takes at most \(most) connections at once: the limit of open files is \(descriptors)"
        )
    }

    /// Takes a new connection; false if there are too many.
    func take(_ channel: any Channel) -> Bool {
        let peer = channel.remoteAddress?.ipAddress
        let id = ObjectIdentifier(channel)
        let isTaken = contents.withLock { contents in
            guard contents.channels.count < most else { return false }
            if let peer {
                guard contents.channels.count < mostOfNetwork else { return false }
                guard contents.peers[peer, default: 0] < Self.mostOfPeer else { return false }
                contents.peers[peer, default: 0] += 1
            }
            contents.channels[id] = channel
            return true
        }
        if isTaken { channel.closeFuture.whenComplete { _ in self.drop(id, peer) } }
        return isTaken
    }

    private func drop(_ id: ObjectIdentifier, _ peer: String?) {
        let waiting = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
            contents.channels[id] = nil
            if let peer, let count = contents.peers[peer] {
                contents.peers[peer] = count > 1 ? count - 1 : nil
            }
            guard contents.channels.isEmpty else { return [] }
            defer { contents.waiting = [] }
            return contents.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Ends those that wait for a request, the others after their answer, and all after some time.
    func end(within time: Duration) async {
        for channel in all {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        let deadline = Task {
            try await Task.sleep(for: time)
            for channel in all { channel.close(promise: nil) }
        }
        await withCheckedContinuation { continuation in
            let isEmpty = contents.withLock { contents in
                if !contents.channels.isEmpty { contents.waiting.append(continuation) }
                return contents.channels.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
        deadline.cancel()
    }

    private var all: [any Channel] { contents.withLock { Array($0.channels.values) } }
}
