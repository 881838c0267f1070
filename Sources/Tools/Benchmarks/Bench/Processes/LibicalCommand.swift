import ArgumentParser
import CLibical

/// `agenda-bench libical`: prints the seconds that libical takes to parse a file or the files of a
/// folder, on one thread. Reading and freeing do not count, so no import based on libical can be
/// faster on one core.
///
/// It is a separate process, because parsing leaves the memory in a different state.
struct LibicalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "libical", shouldDisplay: false)

    @Argument var path: String

    func run() throws {
        let files =
            Files.isFolder(path) ? try Files.names(in: path).map { path + "/" + $0 } : [path]
        // Load the library first; that is not part of parsing.
        if let cause = clibical_load() { throw Fault(String(cString: cause)) }
        icalparser_free(icalparser_new())
        var seconds = 0.0
        for file in files {
            let text = try (Files.read(file) + [0]).map(CChar.init(bitPattern:))
            let stopwatch = Stopwatch()
            guard let calendar = icalparser_parse_string(text) else {
                throw Fault("\(file): libical cannot parse it")
            }
            seconds += stopwatch.seconds
            icalcomponent_free(calendar)
        }
        print(seconds)
    }
}
