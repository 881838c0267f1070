import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import TestServers

@testable import AgendaSync

/// Stands between a client and a server, and does to their requests and answers on the wire what is chosen.
final class FaultProxy: Sendable {
    private let front: LoopbackServer
    private let back: Back

    /// Where the client finds it.
    var url: URL { front.url() }
    var requests: [LoopbackServer.Received] { front.received }
    /// What came to another host, to which redirects lead. Nobody must ask it anything.
    var astray: [LoopbackServer.Received] { back.elsewhere.received }
    /// What has happened, and how often.
    var done: [WireFault: Int] { back.done.withLock { $0 } }
    var count: Int { done.values.reduce(0, +) }

    /// - Parameters:
    ///   - server: Connects to the server, or is one.
    ///   - address: The server's.
    ///   - restart: Kills the server in the middle of what it does, and starts it again.
    ///   - choose: What happens to a request.
    init(
        to server: any HTTPExchange, at address: URL, restart: (@Sendable () -> Void)? = nil,
        choose: @escaping @Sendable (LoopbackServer.Received) -> WireFault?
    ) throws {
        let back = Back(
            server: server, address: address, restart: restart,
            elsewhere: try LoopbackServer { _ in .ok("elsewhere") })
        self.back = back
        front = try LoopbackServer { request in
            back.answer(to: request, request.target.hasSuffix("?moved") ? nil : choose(request))
        }
    }

    /// Waits until a server that was killed is there again: who asked it may have given up before.
    func settle() async { await back.settle() }
}

/// The proxy's side of the server.
private final class Back: Sendable {
    let elsewhere: LoopbackServer
    let done = Mutex<[WireFault: Int]>([:])
    private let number = Mutex(0)
    private let restarts = DispatchQueue(label: "restarts")
    private let executor = QueueExecutor()
    private let server: any HTTPExchange
    private let address: URL
    private let restart: (@Sendable () -> Void)?

    init(
        server: any HTTPExchange, address: URL, restart: (@Sendable () -> Void)?,
        elsewhere: LoopbackServer
    ) {
        (self.server, self.address, self.restart) = (server, address, restart)
        self.elsewhere = elsewhere
    }

    func answer(to request: LoopbackServer.Received, _ fault: WireFault?) -> LoopbackServer.Answer {
        let number = number.withLock { number in
            number += 1
            return number
        }
        let other = elsewhere.url("/moved").absoluteString
        if let answer = fault?.instead(of: request, number: number, elsewhere: other) {
            return note(fault, answer)
        }
        if fault == .deliveredTwice { _ = ask(request) }
        if fault == .serverKilled { return note(fault, kill(in: request, number)) }
        // Nobody answers: the connection ends.
        guard let answer = ask(request) else { return .init(bytes: [], closes: true) }
        if fault == .deliveredTwice { return note(fault, WireFault.answer(answer)) }
        guard let spoiled = fault?.spoiled(answer, to: request) else {
            return WireFault.answer(answer)
        }
        return note(fault, spoiled)
    }

    func settle() async {
        await withCheckedContinuation { waiting in restarts.async { waiting.resume() } }
    }

    private func note(
        _ fault: WireFault?, _ answer: LoopbackServer.Answer
    ) -> LoopbackServer.Answer {
        if let fault { done.withLock { $0[fault, default: 0] += 1 } }
        return answer
    }

    /// Kills the server at a moment of the request.
    private func kill(in request: LoopbackServer.Received, _ number: Int) -> LoopbackServer.Answer {
        restarts.sync {
            let ending = Ending()
            DispatchQueue(label: "asked").async { [self] in
                _ = send(request)
                ending.signal()
            }
            usleep(UInt32(number * 7_919 % 30_000))
            restart?()
            ending.wait()
        }
        return .init(bytes: [], closes: true)
    }

    /// The server's answer; nil where none comes. Waits for a server that starts.
    private func ask(_ request: LoopbackServer.Received) -> HTTPResponse? {
        restarts.sync {}
        return send(request)
    }

    private func send(_ request: LoopbackServer.Received) -> HTTPResponse? {
        let target = request.target.replacing("?moved", with: "")
        guard let url = URL(string: target, relativeTo: address)?.absoluteURL else { return nil }
        var asked = HTTPRequest(request.method, url, body: request.body)
        let own = ["content-length", "connection", "accept-encoding", "expect", "user-agent"]
        for line in request.header.split(separator: "\r\n") {
            let name = line.prefix { $0 != ":" }
            if own.contains(name.lowercased()) { continue }
            asked.fields.add(String(name), String(line.dropFirst(name.count + 1)).trimmed)
        }
        let (ending, answer) = (Ending(), Answer())
        Task(executorPreference: executor) { [server, asked] in
            let response = try? await server.send(asked, as: nil)
            answer.response.withLock { $0 = response }
            ending.signal()
        }
        ending.wait()
        return answer.response.withLock { $0 }
    }

    private final class Answer: Sendable {
        let response = Mutex<HTTPResponse?>(nil)
    }
}

/// Runs tasks beside Swift's threads: tests that wait may hold all of those for longer than the 30 seconds after which a client
/// gives up a server that says nothing.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "asking")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Blocks a thread that is none of Swift's.
private final class Ending: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func signal() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
