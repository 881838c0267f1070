import Testing

@testable import AgendaScreen
@testable import agenda

@Suite("Keys of a terminal")
struct KeyReaderTests {
    private func keys(_ text: String) -> [Key] {
        var reader = KeyReader()
        return reader.read(Array(text.utf8))
    }

    @Test("letters, control characters and characters of several bytes")
    func characters() {
        #expect(
            keys("aé漢😀\r\u{7F}\t\u{1A}")
                == [
                    .text("a"), .text("é"), .text("漢"), .text("😀"), .enter, .backspace, .tab,
                    .control("z"),
                ])
    }

    @Test(
        "arrows in both modes, and the keys beside them, as xterm and the Linux console send them")
    func arrows() {
        #expect(
            keys("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD\u{1B}[1;5A") == [.up, .down, .right, .left, .up])
        #expect(
            keys("\u{1B}[H\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[1~")
                == [.home, .end, .pageUp, .pageDown, .delete, .home])
        #expect(keys("\u{1B}[15~\u{1B}xa") == [.other, .other, .text("a")])
    }

    @Test("an arrow with Shift or Alt is another key; with Control it is the arrow")
    func shifted() {
        #expect(
            keys("\u{1B}[1;2A\u{1B}[1;3B\u{1B}[1;4C\u{1B}[1;5D\u{1B}[1;7D")
                == [
                    .shifted(.up, isFine: false), .shifted(.down, isFine: true),
                    .shifted(.right, isFine: false), .left, .shifted(.left, isFine: true),
                ])
    }

    @Test("the left button and the wheel; releases mean nothing")
    func mouse() {
        #expect(
            keys("\u{1B}[<0;12;5M\u{1B}[<0;12;5m\u{1B}[<65;1;1M\u{1B}[<64;1;1M")
                == [.click(column: 11, row: 4), .wheel(3), .wheel(-3)])
    }

    @Test("pasted text is no keys, however long and wherever it is cut")
    func paste() {
        let bytes = Array("\u{1B}[200~qd\u{1B}[A漢\u{1B}[201~j".utf8)
        for cut in bytes.indices {
            var reader = KeyReader()
            let keys = reader.read(bytes[..<cut]) + reader.read(bytes[cut...])
            #expect(keys == [.paste("qd\u{1B}[A漢"), .text("j")], "cut at \(cut)")
        }
    }

    @Test("bytes that come one by one are the same keys")
    func pieces() {
        let text = "j\u{1B}[A漢\u{1B}[<0;3;4M\u{1B}OHx"
        var reader = KeyReader()
        var pieces: [Key] = []
        for byte in text.utf8 { pieces += reader.read([byte]) }
        #expect(pieces == keys(text))
    }

    @Test("a lone escape is the key after a moment; a cut sequence is nothing")
    func patience() {
        var reader = KeyReader()
        #expect(reader.read([0x1B]) == [])
        #expect(reader.patience == 50)
        #expect(reader.giveUp() == .escape)
        #expect(reader.patience == nil)
        #expect(reader.read(Array("\u{1B}[".utf8)) == [])
        #expect(reader.patience == 500)
        #expect(reader.giveUp() == .other)
        #expect(reader.read(Array("\u{1B}\u{1B}[A".utf8)) == [.escape, .up])
    }

    @Test("what is not UTF-8 is skipped, and its neighbours stay")
    func invalid() {
        var reader = KeyReader()
        let keys = reader.read([0xFF, 0x61, 0xC3, 0x62, 0xE6, 0xBC, 0x63])
        #expect(keys == [.text("a"), .text("b"), .text("c")])
    }
}
