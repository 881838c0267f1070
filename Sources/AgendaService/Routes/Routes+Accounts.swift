internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaSync
internal import AgendaWords
internal import ICalendar

extension Route {
    /// Accounts on servers: passwords come in, and are never told again. No program is started, so that the desktop's keyring,
    /// commands and signing in elsewhere (OAuth) are the command's.
    static let accounts: [Route] = [
        Route(
            method: "POST", path: "/v1/accounts",
            summary:
                "Find an account's calendars with `dryRun`; else keep those that `calendars` names, or all.",
            parameters: [.dryRun], statuses: [200, 201, 501], takesContent: true, asksServers: true
        ) { call in
            try await call.addAccount(try call.content(NewAccount.self))
        },
        Route(
            method: "POST", path: "/v1/accounts/{id}/sync",
            summary: "Bring an account and its server in step; `outcomes` has a line a calendar.",
            parameters: [.account], statuses: [200, 404, 501], asksServers: true
        ) { call in
            try await call.synchronise()
        },
        Route(
            method: "DELETE", path: "/v1/accounts/{id}",
            summary:
                "Forget an account with its files here; its server keeps all. Refused while something was not sent.",
            parameters: [
                .account, .init("keepFiles", .flag, "Keep the files, as calendars of one's own."),
            ],
            statuses: [200, 404], asksServers: true
        ) { call in
            try await call.removeAccount()
        },
    ]
}

extension Route.Parameter {
    fileprivate static let account = Self("id", .text, "The account's id.")
}

/// The content of a request for an account.
private struct NewAccount: Decodable {
    var address: String
    var user: String?
    var password: String?
    var name: String?
    var calendars: [String]?
}

/// An account without what it proves itself by, and without places on this machine.
struct AccountState: JSONObject {
    let standing: AccountStanding
    /// What paths begin with.
    let folder: String

    func writeMembers(to json: inout JSONWriter) {
        let account = standing.account
        json.member("id", account.id)
        json.member("name", account.name)
        json.member("user", account.user)
        json.member("host", account.host)
        json.member("status", standing.status)
        json.member("lastSync", standing.lastSync)
        json.member("toSend", standing.calendars.reduce(0) { $0 + $1.toSend })
        json.member("conflicts", standing.calendars.reduce(0) { $0 + $1.conflicts.count })
        json.member("untaken", standing.untaken)
        // Its password comes from a program: the command's.
        json.member("startsProgram", account.startsProgram)
        json.array("faults") { json in
            for calendar in standing.calendars {
                guard let fault = calendar.lastRun?.fault else { continue }
                json.object { json in
                    json.member("calendar", calendar.calendar.name)
                    json.member("what", account.withoutPlaces(fault, folder))
                }
            }
        }
    }
}

extension Call {
    /// The accounts as the page shows them.
    func accountStates() throws -> [AccountState] {
        guard let online = try online() else { return [] }
        return try AccountStanding.all(online).map {
            AccountState(standing: $0, folder: online.folder)
        }
    }

    fileprivate func addAccount(_ new: NewAccount) async throws -> ServiceResponse {
        let person = try asker()
        let online = try OnlineAccess(person)
        if let name = new.name { _ = try CalendarChanges.checked(name: name) }
        guard !new.address.isEmpty, !(new.password ?? "").contains(where: \.isNewline) else {
            throw Problem.unfitContent(
                "address and password are one line each", remedy: "give an address")
        }
        try checkEncrypted(new.address)
        var addition = AccountAddition(online, new.address, name: new.name, user: new.user)
        addition.onlyPublic = !service.allowsPrivateSources
        let secret = new.password.map { Secret($0) }
        let isDryRun = try isDryRun
        do {
            let key = try addition.newKey()
            let proof = secret.map { AccountProof.password($0, nil) } ?? .nothing
            let found = try await addition.find(proof)
            let names = found.suited.map(\.shownName)
            if isDryRun {
                let output = JSONWriter.document(zone: live.zone) { json in
                    json.member("dryRun", true)
                    json.member("calendars", names)
                }
                return .json(output.bytes)
            }
            let wanted = Set(new.calendars ?? names)
            guard wanted.isSubset(of: names), !wanted.isEmpty else {
                throw Problem.unfitContent(
                    "calendars: expected some of \(names.joined(separator: ", "))",
                    remedy: "give names of these")
            }
            var source: PasswordSource?
            if let secret {
                source = try await AccountProof.keep(inFile: secret, key: key, online)
            }
            do {
                let kept = secret.map { AccountProof.password($0, source) } ?? .nothing
                let added = try await addition.add(
                    found.suited.filter { wanted.contains($0.shownName) }, of: found, kept, key: key
                )
                try await AccountSources(person).register(added.calendars)
            } catch {
                if try !online.accountStore.accounts().contains(where: { $0.id == key }) {
                    try? await online.removeSecret(source)
                }
                throw error
            }
            return try account(key, status: 201)
        } catch {
            throw Self.told(error, online)
        }
    }

    /// As a problem of one line, without what only the service's owner should read.
    private static func told(
        _ error: any Error, _ online: OnlineAccess, of account: Account? = nil
    ) -> any Error {
        switch error {
        case is Problem, is AgendaError: error
        case let failure as CommandFailure where failure == .partial: error
        case let error as DiscoveryError: Problem(error)
        case is CredentialsError:
            Problem(
                500, "no-password", "the account's password cannot be stored or read",
                remedy: "look at the rights and the room of the service's data folder")
        default: Problem(online: error).without(online.folder, account)
        }
    }

    private func account(
        _ id: String, status: Int = 200, outcomes: [String] = []
    ) throws -> ServiceResponse {
        let state = try accountStates().first { $0.standing.account.id == id }
        let output = JSONWriter.document(zone: live.zone) { json in
            state?.writeMembers(to: &json)
            json.member("outcomes", outcomes)
        }
        return .json(output.bytes, status: status)
    }

    /// The account that the path names, for which no program is started.
    private func knownAccount() throws -> (OnlineAccess, Account) {
        let id = values["id"] ?? ""
        guard let online = try online(),
            let account = try online.accountStore.accounts().first(where: { $0.id == id })
        else {
            throw Problem(
                404, "no-account", "there is no such account", remedy: "ask for the list again")
        }
        guard !account.startsProgram else { throw Problem.startsProgram("agenda sync") }
        return (online, account)
    }

    fileprivate func synchronise() async throws -> ServiceResponse {
        let (online, account) = try knownAccount()
        do {
            var round = SyncRound(online: online)
            round.options.retriesAtOnce = true
            let done = try await round.run(account)
            try await round.importChanges(done.outcomes, done.look.changed, for: try asker())
            return try self.account(
                account.id,
                outcomes: done.outcomes.flatMap { outcome in
                    [outcome.sentence] + outcome.notes
                }.map { account.withoutPlaces($0.text(in: .english), online.folder) })
        } catch {
            throw Self.told(error, online, of: account)
        }
    }

    fileprivate func removeAccount() async throws -> ServiceResponse {
        let (online, account) = try knownAccount()
        let keepsFiles = try query.flag("keepFiles")
        do {
            let calendars = try online.accountStore.calendars(of: account.id)
            let response = try self.account(account.id)
            try online.setup.remove(account, keepsFiles: keepsFiles)
            if !keepsFiles { try await AccountSources(asker()).remove(calendars) }
            // The account is gone already: its secret is of use to nobody here.
            try? await account.removeSecrets(online)
            return response
        } catch {
            throw Self.told(error, online, of: account)
        }
    }
}

extension Account {
    /// A text without the places on this machine that it may name: those of the program and of the account's own files.
    fileprivate func withoutPlaces(_ text: String, _ folder: String) -> String {
        var files = [authorities, certificate].compactMap(\.self)
        for case .file(let path)? in [password, permission?.refreshToken] { files.append(path) }
        return files.filter { !$0.isEmpty }.reduce(text) { $0.replacing($1, with: "…") }
            .replacing(folder, with: "")
    }
}

extension Problem {
    /// Without places on this machine.
    fileprivate func without(_ folder: String, _ account: Account?) -> Problem {
        var problem = self
        problem.detail =
            account?.withoutPlaces(detail, folder) ?? detail.replacing(folder, with: "")
        return problem
    }

    /// Why no account was found: the reason that helps most, and not all that was asked.
    fileprivate init(_ error: DiscoveryError) {
        if error.reason == .notFound, let failure = error.failure {
            self.init(online: failure)
            if case .notTrusted = failure.reason {
                (status, code) = (422, "not-trusted")
                remedy =
                    "renew the server's certificate, or add the account with the command and '--ca FILE'"
            }
            return
        }
        let (code, remedy) =
            switch error.reason {
            case .invalidAddress: ("bad-address", "give an address of mail, or of the server")
            case .unauthorized: ("not-let-in", "check the user and the password")
            case .notAccepted(let host):
                ("other-host", "if you trust it, give https://\(host)/ as the address")
            case .notEncrypted: ("not-encrypted", "add the account with the command")
            case .notFound: ("nothing-there", "give the address of a server of CalDAV")
            }
        self.init(422, code, error.sentence, remedy: remedy)
    }
}
