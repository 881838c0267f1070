import Foundation

@testable import AgendaService

/// What a stream says, event by event.
final class StreamListener {
    /// One event.
    struct Event {
        var name = ""
        /// The revision; nil where it says none.
        var id: Int64?
        /// The lines of its data.
        var data: [String] = []

        init(_ text: String) {
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
                switch parts[0] {
                case "event": name = value
                case "id": id = Int64(value)
                case "data" where !value.isEmpty: data.append(value)
                default: break
                }
            }
        }

        /// The first line of its data.
        var json: [String: Any] {
            let bytes = Data((data.first ?? "").utf8)
            return (try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]) ?? [:]
        }
    }

    let next: @Sendable () async -> [UInt8]?

    /// Reads the greeting, too.
    init(_ bench: ServiceBench, _ fields: HeaderFields = [:]) async throws {
        let response = await bench.service.answer(
            ServiceRequest("GET", "/v1/stream", fields: fields))
        guard case .stream(let next) = response.body else { throw Problem.notFound }
        self.next = next
        _ = await next()
    }

    /// The next event that says what has changed on the timeline. An import may be several commits, and a slow one lets the
    /// stream say in between that it still lives.
    func change() async -> Event {
        while let event = await any() {
            if !["ping", "commit"].contains(event.name) { return event }
        }
        return Event("")
    }

    /// The next event, whatever it is; nil at the stream's end.
    func any() async -> Event? {
        await next().map { Event(String(decoding: $0, as: UTF8.self)) }
    }
}
