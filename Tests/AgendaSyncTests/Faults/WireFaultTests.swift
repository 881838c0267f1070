import Synchronization
import TestServers
import Testing

@testable import AgendaSync

@Suite("A fault on the wire, at each request that it can happen to")
struct WireFaultTests {
    @Test("loses nothing, asks nobody else, and ends as it must", arguments: WireFault.allCases)
    func fault(_ fault: WireFault) async throws {
        for question in WireFault.Question.allCases where fault.happens(to: question) {
            let scene = try await Scene()
            guard let report = try await scene.disturb(fault, at: question) else { continue }
            #expect(scene.astray.isEmpty, "\(question): \(scene.astray)")
            #expect(report.held == 0 && report.conflicts == 0, "\(question): \(report)")
            // No storm: the last request is the one that failed, or few come after it.
            #expect(scene.questions.count < 30, "\(question): \(scene.questions)")
            if let ending = fault.ending(at: question) {
                #expect(WireFault.Ending(report) == ending, "\(question): \(report)")
                if ending != .goesOn, fault != .redirectedInACircle {
                    #expect(scene.questions.last == question, "\(scene.questions)")
                }
            }
            let faults = try await scene.faultsAtTheEnd()
            #expect(faults.isEmpty, "\(question): \(faults.joined(separator: "\n"))")
        }
    }
}

extension WireFault {
    /// How a synchronisation ends.
    enum Ending {
        case goesOn, stops, wantsCredentials

        init(_ report: SyncReport) {
            switch report.stop {
            case nil: self = .goesOn
            case .unauthorized: self = .wantsCredentials
            default: self = .stops
            }
        }
    }

    /// How the synchronisation must end to which this happens; nil where it depends on the connection's state: libcurl sends
    /// a request again that a reused one never answers.
    func ending(at question: Question) -> Ending? {
        switch self {
        case .unauthorized: .wantsCredentials
        case .tooManyRequests, .unavailable, .unavailableForSeconds, .unavailableUntilDate,
            .unavailableUntilPast, .unavailableForNonsense, .unavailableForever,
            .unavailableForLessThanNothing, .badGateway, .loginPage, .headerThatNeverEnds,
            .headerTooLarge, .redirectedElsewhere, .redirectedInACircle,
            .redirectedToAnotherMethod, .redirectedToNonsense, .documentType, .entities,
            .unknownEntity, .cutInsideAnElement, .cutBetweenResponses, .cutBeforeTheLastChunk,
            .cutOff, .emptyAnswer, .bodyThatNeverEnds, .answerLost:
            .stops
        case .gzipBomb, .brokenGzip, .tooLarge, .tooLargeUnannounced:
            question.isList ? .stops : nil
        case .droppedBeforeSending, .answerLostAndSentAgain, .notModifiedWithBody: nil
        case .broken: question == .state || question == .listing ? .stops : .goesOn
        case .hrefsOfAnotherHost: question == .listing ? .stops : .goesOn
        default: .goesOn
        }
    }
}

/// Two devices that share a calendar of some events: two of them are changed by one device, two by another client, one by
/// nobody, and each makes one more.
private final class Scene {
    let server = MemoryServer(.radicale)
    let clock = TestClock()
    let devices = [MemoryReplica(), MemoryReplica()]
    private var proxy: FaultProxy

    init() async throws {
        for number in 1...5 { server["e\(number).ics"] = event("e\(number)", "old") }
        proxy = try FaultProxy(to: server, at: MemoryServer.base) { _ in nil }
        for device in devices { #expect(await sync(device).fetched == 5) }
        devices[0]["e1.ics"] = event("e1", "changed here")
        devices[0]["e2.ics"] = nil
        devices[0]["new.ics"] = event("new", "made here")
        server["e3.ics"] = event("e3", "changed there")
        server["e4.ics"] = nil
        server["other.ics"] = event("other", "made there")
    }

    var questions: [WireFault.Question] { proxy.requests.map { WireFault.Question($0) } }
    var astray: [LoopbackServer.Received] { proxy.astray }

    private func sync(_ device: MemoryReplica, patience: Int? = nil) async -> SyncReport {
        await FaultyDevice.sync(
            device, with: proxy.url, Device.collection, clock, patience: patience)
    }

    /// Synchronises while the fault happens to the first such request; nil where none is made.
    func disturb(_ fault: WireFault, at question: WireFault.Question) async throws -> SyncReport? {
        if question == .listing || question == .state { clock.advance(90_000) }
        let left = Left(
            isForever: fault == .redirectedInACircle || fault == .tokenBreaksServer)
        proxy = try FaultProxy(to: server, at: MemoryServer.base) { request in
            WireFault.Question(request) == question && left.take() ? fault : nil
        }
        let report = await sync(devices[0], patience: fault.isSlow ? 1 : nil)
        return proxy.count > 0 ? report : nil
    }

    /// What is wrong after synchronisations that nothing disturbs.
    func faultsAtTheEnd() async throws -> [String] {
        proxy = try FaultProxy(to: server, at: MemoryServer.base) { _ in nil }
        clock.advance(90_000)
        for device in [devices[0], devices[1], devices[0]] {
            if let stop = await sync(device).stop { return ["stopped: \(stop)"] }
        }
        var faults: [String] = []
        let wanted = [
            event("e1", "changed here"), event("e3", "changed there"), event("e5", "old"),
            event("new", "made here"), event("other", "made there"),
        ]
        if meaning(server.texts) != meaning(wanted) { faults.append("there: \(server.texts)") }
        for device in devices {
            let state = device.known
            if device.texts.sorted() != server.texts.sorted() {
                faults.append("here: \(device.texts)\nthere: \(server.texts)")
            }
            if !state.conflicts.isEmpty || !state.operations.isEmpty || !state.setApart.isEmpty
                || !state.holds.isEmpty
            {
                faults.append("left: \(state)")
            }
        }
        return faults
    }

    /// The texts, whatever the order of their lines.
    private func meaning(_ texts: [String]) -> [[Substring]] {
        texts.map { $0.split(separator: "\r\n").sorted() }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }
}

/// Whether a fault is still to come.
final class Left: Sendable {
    private let isLeft = Mutex(true)
    private let isForever: Bool

    init(isForever: Bool) { self.isForever = isForever }

    func take() -> Bool {
        isLeft.withLock { isLeft in
            defer { isLeft = isForever }
            return isLeft
        }
    }
}
