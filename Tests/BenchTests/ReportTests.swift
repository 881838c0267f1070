import Testing

@testable import agenda_bench

@Suite("Benchmark report")
struct ReportTests {
    private func row(
        _ values: [Double], _ comparison: Comparison?, _ reference: [Double]? = nil
    ) -> Row {
        Row(
            measured: Case(name: "a", what: "something") { 0 }, values: Values(values),
            comparison: comparison, reference: reference.map { Values($0) })
    }

    @Test("the median is the middle one, or halfway between two")
    func median() {
        #expect(Values([9, 1, 2]).median == 2)
        #expect(Values([9, 1, 2, 4]).median == 3)
        #expect(Values([7]).median == 7)
        let values = Values([3, 1, 2])
        #expect(values.best == 1)
        #expect(values.worst == 3)
    }

    @Test(
        "numbers have three digits that count",
        arguments: [
            (0.0, "0.00"), (0.126, "0.13"), (9.994, "9.99"), (9.996, "10.0"), (99.94, "99.9"),
            (99.96, "100"), (1_234.4, "1234"), (2.05, "2.05"), (.nan, "-"), (.infinity, "-"),
        ])
    func numbers(_ value: Double, _ text: String) {
        #expect(threeDigits(value) == text)
    }

    @Test("a value is shown in the unit that fits it")
    func units() {
        let shown = [2.5e-8, 2.5e-6, 0.025, 2.5].map(Unit.seconds.text)
        #expect(shown == ["25.0 ns", "2.50 µs", "25.0 ms", "2.50 s"])
        #expect(Unit.bytes.text(40e6) == "40.0 MB")
        #expect(Unit.secondsPer(bytes: 10_000_000).text(0.005) == "2000 MB/s")
    }

    @Test("a limit is held against the ratio, else against the median")
    func verdicts() {
        let ratio = Comparison(goal: "P2", with: "b", limit: 1.05)
        #expect(row([2.1], ratio, [2]).verdict == "met")
        #expect(row([2.2], ratio, [2]).verdict == "missed")
        #expect(row([0.05], Comparison(goal: "P5", limit: 0.05)).verdict == "met")
        #expect(row([0.06], Comparison(goal: "P5", limit: 0.05)).verdict == "missed")
        #expect(row([9], Comparison(goal: "P6", with: "b"), [1]).verdict == nil)
        #expect(row([9], nil).verdict == nil)
    }

    @Test("the table's columns stand below each other, the numbers on the right")
    func table() {
        let rows = [
            row([0.001, 0.003], Comparison(goal: "P2", with: "b", limit: 1.05), [0.002]),
            row([0.5], Comparison(goal: "P5", limit: 0.25)), row([1], nil),
        ]
        #expect(
            ResultTable(rows: rows).text == """
                name  measured   goal   median  best..worst       runs  ratio     must be
                a     something  P2    2.00 ms  1.00 ms..3.00 ms     2  1.00 x b  <= 1.05 x  met
                a     something  P5     500 ms  500 ms..500 ms       1            <= 250 ms  missed
                a     something  -      1.00 s  1.00 s..1.00 s       1
                """)
        #expect(
            ResultTable(rows: [rows[0]]).tsv == """
                name\tmeasured\tgoal\tmedian\tbest\tworst\tunit\truns\tratio\twith\tlimit\tverdict
                a\tsomething\tP2\t0.002\t0.001\t0.003\tseconds\t2\t1.0\tb\t1.05\tmet
                """)
    }

    @Test("a slow case runs less often, its runs spread over the rounds")
    func alternation() async throws {
        var order = ""
        func measured(_ name: String, seconds: Double) -> Case {
            Case(name: name, what: "") {
                let stopwatch = Stopwatch()
                while stopwatch.seconds < seconds {}
                order += name
                return seconds
            }
        }
        let cases = [measured("a", seconds: 0), measured("b", seconds: 0.1)]
        let values = try await Alternation(runs: 4, least: 2, seconds: 0.1).measure(cases)
        #expect(values["a"]?.count == 4)
        #expect(values["b"]?.count == 2)
        #expect(order == "ab" + "aab" + "aab")
    }
}
