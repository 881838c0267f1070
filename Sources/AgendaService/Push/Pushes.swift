internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import FoundationEssentials
internal import ICalendar
internal import Synchronization

/// Tells devices that something has changed (WebDAV-Push over Web Push), as they have asked to be told.
///
/// It reads the log of changes as the page's streams do, compares what each device was last told with what there is, and sends
/// what is different. Nobody waits for it: answers do not, and each push has a task of its own.
actor Pushes {
    /// What a device sees of calendars, by their slugs; what cannot be read for now is left out. Nil where nothing can.
    typealias States = @Sendable (Device, Set<String>) -> [String: PushState]?

    nonisolated let table: PushTable
    /// Whether devices may name services in private networks and on this machine.
    nonisolated let allowsPrivate: Bool
    private let log: @Sendable (String) -> Void
    /// The private services of which the log says that they are told nothing.
    private nonisolated let said = Mutex<Set<String>>([])
    private let devices: Devices
    private let clock: any AgendaClock
    private let states: States
    private let client: HTTPClient
    private let exchange: @Sendable () -> any HTTPExchange

    /// Subscriptions whose devices change something at the moment, and how often.
    private var held: [String: Int] = [:]
    private var sending: Set<String> = []
    /// Until when a subscription is told nothing.
    private var pauses: [String: ContinuousClock.Instant] = [:]
    private var signal: AsyncStream<Void>.Continuation?
    private var wake: Task<Void, Never>?

    /// Between two pushes to one subscription: of many changes a device learns once.
    private static let pause = Duration.seconds(2)
    /// Seconds for which a push service keeps what it cannot deliver: by then devices have asked by themselves.
    private static let lifetime = 86_400
    /// Seconds after which a push is tried again that did not arrive; doubled each time.
    private static let retry = (first: 30, most: 7_200)

    /// - Parameter exchange: makes what connects; nil for libcurl.
    init(
        _ devices: Devices, clock: any AgendaClock, allowsPrivate: Bool,
        log: @escaping @Sendable (String) -> Void = { _ in },
        exchange: (@Sendable () -> any HTTPExchange)? = nil, states: @escaping States
    ) {
        (self.devices, self.clock, self.states, self.log) = (devices, clock, states, log)
        (table, self.allowsPrivate) = (PushTable(devices.database), allowsPrivate)
        client = HTTPClient { clock.now }
        var configuration = CurlExchange.Configuration(agent: OnlineAccess.agent)
        configuration.addresses = allowsPrivate ? .any : .publicOnly
        // One each: a service that does not answer delays nobody but its own devices.
        self.exchange = exchange ?? { [configuration] in CurlExchange(configuration) }
    }

    /// What devices are told of pushes; nil where there are none, because libcrypto cannot be loaded or nothing can be kept.
    nonisolated var keys: PushKeys? { PushCrypto.isUsable ? try? table.keys() : nil }

    /// Tells devices what changes until the task is cancelled.
    func follow(_ log: ChangeLog) async {
        let (signals, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.signal = signal
        await withDiscardingTaskGroup { group in
            group.addTask {
                var (revision, generation) = (Int64(-1), await log.generation)
                while let news = await log.next(
                    after: revision, generation: generation, isReader: false)
                {
                    switch news {
                    case .changes(_, _, let new), .reset(let new):
                        (revision, generation) = (new, await log.generation)
                        signal.yield()
                    case .nothing: break
                    }
                }
            }
            for await _ in signals {
                for push in due() { group.addTask { await self.send(push) } }
            }
            group.cancelAll()
        }
        wake?.cancel()
    }

    /// Whether a device has asked to be told.
    var tellsAnybody: Bool { !present().subscriptions.isEmpty }

    /// Looks at once at what no revision of the store tells.
    func look() { signal?.yield() }

    // MARK: Devices that change something

    /// Tells some subscriptions nothing until they are released: their device knows what it changes.
    ///
    /// - Parameter ids: which; nil for all.
    /// - Returns: those that there are.
    func hold(_ ids: Set<String>?) -> [PushSubscription] {
        let found = present().subscriptions.filter { ids?.contains($0.id) ?? true }
        for one in found { held[one.id, default: 0] += 1 }
        return found
    }

    /// Tells them again, but not what they know.
    ///
    /// - Parameter known: what is known to them by now.
    func release(_ subscriptions: [PushSubscription], known: [String: PushState]) {
        for one in subscriptions {
            held[one.id, default: 1] -= 1
            if held[one.id] == 0 { held[one.id] = nil }
            if let state = known[one.id] { try? table.note(told: state, one.id) }
        }
        signal?.yield()
    }

    // MARK: Sending

    private struct Push: Sendable {
        let subscription: PushSubscription
        let message: PushMessage
        let state: PushState
        let keys: PushKeys
    }

    private func present() -> (devices: [Int64: Device], subscriptions: [PushSubscription]) {
        do throws(RoomDatabaseError) {
            let all = try devices.all(at: clock.now)
            let known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
            return (known, try table.all(of: Set(known.keys), at: clock.now))
        } catch {
            // The next change asks again.
            return ([:], [])
        }
    }

    /// What is to be sent now; what has to wait wakes this again.
    private func due() -> [Push] {
        let (devices, subscriptions) = present()
        guard !subscriptions.isEmpty, let keys else { return [] }
        let now = ContinuousClock.now
        pauses = pauses.filter { $0.value > now }
        var (pushes, next): ([Push], ContinuousClock.Instant?) = ([], nil)
        for (number, own) in Dictionary(grouping: subscriptions, by: \.device) {
            guard let device = devices[number], let states = states(device, Set(own.map(\.slug)))
            else { continue }
            for one in own where held[one.id] == nil && !sending.contains(one.id) {
                guard let state = states[one.slug],
                    let message = one.message(of: state, topic: keys.topic(one.slug))
                else { continue }
                if let pause = pauses[one.id] {
                    next = min(next ?? pause, pause)
                } else {
                    sending.insert(one.id)
                    pushes.append(
                        Push(
                            subscription: one, message: message, state: state, keys: keys))
                }
            }
        }
        wake?.cancel()
        wake = next.map { next in
            Task { [signal] in
                try? await Task.sleep(until: next, clock: .continuous)
                if !Task.isCancelled { signal?.yield() }
            }
        }
        return pushes
    }

    private enum Outcome {
        case arrived, gone
        /// With the seconds that the service wants to be left alone.
        case failed(Int?)
        /// The service is in a private network.
        case refused
    }

    /// Says once that a push service is in a private network, and what its owner can do.
    nonisolated func say(private host: String) {
        guard said.withLock({ $0.insert(host).inserted }) else { return }
        log(
            "devices want to be told of changes by \(host), which has a private address: "
                + "if it is yours, start the service with --push-private")
    }

    private func send(_ push: Push) async {
        let (begin, id) = (ContinuousClock.now, push.subscription.id)
        let outcome = await deliver(push)
        sending.remove(id)
        // What cannot be noted is told once more.
        switch outcome {
        case .arrived:
            try? table.note(told: push.state, id)
            pauses[id] = begin + Self.pause
        case .gone: _ = try? table.remove(id)
        // The service ends.
        case .failed where Task.isCancelled: break
        case .failed, .refused:
            // Who asked to be left alone has not failed.
            var (seconds, isPrivate): (Int?, Bool) = (nil, false)
            if case .failed(let wanted) = outcome { seconds = wanted } else { isPrivate = true }
            if isPrivate { say(private: push.subscription.host) }
            if seconds == nil { try? table.noteFailure(id, at: clock.now, isPrivate: isPrivate) }
            let usual = min(Self.retry.first << min(push.subscription.failures, 8), Self.retry.most)
            pauses[id] = .now + .seconds(seconds ?? usual)
        }
        if !Task.isCancelled { signal?.yield() }
    }

    /// RFC 8030 section 5.
    private func deliver(_ push: Push) async -> Outcome {
        let (subscription, keys) = (push.subscription, push.keys)
        guard let address = PushAddress(subscription.address, allowsPrivate: allowsPrivate)
        else {
            return .failed(nil)
        }
        do {
            var request = HTTPRequest("POST", address.url, limits: HTTPLimits(bodySize: 4_096))
            (request.limits.connecting, request.limits.deadline) = (10, 30)
            request.body = try push.message.encrypted(for: subscription.key, subscription.secret)
            request.fields = [
                "Authorization": try keys.authorization(
                    for: address.url, contact: subscription.contact, at: clock.now),
                "Content-Type": PushMessage.contentType, "Content-Encoding": "aes128gcm",
                "TTL": "\(Self.lifetime)", "Urgency": "normal",
                // A later push takes the place of one that waits, unless that says more. Each subscription has its own name: the
                // service need not learn which devices share a calendar.
                "Topic": keys.topic(
                    subscription.id + (push.message.hasProperties ? " properties" : "")),
            ]
            let answer = try await client.send(request, through: exchange())
            switch answer.status {
            case 200..<300: return .arrived
            case 404, 410: return .gone
            default: return .failed(nil)
            }
        } catch let error as HTTPError {
            switch error.reason {
            case .mustWait(let seconds): return .failed(seconds)
            case .addressRefused: return .refused
            default: return .failed(nil)
            }
        } catch {
            return .failed(nil)
        }
    }
}
