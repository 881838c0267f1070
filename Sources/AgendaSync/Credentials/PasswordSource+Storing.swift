internal import CalendarFiles
internal import Glibc

extension PasswordSource {
    /// Stores a secret in the place of the one that is there: in the keyring, or in a file that only the user can read.
    ///
    /// - Parameter label: What the desktop shows for it.
    /// - Throws: ``CredentialsError/Reason/notStorable`` for a command.
    package func store(
        _ secret: Secret, keyring: Keyring = Keyring(), label: String
    ) async throws(CredentialsError) {
        switch self {
        case .command: throw CredentialsError(.notStorable)
        case .keyring(let account): try await keyring.store(secret, for: account, label: label)
        case .file(let path): try Self.write(secret, path)
        }
    }

    /// Removes what ``store(_:keyring:label:)`` stored; what is not there is no error.
    package func remove(keyring: Keyring = Keyring()) async throws(CredentialsError) {
        switch self {
        case .command: break
        case .keyring(let account): try await keyring.remove(account)
        case .file(let path): unlink(path)
        }
    }

    /// Beside it, then in its place: the last refresh token must not be lost to a full disk.
    static func write(_ secret: Secret, _ path: String) throws(CredentialsError) {
        let new = path + ".new"
        var text = secret.text
        if let vault = SecretsVaults.vault(for: path) {
            guard let sealed = vault.seal(text, for: SecretsVaults.place(of: path)) else {
                throw CredentialsError(.fileNotWritten(path: path, cause: "it cannot be sealed"))
            }
            text = sealed
        }
        let bytes = Array("\(text)\n".utf8)
        unlink(new)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(new, flags, 0o600)
        var isWritten = descriptor >= 0
        if isWritten {
            isWritten =
                Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
            close(descriptor)
        }
        guard isWritten, rename(new, path) == 0 else {
            let cause = SystemFailure(errno).description
            unlink(new)
            throw CredentialsError(.fileNotWritten(path: path, cause: cause))
        }
    }
}
