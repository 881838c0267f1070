import Testing
@testable import AgendaScreen
@testable import TerminalOutput

@testable import agenda

@Suite("Frames on a terminal")
struct FrameWriterTests {
    private func frame(_ rows: [String], highlight: Int? = nil, columns: Int = 30) -> Frame {
        Frame(
            rows: rows.enumerated().map { index, text in
                FrameRow(text, columns: columns, highlight: index == highlight ? 0 : nil)
            })
    }

    @Test("a frame is what a terminal shows, with colours and wide characters, cut at the edge")
    func whole() {
        var (writer, terminal) = (FrameWriter(), TestTerminal(columns: 10, rows: 3))
        terminal.take(
            writer.bytes(
                for: frame(["\u{1B}[1mBold\u{1B}[0m no", "漢字漢字漢字", "e\u{301}-😀"], columns: 10)))
        #expect(terminal.rows[0] == "Bold no")
        #expect(terminal.cells[0].prefix(4).allSatisfy { $0.look == "1" })
        #expect(terminal.cells[0][4].look == "")
        #expect(terminal.rows[1] == "漢字漢字漢")
    }

    @Test(
        "after each of many frames the terminal shows the newest, whatever stood there and however it scrolled"
    )
    func differences() {
        var seed: UInt64 = 7
        func random(_ count: Int) -> Int {
            // Knuth's MMIX generator.
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        let pieces = [
            "a", "bc", " ", "      ", "漢", "é", "\u{1B}[1m", "\u{1B}[0m", "\u{1B}[38;5;33m", "xyz",
        ]
        var (writer, terminal) = (FrameWriter(), TestTerminal(columns: 30, rows: 8))
        var rows = Array(repeating: "", count: 8)
        for step in 0..<2_000 {
            let distance = random(5) - 2
            if distance > 0 { rows = Array(rows.dropFirst(distance)) }
            if distance < 0 {
                rows = Array(repeating: "new", count: -distance) + rows.prefix(8 + distance)
            }
            while rows.count < 8 {
                rows.append((0..<random(12)).map { _ in pieces[random(10)] }.joined())
            }
            rows[random(8)] = (0..<random(20)).map { _ in pieces[random(10)] }.joined()
            let frame = frame(rows, highlight: random(9))
            terminal.take(
                writer.bytes(for: frame, scrolled: random(3) == 0 ? random(7) - 3 : distance))
            for (index, row) in frame.rows.enumerated() {
                let cells = (0..<30).map {
                    TestTerminal.Cell(text: row[$0].text, look: row[$0].look)
                }
                #expect(terminal.cells[index] == cells, "step \(step), row \(index)")
            }
        }
    }

    @Test(
        "the same frame again writes nothing; one other letter writes little; a step of the list little more"
    )
    func bytes() {
        var writer = FrameWriter()
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWX"
        let rows = letters.map { "  09:30-09:45  " + String(repeating: $0, count: 20) }
        #expect(writer.bytes(for: frame(rows, columns: 80)).count > 24 * 20)
        #expect(writer.bytes(for: frame(rows, columns: 80)) == [])
        var other = rows
        other[3] += "!"
        #expect(writer.bytes(for: frame(other, columns: 80)).count < 20)
        _ = writer.bytes(for: frame(rows, columns: 80))
        let scrolled = Array(rows.dropFirst().dropLast()) + ["  10:00-11:00  Another", rows[23]]
        #expect(writer.bytes(for: frame(scrolled, columns: 80), scrolled: 1).count < 80)
    }

    @Test("the caret is shown only where it is")
    func caret() {
        var (writer, terminal) = (FrameWriter(), TestTerminal(columns: 30, rows: 2))
        terminal.take(writer.bytes(for: frame(["", ""])))
        #expect(!terminal.hasCaret)
        var asking = frame(["", "Add: x"])
        asking.caret = Frame.Caret(row: 1, column: 6)
        terminal.take(writer.bytes(for: asking))
        #expect(terminal.hasCaret && terminal.place == (1, 6))
        terminal.take(writer.bytes(for: frame(["", ""])))
        #expect(!terminal.hasCaret)
    }
}
