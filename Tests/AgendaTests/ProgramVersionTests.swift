import Testing

@testable import agenda

@Suite("--version")
struct ProgramVersionTests {
    @Test("the commit keeps its leading zeros and shows changes; without one nothing is said")
    func commit() {
        #expect(ProgramVersion.commit(0) == nil)
        #expect(ProgramVersion.commit(0x1A2B_3C4) == "1a2b3c4")
        #expect(ProgramVersion.commit(0x1000_002A) == "000002a+")
    }

    @Test("the program says its version and those of what it stands on, after any command")
    func line() throws {
        let result = try AgendaProcess().run(["list", "--version"])
        let line =
            /agenda \d+\.\d+\.\d+ \((commit [0-9a-f]{7}\+?, )?libical 3\.\d+\.\d+, SQLite 3\.\d+\.\d+, tz data \d{4}[a-z]+\)\n/
        #expect(result.output.wholeMatch(of: line) != nil, "\(result.output)")
        #expect(try AgendaProcess().run(["--version"]) == result)
    }
}
