import Testing

@testable import AgendaKit

@Suite("Regular expressions")
struct RegularExpressionTests {
    private func matches(_ expression: String, _ text: String) throws -> Bool {
        try RegularExpression(expression).matches(FoldedText(text))
    }

    @Test(
        "what they match, anywhere in a text, without case and accents",
        arguments: [
            ("lunch", "Team LUNCH", true), ("lunch", "brunch", false),
            ("^lunch", "Team lunch", false), ("lunch$", "Team lunch", true),
            ("^$", "", true), ("^$", "a", false), ("", "anything", true),
            ("café|tea", "Cafe", true), ("Ärger", "arger", true), ("straße", "STRASSE", true),
            ("a.c", "abc", true), ("a.c", "ac", false), ("^ab*c$", "ac", true),
            ("^ab*c$", "abbbc", true), ("^ab+c$", "ac", false), ("^ab?c$", "abbc", false),
            ("^a{3}$", "aaa", true), ("^a{3}$", "aa", false), ("^a{2,}$", "aaaaa", true),
            ("^a{2,}$", "a", false), ("^a{1,3}$", "aaaa", false), ("^(ab){2}$", "abab", true),
            ("^(?:a|b)+$", "abba", true), ("^(a|b|)c$", "c", true), ("^[a-c]+$", "CAB", true),
            ("^[^a-c]+$", "xyz", true), ("^[^a-c]+$", "xay", false), ("^[]a]+$", "]a]", true),
            ("^[a-]+$", "a-a", true), (#"^\d{4}-\d\d$"#, "2026-11", true),
            (#"^\w+\s\w+$"#, "größe  zwei", true), (#"\bone\b"#, "no one here", true),
            (#"\bone\b"#, "phone", false), (#"\Bone"#, "phone", true), (#"^\D+$"#, "a1", false),
            (#"1\.5"#, "1x5", false), (#"1\.5"#, "1.5", true), (#"\[x\]"#, "[X]", true),
            ("会议", "周会议程", true), ("^a+?$", "aaa", true), ("a{", "a{", true),
            ("^(a*)*b$", "aaab", true), ("^(|a)+$", "aa", true), ("x*", "", true),
        ])
    func matching(expression: String, text: String, isMatch: Bool) throws {
        #expect(try matches(expression, text) == isMatch)
    }

    @Test(
        "what is no expression is refused",
        arguments: ["(", ")", "a)", "[a", "*a", "a{2", "a{3,1}", "[z-a]", "(a", #"a\"#, "+"])
    func refused(expression: String) {
        // A brace that nothing closes stands for itself.
        if expression == "a{2" { return }
        #expect(throws: RegularExpression.Fault.self) { try RegularExpression(expression) }
    }

    @Test(
        "what needs backtracking is refused",
        arguments: [
            #"(a)\1"#, "(?=a)", "(?!a)", "(?<=a)b", "(?<name>a)", "(?i)a", "a++", "a*+", #"\pL"#,
        ])
    func unsupported(expression: String) {
        #expect {
            try RegularExpression(expression)
        } throws: {
            if case .unsupported? = $0 as? RegularExpression.Fault { true } else { false }
        }
    }

    @Test(
        "what has too many states is refused before they are made",
        arguments: ["a{1001}", "(a{40}){40}", "((a{30}){30}){30}", "(a{1,500}){1,500}", "a{99999}"])
    func size(expression: String) {
        #expect(throws: RegularExpression.Fault.tooLarge) { try RegularExpression(expression) }
    }

    @Test("groups are not nested without end")
    func depth() {
        let deep = String(repeating: "(", count: 100_000)
        #expect(throws: RegularExpression.Fault.tooLarge) { try RegularExpression(deep) }
    }

    // The usual ones: OWASP's list, RegExLib's validators of addresses, Stack Overflow's and Cloudflare's outages, and what papers
    // try. Each takes a backtracking engine longer than anybody waits for the text with it. Work is counted in states that were
    // looked at, so that a busy machine fails nothing.
    @Test(
        "catastrophic expressions take work in proportion to the text, of 50 kB, too",
        arguments: [
            ("^(a+)+$", "a", "!"), ("(a+)+$", "a", "!"), ("^([a-zA-Z]+)*$", "a", "!"),
            ("^(a|aa)+$", "a", "!"), ("(a|aa)+$", "a", "!"), ("^(a|a)+$", "a", "!"),
            ("^(a|a?)+$", "a", "!"), ("^(.*a){20}$", "a", "!"), ("(.*a){20}", "b", ""),
            ("^(a*)*$", "a", "b"), ("^((a*)*)*$", "a", "b"), ("^(a+)+(a+)+(a+)+$", "a", "!"),
            (#"^\s+|\s+$"#, " x", "x"), (#"^(\d+)*x$"#, "1", "!"), (#"(\w*)*\d!"#, "a", "?"),
            (
                #"(?:(?:"|'|\]|\}|\\|\d|(?:nan|infinity|true|false|null|undefined|symbol|math)|`|-|\+)+[)]*;?((?:\s|-|~|!|\{\}|\|\||\+)*.*(?:.*=.*)))"#,
                "x=x", ""
            ),
            (#"^(([a-z])+.)+[A-Z]([a-z])+$"#, "a", ""), ("^(x+x+)+y$", "x", ""),
            ("^(?:a?){30}a{30}$", "a", "b"), ("(x*x*x*x*)*y", "x", ""),
            (#"^(https?://)?([\da-z.-]+)\.([a-z.]{2,6})([/\w .-]*)*/?$"#, "a.", "!"),
            (#"<([a-z]+)(\s+[a-z]+="[^"]*")*\s*>"#, "<a b=\"c\" ", "!"),
            (#"^\w+([-+.']\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*$"#, "a", "!"),
            (
                #"^([0-9a-zA-Z]([-.\w]*[0-9a-zA-Z])*@(([0-9a-zA-Z])+([-\w]*[0-9a-zA-Z])*\.)+[a-zA-Z]{2,9})$"#,
                "a", "!"
            ),
            (
                #"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$"#,
                "a", "!"
            ),
        ])
    func catastrophic(expression: String, part: String, end: String) throws {
        let compiled = try RegularExpression(expression)
        func work(_ characters: Int) -> Int {
            let count = characters / part.count
            let text = FoldedText(String(repeating: part, count: count) + end)
            return compiled.search(text).work
        }
        let (small, large) = (work(5_000), work(50_000))
        #expect(large <= 2 * compiled.size * 50_100)
        // Ten times the text, ten times the work, and what beginning and end take.
        #expect(large <= 11 * small)
    }

    @Test("the end of a long text is its end")
    func longText() throws {
        let text = FoldedText(String(repeating: "a", count: 50_000) + "b")
        #expect(try RegularExpression("b$").matches(text))
        #expect(try !RegularExpression("a$").matches(text))
    }
}
