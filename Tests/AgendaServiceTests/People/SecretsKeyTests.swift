import AgendaActions
import Foundation
import Synchronization
import Testing

@testable import AgendaService
@testable import AgendaSync

@Suite("The key of the operator", .serialized)
struct SecretsKeyTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "agenda-key-\(UUID().uuidString)")
    private var key: String { folder.path + "/key" }
    private var check: String { folder.path + "/secrets.check" }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test("what is sealed opens with the same key, for the same user and account alone")
    func sealing() throws {
        let first = try SecretsKey(file: key, check: check)
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try Data(contentsOf: URL(filePath: key)).count == 32)
        let sealed = try #require(first.seal("sesame ü", for: "1/secrets/work"))
        #expect(!sealed.contains("sesame") && !sealed.contains("\n"))
        #expect(first.seal("sesame ü", for: "1/secrets/work") != sealed)
        let again = try SecretsKey(file: key, check: check)
        #expect(again.open(sealed, for: "1/secrets/work") == "sesame ü")
        #expect(again.open(sealed, for: "2/secrets/work") == nil)
        var bent = Array(sealed.utf8)
        bent[bent.count - 5] ^= 1
        #expect(again.open(String(decoding: bent, as: UTF8.self), for: "1/secrets/work") == nil)
        #expect(again.open("agenda-sealed:", for: "1/secrets/work") == nil)
        #expect(again.open(try #require(again.seal("", for: "p")), for: "p") == "")
        try FileManager.default.removeItem(at: folder)
    }

    @Test("a key that is lost or another one is said in a line, and nothing is made anew")
    func lost() throws {
        _ = try SecretsKey(file: key, check: check)
        let bytes = try Data(contentsOf: URL(filePath: key))
        try FileManager.default.removeItem(atPath: key)
        #expect(throws: CommandFailure.self) { try SecretsKey(file: key, check: check) }
        #expect(!FileManager.default.fileExists(atPath: key))
        let other = folder.path + "/other"
        #expect(throws: CommandFailure.self) { try SecretsKey(file: other, check: check) }
        try Data(repeating: 7, count: 32).write(to: URL(filePath: other))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other)
        #expect(throws: CommandFailure.self) { try SecretsKey(file: other, check: check) }
        try bytes.write(to: URL(filePath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        #expect(throws: CommandFailure.self) { try SecretsKey(file: key, check: check) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        _ = try SecretsKey(file: key, check: check)
        try FileManager.default.removeItem(at: folder)
    }

    @Test("a password that lies open is sealed when it is read; without the key it is an error")
    func files() async throws {
        let secrets = folder.path + "/12/secrets"
        try FileManager.default.createDirectory(
            atPath: secrets, withIntermediateDirectories: true)
        let source = PasswordSource.file(secrets + "/work")
        try await source.store(Secret("sesame"), label: "work")
        let vault = try SecretsKey(file: key, check: check)
        vault.seal(below: folder.path)
        defer { SecretsVaults.current.withLock { $0 = nil } }
        #expect(try await source.read() == Secret("sesame"))
        let text = try String(contentsOfFile: secrets + "/work", encoding: .utf8)
        #expect(text.hasPrefix(SecretsVaults.mark) && !text.contains("sesame"))
        #expect(try await source.read() == Secret("sesame"))
        // Files of one's own elsewhere stay what they are.
        let own = PasswordSource.file(folder.path + "/password")
        try await own.store(Secret("mine"), label: "own")
        #expect(try String(contentsOfFile: folder.path + "/password", encoding: .utf8) == "mine\n")
        SecretsVaults.current.withLock { $0 = nil }
        await #expect(throws: CredentialsError(.sealed(path: secrets + "/work"))) {
            try await source.read()
        }
        try FileManager.default.removeItem(at: folder)
    }
}
