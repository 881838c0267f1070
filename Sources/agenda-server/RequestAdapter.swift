import AgendaService
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Brings requests of HummingbirdCore to the service, and its answers back.
struct RequestAdapter: Sendable {
    let service: AgendaService
    let line: ServiceRequest.Line

    /// Bytes of a content in JSON.
    private static let mostContent = 1 << 20
    /// Seconds in which a content must have come.
    private static let contentDeadline = 30
    /// Seconds for which a reader of a stream may take nothing.
    private static let writeDeadline = 30

    func respond(
        to request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
    ) async throws {
        var asked = ServiceRequest(request.method.rawValue, request.head.path ?? "/", line: line)
        for field in request.headers { asked.fields.append(field.name.rawName, field.value) }
        if let authority = request.head.authority { asked.fields["Host"] = authority }
        let content: [UInt8]?
        do {
            content = try await within(seconds: Self.contentDeadline) {
                try await self.content(of: request)
            }
        } catch is DeadlineError {
            return try await writer.writeResponse(Self.refusal(.requestTimeout))
        }
        guard let content else {
            return try await writer.writeResponse(Self.refusal(.contentTooLarge))
        }
        asked.body = content
        let answer = await service.answer(asked)
        var fields = HTTPFields()
        for (name, value) in answer.fields.all {
            if let name = HTTPField.Name(name) {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        let status = HTTPResponse.Status(code: answer.status)
        switch answer.body {
        case .bytes(let bytes):
            if answer.status != 304 { fields[.contentLength] = "\(bytes.count)" }
            let body =
                bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            try await writer.write(
                response: HTTPResponse(status: status, headerFields: fields), body: body)
        case .stream(let next):
            let body = try await writer.writeHead(
                HTTPResponse(status: status, headerFields: fields))
            try await request.body.consumeWithCancellationOnInboundClose { [body] _ in
                var body = body
                while let bytes = await next() {
                    // Who takes nothing for so long is gone, or holds the memory of others.
                    let guardian = Task {
                        try await Task.sleep(for: .seconds(Self.writeDeadline))
                        try await channel.close()
                    }
                    defer { guardian.cancel() }
                    try await body.write(ByteBuffer(bytes: bytes))
                }
                try await body.finish(nil)
            }
        }
    }

    private static func refusal(_ status: HTTPResponse.Status) -> HTTPResponse {
        HTTPResponse(status: status, headerFields: [.contentLength: "0", .connection: "close"])
    }

    /// Nil where it is too large.
    private func content(of request: Request) async throws -> [UInt8]? {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > Self.mostContent
        {
            return nil
        }
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            bytes += Array(buffer: buffer)
            if bytes.count > Self.mostContent { return nil }
        }
        return bytes
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
