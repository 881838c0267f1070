/// The size of a store on the disk against the calendar that it was made from.
struct StoreSizeExperiment: Experiment {
    let name = "size"
    let alternation = Alternation(runs: 1, least: 1)

    func cases(_ place: Place) throws -> [Case] {
        let samples = ["series5k", "big1"]
        return try zip(samples, place.stores(samples)).flatMap { sample, database in
            let calendar = try place.sample(sample)
            return [
                Case(name: "calendar-\(sample)", what: "\(sample), the .ics file", unit: .bytes) {
                    Double(try Files.size(calendar))
                },
                Case(
                    name: "store-\(sample)", what: "\(sample), the store", unit: .bytes,
                    comparisons: [Comparison(goal: "P11", with: "calendar-\(sample)", limit: 1.5)]
                ) {
                    // The log is a part of it until it is copied into the database.
                    Double(try Files.size(database))
                        + Double((try? Files.size(database + "-wal")) ?? 0)
                },
            ]
        }
    }
}
