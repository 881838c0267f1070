package import ICalendar
internal import Synchronization

/// Connects to the servers of accounts: a connection an account, and each secret asked for once.
package final class AccountConnections: Sendable {
    private let http: HTTPClient
    private let agent: String
    private let now: @Sendable () -> Instant
    private let connect: @Sendable (CurlExchange.Configuration) -> any HTTPExchange
    let limits: ProgramLimits
    private let addresses: AddressPolicy
    private let sessions = OAuthSessions()
    private let known = Mutex(Known())

    private struct Known {
        /// A server's nonce and connection live in its exchange.
        var exchanges: [Account.ID: (CurlExchange.Configuration, any HTTPExchange)] = [:]
        /// A command may ask the person to unlock something: not each time.
        var passwords: [PasswordSource: Secret] = [:]
        /// Those that are running, until ``release(_:)``.
        var programs: [Account.ID: ProgramExchange] = [:]
    }

    /// - Parameters:
    ///   - http: Shared with feeds, so that a host's wishes hold for all.
    ///   - agent: The program's name and version, for `User-Agent`.
    ///   - now: The clock.
    ///   - limits: What programs may cost that have calendars.
    ///   - addresses: At which servers may be, whatever an account says.
    ///   - connect: What connects.
    package init(
        http: HTTPClient, agent: String, now: @escaping @Sendable () -> Instant,
        limits: ProgramLimits = ProgramLimits(), addresses: AddressPolicy = .any,
        connect: @escaping @Sendable (CurlExchange.Configuration) -> any HTTPExchange = {
            CurlExchange($0)
        }
    ) {
        (self.http, self.agent, self.now, self.connect) = (http, agent, now, connect)
        (self.limits, self.addresses) = (limits, addresses)
    }

    /// What asks an account's server, for one synchronisation: a token ends within the hour.
    package func client(of account: Account) async throws(HTTPError) -> CalDAVClient {
        CalDAVClient(
            base: account.url, http: http, exchange: exchange(of: account),
            credentials: try await credentials(of: account))
    }

    /// Ends the program that has the account's calendar, if it runs.
    ///
    /// - Returns: the last lines that it said on its standard error; nil for an account with a server.
    package func release(_ account: Account) async -> [String]? {
        guard account.program != nil else { return nil }
        return await known.withLock { $0.programs.removeValue(forKey: account.id) }?.end()
    }

    /// Forgets the password or token that the server refused (401), so that the next client asks for another one.
    package func forgetSecret(of account: Account) async {
        if let source = account.password { known.withLock { $0.passwords[source] = nil } }
        if let grant = account.permission { await session(grant).forget() }
    }

    /// How the account's server wants to be told the password, if that can be said without asking: a digest needs a word of
    /// the server's each time.
    package func scheme(of account: Account) async -> AuthenticationScheme? {
        let exchange = known.withLock { $0.exchanges[account.id]?.1 } as? CurlExchange
        return await exchange?.scheme == .basic ? .basic : nil
    }

    private func exchange(of account: Account) -> any HTTPExchange {
        if let program = account.program {
            return known.withLock { known in
                if let running = known.programs[account.id] { return running }
                let exchange = ProgramExchange(program, limits: limits)
                known.programs[account.id] = exchange
                return exchange
            }
        }
        var configuration = account.connection(agent: agent)
        if addresses == .publicOnly { configuration.addresses = .publicOnly }
        let wanted = configuration
        return known.withLock { known in
            if let (old, exchange) = known.exchanges[account.id] {
                // What it has learnt itself is no reason for another one.
                var same = wanted
                same.scheme = old.scheme
                if same == old { return exchange }
            }
            let exchange = connect(wanted)
            known.exchanges[account.id] = (wanted, exchange)
            return exchange
        }
    }

    private func credentials(of account: Account) async throws(HTTPError) -> HTTPCredentials? {
        let host = Origin(account.url)?.name ?? ""
        if let grant = account.permission {
            do throws(OAuthError) {
                return HTTPCredentials(
                    bearer: try await session(grant).accessToken(), for: account.url,
                    allowsUnencrypted: account.allowsUnencrypted)
            } catch {
                throw error.asHTTPError(host: host)
            }
        }
        return try await secret(of: account).flatMap {
            HTTPCredentials(
                user: account.user, password: $0, for: account.url,
                allowsUnencrypted: account.allowsUnencrypted)
        }
    }

    /// The account's password; nil where its server or program wants none.
    func secret(of account: Account) async throws(HTTPError) -> Secret? {
        guard let source = account.password else { return nil }
        var password = known.withLock { $0.passwords[source] }
        if password == nil {
            do throws(CredentialsError) {
                password = try await source.read()
            } catch {
                throw error.asHTTPError(
                    host: account.program?.title ?? Origin(account.url)?.name ?? "")
            }
            known.withLock { $0.passwords[source] = password }
        }
        return password
    }

    private func session(_ grant: OAuthGrant) -> OAuthSession {
        sessions.session(grant) {
            OAuthSession(grant, http: http, exchange: connect(.init(agent: agent)), now: now)
        }
    }
}
