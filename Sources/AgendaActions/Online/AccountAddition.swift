package import AgendaSync

/// Adding an account: its calendars are found on its server, and some of them are kept here.
package struct AccountAddition: Sendable {
    package let online: OnlineAccess
    /// An address of mail, or of the server.
    package let address: String
    /// What to call the account; nil for its address.
    package var name: String?
    /// The name to log in with; empty where the server asks for none.
    package var user: String
    /// Whether the password may go over http to another machine.
    package var allowsUnencrypted = false
    /// A file of certificates (PEM) that are trusted instead of the system's.
    package var authorities: String?
    /// A file with a certificate of the person's and its key (PEM).
    package var certificate: String?
    /// Whether the server may be at public addresses alone.
    package var onlyPublic = false
    /// Whether the password may go to a host that the address does not name.
    package var accepts: @Sendable (_ host: String) async -> Bool = { _ in false }

    /// - Parameter user: nil for the address if it is one of mail.
    package init(_ online: OnlineAccess, _ address: String, name: String?, user: String?) {
        (self.online, self.address, self.name) = (online, address, name)
        self.user = user ?? (address.contains("://") ? "" : address)
    }

    /// What its secrets are kept under.
    ///
    /// - Throws: ``AccountError`` if there is an account of the name.
    package func newKey() throws(AccountError) -> Account.ID {
        try online.setup.newIdentifier(for: name ?? address)
    }

    /// Asks the server.
    ///
    /// - Returns: what is there, and the calendars of it that can be kept.
    /// - Throws: ``DiscoveryError``, ``HTTPError``, ``DAVError``.
    package func find(
        _ proof: AccountProof
    ) async throws -> (account: DiscoveredAccount, suited: [CollectionState]) {
        var configuration = CurlExchange.Configuration(agent: OnlineAccess.agent)
        (configuration.authorities, configuration.certificate) = (authorities, certificate)
        if onlyPublic { configuration.addresses = .publicOnly }
        let discovery = Discovery(
            http: online.http, exchange: CurlExchange(configuration),
            credentials: { proof.credentials(for: $0, user: user, allowsUnencrypted) },
            lookup: ServiceLookup.find, accepts: accepts)
        let found = try await discovery.find(proof.start ?? address)
        return (found, found.calendars.filter(online.setup.takes))
    }

    /// Keeps the account with some of its calendars.
    ///
    /// - Parameter key: from ``newKey()``.
    /// - Throws: ``AccountError``, ``CredentialsError``; what was stored of the proof goes then.
    package func add(
        _ chosen: [CollectionState],
        of found: (account: DiscoveredAccount, suited: [CollectionState]), _ proof: AccountProof,
        key: Account.ID
    ) async throws -> (account: Account, calendars: [AccountCalendar]) {
        var account = try online.setup.newAccount(
            name: name ?? address, address: address, found: found.account, user: user)
        (account.allowsUnencrypted, account.onlyPublic) = (allowsUnencrypted, onlyPublic)
        (account.authorities, account.certificate) = (authorities, certificate)
        try await proof.settle(&account, key: key)
        return (account, try online.setup.add(account, chosen, offered: found.suited))
    }

    /// Removes what was stored for an account that did not come to be.
    package func forget(_ proof: AccountProof, key: Account.ID) async throws {
        guard try !online.accountStore.accounts().contains(where: { $0.id == key }) else { return }
        await proof.forget(key: key)
    }
}
