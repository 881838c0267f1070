import ArgumentParser
import Glibc

/// `agenda-bench peak`: runs a command and prints its peak memory in bytes.
///
/// A process of its own, because Linux counts a child's peak from that of its parent (the memory that
/// they share until the child begins its own program): this one has about 15 MB, the table's has what
/// it has read. What needs less shows as that.
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
        let child = ChildProcess(
            command: command, environment: variables, output: "/dev/null", complaints: nil)
        print(try child.run().peakBytes)
    }
}
