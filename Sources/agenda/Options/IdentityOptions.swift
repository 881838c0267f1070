import AgendaActions
import ArgumentParser

/// Who the reader is: events that the reader has declined do not count.
struct IdentityOptions: ParsableArguments {
    @Option(
        help: .value(
            "address",
            "Your own address, whose declined events do not count; by default AGENDA_ME, else the configuration file's; repeatable; or none."
        ))
    var me: [String] = []

    func addresses(_ person: Person) throws(CommandFailure) -> Set<String> {
        Set(try Self.list(me, person))
    }

    /// The given addresses in their order, otherwise the person's.
    static func list(_ given: [String], _ person: Person) throws(CommandFailure) -> [String] {
        guard !given.contains(where: \.isEmpty) else {
            throw .usage("--me is empty: give an address such as kim@example.org")
        }
        if given.count == 1, given[0].isNone { return [] }
        return given.isEmpty ? person.addresses : given
    }
}
