import Foundation
import ICalendar
import Testing

/// One rule of a vector file and the instances that it must have.
struct RuleVector: Sendable, CustomTestStringConvertible {
    var place: String
    var start: CivilDateTime
    var rule: String
    var expected: [CivilDateTime] = []
    /// Whether the rule goes on after what is expected.
    var goesOn = false

    var testDescription: String { "\(rule) from \(start.iso) (\(place))" }

    /// The same days by a rule that filters each day's one time instead of making the days of a period; nil where no such
    /// rule has the same instances.
    var filtered: RuleVector? {
        var parts: [Substring: Substring] = [:]
        for part in rule.split(separator: ";") {
            let halves = part.split(separator: "=")
            parts[halves[0]] = halves[1]
        }
        let filters: Set<Substring> = ["BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYDAY"]
        guard let frequency = parts.removeValue(forKey: "FREQ"),
            (parts.removeValue(forKey: "INTERVAL") ?? "1") == "1",
            Set(parts.keys).isSubset(of: filters.union(["COUNT", "UNTIL", "WKST"])),
            parts["BYDAY"]?.contains(where: \.isNumber) != true,
            parts["UNTIL"]?.hasSuffix("Z") != true
        else { return nil }
        // Without a day's part a month or a year has the day of DTSTART alone.
        let named = filters.subtracting(["BYMONTH"]).contains { parts[$0] != nil }
        // A year with days of months alone has those of DTSTART's month.
        if frequency == "YEARLY", filters.intersection(parts.keys) == ["BYMONTHDAY"] { return nil }
        guard frequency == "DAILY" || ["MONTHLY", "YEARLY"].contains(frequency) && named else {
            return nil
        }
        var filtered = self
        filtered.rule =
            "FREQ=HOURLY;INTERVAL=24" + parts.map { ";\($0)=\($1)" }.sorted().joined()
        return filtered
    }
}

/// Reads the vector files; `rfc5545.txt` tells their format.
struct RuleVectors {
    static let all = ["rfc5545", "rfc7529", "traps"].flatMap { RuleVectors($0).vectors }

    private var vectors: [RuleVector] = []
    private var block: [RuleVector] = []
    private var start: CivilDateTime?

    private init(_ file: String) {
        let url = Bundle.module.url(forResource: "Vectors/\(file)", withExtension: "txt")
        guard let url, let text = try? String(contentsOf: url, encoding: .utf8) else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            read(line.split(separator: " ").map(String.init), place: "\(file).txt:\(index + 1)")
        }
        vectors += block
    }

    private mutating func read(_ words: [String], place: String) {
        guard let word = words.first, word != "#" else { return }
        switch (word, start) {
        case ("start", _):
            vectors += block
            block = []
            start = CivilDateTime(icalendar: words[1])
        case ("rule", let start?):
            block.append(RuleVector(place: place, start: start, rule: words[1]))
        case ("=", let start?):
            let times = Self.times(words[1], words.dropFirst(2), start)
            for index in block.indices { block[index].expected += times }
        case ("...", _):
            for index in block.indices { block[index].goesOn = true }
        default: Issue.record("\(place): cannot be read")
        }
    }

    /// `1997-09` with days such as `2 4-6`, or `1997-09-02` with times such as `09:00 10:30`.
    private static func times(
        _ date: String, _ items: ArraySlice<String>, _ start: CivilDateTime
    ) -> [CivilDateTime] {
        if let day = CivilDate(iso: date) {
            return items.map { item in
                let parts = item.split(separator: ":").compactMap { Int($0) }
                return CivilDateTime(
                    day, hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : 0)
            }
        }
        return items.flatMap { item -> [CivilDateTime] in
            let bounds = item.split(separator: "-").compactMap { Int($0) }
            return (bounds[0]...bounds[bounds.count - 1]).compactMap { number in
                let day = CivilDate(iso: date + "-" + (number < 10 ? "0\(number)" : "\(number)"))
                return day.map { CivilDateTime($0, secondOfDay: start.secondOfDay) }
            }
        }
    }
}
