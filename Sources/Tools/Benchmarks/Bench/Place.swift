import ArgumentParser
import Glibc

/// The folder of all measurements: samples, stores, and a home for the processes, so that they read
/// and write none of the user's files.
final class Place {
    /// The current time for every measurement; its day is the one around which the samples are
    /// made.
    static let now = "2026-11-20T12:00:00+01:00"
    private static let today = "2026-11-20"

    /// The program being measured.
    let agenda: String
    /// This program.
    let bench: String
    private let path: String
    private let generator: String
    private var made: Set<String> = []

    /// - Parameter agenda: the program; nil for the one built beside this one.
    init(_ path: String, agenda: String?) throws {
        bench = try Files.resolved("/proc/self/exe")
        let folder = bench.prefix(through: bench.lastIndex(of: "/") ?? bench.startIndex)
        self.agenda = try Files.resolved(agenda ?? folder + "agenda")
        generator = try Files.resolved(folder + "agenda-samples")
        try Files.createFolder(path)
        self.path = try Files.resolved(path)
        Files.remove(scratch)
        try Files.createFolder(scratch + "/home")
        try Files.createFolder(self.path + "/samples")
    }

    private var scratch: String { path + "/scratch" }

    /// Removes everything but the samples.
    func clean() { Files.remove(scratch) }

    /// An empty folder of this name.
    func emptyFolder(_ name: String) throws -> String {
        let folder = scratch + "/" + name
        Files.remove(folder)
        try Files.createFolder(folder)
        return folder
    }

    /// A file in the scratch folder.
    func file(_ name: String) -> String { scratch + "/" + name }

    /// The sample's file or folder, regenerated on first use: its generator may have changed.
    func sample(_ name: String) throws -> String {
        let isFolder = name.hasPrefix("folder")
        let sample = path + "/samples/" + name + (isFolder ? "" : ".ics")
        guard made.insert(name).inserted else { return sample }
        say("  making \(name)")
        if isFolder { Files.remove(sample) }
        _ = try run([generator, name, "--today", Self.today, "--output", sample])
        return sample
    }

    /// Runs a program to its end and returns what it used.
    ///
    /// - Parameters:
    ///   - database: the database for a command without that option.
    ///   - output: the file for its standard output.
    ///   - variables: more variables, as `NAME=value`.
    func usage(
        _ command: [String], database: String? = nil, output: String = "/dev/null",
        variables: [String] = []
    ) throws -> MeasuredProcess.Usage {
        let database = database ?? scratch + "/home/agenda.db"
        let child = MeasuredProcess(
            command: command,
            environment: environment + variables + ["AGENDA_DATABASE=" + database],
            output: output,
            complaints: scratch + "/stderr")
        return try child.run()
    }

    /// The same, but returns the seconds that it took.
    func run(
        _ command: [String], database: String? = nil, output: String = "/dev/null",
        variables: [String] = []
    ) throws -> Double {
        try usage(command, database: database, output: output, variables: variables).seconds
    }

    /// The same, but returns the number that the program prints.
    func number(_ command: [String]) throws -> Double {
        let output = scratch + "/stdout"
        _ = try run(command, output: output)
        let text = String(decoding: try Files.read(output), as: UTF8.self)
        guard let number = Double(text.prefix { $0 != "\n" }) else {
            throw Fault("\(command[0]) prints no number")
        }
        return number
    }

    /// A fixed zone and language.
    private var environment: [String] {
        var variables = [
            "HOME=\(scratch)/home", "LC_ALL=C.UTF-8", "TZ=Europe/Berlin", "TMPDIR=\(scratch)/home",
        ]
        for kind in ["CACHE", "CONFIG", "DATA", "STATE"] {
            variables.append("XDG_\(kind)_HOME=\(scratch)/home/\(kind.lowercased())")
        }
        for name in ["LD_LIBRARY_PATH", "PATH"] {
            if let value = getenv(name) { variables.append(name + "=" + String(cString: value)) }
        }
        return variables
    }
}

/// Reports progress on standard error.
func say(_ line: String) {
    let line = line + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}

/// Where to measure.
struct PlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where samples and stores are written.", valueName: "folder"))
    var place = ".build/bench"

    @Option(help: ArgumentHelp("The program instead of the one beside this.", valueName: "path"))
    var agenda: String?

    /// The folder, with everything but the samples removed.
    func prepared() throws -> Place { try Place(place, agenda: agenda) }
}

extension Place {
    /// Imports a sample into a new database and returns the seconds that it took.
    func load(_ sample: String, into database: String) throws -> Double {
        try run(Self.loading(agenda, sample, database))
    }

    /// The command for this import. A new store needs a folder of its own: in an older store's
    /// folder it would restore that store's backup.
    static func loading(_ agenda: String, _ sample: String, _ database: String) -> [String] {
        [agenda, "source", "add", sample, "--database", database, "--now", now]
    }

    /// The databases of samples, complete and up to date.
    func stores(_ names: [String]) throws -> [String] {
        let databases = names.map { file("warm-\($0)/agenda.db") }
        let missing = zip(names, databases).filter { access($0.1, F_OK) != 0 }
        guard !missing.isEmpty else { return databases }
        let samples = try missing.map { try sample($0.0) }
        // Within two seconds a file can change and keep its times, so the program would read its
        // content.
        usleep(2_200_000)
        for ((name, database), sample) in zip(missing, samples) {
            _ = try emptyFolder("warm-\(name)")
            _ = try load(sample, into: database)
        }
        return databases
    }
}
