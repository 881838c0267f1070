internal import Synchronization

/// What was answered to requests with an `Idempotency-Key`: a repetition, after a connection that broke, does nothing a
/// second time and has the same answer. What was changed is found by its key in the journal, also after a restart; what
/// was refused has changed nothing, and may be tried again.
///
/// Changes take turns (``Turns``), so a repetition comes here when the first request has its answer.
final class AnsweredRequests: Sendable {
    private struct Entry {
        let request: String
        let answer: ServiceResponse
        let time: ContinuousClock.Instant

        func isKnown(at now: ContinuousClock.Instant) -> Bool {
            now - time < .seconds(AnsweredRequests.lifetime)
        }
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Seconds for which a repetition is known.
    static let lifetime = 86_400
    private static let limit = 10_000

    /// Lets a route answer, once for each key.
    func answer(_ call: Call, by route: Route) async throws -> ServiceResponse {
        guard let key = try call.key() else { return try await route.answer(call) }
        let request =
            "\(call.request.method) \(call.request.target) "
            + ContentCoding.hash(String(decoding: call.request.body, as: UTF8.self))
        if let known = entries.withLock({ $0[key] }), known.isKnown(at: .now) {
            guard known.request == request else {
                throw Problem(
                    422, "key-reused", "'Idempotency-Key' was used for another request",
                    remedy: "give each request a key of its own")
            }
            return known.answer
        }
        // Not cancelled with the connection: it is done or it is not, and the repetition learns which.
        let answer = try await Task {
            if let earlier = try await call.repeated() { return earlier }
            return try await route.answer(call)
        }.value
        if answer.status < 400 { keep(Entry(request: request, answer: answer, time: .now), key) }
        return answer
    }

    private func keep(_ entry: Entry, _ key: String) {
        entries.withLock { entries in
            if entries.count >= Self.limit {
                entries = entries.filter { $0.value.isKnown(at: entry.time) }
                if entries.count >= Self.limit,
                    let oldest = entries.min(by: { $0.value.time < $1.value.time })
                {
                    entries[oldest.key] = nil
                }
            }
            entries[key] = entry
        }
    }
}
