import Glibc
import ICalendar

/// The passes over a whole file: the scan for components, and the digest.
struct TextExperiment: Experiment {
    let name = "text"

    func cases(_ place: Place) throws -> [Case] {
        var cases: [Case] = []
        for sample in ["x2", "x2p100"] {
            let bytes = try Files.read(place.sample(sample))
            cases += [Self.lines(sample, bytes), Self.scan(sample, bytes)]
            if sample == "x2p100" { cases.append(Self.digest(sample, bytes)) }
        }
        return cases
    }

    private static func scan(_ sample: String, _ bytes: [UInt8]) -> Case {
        .library(
            "scan-\(sample)", "finding the components of \(sample)",
            unit: .secondsPer(bytes: bytes.count), comparedWith: "lines-\(sample)"
        ) {
            let stream = ComponentScanner.scan(bytes)
            return stream.components.reduce(0) { $0 + $1.range.count + $1.participantCount }
        }
    }

    private static func digest(_ sample: String, _ bytes: [UInt8]) -> Case {
        .library(
            "digest", "content digest of \(sample)", unit: .secondsPer(bytes: bytes.count),
            comparedWith: "lines-\(sample)"
        ) {
            Int(truncatingIfNeeded: ContentDigest(bytes, key: .process).low)
        }
    }

    /// The least work that a scan can do.
    private static func lines(_ sample: String, _ bytes: [UInt8]) -> Case {
        .library(
            "lines-\(sample)", "finding the line ends of \(sample) (memchr)",
            unit: .secondsPer(bytes: bytes.count)
        ) {
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
}
