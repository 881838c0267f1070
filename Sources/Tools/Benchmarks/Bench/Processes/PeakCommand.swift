import ArgumentParser
import Glibc

/// `agenda-bench peak`: runs a command and prints its peak memory in bytes.
///
/// It is a separate process, because in Linux a child's peak includes its parent's memory (shared
/// until the child starts its own program): this process has about 15 MB, the one that prints the
/// table has everything that it has read. A smaller peak shows as that size.
struct PeakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "peak", shouldDisplay: false)

    @Argument(parsing: .postTerminator) var command: [String]

    func run() throws {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            variables.append(String(cString: variable))
            next += 1
        }
        let child = MeasuredProcess(
            command: command, environment: variables, output: "/dev/null", complaints: nil)
        print(try child.run().peakBytes)
    }
}
