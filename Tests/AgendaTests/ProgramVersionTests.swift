import Testing

@Suite("--version")
struct ProgramVersionTests {
    @Test("the program says its version and those of what it stands on, after any command")
    func line() throws {
        let result = try AgendaProcess().run(["list", "--version"])
        let line =
            /agenda \d+\.\d+\.\d+ \((commit [0-9a-f]{7}\+?, )?libical [34]\.\d+\.\d+, libcurl \d+\.\d+\.\d+, SQLite 3\.\d+\.\d+, tz data \d{4}[a-z]+\)\n/
        #expect(result.output.wholeMatch(of: line) != nil, "\(result.output)")
        #expect(try AgendaProcess().run(["--version"]) == result)
    }
}
