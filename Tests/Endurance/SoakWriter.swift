import FuzzChecks
/// Writes a file and a folder continually, in changing ways.
final class SoakWriter {
    let file: TestSource
    let folder: TestSource
    private(set) var count = 0
    private var random: SplitMix64
    private var due = ContinuousClock.now

    private static let interval = Duration.milliseconds(50)

    /// Creates a file of 200 events and a folder of 40.
    init(_ scratch: Scratch, _ random: SplitMix64) throws {
        self.random = random
        let days = Days()
        file = try TestSource(
            "file", isFolder: false, count: 200, in: scratch, days: days, random: &self.random)
        folder = try TestSource(
            "folder", isFolder: true, count: 40, in: scratch, days: days, random: &self.random)
    }

    /// Writes if the interval has passed.
    func turn() throws {
        guard ContinuousClock.now >= due else { return }
        due = .now + Self.interval
        count += 1
        switch count % 8 {
        case 0: try writeFile(TestSource.replace)
        case 1: try folder.addOne(&random)
        case 2: try writeFile { try SystemCalls.overwrite($1, with: $0) }
        case 3: try folder.removeOne(&random)
        case 4: try writeFile { try SystemCalls.write($0, to: $1) }
        case 5: try changeFolder(TestSource.replace)
        // Readers meet a file whose second half is missing.
        case 6: try writeFile { try SystemCalls.writeSlowly($0, to: $1, pause: .milliseconds(2)) }
        default: try changeFolder { try SystemCalls.write($0, to: $1) }
        }
    }

    private func writeFile(_ way: @escaping (String, String) throws -> Void) throws {
        try file.changeOne(&random)
        try file.addOne(&random)
        try file.removeOne(&random)
        file.write = way
        try file.writeWhole()
    }

    private func changeFolder(_ way: @escaping (String, String) throws -> Void) throws {
        folder.write = way
        try folder.changeOne(&random)
        folder.write = TestSource.replace
    }
}
