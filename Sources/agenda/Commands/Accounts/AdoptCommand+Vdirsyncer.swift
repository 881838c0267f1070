import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser

extension AdoptCommand {
    struct Vdirsyncer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "vdirsyncer",
            abstract: "Take over vdirsyncer's accounts and folders.",
            discussion: """
                The folders become the mirrors of accounts: nothing is downloaded again, and nothing in \
                them is changed. What vdirsyncer agreed with the server stays agreed. vdirsyncer must not \
                run any more: it would take what agenda writes for changes of yours.
                """)

        @Argument(
            help: "Its configuration; by default, where vdirsyncer looks for it.",
            completion: .file())
        var file: String?

        @Flag(help: "Only say what would be taken over.")
        var dryRun = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let settings = try common.settings()
            let plan = try plan()
            for remark in plan.remarks {
                Terminal.complain("\(remark.name): \(remark.reason.sentence)")
            }
            for feed in plan.feeds {
                Terminal.complain(
                    "\(feed.name): is a feed: add it with 'agenda source add \(feed.address)'")
            }
            let known = try OnlineAccess.existing(common, settings.clock)?.accounts.accounts() ?? []
            let names = Set(known.map(\.name))
            for account in plan.accounts where names.contains(account.name) {
                Terminal.complain("\(account.name): is an account already: left as it is")
            }
            let new = plan.accounts.filter { !names.contains($0.name) }
            if dryRun { return say(new) }
            let online = try OnlineAccess(common, settings.clock)
            for planned in new { try await adopt(planned, plan, online, settings) }
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
            _ online: OnlineAccess, _ settings: Settings
        ) async throws {
            let user = try await planned.remote.userName()
            var password = planned.remote.password
            if password == nil, planned.remote.writtenPassword != nil || planned.remote.isAsked {
                guard
                    let secret = planned.remote.writtenPassword
                        ?? (Terminal.canAsk
                            ? Terminal.askSecret("\(planned.name): password of \(user): ") : nil)
                else {
                    throw CommandFailure.failure(
                        "\(planned.name): no password: run this on a terminal")
                }
                let key = try online.setup.newIdentifier(for: planned.name)
                password = try await AccountProof.keep(secret, key: key, name: planned.name)
            }
            let adoption = try online.setup.adopt(
                planned, of: plan, user: user, password: password)
            try await AccountSources(common, settings).register(adoption.calendars.map(\.calendar))
            for adopted in adoption.calendars where !common.quiet {
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
            let changed = adoption.calendars.filter { !$0.changed.isEmpty }
            // Without a connection the next synchronisation compares them.
            guard !changed.isEmpty,
                let client = try? await online.connections.client(of: adoption.account)
            else { return }
            for adopted in changed {
                _ = try? await online.setup.settle(adopted, through: client)
            }
        }

        /// Where vdirsyncer looks: its manual, "Config".
        private func plan() throws -> VdirsyncerPlan {
            let home = Environment.variable("HOME") ?? ""
            let path =
                file.map(absolute) ?? Environment.variable("VDIRSYNCER_CONFIG")
                ?? AdoptCommand.usualFile(["vdirsyncer/config", "~/.vdirsyncer/config"])
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
