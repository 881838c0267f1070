import Foundation
import Glibc

/// A CalDAV server of the tests, on 127.0.0.1, with a folder of its own. Ends with this object or with the process.
final class CalendarServer {
    let url: String
    private let port: UInt16
    private let process = Process()
    private let input = Pipe()

    /// Starts a server by `Tests/Servers/start`, from the repository's folder, and waits until it is ready.
    init(_ kind: String, _ scratch: Scratch) throws {
        port = Self.freePort()
        url = "http://127.0.0.1:\(port)/"
        // Some servers run as another user.
        chmod(scratch.path, 0o711)
        process.executableURL = URL(filePath: "Tests/Servers/start")
        process.arguments = [kind, try scratch.folder(kind), "\(port)"]
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // It says the process's number when it is ready.
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw Fault("\(kind) does not start: see \(scratch.file(kind))/log")
        }
    }

    /// Makes a calendar as another client of the account does.
    ///
    /// - Parameter path: Its place on the server.
    func makeCalendar(_ path: String, name: String) throws {
        let body = """
            <C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>\
            <D:displayname>\(name)</D:displayname></D:prop></D:set></C:mkcalendar>
            """
        let request = """
            MKCALENDAR \(path) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Authorization: Basic \(Data("alice:wonderland".utf8).base64EncodedString())\r
            Content-Type: text/xml\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r
            \(body)
            """
        let answer = Self.withAddress(port) { descriptor, address, length in
            guard connect(descriptor, address, length) == 0,
                send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0
            else { return "" }
            var buffer = [UInt8](repeating: 0, count: 1_000)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
        guard answer.split(separator: " ").dropFirst().first == "201" else {
            throw Fault("the server makes no calendar at \(path): \(answer)")
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static func freePort() -> UInt16 {
        withAddress(0) { descriptor, address, length in
            guard bind(descriptor, address, length) == 0,
                getsockname(descriptor, address, &length) == 0
            else { return 0 }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private static func withAddress<Result>(
        _ port: UInt16, _ body: (Int32, UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
    ) -> Result {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0, &length) }
        }
    }
}
