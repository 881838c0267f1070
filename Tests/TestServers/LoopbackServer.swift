package import Foundation
internal import Glibc
internal import Synchronization

/// Answers on 127.0.0.1 with the bytes that a test gives it, and notes what it was asked.
package final class LoopbackServer: Sendable {
    package struct Received: Sendable {
        package var method = ""
        package var target = ""
        package var version = ""
        /// The header as it came, without its first line.
        package var header = ""
        package var body: [UInt8] = []
        /// Which connection it came over, from 1.
        package var connection = 0

        package func field(_ name: String) -> String? {
            header.split(separator: "\r\n").first {
                $0.lowercased().hasPrefix(name.lowercased() + ":")
            }
            .map { String($0.dropFirst(name.count + 1)).trimmed }
        }
    }

    /// What is sent back. The connection is closed where the answer says so.
    package struct Answer: Sendable {
        package var bytes: [UInt8]
        package var closes = false
        /// Milliseconds between pieces.
        package var pause: UInt32 = 0
        /// Bytes of a piece.
        package var piece = 1
        /// Whether nothing more comes, and the connection stays until the client gives up.
        package var holds = false

        package init(
            bytes: [UInt8], closes: Bool = false, pause: UInt32 = 0, piece: Int = 1,
            holds: Bool = false
        ) {
            (self.bytes, self.closes, self.pause) = (bytes, closes, pause)
            (self.piece, self.holds) = (piece, holds)
        }

        package static func text(_ text: String, closes: Bool = false, pause: UInt32 = 0) -> Answer
        {
            Answer(bytes: Array(text.utf8), closes: closes, pause: pause)
        }

        /// The same, after which the connection is closed.
        package var closing: Answer { Answer(bytes: bytes, closes: true, pause: pause) }

        package static func ok(_ body: String, _ fields: String = "") -> Answer {
            text("HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
    }

    package let port: Int
    private let socket: Int32
    private let requests = Mutex<[Received]>([])
    private let answer: @Sendable (Received) -> Answer

    package init(_ answer: @escaping @Sendable (Received) -> Answer) throws {
        self.answer = answer
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        port = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0)
                precondition(getsockname(descriptor, $0, &length) == 0)
            }
            return Int(UInt16(bigEndian: $0.pointee.sin_port))
        }
        // Threads of their own: libdispatch gives a process 255, and with many tests at once all of them would wait here.
        Thread.detachNewThread { [weak self, descriptor] in
            var count = 0
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else {
                    // Closed here alone: another server may get the number at once.
                    close(descriptor)
                    return
                }
                count += 1
                Thread.detachNewThread { [weak self, count] in self?.serve(connection, count) }
            }
        }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    package var received: [Received] { requests.withLock { $0 } }

    package func url(_ path: String = "/") -> URL { address("http://127.0.0.1:\(port)\(path)") }

    private func serve(_ connection: Int32, _ number: Int) {
        defer {
            // A program that another test started may have inherited it, and would keep it open.
            shutdown(connection, Int32(SHUT_RDWR))
            close(connection)
        }
        var pending: [UInt8] = []
        while let received = next(connection, &pending, number) {
            requests.withLock { $0.append(received) }
            let answer = answer(received)
            var bytes = answer.bytes[...]
            while !bytes.isEmpty {
                let piece = answer.pause == 0 ? bytes : bytes.prefix(answer.piece)
                let sent = piece.withUnsafeBytes {
                    send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { return }
                bytes = bytes.dropFirst(sent)
                if answer.pause > 0 { usleep(answer.pause * 1_000) }
            }
            if answer.closes { return }
            var byte: UInt8 = 0
            if answer.holds {
                while recv(connection, &byte, 1, 0) > 0 {}
                return
            }
        }
    }

    private func next(_ connection: Int32, _ pending: inout [UInt8], _ number: Int) -> Received? {
        var received = Received(connection: number)
        var length: Int?
        while true {
            if length == nil, let end = pending.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: pending[..<end.lowerBound], as: UTF8.self)
                let first = lines.prefix { $0 != "\r\n" }.split(separator: " ")
                (received.method, received.target) = (String(first[0]), String(first[1]))
                received.version = String(first[2])
                received.header = String(lines.dropFirst(lines.prefix { $0 != "\r\n" }.count + 1))
                pending.removeSubrange(..<end.upperBound)
                length = received.field("Content-Length").flatMap { Int($0) } ?? 0
            }
            if let length, pending.count >= length {
                received.body = Array(pending[..<length])
                pending.removeFirst(length)
                return received
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            pending += buffer[..<count]
            // The first byte of TLS, which this server does not speak.
            if pending[0] == 0x16 { return nil }
        }
    }
}

extension String {
    package var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
