import Glibc
import Testing
@testable import AgendaActions
@testable import TerminalOutput

@testable import agenda

@Suite("Cells of a terminal")
struct DisplayWidthTests {
    /// The figures are those of `wcswidth` of the Python package wcwidth 0.9.4 (Unicode 18).
    @Test(
        "signs take the cells that wcwidth gives them",
        arguments: [
            ("", 0), ("plain", 5), ("Müller", 6), ("漢字", 4), ("한국어", 6), ("ｆｕｌｌ", 8),
            ("ﾊﾝｶｸ", 4), ("e\u{301}", 1), ("👨\u{200D}👩\u{200D}👧", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4),
            ("👍🏽", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("☀\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2),
            ("🏡", 2), ("ไทยกำ", 5), ("नमस्ते", 4), ("שָׁלוֹם", 4), ("العربية", 7), ("\u{200B}", 0),
            ("\u{2060}a", 1), ("a\u{AD}b", 3), ("↦ ↔ ⇥ ⟳", 7), ("…", 1), ("“x”", 3), ("①", 1),
            ("🏳\u{FE0F}\u{200D}🌈", 2), ("✈", 1), ("🀄", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
            ("𠀀", 2), ("\u{1FAE9}", 2), ("தமிழ்", 4),
        ])
    func samples(_ text: String, _ cells: Int) {
        #expect(DisplayWidth.cells(of: text) == cells)
        #expect(DisplayWidth.padding(text, to: 12).utf8.count == 12 - cells)
    }

    @Test("each character by itself takes the cells that the C library gives it")
    func allCharacters() throws {
        let locale = try #require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
        let earlier = uselocale(locale)
        defer {
            uselocale(earlier)
            freelocale(locale)
        }
        // Its declaration needs a macro that Swift's import of the C library does not set.
        typealias Width = @convention(c) (wchar_t) -> Int32
        let wcwidth = unsafeBitCast(try #require(dlsym(nil, "wcwidth")), to: Width.self)
        var different: [String] = []
        var count = 0
        for value in UInt32(0x20)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let theirs = Int(wcwidth(wchar_t(value)))
            let ours = DisplayWidth.cells(of: scalar)
            if theirs < 0 || Self.isKnownToDiffer(scalar) { continue }
            count += 1
            if ours != theirs { different.append("\(String(value, radix: 16)) \(ours) \(theirs)") }
        }
        #expect(different.isEmpty, "\(different.count): \(different.prefix(200))")
        #expect(count > 140_000)
    }

    /// Characters younger than the oldest C library in use (2.36, Unicode 14); those that Unicode
    /// 16 made wide or gave another category; circled numbers, which glibc alone takes for wide.
    private static func isKnownToDiffer(_ scalar: Unicode.Scalar) -> Bool {
        guard let age = scalar.properties.age, age.major <= 14 else { return true }
        return switch scalar.value {
        case 0x2630...0x2637, 0x268A...0x268F, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1171E,
            0x3248...0x324F:
            true
        default: false
        }
    }

    @Test(
        "a text is cut between signs, never within one",
        arguments: [
            ("Stand-up", 5, "Stan…", "St..."), ("Stand-up", 8, "Stand-up", "Stand-up"),
            ("漢字漢字", 7, "漢字漢…", "漢字..."), ("漢字漢字", 6, "漢字…", "漢..."),
            ("👨\u{200D}👩\u{200D}👧👍🏽🇩🇪", 5, "👨\u{200D}👩\u{200D}👧👍🏽…", "👨\u{200D}👩\u{200D}👧..."),
            (
                "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", 4, "e\u{301}e\u{301}e\u{301}…",
                "e\u{301}..."
            ),
            ("one two", 5, "one…", "on..."),
        ])
    func cuts(_ text: String, _ cells: Int, _ cut: String, _ ascii: String) {
        #expect(TextStyle(isUTF8: true, isColored: false).cut(text, to: cells) == cut)
        #expect(TextStyle(isUTF8: false, isColored: false).cut(text, to: cells) == ascii)
    }
}

@Suite("A line cut to the terminal's width")
struct LineFitTests {
    private func fitted(_ cells: Int, _ line: LineFit) -> LineFit {
        var (line, style) = (line, TextStyle(isUTF8: true, isColored: false))
        style.width = cells
        line.cut(to: cells, style: style)
        return line
    }

    private let line = LineFit(
        title: "CANCELLED Stand-up", mark: " ⟳", location: " @ Room Elbe", calendars: "team +home")

    @Test("what fits stays as it is")
    func fits() {
        // 18 + 2 + 12 + 14
        #expect(fitted(46, line) == line)
    }

    @Test("the location gives way first, then it is gone, then the title is cut")
    func order() {
        var expected = line
        expected.location = " @ Room El…"
        #expect(fitted(45, line) == expected)
        expected.location = " @ Roo…"
        #expect(fitted(41, line) == expected)
        expected.location = ""
        #expect(fitted(40, line) == expected)
        #expect(fitted(34, line) == expected)
        expected.calendars = "team +ho…"
        #expect(fitted(33, line) == expected)
        expected.calendars = "tea…"
        #expect(fitted(28, line) == expected)
        // What three letters of the calendars' names would need is the location's.
        (expected.calendars, expected.location) = ("", " @ Roo…")
        #expect(fitted(27, line) == expected)
        expected.location = ""
        #expect(fitted(26, line) == expected)
        #expect(fitted(20, line) == expected)
        expected.title = "CANCELLED Stand-…"
        #expect(fitted(19, line) == expected)
    }

    @Test("calendars have what the title leaves, and a quarter where there is much room")
    func calendars() {
        var many = line
        many.calendars = "team +home +holidays +company"
        // 60 cells: 15 for the calendars within their frame, 43 for the title.
        many.title = String(repeating: "x", count: 80)
        #expect(
            fitted(60, many)
                == LineFit(
                    title: String(repeating: "x", count: 42) + "…", mark: " ⟳", location: "",
                    calendars: "team +home…"))
        #expect(fitted(59, many).calendars == "")
        many.title = "Run"
        // 40 less 3 and 2 are 35: 31 for the names.
        #expect(
            fitted(40, many)
                == LineFit(
                    title: "Run", mark: " ⟳", location: "",
                    calendars: "team +home +holidays +company"))
    }
}

@Suite("A line broken at the terminal's width")
struct WrappedLineTests {
    private func wrapped(_ line: String, width: Int?) -> [String] {
        var style = TextStyle(isUTF8: true, isColored: false)
        style.width = width
        return style.wrapped(line, indent: 4)
    }

    @Test("nothing is lost: a break at a word's end, else where the line ends")
    func breaks() {
        let words = "  +summary: A title that is longer than the line"
        #expect(wrapped(words, width: nil) == [words])
        #expect(wrapped(words, width: 48) == [words])
        // A word that ends where the line does stays.
        #expect(
            wrapped(words, width: 30) == [
                "  +summary: A title that is", "    longer than the line",
            ])
        #expect(
            wrapped(words, width: 34) == [
                "  +summary: A title that is longer", "    than the line",
            ])
        // The only space leaves more than half of the line.
        #expect(
            wrapped("  +url: https://example.org/a/long/path/to/it", width: 30) == [
                "  +url: https://example.org/a/", "    long/path/to/it",
            ])
        #expect(
            wrapped("  +summary: 每周例会，讨论下个季度的计划", width: 31) == [
                "  +summary: 每周例会，讨论下个", "    季度的计划",
            ])
    }

    @Test("a sign that is wider than the line stands alone")
    func wide() {
        // Letters joined by U+094D are one sign.
        let sign = Array(repeating: "क", count: 40).joined(separator: "\u{94D}")
        #expect(wrapped(sign + " x", width: 30).joined().filter { $0 != " " } == sign + "x")
    }
}
