import AgendaWords
import Foundation
import Testing
@testable import AgendaAdopt
@testable import AgendaActions

@testable import agenda

@Suite("todoman's configuration")
struct TodomanPlanTests {
    @Test("simple assignments are read, nothing else, and the last one counts")
    func assignments() {
        let file = PythonAssignments(
            """
            # comment
            import os
            path = "~/a"
            path = r'~/b\\d'  # this one
            default_due=48
            humanize = True
            default_list = None
            quoted = "a \\"b\\""
            joined = "a" + "b"
            formatted = f"{path}"
            tuple = (
                "x",
            )
            """)
        #expect(file["path"]?.value == .text("~/b\\d"))
        #expect(file["path"]?.line == 4)
        #expect(file["default_due"]?.value == .number(48))
        #expect(file["humanize"]?.value == .boolean(true))
        #expect(file["default_list"]?.value == PythonAssignments.Value.none)
        #expect(file["quoted"]?.value == .text("a \"b\""))
        #expect(file.others.map(\.line) == [2, 9, 10, 11, 12, 13])
    }

    @Test("each folder becomes a source, and formats get our names")
    func plan() throws {
        let folder = try ScratchFolder()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true)
        }
        _ = try folder.write("a/displayname", "Tasks")
        let file = PythonAssignments(
            """
            path = "\(folder.path)/*"
            date_format = "%d.%m.%Y"
            time_format = "%H:%M"
            color = "never"
            default_list = "Tasks"
            default_priority = 5
            """)
        let plan = try TodomanPlan(file, path: "config.py").plan
        #expect(
            plan.folders == [
                .init(name: "Tasks", path: folder.file("a")),
                .init(name: "b", path: folder.file("b")),
            ])
        #expect(plan.defaultFolder?.name == "Tasks")
        #expect(
            plan.settings.map { "\($0.key.rawValue) = \($0.value.text)" } == [
                "date-format = \"%d.%m.%Y\"", "time-format = \"24h\"", "color = \"never\"",
            ])
        #expect(
            plan.remarks.map { $0.text(in: .english) } == [
                "config.py:6: default_priority has no counterpart here"
            ])
    }

    @Test("without folders nothing is taken over")
    func nothing() {
        #expect(
            throws: AdoptionFailure(line: 1, reason: "path = /nonexistent/*: no such folder")
        ) { try TodomanPlan(PythonAssignments("path = '/nonexistent/*'"), path: "config.py") }
        #expect(
            throws: AdoptionFailure(
                line: 2,
                reason: "the path is worked out: write it as a text, path = \"~/calendars/*\"")
        ) { try TodomanPlan(PythonAssignments("import os\npath = os.getcwd()"), path: "config.py") }
    }
}
