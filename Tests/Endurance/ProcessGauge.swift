import Foundation

/// Samples the resources of a running process.
struct ProcessGauge {
    private struct Reading {
        let memory: Int
        let descriptors: Int
        let threads: Int
    }

    let name: String
    private let folder: String
    private var readings: [Reading] = []

    /// Memory grows if it exceeds both limits.
    private static let tolerance = (share: 0.1, kilobytes: 2_048.0)

    init(_ name: String, _ process: Child) {
        self.name = name
        folder = "/proc/\(process.pid)"
    }

    mutating func read() throws {
        let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
        var fields: [Substring: Int] = [:]
        for line in status.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " || $0 == ":" })
            if words.count > 1, let number = Int(words[1]) { fields[words[0]] = number }
        }
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
        guard let memory = fields["VmRSS"], let threads = fields["Threads"] else {
            throw Fault("\(name) has ended")
        }
        readings.append(
            Reading(memory: memory, descriptors: descriptors.count, threads: threads))
    }

    /// The growth from the second quarter of the time to the last; the first quarter warms up.
    ///
    /// Files and threads come and go. A leak shows if the later minimum exceeds the earlier
    /// maximum.
    func growth() -> [String] {
        let quarter = readings.count / 4
        guard quarter > 0 else { return ["\(name): too short a time to see growth"] }
        let (early, late) = (readings[quarter..<2 * quarter], readings.suffix(quarter))
        let (before, after) = (Self.meanMemory(early), Self.meanMemory(late))
        say("\(name): memory \(decimal(before / 1_024)) MB, then \(decimal(after / 1_024)) MB")
        var faults: [String] = []
        if after - before > max(before * Self.tolerance.share, Self.tolerance.kilobytes) {
            faults.append("\(name): its memory grows from \(Int(before)) kB to \(Int(after)) kB")
        }
        for (what, count) in [("open files", \Reading.descriptors), ("threads", \.threads)] {
            let few = Self.range(early.map { $0[keyPath: count] })
            let many = Self.range(late.map { $0[keyPath: count] })
            say("\(name): \(few) \(what), then \(many)")
            if many.lowerBound > few.upperBound + Self.passing {
                faults.append("\(name): its \(what) grow")
            }
        }
        return faults
    }

    /// The number of files or threads that may be open by chance at the moment of a sample; a leak
    /// with each of the hundreds of changes soon exceeds it.
    private static let passing = 3

    private static func meanMemory(_ readings: ArraySlice<Reading>) -> Double {
        Double(readings.reduce(0) { $0 + $1.memory }) / Double(readings.count)
    }

    private static func range(_ counts: [Int]) -> ClosedRange<Int> {
        (counts.min() ?? 0)...(counts.max() ?? 0)
    }
}
