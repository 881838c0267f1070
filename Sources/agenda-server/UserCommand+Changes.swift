import AgendaService
import ArgumentParser

extension UserCommand {
    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a user another name, by which devices sign in from then on.")
        @OptionGroup var one: One
        @Argument(help: "The new name.") var new: String

        func run() async throws {
            let (desk, user) = try one.find()
            let renamed = try desk.rename(user, to: new)
            AgendaServer.say(
                "\(renamed.name): renamed: devices sign in by this name now, with the passwords that they have"
            )
        }
    }

    struct Limit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what a user may, and give limits of the user's own.",
            discussion: "Without options, lists them: the limit, its value, and whose it is.")
        @OptionGroup var one: One
        @Option(help: "MiB that the user's folder may hold.") var storage: Int?
        @Option(help: "Files in it: each event or to-do is one.") var resources: Int?
        @Option(help: "Requests a second over a longer time.") var requests: Int?
        @Option(help: "Calendars, feeds and accounts.") var sources: Int?
        @Option(help: "Devices that may come in.") var devices: Int?
        @Flag(help: "Forget all that are the user's own and are not given.") var usual = false

        func run() async throws {
            let (desk, user) = try one.find()
            let given: [UserLimit: Int?] = [
                .storage: storage, .resources: resources, .requests: requests, .sources: sources,
                .devices: devices,
            ]
            let limits = given.compactMapValues { $0 }
            if usual || !limits.isEmpty { try desk.set(limits, of: user, isAlone: usual) }
            for (kind, value, isOwn) in try desk.limits(of: user) {
                AgendaServer.say("\(kind.rawValue)\t\(value)\t\(isOwn ? "own" : "usual")")
            }
        }
    }
}
