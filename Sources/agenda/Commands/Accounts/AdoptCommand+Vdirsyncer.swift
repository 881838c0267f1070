import AgendaActions
import AgendaAdopt
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
                A password that stands in the configuration goes to the desktop's keyring, or where there is \
                none into a file that only you can read; or say where it comes from now.
                Exit status: 3 if an account was left out because one of its folders is missing.
                """)

        @Argument(
            help: "Its configuration; by default, where vdirsyncer looks for it.",
            completion: .file())
        var file: String?

        @OptionGroup var password: PasswordPlaceOptions
        @OptionGroup var options: AdoptionOptions

        func run() async throws {
            try await options.adoption().vdirsyncer(file) { () throws(CommandFailure) in
                try password.password()
            }
        }
    }
}
