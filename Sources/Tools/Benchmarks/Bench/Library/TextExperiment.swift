import Glibc
import ICalendar

/// The passes over a whole file: the scan for components, and the digest.
struct TextExperiment: Experiment {
    let name = "text"

    func cases(_ place: Place) throws -> [Case] {
        var cases: [Case] = []
        for sample in ["x2", "x2p100"] {
            let bytes = try Files.read(place.sample(sample))
            let (unit, lines) = (Unit.secondsPer(bytes: bytes.count), "lines-\(sample)")
            cases += [
                .library(lines, "finding the line ends of \(sample) (memchr)", unit: unit) {
                    Self.lineEnds(bytes)
                },
                .library(
                    "scan-\(sample)", "finding the components of \(sample)", unit: unit,
                    comparedWith: lines
                ) {
                    ComponentScanner.scan(bytes).components
                        .reduce(0) { $0 + $1.range.count + $1.participantCount }
                },
            ]
            guard sample == "x2p100" else { continue }
            cases.append(
                .library(
                    "digest", "content digest of \(sample)", unit: unit, comparedWith: lines
                ) {
                    Int(truncatingIfNeeded: ContentDigest(bytes, key: .process).low)
                })
        }
        return cases
    }

    /// The least work that a scan can do.
    private static func lineEnds(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard var position = bytes.baseAddress else { return 0 }
            let end = position + bytes.count
            var count = 0
            while let found = memchr(position, 0x0A, position.distance(to: end)) {
                position = UnsafeRawPointer(found) + 1
                count += 1
            }
            return count
        }
    }
}
