import Testing

@Suite("--version")
struct ProgramVersionTests {
    @Test("the program says its version, and if asked those of what it stands on")
    func line() throws {
        let result = try AgendaProcess().run(["list", "--version"])
        let line = /agenda \d+\.\d+\.\d+( \(commit [0-9a-f]{7}\+?\))?\n/
        #expect(result.output.wholeMatch(of: line) != nil, "\(result.output)")
        #expect(try AgendaProcess().run(["--version"]) == result)
        let verbose = try AgendaProcess().run(["--version", "--verbose"])
        let whole =
            #/
            agenda\ \d+\.\d+\.\d+\ \((commit\ [0-9a-f]{7}\+?,\ )?libical\ [34]\.\d+\.\d+,\ libcurl\ \d+\.\d+\.\d+,
            \ SQLite\ 3\.\d+\.\d+,\ tz\ data\ \d{4}[a-z]+\)\n
            /#
        #expect(verbose.output.wholeMatch(of: whole) != nil, "\(verbose.output)")
        #expect(try AgendaProcess().run(["--verbose", "--version"]) == verbose)
    }

    @Test("the version alone is said before libical or libcurl are loaded")
    func early() throws {
        let result = try AgendaProcess(environment: ["LD_DEBUG": "files"]).run(["--version"])
        #expect(result.complaints.contains("libc.so"))
        #expect(!result.complaints.contains("libical"))
        #expect(!result.complaints.contains("libcurl"))
    }
}
