import Foundation
import FuzzChecks

/// Runs the built program from outside and fails if it breaks a promise: it misses no write by
/// another program, a kill loses no acknowledged change, and nothing grows over time.
@main
struct Endurance {
    static let usage = """
        usage: Endurance AGENDA writers [--runs N]
               Endurance AGENDA kills [--runs N] [--seed N]
               Endurance AGENDA soak [--seconds N] [--seed N]
               Endurance AGENDA latency [--events N] [--change any|endless] [--runs N] [--seed N]
               Endurance AGENDA edits [--runs N] [--seed N]
               Endurance AGENDA sync [--server NAME] [--runs N] [--seed N]
        """

    static func main() {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            complain(usage)
            exit(64)
        }
        do {
            let scratch = try Scratch()
            let faults = run(options, scratch)
            guard faults.isEmpty else {
                for fault in faults.prefix(20) { complain("FAULT: " + Fault(fault).what) }
                if faults.count > 20 { complain("and \(faults.count - 20) more") }
                complain("what was left is in \(scratch.path)")
                exit(1)
            }
            scratch.remove()
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    private static func run(_ options: Options, _ scratch: Scratch) -> [String] {
        let agenda = Agenda(path: options.agenda, scratch: scratch)
        do {
            switch options.check {
            case .writers: return try WritersCheck(agenda, options).run()
            case .kills: return try KillsCheck(agenda, options).run()
            case .soak: return try SoakCheck(agenda, options).run()
            case .latency: return try LatencyCheck(agenda, options).run()
            case .edits: return EditsCheck(options: options).run()
            case .sync: return try SyncKillsCheck(agenda, options).run()
            }
        } catch let fault as Fault {
            return [fault.what]
        } catch {
            return ["\(error)"]
        }
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}

/// The command line.
struct Options {
    enum Check: String {
        case writers, kills, soak, latency, edits, sync
    }

    /// Which events `latency` changes: single events and endless series, or these alone.
    enum Change: String {
        case any, endless
    }

    let agenda: String
    let check: Check
    private(set) var change = Change.any
    /// The CalDAV server's kind, as `Tests/Servers/start` calls it.
    private(set) var server = "radicale"
    private var numbers: [String: Int] = [:]

    /// Nil if the arguments are invalid.
    init?(_ arguments: [String]) {
        guard arguments.count >= 2, arguments.count.isMultiple(of: 2),
            let check = Check(rawValue: arguments[1])
        else { return nil }
        agenda = URL(filePath: arguments[0]).path(percentEncoded: false)
        self.check = check
        for index in stride(from: 2, to: arguments.count, by: 2) {
            let (name, value) = (arguments[index], arguments[index + 1])
            switch (name, Int(value)) {
            case ("--server", _): server = value
            case ("--change", _):
                guard let change = Change(rawValue: value) else { return nil }
                self.change = change
            case ("--runs", let number?), ("--events", let number?), ("--seconds", let number?),
                ("--seed", let number?):
                guard number > 0 else { return nil }
                numbers[name] = number
            default: return nil
            }
        }
    }

    func runs(else usual: Int) -> Int { numbers["--runs"] ?? usual }
    var events: Int { numbers["--events"] ?? 5_000 }
    var seconds: Int { numbers["--seconds"] ?? 1_200 }
    var seed: UInt64 { UInt64(numbers["--seed"] ?? 1) }
    var random: SplitMix64 { SplitMix64(seed: seed) }
}
