import ArgumentParser
import CLibical

/// `agenda-bench libical`: prints the seconds that libical takes to parse a file, or those of a folder,
/// on one thread. Neither the reading nor the freeing counts: nobody who imports with libical can be
/// faster than this on one core.
///
/// A process of its own, because parsing leaves the memory in another state than it was.
struct LibicalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "libical", shouldDisplay: false)

    @Argument var path: String

    func run() throws {
        let files =
            Files.isFolder(path) ? try Files.names(in: path).map { path + "/" + $0 } : [path]
        // Loads the library, which is no part of parsing.
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
