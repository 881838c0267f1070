internal import CalendarFiles
internal import Glibc

/// Where a password or token comes from. Can be stored, because it holds no secret itself.
public enum PasswordSource: Hashable, Sendable, Codable {
    /// A program and its arguments, started without a shell; the password is the first line of what it prints.
    case command([String])
    /// The first line of a file that only its owner, who must be the user, may read or change.
    case file(String)
    /// The desktop's keyring, under the name of an account.
    case keyring(account: String)

    /// Whether a program is started for it: the keyring is read by one, too.
    package var startsProgram: Bool { if case .file = self { false } else { true } }

    /// Seconds that a program may take: a person may have to type the passphrase of a key.
    package static let patience = 120

    /// Reads the secret, off Swift's threads.
    ///
    /// - Parameters:
    ///   - keyring: Where ``keyring(account:)`` is looked up.
    ///   - seconds: When to give a program up.
    package func read(
        keyring: Keyring = Keyring(), within seconds: Int = patience
    ) async throws(CredentialsError) -> Secret {
        switch self {
        case .command(let words):
            guard let program = words.first, !program.isEmpty else {
                throw CredentialsError(.noCommand)
            }
            let run = try await Self.run(words, within: seconds)
            guard run.status == 0 else { throw run.failure(of: program) }
            return try Self.secret(inFirstLineOf: run.output, of: program)
        case .file(let path): return try Self.opened(try Self.secret(inFile: path), path)
        case .keyring(let account): return try await keyring.secret(of: account, within: seconds)
        }
    }

    /// The most bytes that a first line may have.
    static let lengthLimit = 64 << 10

    /// The first line without its end. White space belongs to the secret: nobody can tell that it does not.
    static func secret(
        inFirstLineOf bytes: [UInt8], of source: String
    ) throws(CredentialsError) -> Secret {
        var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        guard !line.isEmpty else { throw CredentialsError(.empty(source: source)) }
        guard line.count <= lengthLimit, !line.contains(0),
            let text = String(validating: line, as: UTF8.self)
        else { throw CredentialsError(.notText(source: source)) }
        return Secret(text)
    }

    /// What a file holds as a vault has sealed it. One that lies open though there is a vault is sealed from now on.
    private static func opened(_ secret: Secret, _ path: String) throws(CredentialsError) -> Secret
    {
        let vault = SecretsVaults.vault(for: path)
        guard secret.text.hasPrefix(SecretsVaults.mark) else {
            if vault != nil { try? write(secret, path) }
            return secret
        }
        guard let text = vault?.open(secret.text, for: SecretsVaults.place(of: path)) else {
            throw CredentialsError(.sealed(path: path))
        }
        return Secret(text)
    }

    private static func secret(inFile path: String) throws(CredentialsError) -> Secret {
        // Without waiting for the other end of a pipe of that name.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CredentialsError(
                .fileUnreadable(path: path, cause: SystemFailure(errno).description))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CredentialsError(.notAFile(path: path))
        }
        guard status.st_uid == geteuid() else {
            throw CredentialsError(.fileOfAnotherUser(path: path))
        }
        guard status.st_mode & 0o077 == 0 else {
            throw CredentialsError(
                .fileOpenToOthers(path: path, mode: Int(status.st_mode & 0o7777)))
        }
        var bytes = [UInt8](repeating: 0, count: lengthLimit + 2)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else {
            throw CredentialsError(
                .fileUnreadable(path: path, cause: SystemFailure(errno).description))
        }
        return try secret(inFirstLineOf: Array(bytes[..<count]), of: path)
    }
}
