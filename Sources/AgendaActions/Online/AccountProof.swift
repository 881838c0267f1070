package import AgendaSync
package import FoundationEssentials

/// What proves to a server who asks, for an account that is being added.
package enum AccountProof {
    case nothing
    /// What was typed comes from nowhere yet.
    case password(Secret, PasswordSource?)
    /// A permission, a token of it, and where to look for the calendars.
    case permission(OAuthGrant, Secret, start: String?)

    /// Where to begin to look; nil for what the person gave.
    package var start: String? {
        if case .permission(_, _, let start) = self { start } else { nil }
    }

    package func credentials(
        for url: URL, user: String, _ allowsUnencrypted: Bool
    ) -> HTTPCredentials? {
        switch self {
        case .nothing: nil
        case .password(let secret, _):
            HTTPCredentials(
                user: user, password: secret, for: url, allowsUnencrypted: allowsUnencrypted)
        case .permission(_, let token, _):
            HTTPCredentials(bearer: token, for: url, allowsUnencrypted: allowsUnencrypted)
        }
    }

    /// Notes it in the account; a password that was typed goes to the keyring.
    package func settle(_ account: inout Account, key: String) async throws(CredentialsError) {
        switch self {
        case .nothing: break
        case .permission(let grant, _, _): account.permission = grant
        case .password(_, let source?): account.password = source
        case .password(let secret, nil):
            account.password = try await Self.keep(secret, key: key, name: account.name)
        }
    }

    /// Stores a password in the keyring.
    package static func keep(
        _ secret: Secret, key: String, name: String
    ) async throws(CredentialsError) -> PasswordSource {
        let place = PasswordSource.keyring(account: key)
        try await place.store(secret, label: "agenda: \(name)")
        return place
    }

    /// Stores a password that lay open in a file before: in the keyring, or where there is none, as on a machine without
    /// a desktop, in a file of its own that only the user can read.
    package static func keep(
        written secret: Secret, key: String, name: String, _ online: OnlineAccess,
        _ report: any Report
    ) async throws -> PasswordSource {
        do {
            return try await keep(secret, key: key, name: name)
        } catch {
            let place = try await keep(inFile: secret, key: key, online)
            report.say(
                "\(name): the password is in \(online.secrets)/\(key), since there is no keyring: only you can read it"
            )
            return place
        }
    }

    /// Stores a password in a file of its own that only the user can read: no program is started for it.
    package static func keep(
        inFile secret: Secret, key: String, _ online: OnlineAccess
    ) async throws -> PasswordSource {
        try online.makeSecretsFolder()
        let place = PasswordSource.file("\(online.secrets)/\(key)")
        try await place.store(secret, label: key)
        return place
    }

    /// Removes what was stored for an account that does not come to be.
    package func forget(key: String) async {
        switch self {
        case .nothing, .password(_, _?): break
        case .permission(let grant, _, _): try? await grant.refreshToken.remove()
        case .password(_, nil): try? await PasswordSource.keyring(account: key).remove()
        }
    }
}

extension Account {
    /// Removes what was stored for the account alone: a file of the person's own stays.
    package func removeSecrets(_ online: OnlineAccess) async throws(CredentialsError) {
        try await online.removeSecret(password)
        try await permission?.refreshToken.remove()
    }
}

extension OnlineAccess {
    /// Removes a password that only an account of ours has: a file of the person's own stays.
    package func removeSecret(_ password: PasswordSource?) async throws(CredentialsError) {
        switch password {
        case .keyring?: try await password?.remove()
        case .file(let path)? where path.hasPrefix(secrets + "/"): try await password?.remove()
        case .file?, .command?, nil: break
        }
    }
}
