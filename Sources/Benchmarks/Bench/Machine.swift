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
        // A file in /proc has no size; read it line by line.
        guard let file = fopen("/proc/cpuinfo", "r") else { return "unknown processor" }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let pointer = line {
            let text = String(cString: pointer)
            guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else {
                continue
            }
            return String(text[colon...].dropFirst(2).prefix { $0 != "\n" })
        }
        return "unknown processor"
    }
}
