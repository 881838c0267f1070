import Glibc

/// A daemon that runs beside the measurement.
struct RunningDaemon {
    let database: String
    /// By which commands find it.
    let variable: String
    private let process: pid_t

    /// Starts it on a sample's store.
    init(_ sample: String, _ place: Place) throws {
        try self.init(database: place.stores([sample])[0], name: sample, place)
    }

    init(database: String, name: String, _ place: Place) throws {
        self.database = database
        let runtime = try place.emptyFolder("runtime-\(name)")
        variable = "XDG_RUNTIME_DIR=" + runtime
        let number = place.file("daemon-\(name)")
        _ = try place.run(
            ["/bin/sh", "-c", "\"$0\" daemon --database \"$1\" --quiet & echo $! >\"$2\""]
                + [place.agenda, database, number], variables: [variable])
        let text = String(decoding: try Files.read(number), as: UTF8.self)
        guard let process = pid_t(text.prefix { $0 != "\n" }) else {
            throw Fault("\(number): has no process")
        }
        self.process = process
        for _ in 0..<1_000 {
            if let sockets = try? Files.names(in: runtime + "/agenda"), !sockets.isEmpty { return }
            usleep(10_000)
        }
        throw Fault("\(place.agenda) daemon: does not begin")
    }

    /// Waits until it has used no processor time for two seconds.
    func waitUntilIdle() throws {
        var (last, calm) = ("", 0)
        while calm < 10 {
            usleep(200_000)
            let fields = String(decoding: try Files.read("/proc/\(process)/stat"), as: UTF8.self)
                .split(separator: " ")
            guard fields.count > 14 else { throw Fault("/proc/\(process)/stat: is cut off") }
            // proc(5): in user mode and in the kernel.
            let used = fields[13...14].joined(separator: " ")
            calm = used == last ? calm + 1 : 0
            last = used
        }
    }

    func end() { kill(process, SIGTERM) }
}
