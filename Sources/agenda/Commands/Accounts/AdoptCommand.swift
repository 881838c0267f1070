import AgendaActions
import AgendaAdopt
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

    struct Khal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "khal",
            abstract: "Take over khal's calendars, colours and formats.",
            discussion: """
                Each of khal's calendars becomes a source with its name and colour, writable unless \
                khal only reads it; 'agenda undo' takes each back. The default calendar, addresses, \
                time zone, formats, first day of the week and number of days go to the configuration \
                file, unless it has them.
                """)

        @Argument(
            help: "Its configuration; by default, where khal looks for it.", completion: .file())
        var file: String?

        @OptionGroup var options: AdoptionOptions

        func run() async throws {
            try await options.adoption().khal(file)
        }
    }

    struct Calcurse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "calcurse",
            abstract: "Take over calcurse's appointments, events and to-dos.",
            discussion: """
                They become events and to-dos of your own calendar, with their repetitions, exceptions \
                and notes; important ones get a reminder. Times follow the zone that you are in, as in \
                calcurse. An event is the same again by its start and its text, a to-do by its text: a \
                repetition updates it, unless you have changed it here. 'agenda undo' takes all back. \
                The first day of the week and the date format go to the configuration file, unless it \
                has them.
                Exit status: 3 if some could not be taken over.
                """)

        @Argument(
            help: "The folder of its data; by default, where calcurse looks for it.",
            completion: .directory)
        var folder: String?

        @Option(
            help: .value(
                "name",
                "The calendar: your own, or a writable source; by default, your own (local), or your usual one if you say so."
            ), completion: .calendarName)
        var calendar: String?

        @OptionGroup var options: AdoptionOptions

        func run() async throws {
            try await options.adoption().calcurse(folder, into: calendar)
        }
    }

    struct Todoman: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "todoman",
            abstract: "Take over todoman's folders and formats.",
            discussion: """
                Each list becomes a writable source with its name and colour; 'agenda undo' takes each \
                back. The default list, formats and colour go to the configuration file, unless it has \
                them. todoman's configuration is a program: only simple assignments are read, and \
                nothing is run.
                """)

        @Argument(
            help: "Its configuration; by default, where todoman looks for it.",
            completion: .file())
        var file: String?

        @OptionGroup var options: AdoptionOptions

        func run() async throws {
            try await options.adoption().todoman(file)
        }
    }
}

/// What all kinds of `agenda adopt` take.
struct AdoptionOptions: ParsableArguments {
    @Flag(help: "Only say what would be taken over.")
    var dryRun = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var common: CommonOptions

    func adoption() throws(CommandFailure) -> Adoption {
        Adoption(for: try common.person(), isDryRun: dryRun, isJSON: json)
    }
}
