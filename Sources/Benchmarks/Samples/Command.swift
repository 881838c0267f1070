import ICalendar

/// The command line.
enum Command {
    struct Options {
        var seed: UInt64 = 1
        var today = Day.current
        /// Nil for standard output.
        var output: String?
    }

    case help
    case list
    case write(Sample, Options)

    static let usage = """
        usage: agenda-samples NAME [--seed N] [--today YYYY-MM-DD] [--output PATH]
               agenda-samples --list

        Writes the sample NAME to PATH, else to standard output. The same seed (1 unless told
        otherwise) and the same today (else the date in UTC) give the same bytes.
        """

    init(_ arguments: [String]) throws(Failure) {
        var name: String?
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h":
                self = .help
                return
            case "--list":
                self = .list
                return
            case "--seed", "--today", "--output":
                guard let value = rest.popFirst() else { throw .usage("\(argument) lacks a value") }
                try options.set(argument, to: value)
            case _ where argument.hasPrefix("-"): throw .usage("\(argument): no such option")
            case _ where name != nil: throw .usage("\(argument): one name is enough")
            default: name = argument
            }
        }
        guard let name else { throw .usage("the sample's name is missing") }
        guard let sample = Sample(name) else { throw .usage("\(name): no such sample") }
        self = .write(sample, options)
    }
}

extension Command.Options {
    fileprivate mutating func set(_ option: String, to value: String) throws(Failure) {
        switch option {
        case "--seed":
            guard let number = UInt64(value) else { throw .usage("--seed \(value): no number") }
            seed = number
        case "--today":
            guard let day = Day(iso: value), Zone.days.contains(day) else {
                throw .usage("--today \(value): no day between 2020-01-01 and 2099-12-31")
            }
            today = day
        default:
            guard !value.isEmpty else { throw .usage("--output: an empty path") }
            output = value
        }
    }
}
