import AgendaService
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Brings requests of HummingbirdCore to the service, and its answers back.
struct RequestAdapter: Sendable {
    let answer: @Sendable (ServiceRequest) async -> ServiceResponse
    let line: ServiceRequest.Line
    /// Whether to print a line for each request, not only for faults of the service.
    let logsRequests: Bool

    /// Seconds in which a content must have come, for each MiB that it may have, and at most two minutes.
    private static func deadline(_ most: Int) -> Int { min(120, 30 * max(1, most >> 20)) }

    func respond(
        to came: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
    ) async throws {
        var asked = ServiceRequest(
            came.method.rawValue, came.head.path ?? "/", line: line,
            peer: channel.remoteAddress?.ipAddress)
        // A second 'Host' is among the fields; the service refuses both.
        if let authority = came.head.authority { asked.fields.append("Host", authority) }
        for field in came.headers { asked.fields.append(field.name.rawName, field.value) }
        let most = AgendaService.mostContent(asked.method, asked.target)
        if let length = came.headers[.contentLength].flatMap({ Int($0) }), length > most {
            return try await refuse(.tooLarge(most), writer, channel)
        }
        let request: Request
        do {
            (request, asked.body) = try await within(seconds: Self.deadline(most)) {
                // The request keeps what was read: a stream goes on from there, and hears when its reader has gone.
                var request = came
                let content = try await request.collectBody(upTo: most)
                return (request, Array(buffer: content))
            }
        } catch is DeadlineError {
            return try await refuse(.tooSlow, writer, channel)
        } catch is NIOTooManyBytesError {
            return try await refuse(.tooLarge(most), writer, channel)
        }
        let start = ContinuousClock.now
        let answer = await answer(asked)
        log(answer, asked, ContinuousClock.now - start)
        var fields = HTTPFields()
        for (name, value) in answer.fields.all {
            if let name = HTTPField.Name(name) {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        let status = HTTPResponse.Status(code: answer.status)
        switch answer.body {
        case .bytes(let bytes):
            if answer.status != 304, fields[.contentLength] == nil {
                fields[.contentLength] = "\(bytes.count)"
            }
            let body =
                bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            // What the system's buffers take never waits for the reader.
            let clock = bytes.count > 65_536 ? WriteClock(channel) : nil
            defer { clock?.end() }
            clock?.begin()
            try await writer.write(
                response: HTTPResponse(status: status, headerFields: fields), body: body)
        case .stream(let next):
            // HummingbirdCore ends the connection after it: whoever would ask on must know.
            fields[.connection] = "close"
            let body = try await writer.writeHead(
                HTTPResponse(status: status, headerFields: fields))
            try await request.body.consumeWithCancellationOnInboundClose { [body] _ in
                var body = body
                let clock = WriteClock(channel)
                defer { clock.end() }
                while let bytes = await next() {
                    clock.begin()
                    try await body.write(ByteBuffer(bytes: bytes))
                    clock.pause()
                }
                try await body.finish(nil)
            }
        }
    }

    /// Answers before the content is there, and ends the connection: what is still to come would be taken for requests.
    private func refuse(
        _ refusal: ServiceResponse, _ writer: consuming ResponseWriter, _ channel: any Channel
    ) async throws {
        guard case .bytes(let bytes) = refusal.body else { return }
        try await writer.write(
            response: HTTPResponse(
                status: .init(code: refusal.status),
                headerFields: [
                    .contentType: "application/problem+json", .contentLength: "\(bytes.count)",
                    .connection: "close",
                ]),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        // What has come unread makes the system reset the connection, and the reader lose the answer (RFC 9112 section 9.6).
        try? await channel.close(mode: .output)
        try await Task.sleep(for: .seconds(1))
        try await channel.close()
    }

    /// One line a request: where it went and what became of it, without its query, which may name people.
    private func log(_ answer: ServiceResponse, _ asked: ServiceRequest, _ time: Duration) {
        guard logsRequests || answer.status >= 500 else { return }
        let bytes = if case .bytes(let bytes) = answer.body { bytes.count } else { 0 }
        let microseconds = Int(time / .microseconds(1))
        AgendaServer.complain(
            "agenda: method=\(asked.method) route=\(answer.route) status=\(answer.status) "
                + "us=\(microseconds) bytes=\(bytes) line=\(line == .network ? "network" : "socket")"
        )
    }
}

struct DeadlineError: Error {}

/// Runs a body, and cancels it when the time is over.
func within<Value: Sendable>(
    seconds: Int, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw DeadlineError()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
