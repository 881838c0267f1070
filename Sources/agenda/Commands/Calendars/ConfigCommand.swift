import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda config`: what the configuration file says.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows, changes and removes what the configuration file says.",
        discussion: """
            The file is $XDG_CONFIG_HOME/agenda/config.toml, else ~/.config/agenda/config.toml. An \
            option of a command wins over the environment, that over the file.

              agenda config                            all keys, with examples
              agenda config time-zone Europe/Berlin    sets one
              agenda config me kim@example.org k@home  a list takes several values
              agenda config colors.team teal           the colour of the calendar "team"
              agenda config aliases.w 'list --week'    agenda w

            Keys: \(ConfigurationKey.allCases.map(\.rawValue).joined(separator: ", ")), \
            colors.CALENDAR, aliases.NAME. Comments and the order of the file stay.
            """)

    @Argument(
        help: "The key; without it the whole file.", completion: .configurationKey)
    var key: String?

    @Argument(
        help: ArgumentHelp("Its new value; a list takes several.", valueName: "value"),
        completion: .configurationValue)
    var values: [String] = []

    @Flag(help: "Remove the key.")
    var unset = false

    @Flag(help: "Print where the file is.")
    var path = false

    func run() async throws {
        guard let file = ConfigurationFile.path else {
            throw CommandFailure.failure("HOME: is not set: set XDG_CONFIG_HOME")
        }
        var output = OutputBuffer()
        if path {
            output.append(file + "\n")
            return output.flush()
        }
        var document = try ConfigurationFile.document(of: file)
        guard let key else {
            guard !unset else { throw CommandFailure.usage("--unset: name the key") }
            return try list(document, path: file)
        }
        let name = Self.path(of: key)
        if unset {
            guard values.isEmpty else {
                throw CommandFailure.usage("--unset \(key): takes no value: leave it out")
            }
            guard try Self.edited({ () throws(TOMLReader.Failure) in try document.unset(name) })
            else {
                throw CommandFailure.failure("config \(key): is not set")
            }
            return try ConfigurationFile.write(document.text, to: file)
        }
        guard Configuration.isKnown(name) else {
            throw CommandFailure.usage(Configuration.unknown(name, place: "config"))
        }
        guard !values.isEmpty else {
            guard let value = document[name] else { throw CommandFailure(status: .failure) }
            output.append(Self.plain(value))
            return output.flush()
        }
        let value = try value(of: name)
        try Self.edited { () throws(TOMLReader.Failure) in try document.set(name, to: value) }
        try ConfigurationFile.write(document.text, to: file)
    }

    /// `colors.team` as the names of table and key; a calendar's name may hold dots.
    private static func path(of key: String) -> [String] {
        let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 && ConfigurationKey.Table(rawValue: parts[0]) != nil ? parts : [key]
    }

    /// The values as the file has them, once they make sense.
    private func value(of name: [String]) throws -> TOMLValue {
        let key = ConfigurationKey(rawValue: name[0])
        let isList = key?.isList ?? false
        let parted = values.flatMap { $0.split { $0 == "," || $0.isWhitespace }.map(String.init) }
        let value: TOMLValue =
            isList
            ? .array(parted.map { .string($0) }) : .string(values.joined(separator: " "))
        let entry = TOMLReader.Entry(
            path: name, value: value, line: 0, valueRange: 0..<0, lines: 0..<0)
        let read = Configuration([entry], path: "")
        if let remedy = read.faults.first?.remedy {
            throw CommandFailure.usage(
                "config \(name.joined(separator: ".")) \(values.joined(separator: " ")): \(remedy)")
        }
        if key == .timeZone {
            _ = try Environment.zone(
                named: values.joined(separator: " "), place: "config time-zone")
        }
        return value
    }

    @discardableResult
    private static func edited<Value>(
        _ edit: () throws(TOMLReader.Failure) -> Value
    ) throws(CommandFailure) -> Value {
        do {
            return try edit()
        } catch {
            throw .failure("config: the file cannot be changed here: edit it with an editor")
        }
    }

    /// A value for scripts: no quotes, a list's values a line each.
    private static func plain(_ value: TOMLValue) -> String {
        switch value {
        case .string(let text): text + "\n"
        case .array(let values): values.map(plain).joined()
        default: value.text + "\n"
        }
    }

    /// All keys as the file could have them: those that are set, and the others as comments.
    private func list(_ document: TOMLDocument, path: String) throws {
        let isUTF8 = Environment.isUTF8
        var output = OutputBuffer()
        output.append("# \(path)\n")
        for key in ConfigurationKey.allCases {
            let value = document[[key.rawValue]]
            let line =
                value.map { "\(key.rawValue) = \($0.text)" } ?? "# \(key.rawValue) = \(key.example)"
            output.append(SafeText.line(line, isUTF8: isUTF8))
            output.append(DisplayWidth.padding(line, to: 44) + "  # \(key.meaning.text)\n")
        }
        for table in ConfigurationKey.Table.allCases {
            output.append("\n[\(table.rawValue)]\n")
            let entries = document.entries.filter {
                $0.path.count == 2 && $0.path[0] == table.rawValue
            }
            for entry in entries {
                let line = "\(TOMLValue.key(entry.path[1])) = \(entry.value.text)"
                output.append(SafeText.line(line, isUTF8: isUTF8) + "\n")
            }
            if entries.isEmpty { output.append(table.example + "\n") }
        }
        output.flush()
        let faults = Configuration(document.entries, path: path).faults
        for fault in faults { Terminal.complain(fault.message) }
        if faults.contains(where: \.isError) { throw CommandFailure(status: .usage) }
    }
}

extension ConfigurationKey.Table {
    /// A line of it, as a comment.
    fileprivate var example: String {
        switch self {
        case .colors: "# team = \"teal\""
        case .aliases: "# w = \"list --week\""
        }
    }
}
