import AgendaKit

/// Reads the timeline in slices of several lengths, with several numbers of readers.
struct Sweep {
    /// The days of a slice and the number of slices read at the same time.
    struct Point: Hashable {
        var days: Int
        var readers: Int

        /// The program's present choice.
        static let present = Point(days: NodeWindow.sliceLength, readers: EventStore.readerCount)

        var name: String { "\(days) days by \(readers)" }
    }

    /// The samples to sweep: few events a day, and many.
    static let samples = ["x2", "series5k"]
    /// All points to try, including the present choice.
    static let points = [1, 7, 30, 61, 122, 488].flatMap { days in
        (1...8).map { Point(days: days, readers: $0) }
    }

    private let providers: [Point: EventProvider]

    /// Opens the database once for each number of readers; the stores stay open.
    init(database: String) throws {
        var stores: [Int: EventStore] = [:]
        var providers: [Point: EventProvider] = [:]
        for point in Self.points {
            let store =
                try stores[point.readers]
                ?? EventStore.open(
                    path: database, createsMissing: false, readers: point.readers)
            stores[point.readers] = store
            providers[point] = EventProvider(
                store: store, clock: Setting.clock, zone: Setting.zone, sliceLength: point.days)
        }
        self.providers = providers
    }

    /// A case for each point.
    func cases(_ points: [Point]) -> [Case] {
        points.compactMap { point in
            providers[point].map { provider in
                Case(name: point.name, what: "488 days in slices of \(point.name) readers") {
                    let stopwatch = Stopwatch()
                    guard try await provider.timeline().eventCount > 0 else {
                        throw Fault("there are no events")
                    }
                    return stopwatch.seconds
                }
            }
        }
    }
}
