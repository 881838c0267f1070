import Glibc

extension Place {
    /// Imports a sample into a new database and returns the seconds that it took.
    func load(_ sample: String, into database: String) throws -> Double {
        try run(Self.loading(agenda, sample, database))
    }

    /// The command for this import. A new store needs a folder of its own: in an older store's
    /// folder it would restore that store's backup.
    static func loading(_ agenda: String, _ sample: String, _ database: String) -> [String] {
        [agenda, "source", "add", sample, "--database", database, "--now", now]
    }

    /// The databases of samples, complete and up to date.
    func stores(_ names: [String]) throws -> [String] {
        let databases = names.map { file("warm-\($0)/agenda.db") }
        let missing = zip(names, databases).filter { access($0.1, F_OK) != 0 }
        guard !missing.isEmpty else { return databases }
        let samples = try missing.map { try sample($0.0) }
        // Within two seconds a file can change and keep its times, so the program would read its
        // content.
        usleep(2_200_000)
        for ((name, database), sample) in zip(missing, samples) {
            _ = try emptyFolder("warm-\(name)")
            _ = try load(sample, into: database)
        }
        return databases
    }
}
