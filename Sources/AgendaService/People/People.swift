internal import AgendaActions
package import AgendaKit
internal import AgendaSync
package import ICalendar
internal import Synchronization

/// One service for several people: finds out whose a request is, and passes it on to the service of that user's store.
///
/// Each user has a folder as one person has it, and is served by an ``AgendaService`` over it that knows of nobody else, so
/// that no statement and no route has to keep people apart. A request is a user's by what it proves: below `/dav/` by the
/// user's name and the password of one of their devices; else by their token, their page's secret, a link of theirs, or the
/// name that a proxy gives over a socket of its own. What is nobody's is answered by a service that has nothing.
package final class People: Sendable {
    /// How the people are served.
    package struct Options: Sendable {
        /// Who may come in, as for one person; tokens, browsers and private sources do not count.
        package var access = AgendaService.Access(token: nil)
        /// The time zone of who has none.
        package var zone: TimeZoneRules
        package var clock: any AgendaClock = SystemClock()
        /// What a proxy that names users proves itself by; nil where none does.
        package var proxySecret: String?
        /// How many services are held open.
        package var mostOpen = 50
        package var limits = UserLimits.Most()
        package var upkeep = UpkeepOptions()
        package var operating = OperatorOptions()
        /// Where the users have what their folders show; nil where that is the folders.
        package var homes: (any UserHomes)?
        /// What a user's requests run on, if they may block; nil for Swift's pool.
        package var executor: (any TaskExecutor)?
        /// Sends a mail to who is no user, as it is to go out, and says whether it is taken; nil where none are sent.
        package var mailer: (@Sendable ([UInt8]) async -> Bool)?
        /// Seconds after which what others are to be told is looked after, if whoever has changed it has not done so.
        package var patience = 60
        /// Is asked before each step of telling others (``Postman/Step``).
        var step: @Sendable (Postman.Step) throws -> Void = { _ in }
        /// A refusal takes at least this long, so that its time tells nothing of who there is.
        package var refusalTime = Duration.milliseconds(50)

        package init(zone: TimeZoneRules) { self.zone = zone }
    }

    package let table: UserTable
    let open: OpenUsers
    let options: Options
    /// Who does what by itself, of all nodes.
    let book: any LeaseBook
    /// Answers what is nobody's: it has no calendar, no device, and a token that nobody knows.
    private let nobody: AgendaService
    private let wrongTries = WrongTries()
    let upkeep: Upkeep
    /// Tells the others what one of them changes.
    let postman: Postman
    let metrics = NodeMetrics()
    private let audit: SignInAudit

    package init(_ table: UserTable, _ options: Options) throws {
        (self.table, self.options) = (table, options)
        book = options.upkeep.book ?? LeaseTable(table.database)
        postman = Postman(
            SchedulingTable(table.database), table, clock: options.clock,
            patience: options.patience, log: options.access.log,
            mailer: options.mailer, step: options.step)
        let postman = postman
        let audit = SignInAudit(table)
        self.audit = audit
        let limits = UserLimitTable(table.database)
        let wrongTries = wrongTries
        var access = options.access
        (access.token, access.browsers) = (SecretToken.random(), nil)
        access.allowsPrivateSources = false
        let common = access
        access.seat = UserSeat(
            name: "", mark: "", inbox: nil, takesLink: { _ in false },
            audit: { [] }, wrongTries: wrongTries)
        var person = Person(clock: options.clock, zone: options.zone)
        (person.configurationFile, person.language) = (nil, "")
        nobody = AgendaService(
            opened: try EventStore.inMemory(), path: table.folder + "/nobody/agenda.db",
            for: person, access: access)
        let nobody = nobody
        open = OpenUsers(most: options.mostOpen) { user in
            let folder = table.folder(of: user)
            let home = options.homes?.home(of: user, in: folder)
            try await home?.prepare()
            let sessions = BrowserSessions(tokenFile: folder + "/token")
            var access = common
            access.token = SecretToken.random()
            // The sessions outlive the service, and so does what they began under.
            access.browsers = (sessions, try sessions.host(under: "people"))
            access.seat = UserSeat(
                name: user.name, mark: user.mark,
                inbox: PeopleInbox(user: user.id, postman: postman),
                takesLink: { code in
                    (try? table.take(code, of: user.id, at: options.clock.now)) == true
                }, audit: { try table.audit(of: user.id) }, wrongTries: wrongTries,
                noteFirstUse: { audit.note("device-used", user, at: options.clock.now) },
                sharing: SharingDesk(table, user, clock: options.clock))
            var person = Person(user, in: folder, clock: options.clock, zone: options.zone)
            let shared = SharedCalendars(table, user, next: home?.calendars, options)
            person.kept = shared
            person.desk = UserScheduling(
                user: user, postman: postman,
                accounts: ServiceDatabase(beside: folder + "/agenda.db").folder("accounts"))
            let path = folder + "/agenda.db"
            let store: EventStore
            do {
                // One that is not there is made of what its backup has.
                // What is elsewhere is read once it is known how much of it is needed.
                let open = home == nil ? StoreAccess.openServed : StoreAccess.open
                store = try await open(path, true, person, Self.readerCount)
                if home != nil { try store.beginRevisions() }
            } catch {
                await home?.discard()
                throw error
            }
            let service = AgendaService(opened: store, path: path, for: person, access: access)
            for address in nobody.parts.addresses.withLock(\.self) { service.listens(at: address) }
            return OpenUser(
                user, service, token: access.token ?? "",
                limits: UserLimits(options.limits, folder: folder) { try? limits.own(of: user.id) },
                mounts: MountedCalendars(shared, in: service), home: home,
                executor: options.executor, log: access.log)
        }
        let open = open
        let work = UserUpkeep(
            table: table, book: book, options: options, open: open)
        var duties = options.upkeep.limits
        duties.keepsUsersTogether = options.homes != nil
        upkeep = Upkeep(
            options.upkeep.node, book, duties, clock: options.clock,
            search: options.upkeep.period ?? 300,
            // Over a bank whoever makes something to look after asks for the look. A folder may be anybody's work.
            spread: options.homes == nil ? nil : options.upkeep.period ?? LeasePace.idle,
            log: options.access.log
        ) { await work.run($0) }
        postman.opens { [weak open] user in
            guard let open else { throw CancellationError() }
            return try await open.present(user)
        }
    }

    /// Connections of one user that read: many users keep the processors busy, and each connection has memory and files of its own.
    private static let readerCount = 2

    /// Notes an address at which browsers find the service.
    package func listens(at address: String) { nobody.listens(at: address) }

    /// Answers a request.
    package func answer(_ asked: ServiceRequest) async -> ServiceResponse {
        guard let executor = options.executor else { return await waited(asked) }
        return await withTaskExecutorPreference(executor) { await waited(asked) }
    }

    private func waited(_ asked: ServiceRequest) async -> ServiceResponse {
        if let response = await operated(asked) { return response }
        let start = ContinuousClock.now
        let response: ServiceResponse
        do throws(Problem) {
            response = try await answered(asked)
        } catch {
            response = error.response
        }
        metrics.note(asked, response, ContinuousClock.now - start)
        if [401, 403, 429].contains(response.status) {
            try? await Task.sleep(until: start + options.refusalTime)
        }
        return response
    }

    // MARK: Whose a request is

    /// The fields in which a proxy says who has signed in, and proves that it is the proxy.
    static let (userField, proxyField) = ("Agenda-User", "Agenda-Proxy-Secret")

    private func answered(_ asked: ServiceRequest) async throws(Problem) -> ServiceResponse {
        let isDAV = DAVRoom.isAsked(asked)
        let named = try namedUser(asked, isDAV)
        var request = asked
        // Nobody is let in by the way alone: over a Unix socket comes a proxy, with requests of all.
        request.peer = asked.address ?? (asked.line == .network ? nil : "::1")
        request.line = .network
        for field in [Self.userField, Self.proxyField] { request.fields[field] = nil }
        if isDAV { return try await dav(request) }
        if let named {
            // A browser sends the proxy's cookie by itself, also for pages of other sites.
            if request.method != "GET", request.method != "HEAD" {
                let gate = nobody.parts.gate
                request.fields["Authorization"] = nil
                try gate.checkOrigin(request, try gate.host(of: request))
            }
            audit.noteProxy(named, at: options.clock.now)
            return try await pass(request, to: named, isProved: true)
        }
        if let field = request.fields["Authorization"], field.lowercased().hasPrefix("bearer ") {
            let user = try told { () throws(RoomDatabaseError) in
                try table.user(token: String(field.dropFirst(7)))
            }
            return try await pass(request, to: user, isProved: true)
        }
        guard let secret = MarkedSecret(request), let number = ServedUser.number(in: secret.text)
        else {
            return await nobody.answer(request)
        }
        let user = try told { () throws(RoomDatabaseError) in try table.user(number) }
        if let user, await open.known(user.id) == nil, options.homes == nil,
            !isGood(secret, of: user, in: request)
        {
            return await nobody.answer(request)
        }
        return try await pass(request, to: user, isProved: false)
    }

    /// The user that a proxy names; nil where it names none.
    private func namedUser(_ request: ServiceRequest, _ isDAV: Bool) throws(Problem) -> ServedUser?
    {
        let names = request.fields.values(Self.userField)
        let secrets = request.fields.values(Self.proxyField)
        guard !names.isEmpty || !secrets.isEmpty else { return nil }
        guard request.line == .identitySocket, !isDAV, names.count == 1, secrets.count == 1 else {
            throw Problem(
                400, "bad-identity",
                "'\(Self.userField)' and '\(Self.proxyField)' are a proxy's, once each, on the socket of --identity-socket, and not below /dav/",
                remedy: "let the proxy remove what clients send in these fields")
        }
        guard let secret = options.proxySecret, SecretToken.isEqual(secrets[0], secret) else {
            throw Problem(
                403, "bad-proxy", "the proxy does not have the secret of --identity-secret",
                remedy: "give it what the file holds")
        }
        let user = try told { () throws(RoomDatabaseError) in try table.user(named: names[0]) }
        guard let user, user.state == .active else {
            throw Problem(
                403, "no-user", "nobody of this name is served here",
                remedy: "let the operator add the user with 'agenda-server user add'")
        }
        return user
    }

    /// - Parameter isProved: whether the user has proved who they are; else their service decides.
    private func pass(
        _ request: ServiceRequest, to user: ServedUser?, isProved: Bool
    ) async throws(Problem) -> ServiceResponse {
        guard let user, user.state == .active else { return await nobody.answer(request) }
        let open = try await opened(user)
        let response = try await answer(request, by: open, isProved: isProved)
        if request.method == "POST", response.status == 200, request.segments == ["login"] {
            // A remark: a disk that takes none does not lock out.
            try? table.noteSignIn(of: user, at: options.clock.now)
        }
        return response
    }

    /// Whether a secret opens anything of a user whose service is not open: nobody makes the service open stores by guessing.
    private func isGood(_ secret: MarkedSecret, of user: ServedUser, in request: ServiceRequest)
        -> Bool
    {
        let (folder, now) = (table.folder(of: user), options.clock.now)
        do {
            switch secret {
            case .feed(let token):
                return try SharedLinks(database: folder + "/agenda.db").link(token: token, at: now)
                    != nil
            case .ticket(let ticket):
                return try devices(of: user).device(ticket: ticket, at: now) != nil
            case .link(let code): return try table.has(code, of: user.id, at: now)
            case .page:
                let sessions = BrowserSessions(tokenFile: folder + "/token")
                var gate = nobody.parts.gate
                gate.browsers = Gate.Browsers(sessions: sessions, host: "")
                _ = try gate.check(request, for: .owner, changes: false)
                return true
            }
        } catch {
            return false
        }
    }

    private func devices(of user: ServedUser) -> Devices {
        let (audit, clock) = (audit, options.clock)
        return Devices(ServiceDatabase(beside: table.folder(of: user) + "/agenda.db")) {
            audit.note("device-used", user, at: clock.now)
        }
    }

    /// Below `/dav/` the name of Basic says who asks, and the password is one of their devices'.
    private func dav(_ request: ServiceRequest) async throws(Problem) -> ServiceResponse {
        let segments = request.segments ?? []
        guard options.access.servesDAV else { return await nobody.answer(request) }
        if request.method == "OPTIONS" {
            // For any name alike: it tells what there could be.
            let name = segments.count > 2 ? segments[2] : ""
            return await DAVPlace.$user.withValue(name) { await nobody.answer(request) }
        }
        guard let (name, _) = request.fields["Authorization"].flatMap(Gate.credentials),
            let user = try told({ () throws(RoomDatabaseError) in try table.user(named: name) }),
            user.state == .active
        else { return await nobody.answer(request) }
        if let known = await open.known(user.id), known.user.name == user.name {
            return try await answer(request, by: known)
        }
        // A store is opened for a right password alone, if its folder is here.
        guard options.homes == nil || segments == [".well-known", "caldav"] else {
            return try await answer(request, by: try await opened(user))
        }
        var gate = nobody.parts.gate
        gate.devices = devices(of: user)
        if segments != [".well-known", "caldav"] { _ = try gate.device(request) }
        return try await answer(request, by: try await opened(user))
    }

    private func opened(_ user: ServedUser) async throws(Problem) -> OpenUser {
        do {
            return try await open.open(user)
        } catch {
            options.access.log("\(user.name): \(error)")
            throw Problem(
                503, "away", "the user's calendars cannot be opened now",
                remedy: "try again; see the service's log")
        }
    }

    private func answer(
        _ request: ServiceRequest, by user: OpenUser, isProved: Bool = false
    ) async throws(Problem) -> ServiceResponse {
        let open = try await caughtUp(user)
        var request = request
        if isProved { request.fields["Authorization"] = "Bearer " + open.token }
        try open.limits.noteRequest()
        if ["PUT", "POST", "PATCH", "MKCALENDAR", "MKCOL"].contains(request.method),
            !["/v1/undo", "/v1/sign-out", "/login"].contains(where: request.target.hasPrefix)
        {
            try open.limits.checkRoom()
            try checkCounts(request, open)
        }
        try await mount(open)
        let start = ContinuousClock.now
        var response = await open.service.answer(request)
        noteSlow(request, response, open.user, ContinuousClock.now - start)
        await tellOwners(open)
        do throws(UserHomeFault) { try await self.open.publish(open) } catch {
            let problem = away(error, of: open.user)
            // Whoever only reads has what there is; what the service has noted meanwhile is kept the next time.
            if !request.isSafe { throw problem }
        }
        if response.status < 300 { noteChange(request, of: open.user) }
        audit.note(request, response, of: open.user, at: options.clock.now)
        if case .stream(let next) = response.body {
            // Whoever reads it holds the service open, and hears from here on what other nodes change.
            let listener = OpenUser.Listener(to: open)
            response.body = .stream {
                _ = listener
                return await next()
            }
            try? await self.open.catchUp(open)
        }
        return response
    }

    /// Brings a user's calendars to the present state; opens them anew where that cannot be done.
    func caughtUp(_ open: OpenUser, isAgain: Bool = false) async throws(Problem) -> OpenUser {
        do throws(UserHomeFault) {
            try await self.open.catchUp(open)
            return open
        } catch {
            guard error == .replaced, !isAgain else { throw away(error, of: open.user) }
            return try await caughtUp(try await opened(open.user), isAgain: true)
        }
    }

    private func away(_ fault: UserHomeFault, of user: ServedUser) -> Problem {
        if case .away(let words) = fault { options.access.log("\(user.name): \(words)") }
        return Problem(
            503, "away", "the user's calendars are away for a moment",
            remedy: "try again; see the service's log")
    }

    func log(_ line: String) { options.access.log(line) }

    private func told<T>(_ body: () throws(RoomDatabaseError) -> T) throws(Problem) -> T {
        do throws(RoomDatabaseError) { return try body() } catch {
            options.access.log("\(error)")
            throw Problem(
                503, "away", "who is served here cannot be read now", remedy: "try again")
        }
    }
}
