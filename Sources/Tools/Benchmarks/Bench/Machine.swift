import Glibc

/// The properties of the machine that affect the figures, without its name.
enum Machine {
    /// The machine's cores, processor, kernel and load.
    static var summary: String {
        var system = utsname()
        uname(&system)
        let release = withUnsafeBytes(of: system.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        var loads = [0.0]
        getloadavg(&loads, 1)
        return "\(cores) cores, \(processor), Linux \(release), "
            + "load \(decimal(loads[0], digits: 1)) at the end"
    }

    private static var processor: String {
        let text = String(decoding: (try? Files.read("/proc/cpuinfo")) ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        guard let line, let colon = line.firstIndex(of: ":") else { return "unknown processor" }
        return String(line[colon...].dropFirst(2))
    }
}
