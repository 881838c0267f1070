import Foundation
import Glibc

/// Certificates that the `openssl` command makes for a test, and its server that shows them.
final class TestAuthority: Sendable {
    private let folder = TemporaryFolder()

    /// Whether there is an `openssl` to make them.
    static let isAvailable = (try? run("openssl", ["version"])) == 0

    /// The authority's own certificate.
    var certificate: String { path("authority.pem") }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    init() throws {
        try make(
            "authority",
            [
                "-addext", "keyUsage=keyCertSign", "-addext", "basicConstraints=critical,CA:TRUE",
            ], signed: false)
    }

    deinit { for name in folder.names { unlink(path(name)) } }

    /// Makes a certificate and its key in one file, and returns its path.
    @discardableResult
    func make(_ name: String, _ extensions: [String], signed: Bool = true) throws -> String {
        let key = path("\(name).key")
        var words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        words += ["-nodes", "-keyout", key, "-out", path("\(name).pem"), "-days", "2"]
        words += ["-subj", "/CN=\(name) of the tests", "-config", "/dev/null"]
        if signed { words += ["-CA", certificate, "-CAkey", path("authority.key")] }
        guard try Self.run("openssl", words + extensions) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        let both =
            try Data(contentsOf: URL(fileURLWithPath: path("\(name).pem")))
            + Data(contentsOf: URL(fileURLWithPath: key))
        try both.write(to: URL(fileURLWithPath: path("\(name)-both.pem")))
        return path("\(name)-both.pem")
    }

    /// A certificate for names such as `IP:127.0.0.1`.
    func certificate(for names: String) throws -> String {
        try make("server", ["-addext", "subjectAltName=\(names)"])
    }

    @discardableResult
    static func run(_ program: String, _ words: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// `openssl s_server` on a free port of 127.0.0.1: answers each GET with a page about the connection.
final class TLSServer: @unchecked Sendable {
    private let process = Process()
    let port: Int

    /// - Parameter words: further arguments, such as which certificate to ask clients for.
    init(_ certificate: String, _ words: [String] = []) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate] + words
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        // "ACCEPT 127.0.0.1:40000"
        while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { throw CocoaError(.executableLoad) }
            text += String(decoding: piece, as: UTF8.self)
        }
        let line = text.split(separator: "\n").last { $0.hasPrefix("ACCEPT") }
        guard let port = line?.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw CocoaError(.executableLoad)
        }
        self.port = port
    }

    deinit {
        // Not SIGTERM: the child has inherited the signals that Dispatch's threads block.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
