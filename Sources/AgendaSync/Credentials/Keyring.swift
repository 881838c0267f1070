internal import CalendarFiles

/// The desktop's keyring (the Secret Service of freedesktop.org), through libsecret's `secret-tool`: with a library of its
/// own each command would load D-Bus, which only some users have.
package struct Keyring: Sendable {
    private let program: String

    /// - Parameter program: The tool's name or path.
    package init(program: String = "secret-tool") { self.program = program }

    /// Looks a secret up.
    ///
    /// - Throws: ``CredentialsError/Reason/notInKeyring(account:)`` where there is none, or the keyring is locked.
    package func secret(
        of account: String, within seconds: Int = PasswordSource.patience
    ) async throws(CredentialsError) -> Secret {
        let run = try await run("lookup", [], account, within: seconds)
        // The tool says no more than 1 about anything.
        guard run.status == 0, !run.output.isEmpty else {
            throw CredentialsError(.notInKeyring(account: account))
        }
        return try PasswordSource.secret(inFirstLineOf: run.output, of: program)
    }

    /// Stores a secret in the place of the one that is there.
    ///
    /// - Parameter label: What the desktop shows for it.
    package func store(
        _ secret: Secret, for account: String, label: String,
        within seconds: Int = PasswordSource.patience
    ) async throws(CredentialsError) {
        // As the input: arguments can be read by everybody. All of it is the secret, a line end, too.
        let run = try await run(
            "store", ["--label=\(label)"], account, input: Array(secret.text.utf8), within: seconds)
        guard run.status == 0 else { throw run.failure(of: program) }
    }

    /// Removes a secret; one that is not there is no error.
    package func remove(
        _ account: String, within seconds: Int = PasswordSource.patience
    ) async throws(CredentialsError) {
        _ = try await run("clear", [], account, within: seconds)
    }

    private func run(
        _ verb: String, _ options: [String], _ account: String, input: [UInt8] = [],
        within seconds: Int
    ) async throws(CredentialsError) -> PasswordSource.Run {
        let words = [program, verb] + options + ["service", "agenda", "account", account]
        do {
            return try await PasswordSource.run(words, input: input, within: seconds)
        } catch {
            guard case .cannotStart = error.reason else { throw error }
            throw CredentialsError(.keyringToolMissing(program))
        }
    }
}
