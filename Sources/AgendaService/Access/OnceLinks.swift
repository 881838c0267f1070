internal import AgendaKit
internal import Synchronization

/// Links that let one browser in, once, within a minute.
final class OnceLinks: Sendable {
    private let open = Mutex<[String: ContinuousClock.Instant]>([:])

    private static let lifetime = Duration.seconds(60)

    /// A new code.
    ///
    /// - Parameter mark: what it begins with.
    func make(mark: String = "", now: ContinuousClock.Instant = .now) -> String {
        let code = mark + SecretToken.random()
        open.withLock { $0[code] = now + Self.lifetime }
        return code
    }

    /// Whether a code is good; it is not a second time.
    func take(_ code: String, now: ContinuousClock.Instant = .now) -> Bool {
        open.withLock { open in
            let end = open.removeValue(forKey: code)
            open = open.filter { $0.value > now }
            return end.map { $0 > now } ?? false
        }
    }
}
