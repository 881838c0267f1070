import AgendaKit
import Foundation
import ICalendar

/// Offsets and instants of many zones, exchanged through files, because there are millions.
enum ZoneQuestions {
    /// Reads lines with a zone's name and how many instants and wall times follow in the file of
    /// numbers; writes an offset for each instant and an instant for each wall time.
    ///
    /// - Parameter paths: the folder that contains `names` and `questions` (64-bit numbers, seconds
    ///   since 1970-01-01T00:00 in UTC or on the wall clock), and receives `answers`.
    static func answer(_ paths: [String]) throws {
        guard let folder = paths.first else { exit(64) }
        let names = try String(contentsOfFile: folder + "/names", encoding: .utf8)
        let questions = try Data(contentsOf: URL(filePath: folder + "/questions"))
        let numbers = questions.withUnsafeBytes { bytes in
            answers(to: bytes.bindMemory(to: Int64.self), zones: names.split(separator: "\n"))
        }
        let data = numbers.withUnsafeBufferPointer { Data(buffer: $0) }
        try data.write(to: URL(filePath: folder + "/answers"))
    }

    /// Answers `Int64.min` to every question about an unknown zone.
    private static func answers(
        to questions: UnsafeBufferPointer<Int64>, zones: [Substring]
    ) -> [Int64] {
        var answers: [Int64] = []
        answers.reserveCapacity(questions.count)
        var place = 0
        for zone in zones {
            let fields = zone.split(separator: " ")
            guard fields.count == 3, let instants = Int(fields[1]), let walls = Int(fields[2])
            else { return answers }
            let rules = SystemZones.database.rules(named: String(fields[0]))
            for index in place..<place + instants + walls {
                let seconds = Int(questions[index])
                guard let rules else {
                    answers.append(Int64.min)
                    continue
                }
                let answer =
                    index < place + instants
                    ? rules.offset(at: Instant(secondsSinceEpoch: seconds))
                    : rules.instant(of: CivilDateTime(secondsSinceEpoch: seconds)).secondsSinceEpoch
                answers.append(Int64(answer))
            }
            place += instants + walls
        }
        return answers
    }
}
