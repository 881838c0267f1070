import Foundation

/// How often the threads of a process were woken: each wait that ends is one switch (proc_pid_status(5)).
enum ContextSwitches {
    static func count(of process: Int) throws -> Int {
        let tasks = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
            let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
            let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches:") }
            return sum
                + counts.compactMap { Int($0.split(separator: "\t").last ?? "") }.reduce(0, +)
        }
    }
}
