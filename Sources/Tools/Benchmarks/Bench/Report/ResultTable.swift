import ICalendar

/// All results.
struct ResultTable {
    var rows: [Row] = []

    /// The results in columns for a person.
    var text: String {
        let head = [
            "name", "measured", "goal", "median", "best..worst", "runs", "ratio", "must be", "",
        ]
        let lines = [head] + rows.map(Self.cells)
        let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        let isNumber: Set = [3, 5]
        return lines.map { cells in
            let padded = cells.indices.map { column in
                let padding = String(
                    repeating: " ", count: widths[column] - cells[column].count)
                return isNumber.contains(column) ? padding + cells[column] : cells[column] + padding
            }
            return String(padded.joined(separator: "  ").trimming { $0 == " " })
        }.joined(separator: "\n")
    }

    /// The explanation below the table.
    static let foot = """
        Medians of runs by turns after a warm-up, with the best and the worst; files are in the page cache.
        A ratio is one of medians, by turns with the case that it names. A limit without one is of the \
        figure itself.
        libical: it merely parses the same bytes, on one thread. start: a process that does nothing.
        P1's limits are measured by `.ci/check bench-peers`, P3, P10 and Q1 to Q14 by `make bench-growth`, P4 by
        `.ci/check endurance latency`, P6 and the growth of P7 with ARGUMENTS=--big10. `agenda-bench sweep` prints all \
        that P8 is judged by.
        """

    private static func cells(_ row: Row) -> [String] {
        let (unit, values) = (row.measured.unit, row.values)
        let comparison = row.comparison
        let ratio = row.ratio.map { "\(threeDigits($0)) x \(comparison?.with ?? "")" }
        let limit = comparison?.limit.map { limit in
            "<= " + (row.ratio == nil ? unit.text(limit) : "\(shortest(limit)) x")
        }
        return [
            row.measured.name, row.measured.what, comparison?.goal ?? "-",
            unit.text(values.median), "\(unit.text(values.best))..\(unit.text(values.worst))",
            String(values.count), ratio ?? "", limit ?? "", row.verdict ?? "",
        ]
    }

    private static func shortest(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : "\(number)"
    }

    /// The results in columns for a program: seconds or bytes; missing values are empty.
    var tsv: String {
        let head = "name measured goal median best worst unit runs ratio with limit verdict"
        let lines = rows.map { row in
            let comparison = row.comparison
            let unit = row.measured.unit == .bytes ? "bytes" : "seconds"
            let numbers = [row.values.median, row.values.best, row.values.worst]
            return [row.measured.name, row.measured.what, comparison?.goal ?? "-"]
                + numbers.map { "\($0)" } + [unit, String(row.values.count)]
                + [
                    row.ratio.map { "\($0)" } ?? "", comparison?.with ?? "",
                    comparison?.limit.map { "\($0)" } ?? "", row.verdict ?? "",
                ]
        }
        return ([head.split(separator: " ").map(String.init)] + lines)
            .map { $0.joined(separator: "\t") }.joined(separator: "\n")
    }
}
