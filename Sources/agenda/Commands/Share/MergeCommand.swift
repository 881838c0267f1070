import AgendaActions
import AgendaKit
import ArgumentParser
internal import CalendarMerge
import ICalendar
import TerminalOutput

struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge several calendars into one .ics, without duplicates.",
        discussion: """
            If several calendars have an event, its newest copy is taken as a whole; what that copy \
            leaves empty is filled from the others, and unknown properties stay. Between equal \
            copies, the first path wins. Nothing is stored.
            Exit status: 0 fine, 1 nothing could be read or written, 3 a part could not be read, \
            64 usage.
            """)

    @Argument(help: "A .ics file, a folder of them, or - for standard input.")
    var paths: [String]

    @OptionGroup var output: CalendarOutputOptions

    @Flag(help: "Explain on standard error which copy of each folded event won, and why.")
    var explain = false

    @Option(help: .value("name", "Only this calendar; repeatable."))
    var calendar: [String] = []

    @Option(help: .value("name", "Not this calendar; repeatable."))
    var notCalendar: [String] = []

    @Flag(help: "Fold likely duplicates: same time, rule and title.")
    var foldSimilar = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        // Take the file's state before reading: it may be one of the inputs.
        let file = output.file
        let inputs = MergeInputs(paths)
        if inputs.sources.isEmpty {
            for failure in inputs.failures { Terminal.complain(line: failure.sentence) }
            throw CommandFailure(status: .failure)
        }
        let filter = try CalendarChoice(wanted: calendar, hidden: notCalendar)
            .filter(among: inputs.sources.map(\.name))
        var options = CalendarMerge.Options()
        options.name = output.name
        options.foldsSimilar = foldSimilar
        let merge = CalendarMerge(
            inputs.sources.filter { filter.includes(calendar: $0.name) }, options: options)
        // Without libical, whole events would be missing.
        if case .libraryMissing(let cause) = ICalendarParser.failure {
            throw AgendaError(.libicalMissing(cause: cause))
        }
        try output.write(merge.bytes, to: file)
        for failure in inputs.failures { Terminal.complain(line: failure.sentence) }
        if !common.quiet {
            for diagnostic in merge.report.diagnostics.prefix(10) {
                Terminal.complain(line: diagnostic.line)
            }
            let rest = merge.report.diagnostics.count - 10
            if rest > 0 { Terminal.complain("\(rest) more problems: see agenda doctor PATH") }
        }
        if explain { for line in merge.report.explanation { Terminal.complain(line) } }
        if !common.quiet { Terminal.complain(merge.report.sentence) }
        if merge.report.isPartial || !inputs.failures.isEmpty { throw CommandFailure.partial }
    }
}

/// The calendars at the paths.
private struct MergeInputs {
    private(set) var sources: [MergeSource] = []
    private(set) var failures: [AgendaError] = []

    init(_ paths: [String]) {
        var seen: Set<String> = []
        for path in paths {
            // A file given twice, even through a link, counts once.
            if let identity = InputFile.identity(of: path), !seen.insert(identity).inserted {
                continue
            }
            do throws(AgendaError) {
                try add(path)
            } catch {
                failures.append(error)
            }
        }
    }

    private mutating func add(_ path: String) throws(AgendaError) {
        var source: MergeSource
        if let stream = try PathArgument(path: path).stream() {
            source = try MergeSource.stream(stream.bytes, name: stream.name)
        } else {
            let read = try MergeSource.read(path: path)
            source = read.source
            failures += read.failures
        }
        // Options refer to calendars by name.
        let names = sources.map(\.name)
        if names.contains(source.name) {
            let name = source.name
            source.name =
                (2...).lazy.map { "\(name)-\($0)" }.first { !names.contains($0) } ?? name
        }
        sources.append(source)
    }
}
