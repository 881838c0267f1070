import Testing

@testable import agenda

@Suite("Commands that need no parser")
struct FastPathTests {
    @Test(
        "plain ones are read without it",
        arguments: [
            [], ["list"], ["timeline"], ["--json"], ["timeline", "--tsv"],
            ["list", "--database", "a.db", "--now", "2026-11-20T12:00:00Z", "--jsonl"],
            ["next"], ["next", "--quiet", "--json"], ["next", "--format", "{minutes} {summary}"],
        ])
    func plain(_ arguments: [String]) {
        #expect(FastPath(arguments) != nil)
    }

    @Test(
        "all else, also what may be wrong, is left to it",
        arguments: [
            ["show"], ["a.ics"], ["list", "a.ics"], ["--help"], ["--version"],
            ["list", "--days", "3"], ["--now"], ["--now", "--json"], ["--json", "--tsv"],
            ["--now", "a", "--now", "b"],
            ["--database=a.db"], ["-q"], ["--", "list"], [""],
            ["next", "a.ics"], ["next", "--all-day"], ["next", "--format", "{nope}"],
            ["next", "--format"], ["list", "--format", "{summary}"], ["list", "--quiet"],
        ])
    func others(_ arguments: [String]) {
        #expect(FastPath(arguments) == nil)
    }
}
