import Glibc

/// A sample as a folder of files, each with one event and its zone.
struct CalendarFolder {
    private let path: String

    /// Creates the folder if it is missing. It must be empty, because other files in it would be
    /// read too.
    init(_ path: String) throws(Failure) {
        self.path = path
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .system(path) }
        guard try Self.isEmpty(path) else { throw .failed("\(path): the folder is not empty") }
    }

    func write(_ plan: EventPlan) throws(Failure) {
        var writer = LineWriter(.standardOutput)
        for number in 0..<plan.sample.count {
            let event = plan.event(number)
            writer.file = try OutputFile(at: "\(path)/\(event.fileName)")
            try writer.beginCalendar(zones: event.zone.map { [$0] } ?? [])
            try writer.write(event)
            try writer.endCalendar()
            try writer.flush()
            try writer.file.close()
        }
    }

    private static func isEmpty(_ path: String) throws(Failure) -> Bool {
        guard let folder = opendir(path) else { throw .system(path) }
        defer { closedir(folder) }
        // "." and ".." are always present.
        for _ in 0..<2 where readdir(folder) == nil { return true }
        return readdir(folder) == nil
    }
}
