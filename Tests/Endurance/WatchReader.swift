import Foundation
import Glibc

/// A running `agenda watch` and the lines that it prints, each with its time of arrival.
final class WatchReader {
    struct Line {
        let text: String
        let time: ContinuousClock.Instant

        /// The change in the line; nil if it contains none.
        var change: ListedChange? {
            try? JSONDecoder().decode(ListedChange.self, from: Data(text.utf8))
        }
    }

    let process: Child
    private let descriptor: Int32
    private let complaintFile: String
    private var buffer: [UInt8] = []
    private var lines: [Line] = []

    /// - Parameter name: distinguishes several watches in one check.
    init(_ agenda: Agenda, arguments: [String], name: String = "watch") throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Fault("pipe: \(SystemCalls.reason)") }
        // If another child inherited an end, the reader would never see the end of file.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        complaintFile = agenda.scratch.file(name + ".err")
        defer { close(ends[1]) }
        process = try Child(
            [agenda.path, "watch"] + arguments + agenda.pinned,
            environment: agenda.scratch.environment, output: .descriptor(ends[1]),
            complaints: complaintFile)
    }

    deinit { close(descriptor) }

    /// The standard error so far.
    var complaints: String { (try? String(contentsOfFile: complaintFile, encoding: .utf8)) ?? "" }

    /// The next line; nil if none arrives before `deadline`.
    func next(until deadline: ContinuousClock.Instant) throws -> Line? {
        while lines.isEmpty {
            guard waits(until: deadline) else { return nil }
            guard try readMore() else {
                throw Fault("agenda watch has ended: \(try process.wait()): \(complaints)")
            }
        }
        return lines.removeFirst()
    }

    /// The change that gives an event this summary; nil if it is not reported before `deadline`.
    func change(to summary: String, until deadline: ContinuousClock.Instant) throws -> Line? {
        while let line = try next(until: deadline) {
            guard line.text.contains(summary), let change = line.change else { continue }
            if change.change != .removed && change.event.summary == summary { return line }
        }
        return nil
    }

    /// Ends the watch with SIGTERM, as the system does; returns its remaining lines.
    func stop() throws -> [Line] {
        process.signal(SIGTERM)
        let deadline = ContinuousClock.now + .seconds(10)
        while waits(until: deadline), try readMore() {}
        let ending = try process.wait()
        guard ending == .status(0) else {
            throw Fault("agenda watch ends with \(ending) upon SIGTERM: \(complaints)")
        }
        defer { lines = [] }
        return lines
    }

    /// Whether output, or its end, arrives before `deadline`.
    private func waits(until deadline: ContinuousClock.Instant) -> Bool {
        let rest = max(0, (deadline - ContinuousClock.now).milliseconds)
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, Int32(rest.rounded(.up))) > 0
    }

    /// Reads the available output; false at the end.
    private func readMore() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw Fault("read: \(SystemCalls.reason)") }
        let now = ContinuousClock.now
        buffer += bytes[..<count]
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Line(text: String(decoding: buffer[..<end], as: UTF8.self), time: now))
            buffer.removeSubrange(...end)
        }
        return count > 0
    }
}
