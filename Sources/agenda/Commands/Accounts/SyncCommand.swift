import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import ICalendar
import TerminalOutput

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Bring accounts and their servers in step, and fetch feeds that are due.",
        discussion: """
            Fetches what changed on the server, sends what changed here, and merges what changed on both \
            sides; what failed alone before is tried again. It may be interrupted at any time, and goes on with the next run. Exit status 3 says \
            that something waits for you: see 'agenda sync status'. What it fetched is one change for \
            'agenda undo'; what it replaced or removed is in 'agenda sync trash' for 30 days. Without the \
            name of an account, feeds that are due and files that changed follow, as with 'agenda refresh'.
            """,
        subcommands: [Run.self, Status.self, Resolve.self, Trash.self, Restore.self],
        defaultSubcommand: Run.self)

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Synchronise accounts, by default all.")

        @Argument(help: "The names of accounts.")
        var account: [String] = []

        @Flag(help: "Only say what would be done.")
        var dryRun = false

        @Flag(help: "Compare everything, not only what the server calls new.")
        var verify = false

        @Flag(help: "Carry out the deletions that are held, on both sides.")
        var forceDeletions = false

        @Flag(help: "Bring back, on both sides, what held deletions would take away.")
        var restoreDeletions = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard !(forceDeletions && restoreDeletions) else {
                throw CommandFailure.usage(
                    "--force-deletions cannot be combined with --restore-deletions")
            }
            let person = try common.person()
            let online = try OnlineAccess.existing(person)
            if let online, try !online.accountStore.retired().isEmpty,
                let store = try await StoreAccess.openIfExisting(person)
            {
                try online.wakePrograms(of: store.sources(counting: false))
            }
            guard let online, case let all = try online.accountStore.accounts(), !all.isEmpty
            else {
                let store = try await StoreAccess.openIfExisting(person)
                let hasSources = try store?.sources().contains { !$0.isOnlyInStore } ?? false
                guard account.isEmpty, hasSources else {
                    throw CommandFailure.failure(
                        "no accounts yet: add one with 'agenda account add ADDRESS'")
                }
                if try await refresh(store, person) { throw CommandFailure.partial }
                return
            }
            let accounts = account.isEmpty ? all : try account.map(online.accountStore.account)
            if !dryRun, forceDeletions || restoreDeletions { try decideDeletions(accounts, online) }
            let bar = ProgressBar(quiet: common.quiet, isStored: false)
            defer { bar?.end() }
            var round = SyncRound(online: online)
            (round.options.verifies, round.options.isDryRun) = (verify, dryRun)
            round.options.retriesAtOnce = true
            let pages = PageImports(person)
            let isDryRun = dryRun
            round.progress = { calendar, progress in
                bar?.show(progress, of: calendar)
                if !isDryRun, case .fetching(let count, of: let all) = progress, count < all {
                    pages.ask()
                }
            }
            let programs = begin(accounts.filter { $0.program != nil }, round, bar)
            var outcomes: [SyncRound.Outcome] = []
            var looks: [AccountSetup.Change] = []
            var hasFailed = false
            func take(_ account: Account, _ result: SyncRound.Told.Outcome) {
                bar?.end()
                switch result {
                case .success(let found):
                    found.outcomes.forEach(say)
                    for line in found.look.sentences(account) { Terminal.complain(line) }
                    outcomes += found.outcomes
                    looks += found.look.changed
                case .failure(let error):
                    Terminal.complain(SyncRound.sentence(error, of: account, for: person))
                    hasFailed = true
                }
            }
            await round.run(accounts.filter { $0.program == nil }) { take($0, $1) }
            await pages.finish()
            if !dryRun {
                try await round.importChanges(outcomes, looks, for: person)
                try tellNotes(outcomes, online, person.zone)
            }
            let isPartlyFetched =
                account.isEmpty
                ? try await refresh(StoreAccess.openIfExisting(person), person) : false
            for await told in programs {
                let (known, seen) = (outcomes.count, looks.count)
                take(told.account, told.result)
                guard !dryRun else { continue }
                let new = Array(outcomes[known...])
                try await round.importChanges(new, Array(looks[seen...]), for: person)
                try tellNotes(new, online, person.zone)
            }
            if !dryRun { outcomes += try await mirror(person, online) }
            if hasFailed || !outcomes.isEmpty, outcomes.allSatisfy({ $0.report.stop != nil }) {
                throw CommandFailure(status: .failure)
            }
            if hasFailed || isPartlyFetched
                || outcomes.contains(where: { $0.report.stop != nil || $0.report.needsPerson })
            {
                throw CommandFailure.partial
            }
        }

        /// Begins with the accounts of programs: one that hangs keeps neither servers nor feeds waiting, nor another one.
        private func begin(
            _ accounts: [Account], _ round: SyncRound, _ bar: ProgressBar?
        ) -> AsyncStream<SyncRound.Told> {
            var round = round
            round.progress = { calendar, progress in bar?.show(progress, of: calendar) }
            let (programs, teller) = AsyncStream<SyncRound.Told>.makeStream()
            Task { [round] in
                await round.run(accounts) {
                    teller.yield(SyncRound.Told(account: $0, result: $1))
                }
                teller.finish()
            }
            return programs
        }

        /// Fetches the feeds that are due and imports what changed; says what there was.
        ///
        /// - Returns: whether a feed keeps its last copy.
        private func refresh(_ store: EventStore?, _ person: Person) async throws -> Bool {
            guard !dryRun, let store else { return false }
            let bar = ProgressBar(quiet: common.quiet)
            defer { bar?.end() }
            let fetched = try await RefreshCommand.fetch(all: false, store, person, bar)
            let report = try await RefreshCommand.importChanges(store, person, bar)
            if !common.quiet {
                if let sentence = fetched.sentence { OutputBuffer.say(sentence) }
                if report.resourcesRead + report.resourcesRemoved > 0 {
                    OutputBuffer.say(report.sentence)
                }
            }
            return fetched.isPartial
        }

        /// Brings mirrors up to date, and sends at once what they wrote.
        private func mirror(
            _ person: Person, _ online: OnlineAccess
        ) async throws -> [SyncRound.Outcome] {
            guard let store = try await StoreAccess.openIfExisting(person) else { return [] }
            let mirrors = MirrorRound(person, store)
            let followed = await mirrors.follow()
            for line in followed.lines where !common.quiet { OutputBuffer.say(line) }
            let round = SyncRound(online: online)
            var outcomes: [SyncRound.Outcome] = []
            await round.run(try mirrors.accounts(having: followed.written, online)) {
                account, result in
                switch result {
                case .success(let found):
                    found.outcomes.forEach(say)
                    outcomes += found.outcomes
                case .failure(let error):
                    Terminal.complain(SyncRound.sentence(error, of: account, for: person))
                }
            }
            if !outcomes.isEmpty { try await round.importChanges(outcomes, [], for: person) }
            return outcomes
        }

        private func say(_ outcome: SyncRound.Outcome) {
            for note in outcome.notes { Terminal.complain("\(outcome.name): \(note)") }
            if !common.quiet || dryRun { OutputBuffer.say(outcome.sentence) }
        }

        private func decideDeletions(_ accounts: [Account], _ online: OnlineAccess) throws {
            for account in accounts {
                for calendar in try online.accountStore.calendars(of: account.id) {
                    let decisions = try online.decisions(calendar)
                    for direction in [Hold.Direction.fromServer, .fromReplica] {
                        if forceDeletions {
                            try decisions.allow(direction)
                        } else {
                            try decisions.restore(direction)
                        }
                    }
                }
            }
        }

        /// Says once what was decided about single resources.
        private func tellNotes(
            _ outcomes: [SyncRound.Outcome], _ online: OnlineAccess, _ zone: TimeZoneRules
        ) throws {
            guard !common.quiet else { return }
            for outcome in outcomes where outcome.report.hasChanges {
                let notes = try online.setup.standing(of: outcome.calendar).state.notes.values
                guard !notes.isEmpty else { continue }
                for note in notes.sorted(by: { $0.id < $1.id }) {
                    let title = try online.title(of: note.name, in: outcome.calendar, zone: zone)
                    Terminal.complain("\(outcome.name): \(note.sentence(title))")
                }
                try online.decisions(outcome.calendar).forget(Array(notes))
            }
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Show what is to be sent and fetched, and what waits for you.",
            discussion: "Asks no server.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let online = try OnlineAccess.existing(person)
            let standings = try online.map(AccountStanding.all) ?? []
            try AccountCommand.List.show(standings, options, person)
            if !options.json, let online {
                for standing in standings {
                    for line in try standing.waiting(online, person.zone) {
                        OutputBuffer.say(line)
                    }
                    try standing.forgetNotes(online)
                }
            }
            if standings.contains(where: { $0.status == "attention" || $0.status == "failed" }) {
                throw CommandFailure.partial
            }
        }
    }
}

extension SyncCommand {
    struct Resolve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resolve",
            abstract: "Decide a conflict: mine, theirs or both.",
            discussion: """
                Where both sides changed the same, the server's values stand and yours are kept. mine puts \
                yours in their place, both adds yours as an event of its own. The next 'agenda sync' sends \
                what changed.
                """)

        @Argument(help: "The conflict's id, as 'agenda sync status' shows it.")
        var id: String

        @Argument(help: "mine, theirs or both.")
        var choice: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            guard let choice = SyncDecisions.Choice(rawValue: choice) else {
                throw CommandFailure.usage("\(choice): expected mine, theirs or both")
            }
            let parts = id.split(separator: ".").map { Int($0) }
            guard let online = try OnlineAccess.existing(person), parts.count == 2,
                let number = parts[0], let conflict = parts[1],
                let calendar = try online.accountStore.calendars().first(where: { $0.id == number }
                ),
                try online.decisions(calendar).resolve(conflict, with: choice)
            else {
                throw CommandFailure.failure(
                    "\(id): no such conflict, or its event is changing: see 'agenda sync status'")
            }
            if !common.quiet { OutputBuffer.say("Resolved \(id): agenda sync sends it") }
            try await AccountSources(person).importChanges([calendar])
        }
    }
}
