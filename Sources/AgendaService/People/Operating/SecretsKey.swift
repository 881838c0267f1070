package import AgendaActions
package import AgendaSync
internal import CCrypto
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// The operator's key, under which the secrets of users' accounts are sealed: AES-128-GCM with a key and a nonce of their own each,
/// which HMAC-SHA256 makes of the operator's key, a salt and the place. So a sealed secret opens nowhere else.
package struct SecretsKey: SecretsVault {
    private let key: [UInt8]

    /// Reads the key's 32 bytes; makes them where there is no file and nothing was sealed yet.
    ///
    /// - Parameter check: a file that knows the key again without telling it.
    package init(file path: String, check: String) throws {
        var state = stat()
        if stat(path, &state) == 0 {
            guard state.st_mode & 0o077 == 0 else {
                throw CommandFailure.failure(
                    "--secrets-key \(path): others can read the key: chmod 600 \(path)")
            }
            guard let data = try? Data(contentsOf: URL(filePath: path)), data.count == 32 else {
                throw CommandFailure.failure(
                    "--secrets-key \(path): expected a file of 32 bytes, as is made where there is none"
                )
            }
            key = Array(data)
        } else {
            guard stat(check, &state) != 0 else {
                throw CommandFailure.failure(
                    "--secrets-key \(path): the key is lost: put it back, or remove \(check) to begin with a new one, and users give the passwords of their accounts again; nothing else is lost"
                )
            }
            key = PushCrypto.random(32)
            try Self.write(key, to: path)
        }
        guard PushCrypto.isUsable else {
            throw CommandFailure.failure(
                "--secrets-key \(path): libcrypto cannot be loaded: install OpenSSL 1.1 or later")
        }
        let proof = try PushCrypto.code(key, Array("agenda: which key it is".utf8))
        if let known = try? Data(contentsOf: URL(filePath: check)) {
            guard Array(known) == proof else {
                throw CommandFailure.failure(
                    "--secrets-key \(path): is another key than passwords were sealed with: give that one, or remove \(check), and users give the passwords of their accounts again; nothing else is lost"
                )
            }
        } else {
            try Self.write(proof, to: check)
        }
    }

    /// Seals what lies below a folder from now on.
    package func seal(below folder: String) {
        SecretsVaults.current.withLock { $0 = .init(self, folder: folder) }
    }

    /// Written whole or not at all.
    private static func write(_ bytes: [UInt8], to path: String) throws {
        let new = path + ".new"
        unlink(new)
        let descriptor = Glibc.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let isWritten =
            descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count
            && fsync(descriptor) == 0
        let number = errno
        if descriptor >= 0 { close(descriptor) }
        guard isWritten, Glibc.rename(new, path) == 0 else {
            throw CommandFailure.failure(
                "--secrets-key: \(path) cannot be written (\(String(cString: strerror(number))))")
        }
    }

    private func parts(_ salt: [UInt8], _ place: String) -> (key: [UInt8], nonce: [UInt8])? {
        guard let code = try? PushCrypto.code(key, salt + Array(place.utf8)) else { return nil }
        return (Array(code[..<16]), Array(code[16..<28]))
    }

    package func seal(_ text: String, for place: String) -> String? {
        let salt = PushCrypto.random(16)
        guard let (key, nonce) = parts(salt, place),
            let sealed = try? PushCrypto.sealed(Array(text.utf8), key, nonce: nonce)
        else { return nil }
        return SecretsVaults.mark + Data(salt + sealed).base64EncodedString()
    }

    package func open(_ sealed: String, for place: String) -> String? {
        guard sealed.hasPrefix(SecretsVaults.mark),
            let data = Data(base64Encoded: String(sealed.dropFirst(SecretsVaults.mark.count))),
            data.count >= 16 + Int(CCRYPTO_TAG),
            let (key, nonce) = parts(Array(data.prefix(16)), place),
            let text = try? PushCrypto.opened(Array(data.dropFirst(16)), key, nonce: nonce)
        else { return nil }
        return String(validating: text, as: UTF8.self)
    }
}
