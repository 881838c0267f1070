internal import AgendaSync

/// An answer about many places (RFC 4918 section 13), written in pieces: what is larger than a megabyte is sent while
/// the rest is still worked out.
enum MultistatusWriter {
    /// Bytes from which on an answer is sent in pieces.
    private static let whole = 1 << 20
    /// About the bytes of a piece.
    private static let piece = 256 << 10

    /// - Parameters:
    ///   - count: how many parts there are.
    ///   - write: writes some of them. It does not throw: what fails for one place is that place's status.
    ///   - end: what follows the parts, such as a token.
    static func answer(
        parts count: Int, in batch: Int = 100,
        _ write: @escaping @Sendable (Range<Int>, inout XMLOutput) -> Void,
        end: @escaping @Sendable (inout XMLOutput) -> Void = { _ in }
    ) -> ServiceResponse {
        var state = State(count: count, batch: batch, write: write, end: end)
        state.fill(Self.whole)
        var response = ServiceResponse(
            207, fields: ["Content-Type": XMLOutput.contentType, "DAV": DAVRoom.classes])
        if state.isDone {
            response.body = .bytes(state.output.take())
        } else {
            let rest = Rest(state)
            // Who reads the rest is not within the request any more.
            let (user, schedules) = (DAVPlace.user, DAVPlace.schedules)
            response.body = .stream {
                await DAVPlace.$user.withValue(user) {
                    await DAVPlace.$schedules.withValue(schedules) { await rest.next(Self.piece) }
                }
            }
        }
        return response
    }

    fileprivate struct State {
        let count: Int
        let batch: Int
        let write: @Sendable (Range<Int>, inout XMLOutput) -> Void
        let end: @Sendable (inout XMLOutput) -> Void
        var output = XMLOutput()
        var position = 0
        var isDone = false

        mutating func fill(_ limit: Int) {
            if position == 0, output.bytes.isEmpty { output.begin("D:multistatus", isRoot: true) }
            while position < count, output.bytes.count < limit {
                let next = min(count, position + batch)
                write(position..<next, &output)
                position = next
            }
            if position == count, !isDone {
                end(&output)
                output.end("D:multistatus")
                isDone = true
            }
        }
    }

    private actor Rest {
        var state: State

        init(_ state: State) { self.state = state }

        func next(_ size: Int) -> [UInt8]? {
            if state.output.bytes.isEmpty, !state.isDone { state.fill(size) }
            let bytes = state.output.take()
            return bytes.isEmpty ? nil : bytes
        }
    }
}

extension XMLOutput {
    /// A place of which a status says all, such as one that is gone.
    mutating func status(_ status: Int, of href: String, condition: XMLName? = nil) {
        begin("D:response")
        element("D:href", href)
        element("D:status", Self.line(status))
        if let condition { error(condition) }
        end("D:response")
    }

    /// Properties that share a status.
    ///
    /// - Parameter condition: why they have it.
    mutating func propstat(
        _ status: Int, condition: XMLName? = nil, _ properties: (inout XMLOutput) -> Void
    ) {
        begin("D:propstat")
        begin("D:prop")
        properties(&self)
        end("D:prop")
        element("D:status", Self.line(status))
        if let condition { error(condition) }
        end("D:propstat")
    }

    private mutating func error(_ condition: XMLName) {
        begin("D:error")
        empty(condition)
        end("D:error")
    }

    private static func line(_ status: Int) -> String {
        let words = [
            200: "OK", 403: "Forbidden", 404: "Not Found", 409: "Conflict",
            424: "Failed Dependency",
            500: "Internal Server Error", 507: "Insufficient Storage", 503: "Service Unavailable",
        ]
        return "HTTP/1.1 \(status) \(words[status] ?? "Status")"
    }
}
