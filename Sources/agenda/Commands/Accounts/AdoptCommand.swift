import ArgumentParser

struct AdoptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Take over what other programs have configured and kept.",
        discussion: """
            What they have is read and never changed. What is here already stays as it is, so a \
            repetition adds only what is new. --dry-run says what would be taken over.
            """,
        subcommands: [Vdirsyncer.self, Khal.self, Calcurse.self, Todoman.self])
}
