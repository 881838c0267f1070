import Glibc

extension Place {
    /// Imports a sample into a new database, and gives the seconds that it took.
    func load(_ sample: String, into database: String) throws -> Double {
        try run(Self.loading(agenda, sample, database))
    }

    /// The command that does it. A new store needs a folder of its own: in that of an older one its
    /// backup would be restored.
    static func loading(_ agenda: String, _ sample: String, _ database: String) -> [String] {
        [agenda, "source", "add", sample, "--database", database, "--now", now]
    }

    /// The databases of samples that stand and are up to date.
    func stores(_ names: [String]) throws -> [String] {
        let databases = names.map { file("warm-\($0)/agenda.db") }
        let missing = zip(names, databases).filter { access($0.1, F_OK) != 0 }
        guard !missing.isEmpty else { return databases }
        let samples = try missing.map { try sample($0.0) }
        // Within two seconds a file may change and keep its times: until then its content is read.
        usleep(2_200_000)
        for ((name, database), sample) in zip(missing, samples) {
            _ = try emptyFolder("warm-\(name)")
            _ = try load(sample, into: database)
        }
        return databases
    }
}
