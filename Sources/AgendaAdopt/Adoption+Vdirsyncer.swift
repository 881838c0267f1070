import AgendaActions
import AgendaJSON
package import AgendaSync
import CalendarFiles
import TerminalOutput

extension Adoption {
    /// Takes over vdirsyncer's accounts and folders.
    ///
    /// - Parameters:
    ///   - file: its configuration; nil for the one where vdirsyncer looks.
    ///   - password: where the password of the one account comes from now; nil for where it was.
    package func vdirsyncer(
        _ file: String?, password: () throws -> PasswordSource?
    ) async throws {
        let plan = try plan(of: file)
        var run = AdoptionRun("vdirsyncer", self)
        for remark in plan.remarks {
            Terminal.complain("\(remark.name): \(remark.reason.sentence)")
        }
        for feed in plan.feeds {
            Terminal.complain(
                "\(feed.name): is a feed: add it with 'agenda source add \(feed.address)'")
        }
        let known = try OnlineAccess.existing(person)?.accountStore.accounts() ?? []
        let names = Set(known.map(\.name))
        for account in plan.accounts where names.contains(account.name) {
            Terminal.complain("\(account.name): is an account already: left as it is")
            run.report.accounts.append(.init(name: account.name, outcome: .present))
        }
        var new = plan.accounts.filter { !names.contains($0.name) }
        for account in new {
            guard let folder = account.missingFolders.first else { continue }
            run.leaveOut(["\(account.name): is left out: \(folder): no such folder"])
            run.report.accounts.append(.init(name: account.name, outcome: .failed))
        }
        new.removeAll { !$0.missingFolders.isEmpty }
        let source = try source(for: new, password)
        if isDryRun {
            for account in new {
                let calendars = account.calendars.map {
                    AdoptionReport.Account.Calendar(
                        name: $0.collection, path: $0.folder, outcome: .added)
                }
                run.report.accounts.append(
                    .init(name: account.name, outcome: .added, calendars: calendars))
            }
            if showsLines { say(new) }
        } else {
            let online = try OnlineAccess(person)
            for planned in new {
                run.report.accounts.append(
                    try await adopt(planned, plan, source, online))
            }
        }
        try run.finish()
    }

    /// The password's place that the person names; for a single account, since it is that account's.
    private func source(
        for accounts: [VdirsyncerPlan.PlannedAccount],
        _ password: () throws -> PasswordSource?
    ) throws -> PasswordSource? {
        guard let source = try password() else { return nil }
        guard accounts.count < 2 else {
            let names = accounts.map(\.name).joined(separator: ", ")
            throw CommandFailure.usage(
                "--password-command, --password-file: are for one account, and there are \(names): "
                    + "leave them out, and change one with 'agenda account set' later")
        }
        return source
    }

    private func say(_ accounts: [VdirsyncerPlan.PlannedAccount]) {
        for account in accounts {
            OutputBuffer.say("would adopt \(account.name)")
            for calendar in account.calendars {
                OutputBuffer.say("  \(calendar.collection): \(calendar.folder)")
            }
        }
    }

    private func adopt(
        _ planned: VdirsyncerPlan.PlannedAccount, _ plan: VdirsyncerPlan,
        _ source: PasswordSource?, _ online: OnlineAccess
    ) async throws -> AdoptionReport.Account {
        let user = try await planned.remote.userName()
        _ = try await source?.read()
        let password: PasswordSource? =
            if let source { source } else { try await stored(planned, user, online) }
        let sources = AccountSources(person)
        let adoption: AccountSetup.Adoption
        do {
            adoption = try online.setup.adopt(
                planned, of: plan, user: user, password: password)
        } catch {
            try? await online.removeSecret(password)
            throw error
        }
        do {
            try await sources.registerAll(adoption.calendars.map(\.calendar))
        } catch {
            try online.setup.remove(adoption.account, keepsFiles: true)
            try? await adoption.account.removeSecrets(online)
            throw error
        }
        for adopted in adoption.calendars where showsLines {
            OutputBuffer.say(
                "Adopted \(planned.name)/\(adopted.calendar.name): \(adopted.agreed) in step, "
                    + "\(adopted.changed.count) to compare")
        }
        for calendar in adoption.left {
            Terminal.complain(
                "\(planned.name)/\(calendar.collection): vdirsyncer never noted where it is on the "
                    + "server: 'agenda account set \(planned.name) --calendar "
                    + "\(calendar.collection)' fetches it anew, into a folder of its own")
        }
        let calendars =
            adoption.calendars.map {
                AdoptionReport.Account.Calendar(
                    name: $0.calendar.name, path: $0.calendar.folder, outcome: .added)
            }
            + adoption.left.map {
                .init(name: $0.collection, path: $0.folder, outcome: .left)
            }
        let report = AdoptionReport.Account(
            name: planned.name, outcome: .added, calendars: calendars)
        let changed = adoption.calendars.filter { !$0.changed.isEmpty }
        // Without a connection the next synchronisation compares them.
        guard !changed.isEmpty,
            let client = try? await online.connections.client(of: adoption.account)
        else { return report }
        for adopted in changed {
            _ = try? await online.setup.settle(adopted, through: client)
        }
        return report
    }

    /// Where the password is from now on, which vdirsyncer has in its configuration or asks for; nil without one.
    private func stored(
        _ planned: VdirsyncerPlan.PlannedAccount, _ user: String, _ online: OnlineAccess
    ) async throws -> PasswordSource? {
        if let source = planned.remote.password { return source }
        let key = try online.setup.newIdentifier(for: planned.name)
        if let secret = planned.remote.writtenPassword {
            return try await AccountProof.keep(
                written: secret, key: key, name: planned.name, online, person.report)
        }
        guard planned.remote.isAsked else { return nil }
        guard Terminal.canAsk,
            let secret = Terminal.askSecret("\(planned.name): password of \(user): ")
        else {
            throw CommandFailure.failure(
                "\(planned.name): no password: run this on a terminal, or give --password-command "
                    + "or --password-file")
        }
        return try await AccountProof.keep(secret, key: key, name: planned.name)
    }

    /// Where vdirsyncer looks: its manual, "Config".
    private func plan(of file: String?) throws -> VdirsyncerPlan {
        let home = Environment.variable("HOME") ?? ""
        let path =
            file.map(absolute) ?? Environment.variable("VDIRSYNCER_CONFIG")
            ?? AdoptedFile.usual(["vdirsyncer/config", "~/.vdirsyncer/config"])
        guard let bytes = try? InputFile.read(path) else {
            throw CommandFailure.failure(
                "\(path): cannot be read: name vdirsyncer's configuration")
        }
        do throws(VdirsyncerError) {
            let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            return VdirsyncerPlan(
                try VdirsyncerConfiguration(
                    String(decoding: bytes, as: UTF8.self), folder: folder, home: home))
        } catch {
            throw CommandFailure.failure(
                "\(path): \(error.description)")
        }
    }
}

extension VdirsyncerPlan.Reason {
    fileprivate var sentence: Message {
        switch self {
        case .contacts: "contacts are not adopted"
        case .google:
            "Google's storage has tokens of its own: add it with 'agenda account add ADDRESS --oauth google'"
        case .noServer: "not adopted: neither side, or both, is a server"
        case .type(let type): "not adopted: storages of type \(type) are unknown"
        case .singleFile(let path): "not adopted: all events are in the file \(path)"
        case .fileEnding(let ending): "not adopted: files end with '\(ending)', not with .ics"
        case .option(let option): "not adopted: \(option) has no value that can be used"
        case .ignored(let option): "\(option) has no counterpart here"
        case .window: "all events are kept, not only those of some days"
        }
    }
}
