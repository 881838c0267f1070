import AgendaActions
import AgendaJSON
import ArgumentParser
import TerminalOutput

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change the configuration file.",
        discussion: """
            The file is $XDG_CONFIG_HOME/agenda/config.toml, else ~/.config/agenda/config.toml. An \
            option overrides the environment, which overrides the file.

              agenda config                            all keys, with examples
              agenda config time-zone Europe/Berlin    set one
              agenda config me kim@example.org k@home  a list takes several values
              agenda config colors.team teal           the colour of the calendar "team"
              agenda config aliases.w 'list --week'    agenda w

            Keys: \(ConfigurationKey.allCases.map(\.rawValue).joined(separator: ", ")), \
            colors.CALENDAR, aliases.NAME, oauth.SERVICE.client-id. Comments and the order of lines stay.
            """)

    @Argument(
        help: "The key; without one, the whole file is shown.", completion: .configurationKey)
    var key: String?

    @Argument(
        help: .value("value", "The new value, or none to remove the key; a list takes several."),
        completion: .configurationValue)
    var values: [String] = []

    @Flag(help: "Remove the key.")
    var unset = false

    @Flag(help: "Print the file's path.")
    var path = false

    func run() async throws {
        guard let file = ConfigurationFile.path else {
            throw CommandFailure.failure("HOME is not set: set XDG_CONFIG_HOME")
        }
        if path { return OutputBuffer(file + "\n").flush() }
        var document = try ConfigurationFile.document(of: file)
        guard let key else {
            guard !unset else { throw CommandFailure.usage("--unset needs a key") }
            return try list(document, path: file)
        }
        let name = Self.path(of: key)
        let isNone = values.count == 1 && values[0].isNone && Configuration.isKnown(name)
        if unset || isNone {
            guard values.isEmpty || isNone else {
                throw CommandFailure.usage("--unset takes no value: leave out '\(key)'")
            }
            guard try Self.edited({ () throws(TOMLReader.Failure) in try document.unset(name) })
            else {
                if isNone { return }
                throw CommandFailure.failure("config \(key): is not set")
            }
            return try ConfigurationFile.write(document.text, to: file)
        }
        guard Configuration.isKnown(name) else {
            throw CommandFailure.usage(Configuration.unknown(name, place: "config"))
        }
        guard !values.isEmpty else {
            guard let value = document[name] else { throw CommandFailure(status: .failure) }
            return OutputBuffer(Self.plain(value)).flush()
        }
        let value = try value(of: name)
        try Self.edited { () throws(TOMLReader.Failure) in try document.set(name, to: value) }
        try ConfigurationFile.write(document.text, to: file)
    }

    /// `colors.team` as the names of table and key; a calendar's name may contain dots.
    private static func path(of key: String) -> [String] {
        let service = key.split(separator: ".").map(String.init)
        if service.count == 3, service[0] == "oauth" { return service }
        let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 && ConfigurationKey.Table(rawValue: parts[0]) != nil ? parts : [key]
    }

    /// The values as the file writes them, after they are checked.
    private func value(of name: [String]) throws -> TOMLValue {
        let key = ConfigurationKey(rawValue: name[0])
        let isList = key?.isList ?? false
        let parted = values.flatMap { $0.split { $0 == "," || $0.isWhitespace }.map(String.init) }
        let text = values.joined(separator: " ")
        let isOn = key?.isSwitch ?? false ? Bool(text) : nil
        let value: TOMLValue =
            isList ? .array(parted.map { .string($0) }) : isOn.map { .boolean($0) } ?? .string(text)
        let entry = TOMLReader.Entry(path: name, value: value)
        let read = Configuration([entry], path: "")
        if let remedy = read.faults(hiding: CommandGroups.has).first?.remedy {
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

    /// A value for scripts: without quotes, one line for each value of a list.
    private static func plain(_ value: TOMLValue) -> String {
        switch value {
        case .string(let text): text + "\n"
        case .array(let values): values.map(plain).joined()
        default: value.text + "\n"
        }
    }

    /// All keys as lines of the file: those that are set, and the others as comments.
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
        let services = document.entries.filter { $0.path.count == 3 && $0.path[0] == "oauth" }
        output.append("\n[oauth]\n")
        for entry in services {
            let name = entry.path.dropFirst().map(TOMLValue.key).joined(separator: ".")
            output.append(SafeText.line("\(name) = \(entry.value.text)", isUTF8: isUTF8) + "\n")
        }
        if services.isEmpty {
            output.append("# google.client-id = \"1234.apps.googleusercontent.com\"\n")
        }
        var rule: String?
        for entry in document.entries where entry.path[0] == Configuration.ruleTable {
            if entry.path.count == 3, entry.path[1] != rule {
                output.append("\n[[\(Configuration.ruleTable)]]\n")
                rule = entry.path[1]
            }
            let line = "\(TOMLValue.key(entry.path.last ?? "")) = \(entry.value.text)"
            output.append(SafeText.line(line, isUTF8: isUTF8) + "\n")
        }
        output.flush()
        let faults = Configuration(document.entries, path: path)
            .faults(hiding: CommandGroups.has)
        for fault in faults { Terminal.complain(fault.message) }
        if faults.contains(where: \.isError) { throw CommandFailure(status: .usage) }
    }
}

extension ConfigurationKey.Table {
    /// The same line as a comment.
    fileprivate var example: String {
        switch self {
        case .colors: "# team = \"teal\""
        case .aliases: "# w = \"list --week\""
        }
    }
}
