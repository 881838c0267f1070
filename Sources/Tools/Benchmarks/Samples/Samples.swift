import ArgumentParser
import Glibc
import ICalendar

/// Writes the calendars that the benchmarks read.
///
/// They are the same on every machine: they depend only on the sample's name, the seed and the day
/// taken as today.
@main
struct Samples: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda-samples",
        abstract: "Writes a sample calendar; the same seed and day give the same bytes.")

    @Argument(help: "The sample's name, such as x2; --list names the samples.")
    var sample: Sample?

    @Flag(help: "Names the samples that the benchmarks use, and how to name others.")
    var list = false

    @Option(help: "The seed of all random numbers.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The day taken as today, instead of the date in UTC.", valueName: "YYYY-MM-DD"),
        transform: Self.day)
    var today = Day.current

    @Option(help: ArgumentHelp("Where to write, instead of standard output.", valueName: "path"))
    var output: String?

    func validate() throws {
        if list { return }
        guard let sample else { throw ValidationError("the sample's name is missing") }
        guard output != "" else { throw ValidationError("--output: an empty path") }
        guard !sample.isFolder || output != nil else {
            throw ValidationError("a folder needs --output")
        }
    }

    func run() throws {
        if list { print(Sample.overview) }
        guard !list, let sample else { return }
        let plan = SamplePlan(sample, seed: seed, today: today)
        guard sample.isFolder, let output else {
            return try CalendarFile(output).write(plan.events, zones: plan.zones)
        }
        // This removes only an empty folder: any other file in it would be read, too.
        guard rmdir(output) == 0 || errno == ENOENT, mkdir(output, 0o755) == 0 else {
            throw Failure(output)
        }
        for event in plan.events {
            try CalendarFile(output + "/" + event.fileName)
                .write([event], zones: event.zone.map { [$0] } ?? [])
        }
    }

    private static func day(_ text: String) throws -> Day {
        guard let day = Day(iso: text), Zone.days.contains(day) else {
            throw ValidationError("no day between 2020-01-01 and 2099-12-31")
        }
        return day
    }
}

/// A failure of the last system call, in the system's words.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ path: String) { description = "\(path): \(String(cString: strerror(errno)))" }
}
