import Glibc

/// Runs the program on the repository's sample calendars, compared with a process that does
/// nothing.
struct StartExperiment: Experiment {
    let name = "start"
    let alternation = Alternation(runs: 20)

    /// The day around which these calendars were made.
    private static let now = ["--now", "2026-11-21T12:00:00+01:00"]

    func cases(_ place: Place) throws -> [Case] {
        guard Files.isFolder("Samples") else {
            throw Fault("Samples: no such folder: start this at the top of the repository")
        }
        let folder = try Files.resolved("Samples")
        let database = ["--database", try place.emptyFolder("start") + "/agenda.db"]
        let calendars = try Files.names(in: folder)
            .filter { $0.hasSuffix(".ics") || Files.isFolder(folder + "/" + $0) }
        for calendar in calendars {
            _ = try place.run([place.agenda, "source", "add", folder + "/" + calendar] + database)
        }
        let commands = ["list", "timeline"]
        return [place.doNothing()]
            + commands.map { command in
                place.program(command, "Samples, from the store", [command] + database + Self.now)
            }
            + commands.map { command in
                place.program(
                    command + "-files", "Samples, from the files alone",
                    [command, folder] + Self.now)
            }
    }
}

extension Place {
    /// The cost of starting a process.
    func doNothing() -> Case {
        Case(name: "start", what: "`true`: a process that does nothing") {
            try self.run(["/bin/true"])
        }
    }

    /// A command of the program, compared with a process that does nothing.
    func program(
        _ name: String, _ what: String, _ arguments: [String],
        comparisons: [Comparison] = [Comparison(with: "start")]
    ) -> Case {
        Case(
            name: name, what: "`agenda \(arguments[0])`: \(what)", comparisons: comparisons
        ) {
            try self.run([self.agenda] + arguments)
        }
    }
}
