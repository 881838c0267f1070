import Foundation
import Testing

@testable import agenda

@Suite("Colours of agenda ui", .timeLimit(.minutes(30)))
struct UIColourTests {
    private let agenda: StoreProcess

    init() throws {
        agenda = try StoreProcess()
        for (name, color) in [("red", "#ff0000"), ("blue", "#3366cc")] {
            let path = try agenda.folder.write(
                "\(name).ics",
                calendar("UID:\(name)\nDTSTART:20261120T110000Z\nSUMMARY:\(name.capitalized)"))
            try agenda("source", "add", path, "--color", color, "--quiet")
        }
        try agenda("todo", "add", "Pay today", "--quiet")
    }

    /// Each view as it is shown: its text and all looks in it.
    private func views(
        _ columns: Int, _ variables: [String: String]
    ) throws -> [(text: String, looks: Set<String>)] {
        let ui = try UISession(
            environment: agenda.process.environment.merging(variables) { $1 }, columns: columns,
            rows: 50)
        var views: [(text: String, looks: Set<String>)] = []
        let grid = variables["LC_ALL"] == "C" ? "+--" : "┌"
        // A narrow week is the list again, a narrow month has its last day above one.
        let marks =
            columns < 80
            ? [("l", "[red]"), ("m", "30")] : [("l", "[red]"), ("w", "─┼"), ("m", grid)]
        for (key, mark) in marks {
            ui.type(key)
            try ui.wait(for: mark)
            // The week before it has this day's whole date.
            if key == "m" { try ui.wait(without: "2026-11-22") }
            try ui.wait(for: "Blue")
            let screen = ui.calmScreen
            let looks = screen.cells.indices.reduce(into: Set<String>()) {
                $0.formUnion(
                    screen.looks(of: $1).flatMap { $0.split(separator: ";").map(String.init) })
            }
            views.append((screen.text, looks))
        }
        ui.quit()
        return views
    }

    @Test(
        "16 colours and 2^24 show the same text, each in its own; NO_COLOR only what is selected",
        arguments: zip(OutputCase.locales, [40, 80, 200, 80]))
    func text(_ locale: String, _ columns: Int) throws {
        let base = ["LC_ALL": locale, "NO_COLOR": ""]
        let few = try views(columns, base.merging(["TERM": "linux"]) { $1 })
        let many = try views(columns, base.merging(["COLORTERM": "truecolor"]) { $1 })
        let none = try views(columns, ["LC_ALL": locale])
        for index in few.indices {
            #expect(few[index].text == many[index].text)
            // ECMA-48 8.3.117: 30 to 37 and 90 to 97 are the 16 colours, 38;2 one of 2^24.
            let colors = few[index].looks.compactMap { Int($0) }.filter { $0 > 7 }
            #expect(!colors.isEmpty)
            #expect(colors.allSatisfy { 30...37 ~= $0 || 90...97 ~= $0 }, "\(colors)")
            // A day of a week of 80 columns has room for one of the two, and says +1.
            let red: Set = columns == 80 && index == 1 ? [] : ["255"]
            #expect(many[index].looks.isSuperset(of: red.union(["38", "2", "51", "102", "204"])))
            #expect(none[index].looks.subtracting(["", "7"]).isEmpty)
        }
        #expect(none[0].text.contains(">"))
    }
}
