import Foundation
import Testing

@testable import agenda_manual

@Suite("Manual pages")
struct ManualTests {
    /// A program with one command and a subcommand, as the parser describes them.
    private static let description = #"""
        {"serializationVersion": 0, "command": {
          "commandName": "tool", "shouldDisplay": true, "abstract": "Does things.",
          "discussion": "First line.\n.second: `tool do` isn't \\n.", "defaultSubcommand": "do",
          "subcommands": [
            {"commandName": "do", "shouldDisplay": true, "superCommands": ["tool"],
             "abstract": "Does a thing…", "arguments": [
               {"kind": "positional", "shouldDisplay": true, "isOptional": true,
                "isRepeating": true, "valueName": "path", "abstract": "What to do it with."},
               {"kind": "option", "shouldDisplay": true, "isOptional": true, "isRepeating": false,
                "names": [{"kind": "long", "name": "time-zone"}, {"kind": "short", "name": "t"}],
                "valueName": "zone", "abstract": "Where.", "defaultValue": "here"},
               {"kind": "flag", "shouldDisplay": true, "isOptional": true, "isRepeating": false,
                "names": [{"kind": "long", "name": "big"}], "abstract": "How big."},
               {"kind": "flag", "shouldDisplay": true, "isOptional": true, "isRepeating": false,
                "names": [{"kind": "long", "name": "no-big"}], "abstract": "How big."},
               {"kind": "flag", "shouldDisplay": false, "isOptional": true, "isRepeating": false,
                "names": [{"kind": "long", "name": "secret"}]}]},
            {"commandName": "hidden", "shouldDisplay": false, "superCommands": ["tool"]},
            {"commandName": "help", "shouldDisplay": true, "superCommands": ["tool"]}]}}
        """#

    private func pages() throws -> [String: String] {
        try Manual.pages(Data(Self.description.utf8), version: "1.2", date: "2026-11-20")
    }

    @Test("each command that is shown has a page")
    func names() throws {
        #expect(try pages().keys.sorted() == ["tool", "tool-do"])
    }

    @Test("indented lines are examples")
    func examples() {
        var page = Roff(title: "t", date: "2026-11-20", source: "tool")
        page.paragraphs("One.\n  tool do   # it\n  tool\nTwo.")
        #expect(
            page.text.hasSuffix(
                ".PP\nOne.\n.PP\n.nf\n.RS 4\ntool do   # it\ntool\n.RE\n.fi\n.PP\nTwo.\n"))
    }

    @Test("a command's page has its arguments, a flag beside its opposite, and nothing hidden")
    func command() throws {
        #expect(
            try pages()["tool-do"] == #"""
                .TH "TOOL\-DO" "1" "2026-11-20" "tool 1.2" "User Commands"
                .nh
                .ad l
                .SH "NAME"
                tool\-do \- does a thing\[u2026]
                .SH "SYNOPSIS"
                \fBtool do\fR [\fIoption\fR]... [\fIpath\fR]...
                .SH "DESCRIPTION"
                Does a thing\[u2026]
                .SH "ARGUMENTS"
                .TP
                \fIpath\fR
                What to do it with.
                .SH "OPTIONS"
                .TP
                \fB\-\-time\-zone\fR, \fB\-t\fR \fIzone\fR
                Where.
                .IP
                Unless given: here.
                .TP
                \fB\-\-big\fR, \fB\-\-no\-big\fR
                How big.
                .SH "SEE ALSO"
                \fBtool\fR(1)

                """#)
    }

    @Test("text cannot become a request or lose a character; the program's page has more sections")
    func program() throws {
        let page = try #require(try pages()["tool"])
        #expect(page.contains("\n.PP\n\\&.second: \\fBtool do\\fR isn\\(aqt \\en.\n"))
        #expect(page.contains("\n.TP\n\\fBtool\\-do\\fR(1)\nDoes a thing"))
        for section in ["COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"] {
            #expect(page.contains("\n.SH \"\(section)\"\n"), "\(section)")
        }
    }
}
