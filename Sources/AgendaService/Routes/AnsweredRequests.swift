internal import Synchronization

/// What was answered to requests with an `Idempotency-Key`: a repetition, after a connection that broke, does nothing a
/// second time and has the same answer.
final class AnsweredRequests: Sendable {
    private struct Entry {
        let request: String
        let task: Task<ServiceResponse, any Error>
        let time: ContinuousClock.Instant
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// How long a repetition is known.
    private static let lifetime = Duration.seconds(86_400)
    private static let limit = 10_000

    /// Lets a route answer, once for each key.
    func answer(_ call: Call, by route: Route) async throws -> ServiceResponse {
        guard route.method != "GET", let key = call.request.fields["Idempotency-Key"] else {
            return try await route.answer(call)
        }
        guard (1...255).contains(key.utf8.count) else {
            throw Problem(
                400, "bad-key", "'Idempotency-Key' is empty or longer than 255 characters",
                remedy: "give a random UUID")
        }
        let now = ContinuousClock.now
        let request =
            "\(call.request.method) \(call.request.target) \(Call.hash(String(decoding: call.request.body, as: UTF8.self)))"
        let entry = entries.withLock { entries in
            if let known = entries[key], now - known.time < Self.lifetime { return known }
            if entries.count >= Self.limit {
                entries = entries.filter { now - $0.value.time < Self.lifetime }
                if entries.count >= Self.limit,
                    let oldest = entries.min(by: { $0.value.time < $1.value.time })
                {
                    entries[oldest.key] = nil
                }
            }
            // Not cancelled with the connection: it is done or it is not, and the repetition learns which.
            let new = Entry(
                request: request, task: Task { try await route.answer(call) }, time: now)
            entries[key] = new
            return new
        }
        guard entry.request == request else {
            throw Problem(
                422, "key-reused", "'Idempotency-Key' was used for another request",
                remedy: "give each request a key of its own")
        }
        return try await entry.task.value
    }
}
