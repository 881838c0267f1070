import AgendaActions
import AgendaBank
import AgendaKit
import AgendaNode
import AgendaService
import CalendarFiles
import Glibc

extension Serve {
    /// Serves the people of a folder.
    func serve(peopleOf folder: String) async throws {
        guard database == nil, tokenFile == nil, !open, !privateSources else {
            throw CommandFailure.usage(
                "--database, --token-file, --open, --private-sources: not with --people")
        }
        guard (identitySocket == nil) == (identitySecret == nil) else {
            throw CommandFailure.usage("--identity-socket and --identity-secret belong together")
        }
        guard mostOpen > 0, mostStorage > 0, refreshAtOnce >= 0 else {
            throw CommandFailure.usage(
                "--most-open and --most-storage are more than 0, --refresh-at-once 0 or more")
        }
        umask(0o077)
        let descriptors = Self.raiseFileLimit(others: mostOpen * Self.filesOfOne)
        let openable = openable(descriptors)
        var options = People.Options(zone: try UserCommand.zone(timeZone))
        (options.access.hosts, options.access.isReadOnly) = (Set(allowHost), readOnly)
        (options.access.servesDAV, options.access.servesMerge) = (!noDAV, davAll)
        options.access.allowsPrivatePushes = pushPrivate
        options.access.log = { AgendaServer.complain("agenda: \($0)") }
        if let sendmail {
            options.mailer = { mail in
                let run = try? await ChildProcess.run(
                    [sendmail, "-t"], input: mail, limit: 0, within: 60)
                return run?.status == 0
            }
        }
        options.proxySecret = try identitySecret.map { try TokenFile(path: $0).token() }
        (options.mostOpen, options.limits.bytes) = (openable, mostStorage << 20)
        options.operating.secret = try operatorSecret.map { try TokenFile(path: $0).token() }
        if let secretsKey {
            let folder = absolute(folder)
            try SecretsKey(file: absolute(secretsKey), check: folder + "/secrets.check")
                .seal(below: folder)
        }
        options.upkeep.limits.atOnce = refreshAtOnce
        options.upkeep.limits.failing = (refreshAtOnce + 1) / 2
        options.upkeep.node = node ?? "\(Self.machine) \(getpid())"
        (options.upkeep.period, options.upkeep.allowsPrivate) = (testRefresh, testRefresh != nil)
        let table: UserTable
        if let bank {
            table = try UserCommand.table(folder, bank: bank)
            let homes = BankHomes(bank, connections: 8)
            options.homes = homes
            options.operating.figures = { homes.figures }
            options.executor = BlockingThreads.shared
            // What a node keeps of a user's feeds and accounts is kept whole: two runs would be in each other's way.
            options.upkeep.limits.perUser = 1
        } else {
            table = try UserCommand.table(folder)
        }
        let people = try People(table, options)
        let listeners = try listeners(
            Answering(
                answer: { await people.answer($0) }, listens: { people.listens(at: $0) }),
            host: nil, isReached: true,
            connections: try Connections(descriptors: descriptors - openable * Self.filesOfOne))
        try await run(listeners, Follower { await people.follow() })
    }

    /// Descriptors of one user whose calendars are open: 15 with 667 of them open on a node of a bank.
    private static let filesOfOne = 18

    /// How many people's calendars are held open: as many as were asked for, if the process may have so many files open
    /// beside 1,024 for connections.
    private func openable(_ descriptors: Int) -> Int {
        let most = max(1, min(mostOpen, (descriptors - 1_024) / Self.filesOfOne))
        if most < mostOpen {
            let needed = 1_024 + mostOpen * Self.filesOfOne
            AgendaServer.complain(
                "agenda: --most-open \(mostOpen): the limit of \(descriptors) open files is enough for \(most): raise it with 'ulimit -n \(needed)'"
            )
        }
        return most
    }

    /// The machine's name.
    private static var machine: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "node" }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
