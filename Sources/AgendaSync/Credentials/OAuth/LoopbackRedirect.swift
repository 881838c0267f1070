internal import CalendarFiles
internal import CalendarMerge
internal import Glibc

/// Receives the address to which a browser is sent after signing in: a port of 127.0.0.1 that is open for this one answer
/// (RFC 8252 section 7.3).
final class LoopbackRedirect: Sendable {
    private let socket: Int32
    private let port: Int

    init() throws(SystemFailure) {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(AF_INET, type, 0)
        guard socket >= 0 else { throw SystemFailure(errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 8) == 0
                    && getsockname(socket, $0, &length) == 0
            }
        }
        guard isListening else {
            let failure = SystemFailure(errno)
            close(socket)
            throw failure
        }
        (self.socket, port) = (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    deinit { close(socket) }

    /// Where the browser is sent.
    var address: String { "http://127.0.0.1:\(port)/" }

    /// Waits for the answer that names this state; any other was sent by somebody else, and is not listened to.
    func code(for state: String, within seconds: Int) async throws(OAuthError) -> Secret {
        let isCancelled = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await OwnThread.value { self.waited(state, seconds, isCancelled) }
        } onCancel: {
            isCancelled.set()
        }
        return try result.get()
    }

    private func waited(
        _ state: String, _ seconds: Int, _ isCancelled: CancellationFlag
    ) -> Result<Secret, OAuthError> {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isCancelled.isSet {
            guard ContinuousClock.now < deadline else { return .failure(OAuthError(.expired)) }
            var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 50) > 0 else { continue }
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { continue }
            defer { close(connection) }
            let query = Self.query(of: Self.target(connection))
            guard let query, query["state"] == state else {
                Self.answer(connection, "404 Not Found", "Nothing is here.")
                continue
            }
            if let code = query["code"], !code.isEmpty {
                Self.answer(connection, "200 OK", "You are signed in. Close this window.")
                return .success(Secret(code))
            }
            Self.answer(connection, "200 OK", "You are not signed in. Close this window.")
            return .failure(OAuthEndpoint.error(.init(code: query["error"] ?? "")))
        }
        return .failure(OAuthError(.cancelled))
    }

    /// What a request asks for. Browsers open connections on which nothing comes: half a second each.
    private static func target(_ connection: Int32) -> String? {
        var limit = timeval(tv_sec: 0, tv_usec: 500_000)
        setsockopt(
            connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var (received, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while received.count < 16_384, received.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
        let words = received.prefix { $0 != 0x0D }.split(separator: 0x20)
        guard words.count == 3, words[0].elementsEqual("GET".utf8) else { return nil }
        return String(decoding: words[1], as: UTF8.self)
    }

    /// The parameters of `/?a=b`; nil for another path.
    static func query(of target: String?) -> [String: String]? {
        guard let target, target.hasPrefix("/?") else { return nil }
        var found: [String: String] = [:]
        for part in target.dropFirst(2).split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            found[decoded(pair[0])] = pair.count > 1 ? decoded(pair[1]) : ""
        }
        return found
    }

    private static func decoded(_ text: Substring) -> String {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func answer(_ connection: Int32, _ status: String, _ sentence: String) {
        let text = """
            HTTP/1.1 \(status)\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: \(sentence.utf8.count)\r
            Cache-Control: no-store\r
            Referrer-Policy: no-referrer\r
            Connection: close\r
            \r
            \(sentence)
            """
        let bytes = Array(text.utf8)
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
