import AgendaActions
import ArgumentParser

/// Who the reader is: events that the reader has declined do not count.
struct IdentityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Your own address, whose declined events do not count; by default AGENDA_ME, else the configuration file's; repeatable.",
            valueName: "address"))
    var me: [String] = []

    func addresses() throws(CommandFailure) -> Set<String> { try Self.addresses(me) }

    /// The given addresses, otherwise those in `AGENDA_ME`, separated by commas or spaces,
    /// otherwise those in the configuration file.
    static func addresses(_ given: [String]) throws(CommandFailure) -> Set<String> {
        Set(try list(given))
    }

    /// The same in their order.
    static func list(_ given: [String]) throws(CommandFailure) -> [String] {
        guard !given.contains(where: \.isEmpty) else {
            throw .usage("--me is empty: give an address such as kim@example.org")
        }
        if !given.isEmpty { return given }
        guard let listed = Environment.variable("AGENDA_ME") else {
            return Configuration.current.me
        }
        return listed.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }
}
