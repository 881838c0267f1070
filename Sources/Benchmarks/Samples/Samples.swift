import Glibc

/// Writes the calendars that the benchmarks read.
///
/// They are the same on every machine: they depend only on the sample's name, the seed and the day
/// taken as today.
@main
struct Samples {
    static func main() {
        // A reader may stop early: let the write fail, which ends this program quietly.
        signal(SIGPIPE, SIG_IGN)
        do {
            switch try Command(Array(CommandLine.arguments.dropFirst())) {
            case .help: print(Command.usage)
            case .list: for line in Sample.overview { print(line) }
            case .write(let sample, let options): try write(sample, options)
            }
        } catch {
            switch error {
            case .usage(let message): end(64, message + ": see agenda-samples --help")
            case .failed(let message): end(1, message)
            case .closedPipe: exit(0)
            }
        }
    }

    private static func write(_ sample: Sample, _ options: Command.Options) throws(Failure) {
        let plan = EventPlan(sample, seed: options.seed, today: options.today)
        if sample.isFolder {
            guard let path = options.output else {
                throw .usage("a folder needs --output PATH")
            }
            return try CalendarFolder(path).write(plan)
        }
        let file = try options.output.map { path throws(Failure) in try OutputFile(at: path) }
        try CalendarFile(file ?? .standardOutput).write(plan)
    }

    private static func end(_ status: Int32, _ message: String) -> Never {
        let line = "agenda-samples: \(message)\n"
        _ = Glibc.write(STDERR_FILENO, line, line.utf8.count)
        exit(status)
    }
}

/// Why the program ends without writing everything.
enum Failure: Error {
    /// The arguments are invalid.
    case usage(String)
    /// A file could not be written.
    case failed(String)
    /// The reader has closed the pipe.
    case closedPipe
}
