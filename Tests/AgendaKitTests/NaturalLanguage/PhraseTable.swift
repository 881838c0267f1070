import Foundation
import ICalendar

@testable import AgendaKit

/// Phrases and what they mean, one a line: `words => title; @ place; when; rule`, or `=> ? doubt: words`.
///
/// A line with `#` names the language, with 24 where hours are written so, the order of dates and the moment for what follows. Times
/// are Berlin's unless another zone is written behind them.
struct PhraseTable {
    struct Row: Sendable, CustomStringConvertible {
        var language: String
        var order: Vocabulary.DateOrder
        var now: String
        var phrase: String
        var expected: String

        var description: String { "\(language) \(phrase)" }
    }

    static func rows(_ table: String) -> [Row] {
        var (language, order, now) = ("en", Vocabulary.DateOrder.unknown, "")
        var rows: [Row] = []
        for line in table.split(separator: "\n") {
            if line.hasPrefix("#") {
                let words = line.split(separator: " ")
                language = String(words[1])
                order = ["dayFirst": .dayFirst, "monthFirst": .monthFirst][words[2]] ?? .unknown
                now = String(words[3])
                continue
            }
            let parts = line.split(separator: " => ", maxSplits: 1)
            rows.append(
                Row(
                    language: language, order: order, now: now, phrase: String(parts[0]),
                    expected: parts.count > 1 ? String(parts[1]) : ""))
        }
        return rows
    }

    /// What the grammar makes of a phrase, in the table's form.
    static func reading(_ row: Row) -> String {
        let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
        guard let now = Instant(rfc3339: row.now) else { return "no moment" }
        var vocabulary = Vocabulary(
            language: String(row.language.prefix(2)), dateOrder: row.order)
        vocabulary.has24Hours = row.language.hasSuffix("24")
        let context = WordContext(now: now, zone: zone, vocabulary: vocabulary)
        let words = EventWords(reading: row.phrase, in: context)
        do throws(Doubt) {
            if let doubt = words.doubts.first { throw doubt }
            let plan = try words.when.plan(in: context)
            if words.title.isEmpty { throw Doubt(.noTitle) }
            let parts = [
                words.title, words.place.map { "@ " + $0 }, when(plan), plan.rule?.icalendar,
                plan.movedFrom.map { "from " + $0.iso },
            ]
            return parts.compactMap(\.self).joined(separator: "; ")
        } catch {
            let name = String(describing: error.reason).prefix { $0 != "(" }
            return "? \(name)" + (error.text.isEmpty ? "" : ": \(error.text)")
        }
    }

    /// What is not read as `isRight` says, and what is refused though it is clear.
    static func faults(
        _ rows: [Row], isRight: (_ reading: String, _ expected: String) -> Bool = isSameTime
    ) -> (wrong: [String], refused: [String]) {
        var (wrong, refused): ([String], [String]) = ([], [])
        for row in rows {
            let reading = reading(row)
            let line = "\(row.phrase) => \(reading), not \(row.expected)"
            if !row.expected.hasPrefix("?"), reading.hasPrefix("?") {
                refused.append(line)
            } else if !isRight(reading, row.expected) {
                wrong.append(line)
            }
        }
        return (wrong, refused)
    }

    /// Whether two readings have the same day and times, whatever the title is.
    static func isSameTime(_ one: String, _ other: String) -> Bool { time(one) == time(other) }

    /// The day and the times of a reading: its second part, or its third behind a place.
    private static func time(_ reading: String) -> [Substring] {
        let part = reading.components(separatedBy: "; ").dropFirst().first { !$0.hasPrefix("@ ") }
        return (part ?? "").split(separator: " ")
    }

    private static func when(_ plan: EventPlan) -> String {
        if case .date(let first) = plan.start, case .date(let end) = plan.end {
            let last = end + -1
            return first == last ? first.iso : "\(first.iso)..\(last.iso)"
        }
        let (start, end) = (plan.start.wallTime, plan.end.wallTime)
        let last = start.date == end.date ? "" : end.date.iso + " "
        let zone =
            switch plan.start {
            case .utc: " UTC"
            case .zoned(_, let tzid) where tzid != "Europe/Berlin": " " + tzid
            default: ""
            }
        return "\(start.date.iso) \(clock(start))-\(last)\(clock(end))\(zone)"
    }

    private static func clock(_ time: CivilDateTime) -> String {
        (time.hour < 10 ? "0" : "") + "\(time.hour):" + (time.minute < 10 ? "0" : "")
            + "\(time.minute)"
    }
}
